// Runs the MCP conformance scenarios that apply to a server without test fixtures, against the built server over HTTP.
// usage: node test/mcp/conformance/run.mjs [flags of skillfiche, such as --root DIR; default --bundled]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFlags, startServer } from './server.mjs';

const OLD = '2025-11-25';
const NEW = '2026-07-28';
/** Scenario, protocol revisions, and further flags: the extension's scenarios belong to no revision and must be forced. */
const SCENARIOS = [
  ['server-initialize', [OLD]],
  ['ping', [OLD]],
  ['tools-list', [OLD, NEW]],
  ['resources-list', [OLD, NEW]],
  ['prompts-list', [OLD, NEW]],
  ['dns-rebinding-protection', [OLD, NEW]],
  ['caching', [NEW]],
  ['sep-2164-resource-not-found', [NEW]],
  ['http-header-validation', [NEW]],
  ['sep-2640-skills-enumeration', [OLD, NEW], '--force'],
  ['sep-2640-skills-manifest', [OLD, NEW], '--force'],
  ['sep-2640-skills-directory', [OLD, NEW], '--force'],
];

const here = import.meta.dirname;
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

async function runScenario(url, scenario, version, flags) {
  // The suite writes its reports into the current folder.
  const folder = mkdtempSync(join(tmpdir(), 'skillfiche-conformance-'));
  const asked = ['server', '--url', url, '--scenario', scenario, '--spec-version', version, ...flags];
  const child = spawn(process.execPath, ['--import', join(here, 'glob-shim.mjs'), suite, ...asked], { cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
  return { code, output };
}

/** One scenario wants the first skill that is listed to have a folder in it, which real trees need not have. */
function firstSkill() {
  const folder = mkdtempSync(join(tmpdir(), 'skillfiche-first-'));
  mkdirSync(join(folder, 'first/references'), { recursive: true });
  writeFileSync(join(folder, 'first/SKILL.md'), '---\nname: first\ndescription: Has a folder in it.\n---\n\n# First\n');
  writeFileSync(join(folder, 'first/references/more.md'), '# More\n');
  return folder;
}

const extra = firstSkill();
const server = await startServer([...serverFlags(process.argv.slice(2)), '--root', `project:0=${extra}`]);
let failed = 0;
let passed = 0;
try {
  for (const [scenario, versions, ...flags] of SCENARIOS) {
    for (const version of versions) {
      const { code, output } = await runScenario(server.url, scenario, version, flags);
      const [, good = '0', all = '?'] = /Passed: (\d+)\/(\d+)/.exec(output) ?? [];
      const [, warnings = '0'] = /(\d+) warnings?/.exec(output) ?? [];
      const right = code === 0 && good === all;
      passed += Number(good);
      if (!right) failed++;
      const note = warnings === '0' ? '' : `, ${warnings} warnings`;
      process.stdout.write(`${right ? 'ok  ' : 'FAIL'} ${scenario.padEnd(30)} ${version}  ${good}/${all}${note}\n`);
      if (!right || process.env.VERBOSE) process.stdout.write(`${output}\n`);
    }
  }
} finally {
  await server.stop();
  rmSync(extra, { recursive: true, force: true });
}
process.stdout.write(`${passed} checks passed, ${failed} runs failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
