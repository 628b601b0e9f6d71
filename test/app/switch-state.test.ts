import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { readSwitches } from '../../src/app/switch-state.ts';
import { makePlace, sourceOf, write } from '../owner/store/support.ts';
import { makeTree, skillText } from '../support/tree.ts';

describe('switches as readers see them, without the store', () => {
  it('are followed by a catalog that is open, both ways', async () => {
    const { workspace, project, data } = await makePlace();
    await workspace.skills.add(sourceOf('deploy', { 'SKILL.md': skillText('deploy') }));
    const { state, isIdle } = readSwitches(data, () => workspace.project?.key, []);
    expect(isIdle).toBe(true);
    const roots = [{ id: 'project', kind: 'project', path: join(project, '.agents/skills') }];
    const catalog = await openCatalog({ roots, cache: false, state });
    const ids = async (): Promise<string[]> =>
      (await catalog.refresh())
        .view()
        .entries()
        .map(({ id }) => id);
    expect(await ids()).toEqual(['project:deploy']);
    await workspace.skills.disable(['deploy']);
    expect(await ids()).toEqual([]);
    await workspace.skills.enable(['deploy']);
    expect(await ids()).toEqual(['project:deploy']);
    await workspace.skills.disable(['project:*'], { for: 'project' });
    expect(await ids()).toEqual([]);
    expect(readSwitches(data, () => '/another', []).state.isDisabled('project:deploy')).toBe(false);
  });

  it('that cannot be read stop a command, and leave a server what it knew', async () => {
    const data = makeTree({ 'switches.json': '{"format":1,"revision":1,"everywhere":{"a:*":"off"},"projects":{}}' });
    const { state } = readSwitches(data, () => undefined, []);
    write(join(data, 'switches.json'), '{"format":1,');
    state.revision();
    expect(state.isDisabled('a:b')).toBe(true);
    expect(() => readSwitches(data, () => undefined, [])).toThrow(/cannot be read/);
    expect(readSwitches(makeTree({}), () => undefined, ['x']).state.isDisabled('x')).toBe(true);
  });

  it('narrow from the most specific outwards', () => {
    const record = {
      format: 1,
      revision: 1,
      everywhere: { 'a:*': 'off', 'a:b': 'on' },
      projects: { p: { person: {}, project: { 'a:b': 'off' } } },
    };
    const data = makeTree({ 'switches.json': JSON.stringify(record) });
    const off = (key: string | undefined, id: string): boolean =>
      readSwitches(data, () => key, []).state.isDisabled(id);
    expect([off(undefined, 'a:b'), off(undefined, 'a:c'), off('p', 'a:b'), off('p', 'c:d')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
