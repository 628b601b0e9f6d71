import { sha256Hex } from '../../base/hash.ts';
import { hashText } from '../../base/packing.ts';
import { canonicalName, compareCodePoints } from '../../base/text.ts';
import type { Audience } from '../../base/types.ts';
import { FLAG_MODEL_ONLY, FLAG_USER_ONLY } from '../../tree/table/format.ts';
import type { CatalogData, CatalogScope } from './build.ts';
import { idOf, rowOfId, scopeOfRow } from './rows.ts';

const WITHHELD = 0;
const SHOWN = 1;
const DISABLED = 2;

/** What an allowlist entry means: one skill by its id, or everything in a scope. */
export type Grant =
  | { readonly kind: 'skill'; readonly id: string }
  | { readonly kind: 'scope'; readonly scope: string };

/** How a bare name stands among the visible skills. */
export type NameStanding =
  | { readonly kind: 'has-name' }
  | { readonly kind: 'shadowed'; readonly by: number }
  | { readonly kind: 'ambiguous'; readonly with: readonly number[] };

/** A window on a catalog: which rows are seen. Rows are the catalog's numbers. */
export class Selection {
  readonly data: CatalogData;
  /** Takes out of a text what this window keeps from its reader. */
  readonly redact: (text: string) => string;
  readonly redacts: boolean;
  /** Absent: everything is seen, and nothing is paid for it. */
  readonly #states: Uint8Array | undefined;
  /** Nothing is withheld, by an allowlist or by what a skill says of its audience: trees may be spoken of as well as skills. */
  readonly isOpen: boolean;
  readonly shown: number;
  readonly withheld: number;
  readonly disabled: number;

  /** `off`: the rows that the catalog's state switches off; `enabled`: the caller's own switches. Either may disable. */
  constructor(
    data: CatalogData,
    grants?: readonly Grant[],
    enabled?: (id: string) => boolean,
    off?: Uint8Array,
    audience: Audience = 'owner',
    redact?: (text: string) => string,
  ) {
    this.data = data;
    this.redacts = redact !== undefined;
    this.redact = redact ?? ((text) => text);
    const notFor = flagAgainst(audience);
    const hides = notFor !== 0 && data.tables.some((table) => table.skillFlags.some((flags) => (flags & notFor) !== 0));
    this.isOpen = grants === undefined && !hides;
    const total = data.scopes.reduce((sum, scope) => sum + scope.count, 0);
    if (grants === undefined && enabled === undefined && off === undefined && !hides) {
      this.#states = undefined;
      this.shown = total;
      this.withheld = 0;
      this.disabled = 0;
      return;
    }
    const states = new Uint8Array(data.rows).fill(grants === undefined ? SHOWN : WITHHELD);
    for (const grant of grants ?? []) {
      if (grant.kind === 'skill') {
        const row = rowOfId(data, grant.id);
        if (row !== undefined) states[row] = SHOWN;
      } else {
        const scope = data.scopes.find((one) => one.id === grant.scope);
        if (scope !== undefined) states.fill(SHOWN, scope.first, scope.first + scope.count);
      }
    }
    let shown = 0;
    let disabled = 0;
    for (const scope of data.scopes) {
      for (let row = scope.first; row < scope.first + scope.count; row++) {
        if (states[row] !== SHOWN) continue;
        if (hides && ((scope.table.skillFlags[row - scope.base] ?? 0) & notFor) !== 0) {
          states[row] = WITHHELD;
          continue;
        }
        if (off?.[row] !== 1 && (enabled === undefined || enabled(idOf(scope, row)))) shown++;
        else {
          states[row] = DISABLED;
          disabled++;
        }
      }
    }
    this.#states = states;
    this.shown = shown;
    this.disabled = disabled;
    this.withheld = total - shown - disabled;
  }

  /** Whether models are kept from a row. */
  userOnly(row: number): boolean {
    const scope = this.scopeOf(row);
    return scope.table.flag(row - scope.base, FLAG_USER_ONLY);
  }

  /** As it may be read here, on as many lines as it has. */
  description(row: number): string {
    const scope = this.scopeOf(row);
    return this.redact(scope.table.description(row - scope.base));
  }

  sees(row: number): boolean {
    return this.#states === undefined || this.#states[row] === SHOWN;
  }

  countIn(scope: CatalogScope): number {
    if (this.#states === undefined) return scope.count;
    let count = 0;
    for (let row = scope.first; row < scope.first + scope.count; row++) if (this.#states[row] === SHOWN) count++;
    return count;
  }

  /** Visible rows of a scope in listing order: canonical name, then id. */
  listed(scope: CatalogScope): number[] {
    const rows: number[] = [];
    const { skillOrder } = scope.table;
    for (let at = scope.first - scope.base; at < scope.first - scope.base + scope.count; at++) {
      const row = scope.base + (skillOrder[at] ?? 0);
      if (this.sees(row)) rows.push(row);
    }
    return rows;
  }

  /** Visible ordinary skills in listing order over all roots. */
  ordinary(): number[] {
    const scopes = this.data.scopes.filter((scope) => scope.collection === undefined && scope.count > 0);
    const lists = scopes.map((scope) => this.listed(scope));
    if (lists.length === 1) return lists[0] ?? [];
    const keyed = lists.flatMap((rows, at) =>
      rows.map((row) => {
        const scope = scopes[at] as CatalogScope;
        return { row, name: canonicalName(scope.table.name(row - scope.base)), id: idOf(scope, row) };
      }),
    );
    keyed.sort((a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id));
    return keyed.map(({ row }) => row);
  }

  /** Visible rows in id order. */
  all(): number[] {
    const rows: number[] = [];
    for (const scope of this.data.scopes) {
      for (let row = scope.first; row < scope.first + scope.count; row++) if (this.sees(row)) rows.push(row);
    }
    return rows;
  }

  /** For each canonical name, the visible rows that bear it, the strongest first. Cost: one pass over the name hashes. */
  namesakes(names: ReadonlySet<string>): Map<string, number[]> {
    const byHash = new Map<number, string[]>();
    for (const name of names) {
      const hash = hashText(name);
      const list = byHash.get(hash);
      if (list === undefined) byHash.set(hash, [name]);
      else list.push(name);
    }
    const found = new Map<string, number[]>();
    for (const scope of this.data.scopes) {
      const hashes = scope.table.skillNameHash;
      for (let row = scope.first; row < scope.first + scope.count; row++) {
        const candidates = byHash.get(hashes[row - scope.base] ?? 0);
        if (candidates === undefined || !this.sees(row)) continue;
        const name = canonicalName(scope.table.name(row - scope.base));
        if (!candidates.includes(name)) continue;
        const list = found.get(name);
        if (list === undefined) found.set(name, [row]);
        else list.push(row);
      }
    }
    for (const rows of found.values()) if (rows.length > 1) rows.sort((a, b) => this.#compareStrength(a, b));
    return found;
  }

  /** The canonical names that more than one visible row bears, with those rows. Cost: as for `namesakes`, on the few that share a hash. */
  sharedNames(): Map<string, number[]> {
    const seen = new Set<number>();
    const shared = new Set<number>();
    this.#eachHash((hash) => (seen.has(hash) ? shared : seen).add(hash));
    const names = new Set<string>();
    if (shared.size > 0) {
      this.#eachHash((hash, row) => {
        if (shared.has(hash)) names.add(canonicalName(this.name(row)));
      });
    }
    return new Map([...this.namesakes(names)].filter(([, rows]) => rows.length > 1));
  }

  #eachHash(use: (hash: number, row: number) => void): void {
    for (const scope of this.data.scopes) {
      const hashes = scope.table.skillNameHash;
      for (let row = scope.first; row < scope.first + scope.count; row++) {
        if (this.sees(row)) use(hashes[row - scope.base] ?? 0, row);
      }
    }
  }

  /** Lower rank first; within a rank ordinary before member; then id. */
  #compareStrength(a: number, b: number): number {
    return this.#compareStanding(a, b) || compareCodePoints(this.id(a), this.id(b));
  }

  /** 0 for rows of one rank that are both ordinary, or both members. Ranks may be any numbers, so rank and membership are compared one after the other. */
  #compareStanding(a: number, b: number): number {
    const [x, y] = [this.scopeOf(a), this.scopeOf(b)];
    if (x.rank !== y.rank) return x.rank < y.rank ? -1 : 1;
    return Number(x.collection !== undefined) - Number(y.collection !== undefined);
  }

  /** The row that a list of namesakes resolves to, or those that dispute the name. */
  winner(rows: readonly number[]): { readonly row: number } | { readonly disputed: readonly number[] } | undefined {
    const first = rows[0];
    if (first === undefined) return undefined;
    const equals = rows.filter((row) => this.#compareStanding(row, first) === 0);
    const sha256 = this.sha256(first);
    // Byte-identical copies are one skill: whichever is loaded, the text is the same.
    if (equals.every((row) => this.sha256(row) === sha256)) return { row: first };
    return { disputed: equals };
  }

  standing(row: number, namesakes: readonly number[]): NameStanding {
    // Perf: nearly every name has one.
    const won = namesakes.length < 2 ? undefined : this.winner(namesakes);
    if (won === undefined) return { kind: 'has-name' };
    if ('row' in won) return won.row === row ? { kind: 'has-name' } : { kind: 'shadowed', by: won.row };
    if (won.disputed.includes(row)) return { kind: 'ambiguous', with: won.disputed.filter((other) => other !== row) };
    return { kind: 'shadowed', by: won.disputed[0] ?? row };
  }

  scopeOf(row: number): CatalogScope {
    return scopeOfRow(this.data, row);
  }

  id(row: number): string {
    return idOf(this.scopeOf(row), row);
  }

  name(row: number): string {
    const scope = this.scopeOf(row);
    return scope.table.name(row - scope.base);
  }

  sha256(row: number): string {
    const scope = this.scopeOf(row);
    return scope.table.sha256(row - scope.base);
  }

  /** sha256 of `<sha256 of SKILL.md>  <id>\n` over the visible rows in id order. */
  digest(): string {
    const [only, ...others] = this.data.tables.filter((table) => table.skills > 0);
    // Perf: the scan has summed this up already, for everything it found.
    if (only?.header.digest !== undefined && others.length === 0 && this.shown === only.skills)
      return only.header.digest;
    const parts: string[] = [];
    for (const scope of this.data.scopes) {
      for (let row = scope.first; row < scope.first + scope.count; row++) {
        if (this.sees(row)) parts.push(`${scope.table.sha256(row - scope.base)}  ${idOf(scope, row)}\n`);
      }
    }
    return sha256Hex(Buffer.from(parts.join('')));
  }
}

/** The flag of rows that are not for an audience; 0 for one that sees all. */
function flagAgainst(audience: Audience): number {
  return audience === 'model' ? FLAG_USER_ONLY : audience === 'person' ? FLAG_MODEL_ONLY : 0;
}
