// Checks the built server over stdio with the MCP Inspector: skill by skill against its digests, and every schema.
// The Inspector is fetched once into a cache folder; it asks for a newer Node than we do, but its command line runs.
// usage: node test/mcp/conformance/inspect.mjs [flags of skillfiche, such as --root DIR; default --bundled]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, serverFlags } from './server.mjs';

const VERSION = '2.12.0';
const cache = process.env.SKILLFICHE_INSPECTOR ?? join(tmpdir(), `skillfiche-inspector-${VERSION}`);
const launcher = join(cache, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

if (!existsSync(launcher)) {
  mkdirSync(cache, { recursive: true });
  const asked = ['--prefix', cache, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const spec = `@modelcontextprotocol/inspector@${VERSION}`;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', ...asked, spec], { stdio: 'inherit', shell: npm.endsWith('.cmd') });
  if (status !== 0) throw new Error('The Inspector could not be fetched.');
}

const CHECKS = [
  ['skills/list', '--verify', '--skill-catalog-max-skills', '5000'],
  ['tools/list', '--strict'],
];

// It keeps files in the home folder: give it one of its own.
const home = mkdtempSync(join(tmpdir(), 'skillfiche-inspector-home-'));
let failed = 0;
for (const [method, ...flags] of CHECKS) {
  for (const era of ['legacy', 'modern']) {
    const server = [process.execPath, BIN, 'mcp', '--quiet', ...serverFlags(process.argv.slice(2))];
    const asked = ['--cli', ...server, '--method', method, ...flags, '--protocol-era', era];
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...asked], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home, USERPROFILE: home },
      maxBuffer: 256 * 1024 * 1024,
    });
    if (status !== 0) failed++;
    process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${method} ${flags[0]}, ${era} era: exit ${status}\n`);
    if (status !== 0 || process.env.VERBOSE) process.stdout.write(`${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}\n`);
  }
}
rmSync(home, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
