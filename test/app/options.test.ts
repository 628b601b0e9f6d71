import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declareSkill, declareSkills } from '../../src/app/declare.ts';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { openWorkspace } from '../../src/app/open-workspace.ts';
import type { Catalog } from '../../src/app/types.ts';
import type { View } from '../../src/catalog/types.ts';
import { skillInstructions, skillTools } from '../../src/surface/tools/agent-tools.ts';
import { openPlanted, skills } from '../support/catalog.ts';
import { makeTree } from '../support/tree.ts';

type Call = (catalog: Catalog, view: View) => unknown;
const any = (options: object): never => options as never;

/** Every place of the library that takes options, each with a slip and what was meant. */
const SLIPS: readonly [string, Call, RegExp][] = [
  [
    'openCatalog',
    () => openCatalog(any({ roots: [], chache: false })),
    /^openCatalog has no option "chache"\. Did you mean cache\?$/,
  ],
  [
    'limits',
    () => openCatalog(any({ roots: [], limits: { maxskills: 1 } })),
    /limits has no option "maxskills"\. Did you mean maxSkills\?/,
  ],
  ['machine', () => openCatalog(any({ roots: [], machine: { platfrom: 'linux' } })), /Did you mean platform\?/],
  [
    'a root',
    () => openCatalog(any({ roots: [{ id: 'a', kind: 'x', path: '/r', rnak: 1 }] })),
    /The root "a" has no option "rnak"\. Did you mean rank\?/,
  ],
  ['view', (catalog) => catalog.view(any({ onyl: ['a'] })), /view has no option "onyl"\. Did you mean only\?/],
  ['an audience', (catalog) => catalog.view(any({ audience: 'robot' })), /audience must be model, person or owner/],
  ['a redaction', (catalog) => catalog.view(any({ redact: ['phones'] })), /redact must be a list of "emails"/],
  ['agentSession', (_, view) => view.agentSession(any({ menus: {} })), /Did you mean menu\?/],
  ['context', (_, view) => view.context(any({ maxCharacters: 5 })), /Did you mean max_characters\?/],
  [
    'listSkills',
    (_, view) => view.listSkills(any({ colection: 'x' })),
    /listSkills has no option "colection"\. Did you mean collection\?/,
  ],
  [
    'searchSkills',
    (_, view) => view.searchSkills(any({ query: 'a', limt: 3 })),
    /searchSkills has no option "limt"\. Did you mean limit\?/,
  ],
  ['readSkillFile', (_, view) => view.readSkillFile('a', 'SKILL.md', any({ ofset: 3 })), /Did you mean offset\?/],
  [
    'readiness',
    (_, view) => view.readiness(undefined, any({ why_not: true })),
    /no option "why_not"\. There are collection, why\./,
  ],
  ['report', (catalog) => catalog.report(any({ veiw: 1 })), /Did you mean view\?/],
  ['clashes', (catalog) => catalog.clashes(any({ veiw: 1 })), /Did you mean view\?/],
  ['validate', (catalog) => catalog.validate(any({ profil: 'strict' })), /Did you mean profile\?/],
  ['edit', (catalog) => catalog.edit('a', any({ descripton: 'x' })), /Did you mean description\?/],
  ['publishIndex', (catalog) => catalog.publishIndex(any({ ouut: 'x' })), /Did you mean out\?/],
  ['openCatalog, of a manifest', () => openCatalog(any({ roots: [], manifset: {} })), /Did you mean manifest\?/],
  ['manifest', (catalog) => catalog.manifest(any({ ref: [] })), /Did you mean refs\?/],
  ['pin', (catalog) => catalog.pin('a', any({ comit: 'x' })), /Did you mean commit\?/],
  ['bootstrap', (catalog) => catalog.bootstrap(any({ onyl: ['x'] })), /Did you mean only\?/],
  ['verify', (catalog) => catalog.verify(any({ collection: 'x' })), /Did you mean collections\?/],
  ['inventory', (catalog) => catalog.inventory(any({ collections: ['x'] })), /Did you mean collection\?/],
  ['inventoryEvidence', (catalog) => catalog.inventoryEvidence('a', any({ veiw: 'x' })), /Did you mean view\?/],
  ['inventoryInit', (catalog) => catalog.inventoryInit(any({ dryrun: true })), /Did you mean dryRun\?/],
  ['readinessSummary', (_, view) => view.readinessSummary(any({ colection: 'x' })), /Did you mean collection\?/],
  ['inventoryAccept', (catalog) => catalog.inventoryAccept('a', any({ confrm: 'x' })), /Did you mean confirm\?/],
  [
    'inventoryReview',
    (catalog) => catalog.inventoryReview('a', any({ mode: 'none', domain: ['x'] })),
    /Did you mean domains\?/,
  ],
  ['ready', (_, view) => view.ready(any({ onprogres: () => {} })), /Did you mean onProgress\?/],
  [
    'readinessEvidence',
    (_, view) => view.readinessEvidence(undefined, any({ colection: 'x' })),
    /Did you mean collection\?/,
  ],
  ['openWorkspace', () => openWorkspace(any({ projct: false })), /Did you mean project\?/],
  [
    'skillInstructions',
    (_, view) => skillInstructions(view, any({ max_entrys: 3 })),
    /skillInstructions has no option "max_entrys"\. Did you mean max_entries\?/,
  ],
  ['skillTools', (_, view) => skillTools(view, any({ directory: false })), /Did you mean directories\?/],
  ['declareSkill', () => declareSkill('x', any({ reservedPrefix: [] })), /Did you mean reservedPrefixes\?/],
  ['declareSkills', () => declareSkills('x', any({ reservedPrefix: [] })), /Did you mean reservedPrefixes\?/],
];

describe('an option that does not exist', () => {
  it.each(SLIPS)('is refused by %s, with the nearest name', async (_, call, message) => {
    const catalog = await openPlanted([{ tree: skills({ a: 'a' }) }]);
    const error = await Promise.resolve()
      .then(() => call(catalog, catalog.view()))
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
  });

  it('is looked for wherever options are taken', async () => {
    const catalog = await openPlanted([{ tree: skills({ a: 'a' }) }]);
    const takers = [...Object.keys(catalog), ...Object.keys(catalog.view())];
    // These take none.
    const others = new Set([
      'refresh',
      'close',
      'inventoryCheck',
      'entries',
      'collections',
      'resolve',
      'suggest',
      'loadSkill',
      'replySkill',
      'manifest',
      'manifestStamp',
      'readBytes',
      'ledger',
      'diagnostics',
      'catalog_digest',
      'redacts',
      'follow',
    ]);
    const tried = new Set(SLIPS.map(([taker]) => taker));
    expect(takers.filter((name) => !tried.has(name) && !others.has(name))).toEqual([]);
  });

  it.each<[string, readonly unknown[], string]>([
    ['add', ['x', { plce: 'personal' }], 'place'],
    ['update', ['x', {}, { tke: 'ours' }], 'take'],
    ['publish', ['x', { nte: 'x' }], 'note'],
    ['rollback', ['x', { t: 1 }], 'to'],
    ['remove', ['x', { discrd: true }], 'discard'],
    ['purge', ['x', { dryrun: true }], 'dryRun'],
    ['sync', [{ dryrun: true }], 'dryRun'],
    ['init', ['x', { descripton: 'x' }], 'description'],
    ['check', [{}, { plce: 'personal' }], 'place'],
    ['check', [{ titel: 'x' }], 'title'],
    ['write', [{}, { nte: 'x' }], 'note'],
    ['import', [[], { agnt: 'x' }], 'agent'],
    ['import', [[{ name: 'a.md', contet: '' }]], 'content'],
    ['generate', [{ content: 'x', source_name: 'a' }, { riter: {} }], 'writer'],
    ['generate', [{ contnt: 'x' }], 'content'],
    ['write', [{ stepps: [] }, {}], 'steps'],
    ['propose', [{}, { istaken: () => false }], 'isTaken'],
    ['diff', ['x', { form: 1 }], 'from'],
    ['enable', [['x'], { fr: 'person' }], 'for'],
    ['disable', [['x'], { fr: 'person' }], 'for'],
  ])('is refused by %s of a workspace before a store is made', async (verb, given, meant) => {
    const home = makeTree({});
    const workspace = await openWorkspace({ home, data: `${home}/data`, project: false });
    const call = workspace.skills[verb as 'add'] as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(call(...given)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', suggestions: [meant] });
    expect(readdirSync(home)).toEqual([]);
  });

  it.each<[string, readonly unknown[], string]>([
    ['export', [['x'], { to: 'claude', prefx: '' }], 'prefix'],
    ['unexport', [['x'], { discrd: true }], 'discard'],
    ['sync', [{ renw: [] }], 'renew'],
    ['archive', ['x', { formt: 'zip' }], 'format'],
  ])('is refused by %s of the targets of a workspace', async (verb, given, meant) => {
    const home = makeTree({});
    const workspace = await openWorkspace({ home, data: `${home}/data`, project: false });
    const call = workspace.targets[verb as 'export'] as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(call(...given)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', suggestions: [meant] });
    expect(readdirSync(home)).toEqual([]);
  });

  it.each<[string, readonly unknown[], string]>([
    ['seed', [{ cwd: '.', level: [] }], 'levels'],
    ['unseed', [{ cwd: '.', discrd: true }], 'discard'],
    ['agent', ['agent:a', { menus: {} }], 'menu'],
    ['level', ['global', { ad: [] }], 'add'],
  ])('is refused by %s of the sessions of a workspace', async (verb, given, meant) => {
    const home = makeTree({});
    const workspace = await openWorkspace({ home, data: `${home}/data`, project: false });
    const call = workspace.sessions[verb as 'seed'] as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(call(...given)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', suggestions: [meant] });
  });

  it('that is inherited by every object is none of ours', async () => {
    const catalog = await openPlanted([{ tree: skills({ a: 'a' }) }]);
    expect(() => catalog.view(any({ constructor: 1 }))).toThrow(/no option "constructor"/);
  });
});
