import { isList, isMap, own, unfold, type ValueMap } from '../../base/field-value.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import type { DeclaredField, DeclaredFields, FieldValue } from '../../base/types.ts';
import { needOf } from '../../format/skill/vocabulary/needs.ts';
import { VENDORS } from '../../format/skill/vocabulary/vocabulary.ts';
import { emptyNeed, joinNeeds, readBlock, readOwn } from './block.ts';
import type { NeedList } from './evidence/needs.ts';
import { requirementsInText } from './items.ts';
import { type KeyPlace, placeBelow, type Requirement, unverifiable } from './requirement.ts';
import { describe, isTrue } from './value.ts';

/** Everything a skill's frontmatter says it needs. */
export interface ParsedRequirements {
  /** False when it says nothing at all. An empty list is something: it says that nothing is needed. */
  readonly declared: boolean;
  /** In the order of the frontmatter; what several blocks ask for stands here once for each. */
  readonly requirements: readonly Requirement[];
}

/** Network use is a capability, not a requirement: see network/. */
const NOT_REQUIREMENTS: ReadonlySet<string> = new Set(['capabilities']);

type Read = Requirement[] | undefined;

function join(reads: readonly Read[]): Read {
  return reads.every((one) => one === undefined) ? undefined : reads.flatMap((one) => one ?? []);
}

function unreadable(place: KeyPlace): Requirement[] {
  return [unverifiable(`${place.source} (cannot be read)`, 'unreadable', place)];
}

/** JSON text inside a value becomes the structure it stands for, so that every reader below sees one shape. */
function readUnfolded(value: FieldValue, place: KeyPlace, read: (value: FieldValue, place: KeyPlace) => Read): Read {
  const whole = unfold(value);
  return whole === undefined ? unreadable(place) : read(whole, place);
}

/** A block under its own name, a vendor's or one like theirs: any that states needs. */
function readVendor(key: string, value: FieldValue, place: KeyPlace): Read {
  const isVendor = VENDORS().has(key);
  if (!isVendor && !isMap(unfold(value))) return undefined;
  return readUnfolded(value, place, (block) => {
    if (!isMap(block)) return undefined;
    const lifts = isTrue(own(block, 'always')) && (isVendor || own(block, 'requires') !== undefined);
    const read = readBlock(unfoldNeeds(block), place, lifts);
    return lifts ? (read ?? []) : read;
  });
}

/** `requires` and `os` inside a block may be JSON text too. What is not JSON stays text, and is judged as text. */
function unfoldNeeds(block: ValueMap): ValueMap {
  return Object.fromEntries(Object.entries(block).map(([key, value]) => [key, unfold(value) ?? value]));
}

/** Text that stands where a structure should: is there reason to think that requirements got lost in it? */
const MENTIONS_NEEDS = /requires|requirements|\bbins\b|anyBins|openclaw|clawdbot|clawdis|moltbot/i;

function readMetadata(value: FieldValue, place: KeyPlace): Read {
  return readUnfolded(value, place, (whole) => {
    if (typeof whole === 'string') return MENTIONS_NEEDS.test(whole) ? unreadable(place) : undefined;
    if (isList(whole)) return join(whole.map((item) => (isMap(item) ? readMetadata(item, place) : undefined)));
    if (!isMap(whole)) return undefined;
    const vendors = Object.entries(whole).map(([key, block]) =>
      needOf(key, false) === undefined ? readVendor(key, block, placeBelow(place, key)) : undefined,
    );
    return join([...vendors, readBlock(unfoldNeeds(whole), place, false)]);
  });
}

function placeOfField(key: string, field: DeclaredField): KeyPlace {
  return { source: key, line: field.line, need: 'required', lines: field.lines ?? {}, path: '' };
}

function readField(key: string, field: DeclaredField): Read {
  const place = placeOfField(key, field);
  if (key === 'compatibility') {
    const text = describe(field.value ?? field.raw ?? '');
    return text.trim() === '' ? undefined : [unverifiable(`compatibility:${text}`, 'prose', place)];
  }
  // A part of a structure says nothing about the rest of it.
  const isPartial = field.state === 'unreadable' || (field.raw !== undefined && typeof field.value !== 'string');
  const lost = isPartial ? unreadable(place) : undefined;
  const value = field.value ?? null;
  if (key === 'metadata') return join([readMetadata(value, place), lost]);
  const vendor = key.replace(/^metadata\./u, '');
  if (vendor !== key || VENDORS().has(key)) return join([readVendor(vendor, value, place), lost]);
  return join([readUnfolded(value, place, (whole) => readOwn(key, whole, place, false)), lost]);
}

/** Requirements that somebody reviewed, from the inventory beside the tree. */
export function parseReviewed(texts: readonly string[]): readonly Requirement[] {
  const place: KeyPlace = { source: INVENTORY_FILE, line: 0, need: 'required', lines: {}, path: '' };
  return texts.flatMap((text) => requirementsInText(text, place));
}

/**
 * What the frontmatter of one skill asks for, in every dialect that is read. What is not understood is kept as
 * `unverifiable` with its text; nothing is dropped. `undefined` fields, as of a skill without frontmatter, declare nothing.
 */
export function parseRequirements(declared: DeclaredFields | undefined): ParsedRequirements {
  const fields = Object.entries(declared ?? {}).filter(([key]) => !NOT_REQUIREMENTS.has(key));
  const read = joinNeeds(
    fields.map(([key, field]) => ({
      read: readField(key, field),
      empty:
        field.state === 'unreadable' ? undefined : emptyNeed(key, field.value ?? null, placeOfField(key, field), false),
    })),
  );
  return { declared: read !== undefined, requirements: read ?? [] };
}

const KINDS = { programs: 'bin', python: 'python', r: 'r', node: 'node', env: 'env' } as const;

/** What evidence asks for, as requirements: `bin:STAR`, `python:pysam`. */
export function requirementsOf({ needs }: { readonly needs: NeedList }): string[] {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    needs[kind].map(({ name, spelled }) => `${KINDS[kind]}:${spelled ?? name}`),
  );
}
