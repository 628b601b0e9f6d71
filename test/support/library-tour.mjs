// Calls whatever the built library offers, as a program of somebody else's does. Prints which calls were made and which
// there are: one that nobody calls here may work from its source and throw when it is built.
// usage: node library-tour.mjs FOLDER, an empty one
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as library from 'skillfiche';

const folder = process.argv[2];
const called = new Set();
const offered = new Set();

/** The methods of an object; every call is written down, and what could have been called. */
function watched(name, object) {
  const methods = Object.keys(object).filter((key) => typeof object[key] === 'function');
  const entries = methods.map((key) => {
    offered.add(`${name}.${key}`);
    const call = (...args) => {
      called.add(`${name}.${key}`);
      return object[key](...args);
    };
    return [key, call];
  });
  return Object.fromEntries(entries);
}

function plant(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const skill = (name, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name}, and says so.\n${more}---\n\n# ${name}\n\nDo it.\n`;

plant({
  'home/.keep': '',
  'tree/bio/COLLECTION.json': '{"schema_version": 1, "id": "bio", "prompt_line": "bio: {count} recipes."}',
  'tree/bio/sort/SKILL.md': skill('sort-reads'),
  'tree/bio/sort/scripts/sort.sh': 'curl -s https://example.org | sort\n',
  'tree/bio/call/SKILL.md': skill(
    'call-variants',
    'metadata: {"openclaw": {"requires": {"bins": ["no-such-program"]}}}\n',
  ),
  // What the fast reader declines goes through the full one.
  'tree/plain/SKILL.md': '---\nname: plain\ndescription: Uses: a colon\nextra: &a [1, {b: *a}]\n---\nBody.\n',
  'library/one/SKILL.md': skill('one'),
  'library/two/SKILL.md': skill('two'),
  'source/taken/SKILL.md': skill('taken'),
});

async function readings(catalog, whole) {
  const view = watched('view', catalog.view({ only: ['bio:*', 'plain'] }));
  view.entries();
  view.collections();
  view.ledger();
  const ref = (await view.resolve('sort-reads')).id;
  await view.context({ via: 'mcp' });
  await view.listSkills({ collection: 'bio' });
  const found = await view.searchSkills({ query: 'sort reeds' });
  if (found.skills[0]?.id !== 'bio:sort') throw new Error(`the search found ${JSON.stringify(found)}`);
  await view.suggest('sort');
  const loaded = await view.loadSkill('plain');
  if (loaded.description !== 'Uses: a colon') throw new Error(`loaded ${JSON.stringify(loaded)}`);
  await view.replySkill(ref);
  await view.readSkillFile(ref, 'scripts/sort.sh');
  await view.readBytes(ref, 'scripts/sort.sh');
  await view.manifest(ref);
  await view.manifestStamp(ref);
  await view.readiness(undefined, { why: true });
  await view.readinessEvidence([ref]);
  await view.readinessSummary();
  await view.ready?.();
  const session = await view.agentSession({ menu: { size: 3 } });
  const { entries } = await session.menu('sort the reads');
  await session.activate(entries[0].slug);
  await library.skillInstructions(catalog.view());
  const [load, read] = library.skillTools(catalog.view());
  await load.call({ name: ref });
  await read.call({ name: ref, path: 'scripts/sort.sh' });
  view.follow(whole);
}

async function verbs(catalog) {
  await catalog.report();
  await catalog.clashes();
  await catalog.validate();
  await catalog.validate({ fix: true, dryRun: true });
  await catalog.edit('plain', { description: 'Uses a colon no more.' });
  const after = watched('catalog', await catalog.refresh());
  await after.pin('bio');
  await after.verify();
  await after.bootstrap();
  await after.manifest();
  await after.publishIndex({ out: join(folder, 'site'), view: after.view(), dryRun: true });
  await after.inventory();
  await after.inventoryEvidence('bio');
  await after.inventoryInit();
  const reviewed = watched('catalog', await after.refresh());
  await reviewed.inventoryReview('bio:sort', { mode: 'host_only', domains: ['example.org'] });
  await reviewed.inventoryCheck();
  await reviewed.inventoryAccept('bio', { confirm: 'bio', dryRun: true });
  await reviewed.close();
}

function packageOf(slug, text) {
  const file = { path: 'SKILL.md', bytes: Buffer.from(text), executable: false, kind: 'file' };
  return { kind: 'skill', slug, source: { type: 'folder', url: join(folder, 'newer') }, files: async () => [file] };
}

async function storing() {
  const home = join(folder, 'home');
  const options = { home, project: false, data: join(folder, 'data'), roots: [] };
  const workspace = await library.openWorkspace(options);
  const skills = watched('workspace.skills', workspace.skills);
  const store = watched('workspace.store', workspace.store);
  const { added, refused } = await skills.add(join(folder, 'source/taken'));
  const [{ id } = {}] = added;
  if (id === undefined) throw new Error(`nothing was added: ${JSON.stringify(refused)}`);
  writeFileSync(join(home, '.agents/skills/taken/notes.md'), 'Notes.\n');
  await skills.diff(id);
  await skills.publish(id, { note: 'with notes' });
  await skills.rollback(id);
  await skills.update(id, packageOf('taken', skill('taken').replace('Do it.', 'Do it better.')));
  await skills.history(id);
  await skills.disable([id]);
  await skills.enable([id]);
  await skills.status();
  await skills.sync();
  const targets = watched('workspace.targets', workspace.targets);
  const sessions = watched('workspace.sessions', workspace.sessions);
  await targets.export([id], { to: join(folder, 'elsewhere') });
  await targets.list();
  await targets.sync();
  await targets.archive(id);
  await targets.unexport([id]);
  await sessions.level('global', { add: [id] });
  await sessions.levels();
  await sessions.agent('agent:helper');
  await sessions.seed({ cwd: folder, levels: ['global'] });
  await sessions.unseed({ cwd: folder });
  await skills.remove(id);
  await skills.purge(id);
  await skills.init('fresh');
  const draft = { title: 'By hand', description: 'Written by hand.', steps: ['Write it.'] };
  const checked = await skills.check(draft);
  if (checked.refused) throw new Error(`a draft was refused: ${JSON.stringify(checked.findings)}`);
  await skills.write(draft);
  const proposed = {
    name: 'proposed',
    description: 'Does it again, as it was done before.',
    instructions: '# Again\n\nDo it.\n',
  };
  await skills.propose(proposed);
  await skills.remove('proposed');
  const handed = await skills.import([{ name: 'handed.md', content: skill('handed') }], { agent: 'tour' });
  if (handed.imported.length !== 1) throw new Error(`an import failed: ${JSON.stringify(handed)}`);
  const written = { ...draft, title: 'From a document', when: [], triggers: [], rules: [], vocabulary: [] };
  const writer = { id: 'tour', write: async () => written };
  await skills.generate({ content: 'A document.', source_name: 'a.md' }, { writer });
  if (typeof library.openWriter({ url: 'http://127.0.0.1:9/v1', model: 'none' }).write !== 'function')
    throw new Error('no writer');
  called.add('openWriter');
  await store.doctor();
  await store.recover();
  await store.events();
  await store.backup(join(folder, 'backup.db'));
  await store.copy(join(folder, 'copied.db'));
  await store.follow().stop();
  await watched('workspace', workspace).close();
}

offered.add('declareSkill').add('declareSkills').add('openCatalog').add('openWorkspace');
const roots = [{ id: 'project', kind: 'project', path: join(folder, 'tree') }];
const opened = await library.openCatalog({ roots, cache: join(folder, 'cache') });
await readings(watched('catalog', opened), opened);
await verbs(watched('catalog', opened));
await library.declareSkill(join(folder, 'library/one'));
await library.declareSkills(join(folder, 'library'));
await storing();
// Nothing listens there: what it gives is an object, and the first question is the caller's.
if (typeof library.openEmbedder({ url: 'http://127.0.0.1:9', model: 'none' }).embed !== 'function')
  throw new Error('no embedder');
for (const name of [
  'declareSkill',
  'declareSkills',
  'openCatalog',
  'openEmbedder',
  'openWorkspace',
  'skillInstructions',
  'skillTools',
])
  called.add(name);
const values = Object.keys(library).filter((name) => !/Error$/.test(name));
process.stdout.write(JSON.stringify({ uncalled: [...offered, ...values].filter((name) => !called.has(name)) }));
