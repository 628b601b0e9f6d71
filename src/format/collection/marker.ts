import { finding } from '../../base/diagnostic.ts';
import { readJson } from '../../base/json.ts';
import { MAX_FOREIGN_PROMPT_LINE_CHARACTERS, MAX_PROMPT_LINE_CHARACTERS } from '../../base/limits.ts';
import { countCharacters, cutTo, toOneLine } from '../../base/text.ts';
import type { Finding } from '../../base/types.ts';
import type { SchemaFault } from '../schema/check.ts';

/** What a COLLECTION.json says, checked and with every fallback applied. */
export interface CollectionMarker {
  readonly id: string;
  readonly title: string;
  /** One line that holds `{count}`. */
  readonly prompt_line: string;
  readonly description?: string;
  readonly homepage?: string;
  readonly license?: string;
  /** Folder of the members, relative to the marker's; `.` is the marker's own. */
  readonly tree: string;
  readonly source?: { readonly url: string; readonly commit?: string };
}

/** A marker, or `undefined` where it is broken: then the findings say why, and its tree is not indexed. */
export interface MarkerReading {
  readonly marker: CollectionMarker | undefined;
  readonly findings: readonly Finding[];
}

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  '$schema',
  'schema_version',
  'id',
  'prompt_line',
  'title',
  'description',
  'homepage',
  'license',
  'tree',
  'source',
]);

const FATAL_KEYS: ReadonlySet<string> = new Set(['id', 'schema_version', 'tree']);

const WAY_OUT = 'Expected {"schema_version": 1, "id": "my-recipes", "prompt_line": "... {count} recipes ..."}.';

/** The line of a collection that brings none of its own. */
export function defaultPromptLine(id: string): string {
  return `${id}: {count} recipes; search or page the collection "${id}" before writing your own.`;
}

/**
 * Reads a marker's text. `check` lists what its schema does not allow. A marker that is no JSON object, has a bad
 * `id` or an unknown `schema_version` is broken; any other bad field falls back with a finding.
 */
export function readMarker(
  text: string,
  options: { readonly bundled: boolean; readonly check: (document: unknown) => readonly SchemaFault[] },
): MarkerReading {
  const reading = readJson(text);
  if ('fault' in reading) return broken([`it is not JSON (${reading.fault.message})`], reading.fault);
  const document = reading.value;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return broken(['it is not a JSON object']);
  }
  const faults = options.check(document);
  // A tree that is not where it says could be any other.
  const fatal = faults.filter(({ field, pointer }) => FATAL_KEYS.has(field) || FATAL_KEYS.has(pointer.slice(1)));
  if (fatal.length > 0) return broken(fatal.map((fault) => fault.message));
  const fields: Readonly<Record<string, unknown>> = { ...document };
  const findings: Finding[] = [];
  const bad = new Set<string>();
  for (const fault of faults) {
    const key = fault.pointer === '' ? fault.field : (fault.pointer.split('/')[1] ?? fault.field);
    if (bad.has(key)) continue;
    bad.add(key);
    if (key !== 'prompt_line') {
      findings.push(finding('collection/bad-field', `COLLECTION.json: ${fault.message}; the field is ignored.`));
    }
  }
  for (const key of Object.keys(fields)) {
    if (KNOWN_KEYS.has(key)) continue;
    findings.push(
      finding(
        'collection/unknown-key',
        `COLLECTION.json has a key \`${key}\` that skillfiche does not read; it is kept.`,
      ),
    );
  }
  const text_ = (key: string): string | undefined => {
    const value = fields[key];
    return bad.has(key) || typeof value !== 'string' || value === '' ? undefined : value;
  };
  const id = String(fields['id']);
  const title = text_('title');
  const description = text_('description');
  const homepage = text_('homepage');
  const license = text_('license');
  const source = bad.has('source') ? undefined : sourceOf(fields['source']);
  const marker: CollectionMarker = {
    id,
    title: toOneLine(title ?? '') || id,
    prompt_line: promptLineOf(id, fields['prompt_line'], options.bundled, findings),
    ...(description === undefined ? {} : { description }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(license === undefined ? {} : { license }),
    tree: treeOf(text_('tree')),
    ...(source === undefined ? {} : { source }),
  };
  return { marker, findings };
}

function broken(
  reasons: readonly string[],
  place: { readonly line?: number; readonly column?: number } = {},
): MarkerReading {
  const { line, column } = place;
  const message = `COLLECTION.json is broken: ${reasons.join('; ')}. Its tree is left out until it is mended.`;
  return {
    marker: undefined,
    findings: [finding('collection/broken-marker', message, { line, column, hint: WAY_OUT })],
  };
}

function promptLineOf(id: string, value: unknown, bundled: boolean, findings: Finding[]): string {
  const fallback = defaultPromptLine(id);
  if (value === undefined) {
    const message = `Collection "${id}" has no prompt_line; a default one is used.`;
    findings.push(
      finding('collection/no-prompt-line', message, { hint: 'Say in one line with {count} what the recipes are for.' }),
    );
    return fallback;
  }
  const unusable = (why: string): string => {
    const message = `Collection "${id}": prompt_line ${why}; a default line is used.`;
    findings.push(finding('collection/prompt-line', message, { hint: 'Write one line that holds {count}.' }));
    return fallback;
  };
  if (typeof value !== 'string') return unusable('is not text');
  if (/[\r\n]/.test(value.trim())) return unusable('has more than one line');
  if (!value.includes('{count}')) return unusable('does not hold {count}');
  const line = toOneLine(value);
  if (line !== value.trim().replace(/\s+/gu, ' ')) {
    findings.push(
      finding('collection/prompt-line', `Collection "${id}": hidden characters were taken out of prompt_line.`),
    );
  }
  const limit = bundled ? MAX_PROMPT_LINE_CHARACTERS : MAX_FOREIGN_PROMPT_LINE_CHARACTERS;
  if (countCharacters(line) <= limit) return line;
  const cut = cutTo(line, limit);
  if (!cut.includes('{count}')) return unusable(`has more than ${limit} characters and {count} stands behind the cut`);
  const message = `Collection "${id}": prompt_line has ${countCharacters(line)} characters and is cut to ${limit}.`;
  findings.push(finding('collection/prompt-line', message));
  return cut;
}

function treeOf(value: string | undefined): string {
  const parts = (value ?? '.').split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 ? '.' : parts.join('/');
}

function sourceOf(value: unknown): CollectionMarker['source'] {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string')
    return undefined;
  const commit = 'commit' in value && typeof value.commit === 'string' ? value.commit : undefined;
  return commit === undefined ? { url: value.url } : { url: value.url, commit };
}
