// Builds dist/: `tsc` emits one file a module, with types; rolldown then bundles the library's index, the CLI, whose
// start-up the bench counts, and the page.
// `node build.mjs schemas` only compiles schemas/ to src/format/schema/generated.ts; `node build.mjs tour` also shows the main job.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The documents we read from disk; every other schema describes what we print and is only checked in tests. */
const RUNTIME_SCHEMAS = ['collection', 'lock', 'network-inventory', 'config'];

async function compileSchemas() {
  const { default: Ajv } = await import('ajv/dist/2020.js');
  const { default: standaloneCode } = await import('ajv/dist/standalone/index.js');
  const ajv = new Ajv({ code: { source: true, esm: true, optimize: 2 }, allErrors: true, strict: true });
  const names = {};
  for (const name of RUNTIME_SCHEMAS) {
    const file = join(here, 'schemas', `${name}.schema.json`);
    if (!existsSync(file)) continue;
    const schema = JSON.parse(readFileSync(file, 'utf8'));
    ajv.addSchema(schema);
    names[`check${name.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase())}`] = schema.$id;
  }
  // The generated code calls one helper of ajv; as a `require` it would not run in an ES module.
  const code = standaloneCode(ajv, names).replaceAll(
    'require("ajv/dist/runtime/ucs2length").default',
    '((text) => { let length = 0; for (const _ of text) length++; return length; })',
  );
  if (code.includes('require(')) throw new Error('generated schema checks still call require(): avoid the keyword');
  const target = join(here, 'src/format/schema/generated.ts');
  const text = `// @ts-nocheck\n// Made by build.mjs from schemas/. Do not edit.\n${code}\n`;
  mkdirSync(dirname(target), { recursive: true });
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}

/** Commander loads `node:child_process` for a feature we do not use; it costs more than Commander itself. */
const withoutChildProcess = {
  name: 'without-child-process',
  resolveId: (id, importer = '') =>
    id === 'node:child_process' && /[/\\]node_modules[/\\]commander[/\\]/.test(importer)
      ? '\0child-process'
      : undefined,
  load: (id) =>
    id === '\0child-process'
      ? 'const spawn = () => { throw new Error("executable subcommands are not used"); }; export { spawn }; export default { spawn };'
      : undefined,
};

const source = join(here, 'src');

/** The files that load together with these: what they import, and so on, without types and without what is loaded on demand. */
function loadedWith(doors) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, from] of text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gms)) {
      visit(posix.join(posix.dirname(file), from));
    }
  };
  doors.forEach(visit);
  return found;
}

/** What every warm `context` and `list` needs goes into one file: each further one costs about a millisecond to load. */
const CORE_DOORS = [
  'surface/cli/main.ts',
  'surface/cli/open.ts',
  'surface/cli/commands/context.ts',
  'surface/cli/commands/list.ts',
  'app/open-catalog.ts',
];
/** What a start needs on top that finds edits beside its table. */
const EDITS_DOORS = ['tree/table/edits-file.ts'];
/** What a cold scan needs on top. */
const COLD_DOORS = ['tree/scan/cold.ts', 'tree/scan/patch.ts'];
/** What judging the rows of a page needs on top. */
const JUDGE_DOORS = ['catalog/readiness/judge.ts'];
/** What a document of ours is checked by: a cold scan wants it for a marker, others where there is an inventory. */
const SCHEMA_DOORS = ['format/schema/check.ts', 'format/schema/generated.ts'];
/** What reading one SKILL.md whole needs: `show`, and every edit. */
const READER_DOORS = ['format/skill/read/document.ts'];
/** What every command of the store needs on top, and what lets a version in. */
const STORE_DOORS = ['app/workspace.ts', 'surface/cli/workspace.ts', 'owner/store/sql/sqlite.ts'];
const GATE_DOORS = ['format/package/check.ts'];
/** A chunk for each list of doors, and one for what a cold scan shares with the others; the first that has a file keeps it. */
function chunkGroups() {
  const among = (files) => (id) => files.has(relative(source, id).replaceAll('\\', '/'));
  const doors = [CORE_DOORS, EDITS_DOORS, COLD_DOORS, JUDGE_DOORS, SCHEMA_DOORS, READER_DOORS, STORE_DOORS, GATE_DOORS];
  const [core, edits, cold, judge, schema, reader, store, gate] = doors.map(loadedWith);
  const shared = new Set([...cold].filter((file) => judge.has(file) || reader.has(file)));
  // A command of the store judges nothing: the few lines of that chunk that it would need lie in the core.
  const both = new Set([...judge].filter((file) => store.has(file) && !cold.has(file)));
  return [
    { name: 'core', test: (id) => among(core)(id) || among(both)(id), priority: 6 },
    { name: 'edits', test: among(edits), priority: 5 },
    { name: 'schema', test: among(schema), priority: 4 },
    { name: 'shared', test: among(shared), priority: 3 },
    { name: 'judge', test: among(judge), priority: 2 },
    { name: 'reader', test: (id) => among(reader)(id) || /[/\\]node_modules[/\\]yaml[/\\]/.test(id), priority: 2 },
    { name: 'cold', test: among(cold), priority: 1 },
    { name: 'store', test: among(store), priority: 0.8 },
    { name: 'gate', test: among(gate), priority: 0.6 },
  ];
}

/**
 * What a SKILL.md is read by, in a few characters: a snapshot that another build has kept is not taken for this one's, so
 * that a developer sees a new diagnostic at once.
 */
function digestOfSources() {
  const hash = createHash('sha256');
  for (const folder of ['base', 'format', 'tree']) {
    for (const file of readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (file.endsWith('.ts')) hash.update(file).update(readFileSync(join(source, folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** Packages that carry machine code: they stay beside the bundle, where their own loader finds it. */
const NATIVE = ['libsql'];

// CommonJS, because Node starts it 20 to 30 ms sooner than ES modules; see bench/README.md.
async function bundleCli() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { skillfiche: join(here, 'src/surface/cli/main.ts') },
    platform: 'node',
    external: NATIVE,
    plugins: [withoutChildProcess],
    resolve: { alias: { '@modelcontextprotocol/server/_shims': join(here, 'src/surface/mcp/sdk-shims.ts') } },
    transform: { target: 'node20.19', define: { SKILLFICHE_BUILD: JSON.stringify(digestOfSources()) } },
  });
  const dir = join(here, 'dist/bin');
  await bundle.write({
    dir,
    format: 'cjs',
    minify: true,
    codeSplitting: { groups: chunkGroups() },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
  inlineRuntime(dir);
  requireNative(dir);
  chmodSync(join(dir, 'skillfiche.js'), 0o755);
}

/** What is loaded on demand and stays outside is required: `import` would start Node's other loader for it, which takes 10 ms. */
function requireNative(dir) {
  for (const name of readdirSync(join(dir, 'chunks'))) {
    const file = join(dir, 'chunks', name);
    const text = readFileSync(file, 'utf8');
    const changed = NATIVE.reduce(
      (now, one) => now.replaceAll(`import(\`${one}\`)`, `Promise.resolve().then(()=>({default:require(\`${one}\`)}))`),
      text,
    );
    if (changed !== text) writeFileSync(file, changed);
  }
}

/** The bundler keeps its few helpers in a file of their own. The entry gets a copy: that file would be one more at every start. */
function inlineRuntime(dir) {
  const entry = join(dir, 'skillfiche.js');
  const text = readFileSync(entry, 'utf8');
  const [call, file] = /require\("(\.\/chunks\/rolldown-runtime-[\w-]+\.js)"\)/.exec(text) ?? [];
  if (call === undefined) return;
  const helpers = readFileSync(join(dir, file), 'utf8');
  writeFileSync(
    entry,
    text.replace(call, () => `(exports=>{${helpers};return exports})({})`),
  );
}

/**
 * Packages that stay outside the library's files: those that are ES modules down to the last of their own dependencies, and
 * those with machine code. CommonJS goes in: its `require` of a Node module, bundled once more by whoever uses the library,
 * is an error there.
 */
function staysOutside() {
  const { dependencies } = manifestOf(here);
  const outside = Object.keys(dependencies).filter((name) => NATIVE.includes(name) || isAllModules(name, here));
  return (id) => {
    if (/^[./\\\0]/.test(id) || /^[A-Za-z]:[\\/]/.test(id)) return false;
    return outside.includes(id.split('/', id.startsWith('@') ? 2 : 1).join('/'));
  };
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function isAllModules(name, from, seen = new Set()) {
  let folder = from;
  while (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
    // Not installed: an optional one, of another system.
    if (folder === dirname(folder)) return false;
    folder = dirname(folder);
  }
  folder = join(folder, 'node_modules', name);
  if (seen.has(folder)) return true;
  seen.add(folder);
  const { type, dependencies = {} } = manifestOf(folder);
  return type === 'module' && Object.keys(dependencies).every((one) => isAllModules(one, folder, seen));
}

/** The library's door in few files: forty modules one by one take longer to load than a small tree to scan. */
async function bundleLibrary() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { index: join(here, 'src/index.ts') },
    platform: 'node',
    external: staysOutside(),
    transform: { target: 'node20.19', define: { SKILLFICHE_BUILD: JSON.stringify(digestOfSources()) } },
  });
  await bundle.write({
    dir: join(here, 'dist'),
    format: 'esm',
    codeSplitting: { groups: chunkGroups() },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
}

/** What `serve` gives to a browser: one page, one script, one style sheet, an icon. */
async function bundlePage() {
  const { rolldown } = await import('rolldown');
  const { build } = await import('esbuild');
  const from = join(source, 'surface/page');
  const dir = join(here, 'dist/page');
  const bundle = await rolldown({
    input: { page: join(from, 'main.tsx') },
    platform: 'browser',
    transform: { target: 'es2023', jsx: { runtime: 'automatic', importSource: 'preact' } },
  });
  await bundle.write({ dir, format: 'esm', minify: true, codeSplitting: false, entryFileNames: '[name].js' });
  await build({ entryPoints: [join(from, 'styles/page.css')], outdir: dir, bundle: true, minify: true });
  for (const file of ['index.html', 'icon.svg']) copyFileSync(join(from, file), join(dir, file));
}

const TOUR = [
  [
    ['context'],
    'What an agent gets in its system prompt: a line for each skill, and one line for each collection however large it is.',
  ],
  [['list', 'unix-recipes', '--limit', '4'], 'The agent unfolds a collection a page at a time ...'],
  [['search', 'which process keeps a deleted file open', '--limit', '3'], '... or asks for a task in its own words.'],
  [
    ['readiness'],
    'What can run on this machine, judged by looking alone: nothing is started, no connection is opened.',
  ],
];

/** The main job, as a newcomer meets it: what a prompt gets, a page of recipes, a search, what can run here. */
function tour() {
  const cli = join(here, 'dist/bin/skillfiche.js');
  for (const [args, says] of TOUR) {
    const shown = args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ');
    console.log(`\n# ${says}\n$ skillfiche --bundled ${shown}\n`);
    execFileSync(process.execPath, [cli, '--bundled', ...args], { stdio: 'inherit' });
  }
  console.log(
    '\n# Here `skillfiche` is `node dist/bin/skillfiche.js`. Next: `show NAME` reads a recipe, `scan --root DIR` looks at skills of yours,\n# `mcp` serves them to an agent. README.md has the tour.',
  );
}

await compileSchemas();
if (process.argv[2] !== 'schemas') {
  rmSync(join(here, 'dist'), { recursive: true, force: true });
  const tsc = join(here, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.json')], { stdio: 'inherit' });
  await bundleLibrary();
  await bundleCli();
  await bundlePage();
}
if (process.argv[2] === 'tour') tour();
