// The built server on a free port, for suites that speak HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export const BIN = resolve(import.meta.dirname, '../../../../dist/bin/skillfiche.js');

/** What is served when nothing is said: our own recipes. */
export function serverFlags(given) {
  return given.length > 0 ? given : ['--bundled'];
}

export async function startServer(flags) {
  if (!existsSync(BIN)) throw new Error('There is no build yet: run "npm run build" first.');
  const child = spawn(process.execPath, [BIN, 'mcp', ...flags, '--http', '0', '--no-token'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  const url = await new Promise((done, fail) => {
    child.once('exit', () => fail(new Error(`The server did not start:\n${log}`)));
    child.stderr.on('data', (chunk) => {
      log += chunk;
      const found = /http:\S+\/mcp/.exec(log);
      if (found !== null) done(found[0]);
    });
  });
  child.removeAllListeners('exit');
  return {
    url,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await exit;
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${log}`);
    },
  };
}
