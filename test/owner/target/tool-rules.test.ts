import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolderDisk } from '../../../src/io/disk/folder-disk.ts';
import { toolRules } from '../../../src/owner/target/tool-rules.ts';
import { makeTree } from '../../support/tree.ts';

const rules = (files: Readonly<Record<string, string>>): string[] => {
  const folder = makeTree(files);
  return toolRules(createFolderDisk(), [folder]).notes.map(
    ({ file, message }) => `${file.slice(folder.length + 1)} ${message}`,
  );
};
const settings = (value: object): string[] => rules({ 'settings.json': JSON.stringify(value) });
const agent = (header: string): string[] => rules({ 'agents/r.md': `---\nname: r\n${header}\n---\nDo it.\n` });

it.each<[object, RegExp | undefined]>([
  [{}, undefined],
  [{ permissions: { allow: ['Bash(ls:*)'] } }, undefined],
  [{ permissions: { deny: ['Bash', 'WebFetch(domain:x)'] } }, undefined],
  [{ permissions: { deny: ['Skill'] } }, /forbids the tool Skill/],
  [{ permissions: { deny: ['Skill(*)'] } }, /forbids the tool Skill/],
  [{ permissions: { deny: ['Skill(deploy)', 'Skill(notes:*)'] } }, /forbids these skills: "deploy", "notes"/],
  [{ permissions: { defaultMode: 'dontAsk', allow: ['Bash'] } }, /Skill is not: no skill is loaded/],
  [{ permissions: { defaultMode: 'dontAsk', allow: ['Skill(deploy)'] } }, undefined],
  [{ permissions: 'none' }, undefined],
  [{ permissions: { deny: 7, allow: [7, null, 'Skill('] } }, undefined],
  [{ skillOverrides: { deploy: 'off', notes: 'name-only' } }, /switches these skills off: "deploy"\./],
])('settings %j', (value, message) => {
  const said = settings(value);
  if (message === undefined) expect(said).toEqual([]);
  else expect(said).toEqual([expect.stringMatching(message)]);
});

it.each<[string, RegExp | undefined]>([
  ['model: x', undefined],
  ['tools: Read, Skill', undefined],
  ['tools: [Read, "Skill(deploy)"]', undefined],
  ["tools: '*'", undefined],
  ['tools: Read, Bash(git log, git show)', /lists its tools without Skill/],
  ['tools:\n  - Read\n  - Grep', /lists its tools without Skill/],
  ['tools: Read\nskills: deploy', undefined],
  ['disallowedTools: Skill, Bash', /forbids the tool Skill/],
])('an agent with %j', (header, message) => {
  const said = agent(header);
  if (message === undefined) expect(said).toEqual([]);
  else expect(said).toEqual([expect.stringMatching(message)]);
});

it('comments, a last comma and a byte-order mark are read; what is broken or no file is said, not thrown', () => {
  const text =
    '\uFEFF{ // mine: "x"\n /* of * old */ "permissions": { "deny": ["Skill", "Bash(echo \\"// no\\", 1)",], }, }';
  expect(rules({ 'settings.json': text })).toEqual([expect.stringMatching(/forbids the tool Skill/)]);
  expect(rules({ 'settings.json': '{"permissions": {"deny": ["Skill"' })).toEqual([
    expect.stringMatching(/is no JSON/),
  ]);
  expect(rules({ 'settings.json': '' })).toEqual([expect.stringMatching(/is no JSON/)]);
  expect(rules({ 'settings.json': '[]' })).toEqual([expect.stringMatching(/holds no settings/)]);
  expect(rules({ 'settings.json/x': '' })).toEqual([expect.stringMatching(/cannot be read \(it is no file\)/)]);
  expect(rules({ 'agents/r.md': '---\ntools: [Read' })).toHaveLength(1);
  expect(rules({ 'agents/deep/er/r.md': '---\nname: r\ntools: Read\n---\n' })).toHaveLength(1);
});

it('settings that are a link are read where they lie, and one that leads nowhere is said', () => {
  const folder = makeTree({ 'dotfiles/claude.json': '{"permissions": {"deny": ["Skill"]}}', 'home/x': null });
  symlinkSync('../dotfiles/claude.json', join(folder, 'home/settings.json'));
  symlinkSync('nowhere', join(folder, 'home/settings.local.json'));
  const { notes } = toolRules(createFolderDisk(), [join(folder, 'home')]);
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringMatching(/forbids the tool Skill/),
    expect.stringMatching(/cannot be read \(ENOENT\)/),
  ]);
});
