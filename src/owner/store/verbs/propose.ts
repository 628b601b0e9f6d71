import { SkillficheError } from '../../../base/errors.ts';
import { SKILL_FILE } from '../../../base/file-names.ts';
import { MAX_NAME_CHARACTERS } from '../../../base/limits.ts';
import { canonicalName, cutTo, isPortableName, quoteValue, toOneLine } from '../../../base/text.ts';
import type { Diagnostic } from '../../../base/types.ts';
import type { PackageFile } from '../../../format/package/file.ts';
import { checkCollisions } from '../collisions.ts';
import { writeTree } from '../content.ts';
import { type Desk, placeFor, placesOf } from '../desk.ts';
import { type FullTree, treeOf, versionedFiles } from '../folder.ts';
import { passGate } from '../gate.ts';
import { listPackages } from '../packages.ts';
import { packageKey, requireSlug, skillsFolder } from '../place.ts';
import { newNonce } from '../plan.ts';
import { listProposals } from '../proposals.ts';
import { READ_ONLY } from '../sql/postgres-error.ts';
import type { Proposal } from '../types.ts';

/** A skill that a model wrote. */
export interface ProposedSkill {
  readonly name: string;
  /** What it is for, and when to use it: one line. */
  readonly description: string;
  /** The text behind the frontmatter. */
  readonly instructions: string;
  /** Further files of text, by their path in the skill's folder. */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
  /** Why it is proposed, for the person who decides. */
  readonly note?: string;
}

export interface ProposeOptions {
  /** Whether something besides the store is called so: what a server or a loop shows, withheld skills too. */
  readonly isTaken?: (name: string) => boolean;
}

/** A model that goes astray fills a list that a person has to read. */
const MAX_PROPOSALS = 50;
const MAX_NOTE_CHARACTERS = 500;

/**
 * Keeps a draft as a version that came by `proposal`: of a new skill, active nowhere and in no folder. Only its owner makes
 * more of it. Throws GATE_REFUSED with what is wrong, and NAME_TAKEN, which does not say by whom.
 */
export async function proposePackage(
  desk: Desk,
  draft: ProposedSkill,
  options: ProposeOptions = {},
): Promise<Proposal & { readonly findings: readonly Diagnostic[] }> {
  const slug = nameOf(draft);
  await requireFree(desk, slug, options.isTaken ?? (() => false));
  const gated = await passGate(desk.gate, 'skill', slug, filesOf(slug, draft), 'own');
  const wrong = gated.findings.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) {
    const said = wrong
      .slice(0, 3)
      .map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`}: ${message}`);
    const more = wrong.length > said.length ? ` And ${wrong.length - said.length} more.` : '';
    throw new SkillficheError('GATE_REFUSED', `The draft was not kept. ${said.join(' ')}${more}`);
  }
  const place = placeFor(desk, undefined);
  const content = treeOf('skill', gated.files);
  const note = draft.note === undefined ? undefined : cutTo(toOneLine(draft.note), MAX_NOTE_CHARACTERS);
  await keep(desk, packageKey(place, slug), place.key, slug, content, note);
  const kept = (await listProposals(desk)).find((one) => one.slug === slug && one.place === place.name);
  if (kept === undefined) throw taken(slug);
  return { ...kept, findings: gated.findings };
}

function nameOf({ name }: ProposedSkill): string {
  if (typeof name === 'string' && name.length <= MAX_NAME_CHARACTERS && isPortableName(name)) return requireSlug(name);
  const message = `${quoteValue(name)} is no name of a skill: small letters and digits with single "-" between, ${MAX_NAME_CHARACTERS} at most, are expected.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** A proposal never has the name of anything that is there, or was, or waits: nothing can be changed or hidden by one. */
async function requireFree(desk: Desk, slug: string, isTaken: (name: string) => boolean): Promise<void> {
  const places = placesOf(desk);
  const waiting = (await listProposals(desk)).length;
  if (waiting >= MAX_PROPOSALS) {
    const message = `${waiting} proposals wait for a person already: no more are kept until some of them are decided.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const known = await listPackages(desk.store, places);
  const isKnown = known.some(
    (one) => canonicalName(one.slug) === slug || (one.active !== undefined && canonicalName(one.active.name) === slug),
  );
  const isOnDisk = places.some(
    (place) => desk.store.disk.state(`${skillsFolder(desk.store.disk, place)}/${slug}`) !== undefined,
  );
  if (isKnown || isOnDisk || isTaken(slug) || checkCollisions(await desk.bundled(), slug, slug).length > 0)
    throw taken(slug);
}

function taken(slug: string): SkillficheError {
  return new SkillficheError('NAME_TAKEN', `${quoteValue(slug)} is taken: choose another name.`);
}

function filesOf(name: string, { description, instructions, files = [] }: ProposedSkill): PackageFile[] {
  const texts = [description, instructions, ...files.flatMap(({ path, text }) => [path, text])];
  if (texts.some((text) => typeof text !== 'string')) {
    const message = 'A draft is {name, description, instructions, note?, files?: [{path, text}]}, all of them texts.';
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const head = `---\nname: ${name}\ndescription: ${JSON.stringify(toOneLine(description))}\n---\n\n`;
  const main = { path: SKILL_FILE, text: `${head}${instructions.trimEnd()}\n` };
  if (files.some(({ path }) => canonicalName(path) === canonicalName(SKILL_FILE))) {
    throw new SkillficheError('INVALID_ARGUMENT', `${SKILL_FILE} is made of name, description and instructions.`);
  }
  const made = [main, ...files].map(
    ({ path, text }): PackageFile => ({ path, bytes: Buffer.from(text), executable: false, kind: 'file' }),
  );
  const kept = new Set(versionedFiles('skill', made));
  const lost = made.find((file) => !kept.has(file));
  if (lost === undefined) return made;
  const message = `${quoteValue(lost.path)} is no path of a skill's file: no folder or file that begins with a dot.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** One transaction: the version and its line in the log, and nothing that would make it active. */
async function keep(
  { store }: Desk,
  key: string,
  place: string,
  slug: string,
  content: FullTree,
  note: string | undefined,
): Promise<void> {
  if (!store.db.isOne && !store.db.mayWriteShared) throw new SkillficheError('NOT_WRITABLE', READ_ONLY);
  const at = store.now().toISOString();
  const intent = newNonce();
  const { digest, tree } = content;
  await store.db.shared.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('packages')
      .values({ package: key, place, slug, kind: 'skill', at })
      .onConflict((on) => on.column('package').doNothing())
      .executeTakeFirst();
    // Somebody else has kept or proposed one of that name meanwhile.
    if (Number(made.numInsertedOrUpdatedRows ?? 0) !== 1) throw taken(slug);
    await writeTree(tx, content);
    const version = { package: key, number: 1, digest, tree, name: slug, members: 1, came_by: 'proposal' };
    await tx
      .insertInto('versions')
      .values({ ...version, source: null, note: note ?? null, at, intent })
      .execute();
    await tx
      .insertInto('events')
      .values({ at, person: store.person, verb: 'propose', package: key, version: 1, digest, intent, detail: null })
      .execute();
  });
  await store.onStep('committed');
}
