#!/usr/bin/env node
import type { Io } from './io.ts';
import { runCli } from './program.ts';

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
  cwd: process.cwd(),
  env: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  isTty: process.stdout.isTTY === true,
  streams: process,
  isErrTty: process.stderr.isTTY === true && !process.env['CI'],
};

// A reader that has seen enough (`| head`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

// Never process.exit() after a write: what a pipe has not taken yet would be lost.
void runCli(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
