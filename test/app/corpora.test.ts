import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { SkillficheError } from '../../src/base/errors.ts';
import { countCharacters } from '../../src/base/text.ts';
import { contextOf } from '../../src/catalog/internals.ts';
import type { ReadableCatalog, View } from '../../src/catalog/types.ts';
import { reportScan } from '../../src/catalog/view/report.ts';
import { openPlanted } from '../support/catalog.ts';
import { hasShared, shared } from '../support/shared.ts';
import { makeTree, skillText, type TreeEntry } from '../support/tree.ts';

const CORPORA = hasShared
  ? readdirSync(shared('corpora'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  : [];

/** Trees of others as bundled collections, byte for byte: a marker beside a link to each. */
async function openAsCollections(
  names: readonly string[],
  promptLine: (name: string) => string,
): Promise<ReadableCatalog> {
  const entries: Record<string, TreeEntry> = {};
  for (const name of names) {
    entries[`${name}/COLLECTION.json`] = JSON.stringify({
      schema_version: 1,
      id: name,
      tree: 'upstream',
      prompt_line: promptLine(name),
    });
    entries[`${name}/upstream`] = { link: shared('corpora', name) };
  }
  return openCatalog({
    roots: [{ id: 'bundled', kind: 'bundled', path: makeTree(entries) }],
    cache: false,
    sliceMs: 0,
  });
}

const BIO_LINE =
  'bioSkills collection: {count} pinned bioinformatics recipes (alignment, variants, single cell, phylogenetics, proteomics). Search it before writing a pipeline.';

async function idsByPaging(view: View, collection: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: Awaited<ReturnType<View['listSkills']>> = await view.listSkills({ collection, offset, limit });
    ids.push(...page.skills.map((row) => row.id));
    offset = page.next_offset;
  }
  return ids;
}

const skillFilesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path).toLowerCase() === 'skill.md',
  );

describe.skipIf(!hasShared)('562 recipes of somebody else as one collection', () => {
  it('take one prompt line that says 562, in a context of less than 1,500 characters', async () => {
    const view = (await openAsCollections(['bioskills'], () => BIO_LINE)).view();
    for (const via of ['mcp', 'cli', 'files'] as const) {
      const { text, report } = await view.context({ via });
      expect(text.split('\n').filter((line) => line.includes('562'))).toHaveLength(1);
      expect(countCharacters(text)).toBeLessThan(1_500);
      expect(report).toMatchObject({ collections: 1, members: 562, ordinary: 0, exceeded_by: 0 });
    }
  });

  it('are all reached by paging, once each, in an order that stays', async () => {
    const view = (await openAsCollections(['bioskills'], () => BIO_LINE)).view();
    const ids = await idsByPaging(view, 'bioskills', 50);
    expect(ids).toHaveLength(562);
    expect(new Set(ids).size).toBe(562);
    for (const limit of [1, 7, 200]) expect(await idsByPaging(view, 'bioskills', limit)).toEqual(ids);
    const again = (await openAsCollections(['bioskills'], () => BIO_LINE)).view();
    expect(await idsByPaging(again, 'bioskills', 50)).toEqual(ids);
  });

  it('load by id and by name, each with the body that stands in its file', async () => {
    const view = (await openAsCollections(['bioskills'], () => BIO_LINE)).view();
    for (const entry of view.entries()) {
      const skill = await view.loadSkill(entry.id);
      const text = readFileSync(join(entry.folder, entry.file), 'utf8');
      expect(text.endsWith(skill.body) && skill.body.length > 0, entry.id).toBe(true);
      expect((await view.resolve(entry.name)).id, entry.name).toBe(entry.id);
    }
  });

  it('keep their whole description also where 13 of them have an unquoted colon in it', async () => {
    const view = (await openAsCollections(['bioskills'], () => BIO_LINE)).view();
    const broken = view.diagnostics.filter((one) => one.code === 'yaml/unquoted-colon');
    expect(broken).toHaveLength(13);
    for (const { path, line, hint } of broken) {
      const written = readFileSync(path, 'utf8').split('\n')[(line ?? 0) - 1] ?? '';
      const entry = view.entries().find((one) => join(one.folder, one.file) === path);
      expect(written).toBe(`description: ${entry?.description}`);
      expect(entry).toMatchObject({ recovered: true });
      expect(hint).toContain(JSON.stringify(entry?.description));
    }
  });

  it('are held as summaries: no body is kept in memory', async () => {
    const catalog = await openAsCollections(['bioskills'], () => BIO_LINE);
    const { tables } = contextOf(catalog).data;
    const held = Buffer.concat(tables.map((table) => table.bytes));
    const files = catalog
      .view()
      .entries()
      .map((entry) => readFileSync(join(entry.folder, entry.file), 'utf8'));
    const total = files.reduce((sum, text) => sum + text.length, 0);
    expect(held.length).toBeLessThan(total / 5);
    for (const text of files.filter((_, at) => at % 40 === 0)) {
      const middle = text.slice(Math.floor(text.length / 2), Math.floor(text.length / 2) + 60);
      expect(held.includes(middle)).toBe(false);
    }
  });

  it('are known as far as an allowlist goes, in counts, pages, errors and suggestions', async () => {
    const catalog = await openAsCollections(['bioskills'], () => BIO_LINE);
    const all = catalog.view().entries();
    const only = [10, 100, 200, 300, 400].map((at) => all[at]?.id ?? '');
    const view = catalog.view({ only });
    const hidden = all.filter((entry) => !only.includes(entry.id));
    expect((await view.context()).text).toContain('bioSkills collection: 5 pinned');
    expect(await idsByPaging(view, 'bioskills', 2)).toHaveLength(5);
    const said: string[] = [];
    for (const entry of hidden.filter((_, at) => at % 25 === 0)) {
      const error = await view.loadSkill(entry.name).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SkillficheError);
      said.push((error as SkillficheError).message, ...(error as SkillficheError).suggestions);
    }
    said.push(
      JSON.stringify(await view.listSkills()),
      JSON.stringify(await view.searchSkills({ query: 'alignment variant' })),
    );
    for (const entry of hidden)
      expect(
        said.some((one) => one.includes(entry.id)),
        entry.id,
      ).toBe(false);
  });
});

describe.skipIf(!hasShared)('nine trees as nine collections of one root', () => {
  it('take nine lines, under the default budget, and their ledgers count what a plain walk counts', async () => {
    const catalog = await openAsCollections(
      CORPORA,
      (name) =>
        `${name}: {count} recipes that somebody else wrote. ${'Search it before you write your own. '.repeat(4)}`,
    );
    // Whoever keeps the trees sees those too that models are kept from.
    const view = catalog.view({ audience: 'owner' });
    const { text, report } = await view.context();
    expect(CORPORA).toHaveLength(9);
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(9);
    expect(report).toMatchObject({ collections: 9, ordinary: 0, exceeded_by: 0, collections_shortened: 0 });
    expect(report.characters).toBeLessThanOrEqual(8_000);
    const { scopes, ledger } = await reportScan(catalog, { view });
    for (const name of CORPORA) {
      const found = skillFilesBelow(shared('corpora', name)).length;
      expect(scopes.find((scope) => scope.id === name)?.ledger.found, name).toBe(found);
      expect(text).toContain(`- ${name}: ${scopes.find((scope) => scope.id === name)?.ledger.members} recipes`);
    }
    expect(ledger.members + ledger.nested + ledger.miscased_duplicate + ledger.invalid + ledger.unreadable).toBe(
      ledger.found,
    );
    expect(view.ledger()).toMatchObject({ shown: ledger.indexed, withheld: 0, disabled: 0 });
  });
});

describe('a thousand ordinary skills', () => {
  it('stay within 8,000 characters, and the text says how many were folded and how to reach them', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `skill-${at}/SKILL.md`,
        skillText(`skill-${at}`, `Does thing ${at}, and ${'more of it '.repeat(10)}`),
      ]),
    );
    const view = (await openPlanted([{ tree }])).view();
    const { text, report } = await view.context();
    expect(countCharacters(text)).toBeLessThanOrEqual(8_000);
    expect(report.names_only + report.folded).toBe(1_000);
    expect(text).toContain(
      `${report.folded} more skills have no line here: page them with list_skills(), search them with search_skills(query).`,
    );
    expect(text).toContain(`${report.names_only} skills are listed by name only`);
    // Nobody is out of reach.
    const ids: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Awaited<ReturnType<View['listSkills']>> = await view.listSkills({ offset, limit: 200 });
      ids.push(...page.skills.map((row) => row.id));
      offset = page.next_offset;
    }
    for (const id of report.folded_skills) expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(1_000);
  });

  it.each([
    [60, 2_000],
    [119, 5_440],
    [119, 20_000],
  ])('or %i of them in %i characters lose no description unsaid', async (count, max_characters) => {
    const tree = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `s${at}/SKILL.md`,
        skillText(`skill-${at}`, `${at} ${'d'.repeat(196)}`),
      ]),
    );
    const { text, report } = await (await openPlanted([{ tree }])).view().context({ max_characters });
    expect(report.characters).toBeLessThanOrEqual(max_characters);
    expect(report.whole + report.shortened + report.names_only + report.folded).toBe(count);
    const listed = [...report.shortened_skills, ...report.names_only_skills, ...report.folded_skills];
    expect(new Set(listed).size).toBe(count - report.whole);
    if (listed.length > 0) expect(text).toMatch(/list_skills\(\)/);
  });

  it('cost nothing where the caller leaves them out, and are still there for who asks for everything', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`s${at}/SKILL.md`, skillText(`skill-${at}`)]),
    );
    const catalog = await openPlanted([{ tree }]);
    const { text } = await catalog.view({ enabled: (id) => id === 'project:s7' }).context();
    expect(text).toContain('skill-7');
    expect(new Set(text.match(/skill-\d+/g))).toEqual(new Set(['skill-7']));
    expect((await catalog.view().listSkills()).total).toBe(50);
  });
});
