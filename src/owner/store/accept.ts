import type { DiagnosticCode } from '../../base/codes.ts';
import { SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { PackageFile } from '../../format/package/file.ts';
import type { Desk } from './desk.ts';
import { type Gated, passGate } from './gate.ts';
import type { PackageKind } from './types.ts';
import type { Store } from './world.ts';

/** Rules whose findings an owner may accept: what they find is in the text, and may be meant. The others keep a disk or a reader safe. */
export const ACCEPTABLE_RULES: readonly DiagnosticCode[] = ['package/secret', 'text/hidden-character'];

/** A rule that somebody accepted for the bytes of one file: other bytes are judged anew. */
export interface Acceptance {
  readonly rule: string;
  readonly path: string;
  readonly sha256: string;
}

/** An acceptance of the log, and whose it is. */
export interface NotedAcceptance extends Acceptance {
  readonly by: string;
}

export interface Admitted extends Gated {
  /** What `accept` let in, to be written into the log with the change. */
  readonly accepted: readonly Acceptance[];
}

/** Throws INVALID_ARGUMENT for what is no rule that can be accepted. */
export function requireAcceptable(accept: readonly string[] | undefined): void {
  const wrong = accept?.find((rule) => !ACCEPTABLE_RULES.some((known) => known === rule));
  if (wrong === undefined) return;
  const message = `The rule ${quoteValue(wrong)} cannot be accepted; ${ACCEPTABLE_RULES.join(' and ')} can.`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { suggestions: [...ACCEPTABLE_RULES] });
}

/** Asks the gate about a package; what an owner accepts now, or accepted of the very same bytes before, is a warning. */
export async function admit(
  desk: Desk,
  kind: PackageKind,
  slug: string,
  files: readonly PackageFile[],
  options: { readonly origin?: 'own' | 'foreign' | undefined; readonly accept?: readonly string[] | undefined } = {},
): Promise<Admitted> {
  requireAcceptable(options.accept);
  const gated = await passGate(desk.gate, kind, slug, files, options.origin);
  if (!gated.refused) return { ...gated, accepted: [] };
  const noted = await notedAcceptances(desk.store);
  const hashes = new Map<string, string>();
  const hashOf = (path: string): string => {
    const known = hashes.get(path);
    if (known !== undefined) return known;
    const hash = sha256Hex(gated.files.find((file) => file.path === path)?.bytes ?? new Uint8Array());
    hashes.set(path, hash);
    return hash;
  };
  const accepted = new Map<string, Acceptance>();
  const findings = gated.findings.map((one): Diagnostic => {
    if (one.severity !== 'error' || !ACCEPTABLE_RULES.includes(one.code)) return one;
    const acceptance = { rule: one.code, path: one.path, sha256: hashOf(one.path) };
    if (options.accept?.includes(one.code) === true) {
      accepted.set(`${one.code} ${one.path}`, acceptance);
      return mild(one, desk.store.person);
    }
    const before = noted.find(({ rule, sha256 }) => rule === one.code && sha256 === acceptance.sha256);
    if (before !== undefined) return mild(one, before.by);
    const way = `Or take it as it is with --accept ${one.code}; who did is written down.`;
    return { ...one, hint: one.hint === undefined ? way : `${one.hint} ${way}` };
  });
  const refused = findings.some(({ severity }) => severity === 'error');
  return { ...gated, findings, refused, accepted: refused ? [] : [...accepted.values()] };
}

function mild(one: Diagnostic, by: string): Diagnostic {
  return { ...one, severity: 'warning', message: `${one.message} Accepted by ${by}.` };
}

/** Every acceptance of the log, in order of rule and path. Cost: a walk over the log, so only where something is refused, or for a lock. */
export async function notedAcceptances(store: Store, key?: string): Promise<NotedAcceptance[]> {
  let rows = store.db.shared.selectFrom('events').select(['person', 'detail']).where('detail', 'like', '%"accepted"%');
  if (key !== undefined) rows = rows.where('package', '=', key);
  const found = (await rows.orderBy('number').execute()).flatMap(({ person, detail }) => {
    const { accepted = [] } = JSON.parse(detail ?? '{}') as { accepted?: readonly Acceptance[] };
    return accepted.map((one) => ({ ...one, by: person }));
  });
  return found.sort((a, b) => compareCodePoints(a.rule, b.rule) || compareCodePoints(a.path, b.path));
}
