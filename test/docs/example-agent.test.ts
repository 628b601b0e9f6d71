import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../support/tree.ts';

const project = join(import.meta.dirname, '../..');
const isBuilt = existsSync(join(project, 'dist/index.js'));

describe.skipIf(!isBuilt)(`npm run example:agent${isBuilt ? '' : ' (there is no build: npm run build)'}`, () => {
  it('prints of each turn the menu, the call, what is loaded, and what compaction leaves', async () => {
    const script = join(project, 'docs/example-agent.mjs');
    const home = makeTree({});
    const env = { PATH: '', HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { cwd: project, env });
    expect(stderr).toBe('');
    const turns = stdout.split(/^── turn \d .*$/m).slice(1);
    expect(turns).toHaveLength(5);
    const [hello = '', port = '', csv = '', thanks = '', again = ''] = turns;
    expect(hello).toContain('menu     nothing new fits, so there is no load_skill\n');
    expect(hello).not.toContain('call ');
    expect(port).toMatch(/^menu {5}list-listening-ports {2}\(words 0\.\d+\)$/m);
    expect(port).toContain('call     load_skill({"name":"list-listening-ports"})');
    expect(csv).toMatch(/^call {5}read_skill_file\(\{"name":"data-recipes:csv\/csv-first-look","path":"[^"]+"\}\)$/m);
    const kept = 'word for word there: list-listening-ports, csv-first-look';
    for (const turn of [csv, thanks, again]) expect(turn).toContain(kept);
    const [, before = '', after = ''] = /compact {2}(\d+) to (\d+) characters/.exec(thanks) ?? [];
    expect(Number(after)).toBeLessThan(Number(before) - 1_000);
    expect(again).toContain('1 that fit are loaded');
  });
});
