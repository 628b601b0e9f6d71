#!/usr/bin/env node
import { columnsOf, EXIT, type Io } from './io.ts';
import { runCli } from './program.ts';

/** A program can outlive its folder; then paths mean nothing, and Node's own error says so to nobody. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('skillfiche: the working folder does not exist any more; change to one that does.\n');
    process.exit(EXIT.usage);
  }
}

const io: Io = {
  out: (text) => {
    process.stdout.write(text);
  },
  outBytes: (bytes) => {
    process.stdout.write(bytes);
  },
  err: (text) => {
    process.stderr.write(text);
  },
  cwd: workingFolder(),
  env: process.env,
  columns: columnsOf(process.stdout),
  isTty: process.stdout.isTTY === true,
  streams: process,
  end: () => process.exit(0),
  isErrTty: process.stderr.isTTY === true && !process.env['CI'],
};

// A reader that has seen enough (`| head`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    // A full disk behind a redirection: half the data is no answer.
    if (stream === process.stdout) process.stderr.write(`skillfiche: the output cannot be written (${error.code}).\n`);
    process.exit(EXIT.usage);
  });
}

// No command but a server calls process.exit(), and that when its output is flushed: what a pipe has not taken yet would be lost.
void runCli(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
