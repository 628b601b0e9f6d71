import { INVENTORY_FILE } from '../../base/file-names.ts';
import type { NetworkMode, Readiness, ReadinessReason, RequirementState } from '../../base/types.ts';
import type { MachineFacts } from '../../io/machine/facts.ts';
import type { Doubt, Requirement } from './requirement.ts';
import type { ParsedRequirements } from './requirements.ts';
import { platformOfKind } from './systems.ts';
import { type PackageLanguage, readPackageSpec, versionFits } from './version-range.ts';

export interface JudgeOptions {
  /** The skill's network mode; `raw_required` stands in the way unless `rawNetworkAllowed`. */
  readonly network?: NetworkMode;
  readonly rawNetworkAllowed?: boolean;
  /** What somebody reviewed that it needs, beside what it declares itself. */
  readonly reviewed?: Reviewed;
}

/** `changed`: the review was of other bytes, so nobody can tell. */
export type Reviewed =
  | { readonly requirements: readonly Requirement[]; readonly by: 'person' | 'evidence' }
  | 'changed';

/** Stands for a review that no longer holds. */
const STALE_REVIEW: ReadinessReason = {
  requirement: 'reviewed requirements',
  state: 'unverifiable',
  source: INVENTORY_FILE,
  note: 'Its files have changed since they were reviewed: review it again.',
};

/** A verdict with what led to it, a requirement at a time. */
export interface Explained {
  readonly readiness: Readiness;
  readonly reasons: readonly ReadinessReason[];
}

/** Any GPU that skills ask for in the trees surveyed is used through this vendor's driver. */
const GPU_PROGRAM = 'nvidia-smi';

const DOUBTS: Readonly<Record<Doubt, string>> = {
  form: 'it is written in a form that is not understood',
  prose: 'it is prose',
  version: 'no program is run to ask for its version',
  agent: 'an agent provides it, not the machine',
  package: 'packages of a language are not looked into',
  setting: 'it is a setting of an agent',
  relative: 'it does not say relative to which folder',
  share: 'it may lie on another machine',
  conditional: 'it is needed in some cases only',
  empty: 'a need is named, and nothing is written there',
  unreadable: 'the field cannot be read, and requirements may be in it',
};

const WHY_UNSEEN = { path: 'PATH is not set', disk: 'the disk does not let this user look' } as const;

type Answer = { readonly state: Exclude<RequirementState, 'not_needed'>; readonly note: string };

const MISSING_NOTES: Readonly<Record<Exclude<Requirement['kind'], 'unverifiable' | 'os'>, string>> = {
  bin: 'No such program is on PATH.',
  'any-bin': 'None of these programs is on PATH.',
  env: 'The variable is not set, or is empty.',
  'any-env': 'None of these variables is set.',
  file: 'Nothing is at this path.',
  gpu: `\`${GPU_PROGRAM}\` is not on PATH.`,
  python: 'No Python environment here has it.',
  r: 'No library of R here has it.',
  node: 'It is in no `node_modules` here.',
};

function probe(requirement: Requirement, facts: MachineFacts): (name: string) => boolean | undefined {
  switch (requirement.kind) {
    case 'env':
    case 'any-env':
      return (name) => facts.hasVariable(name);
    case 'file':
      return (name) => facts.hasFile(name);
    case 'os':
      return (name) => (facts.platform === undefined ? undefined : name === facts.platform);
    default:
      return (name) => facts.hasProgram(name);
  }
}

/** An alternative that cannot be checked may be the one that holds, unless it belongs to another system. */
function mayHold(requirement: Requirement, facts: MachineFacts): boolean {
  return (requirement.open ?? []).some((open) => {
    const platform = requirement.kind === 'os' ? platformOfKind(open) : undefined;
    return platform === undefined || facts.platform === undefined || platform === facts.platform;
  });
}

const ENVIRONMENTS: Readonly<Record<PackageLanguage, string>> = {
  python: 'no Python environment is found (python3 on PATH, VIRTUAL_ENV, CONDA_PREFIX)',
  r: 'no library of R is found (Rscript on PATH, R_LIBS)',
  node: 'no Node is found on PATH',
};

function isPackage(kind: Requirement['kind']): kind is PackageLanguage {
  return kind === 'python' || kind === 'r' || kind === 'node';
}

/** A package is looked up in the folders of its language's environments; no interpreter is asked. */
function checkPackage(language: PackageLanguage, names: readonly string[], facts: MachineFacts): Answer {
  let doubt: string | undefined;
  const others: string[] = [];
  for (const name of names) {
    const spec = readPackageSpec(language, name);
    const versions = spec === undefined ? undefined : facts.packageVersions(language, spec.name);
    if (spec === undefined || versions === undefined)
      doubt ??= spec === undefined ? DOUBTS.form : ENVIRONMENTS[language];
    else {
      const fits = versions.map((version) => ({ version, fit: versionFits(language, version, spec.range) }));
      const held = fits.find(({ fit }) => fit === true);
      if (held !== undefined)
        return { state: 'met', note: held.version === '' ? 'It is there.' : `Version ${held.version} is there.` };
      if (fits.some(({ fit }) => fit === undefined)) doubt ??= 'its version cannot be compared';
      others.push(...versions);
    }
  }
  if (doubt !== undefined) return { state: 'unverifiable', note: `Cannot be checked: ${doubt}.` };
  return {
    state: 'missing',
    note: others.length > 0 ? `Only version ${others.join(', ')} is there.` : MISSING_NOTES[language],
  };
}

function check(requirement: Requirement, facts: MachineFacts): Answer {
  if (requirement.kind === 'unverifiable') {
    return { state: 'unverifiable', note: `Cannot be checked: ${DOUBTS[requirement.doubt ?? 'form']}.` };
  }
  if (!facts.here) return { state: 'unverifiable', note: 'Not checked here: the question is about another machine.' };
  if (isPackage(requirement.kind)) return checkPackage(requirement.kind, requirement.names, facts);
  const names = requirement.kind === 'gpu' ? [GPU_PROGRAM] : requirement.names;
  const ask = probe(requirement, facts);
  const answers = names.map((name) => ({ name, answer: ask(name) }));
  const held = answers.find(({ answer }) => answer === true);
  if (held !== undefined)
    return { state: 'met', note: names.length > 1 ? `\`${held.name}\` is there.` : 'It is there.' };
  if (answers.some(({ answer }) => answer === undefined)) {
    return {
      state: 'unverifiable',
      note: `Cannot be checked: ${WHY_UNSEEN[/^(?:bin|any-bin|gpu)$/.test(requirement.kind) ? 'path' : 'disk']}.`,
    };
  }
  if (mayHold(requirement, facts)) return { state: 'unverifiable', note: `Cannot be checked: ${DOUBTS.form}.` };
  const note = requirement.kind === 'os' ? `This machine runs ${facts.platform}.` : MISSING_NOTES[requirement.kind];
  return { state: 'missing', note };
}

function reason(requirement: Requirement, facts: MachineFacts): ReadinessReason {
  const { text, need, source, line } = requirement;
  const answer: Answer | { state: 'not_needed'; note: string } =
    need === 'required'
      ? check(requirement, facts)
      : {
          state: 'not_needed',
          note: need === 'optional' ? 'Optional: the skill runs without it.' : 'Lifted by `always: true`.',
        };
  return { requirement: text, state: answer.state, source, ...(line > 0 ? { line } : {}), note: answer.note };
}

function textsOf(reasons: readonly ReadinessReason[], state: RequirementState): string[] {
  return [...new Set(reasons.filter((one) => one.state === state).map((one) => one.requirement))];
}

/** The verdict on one skill, with its reasons in the order of the frontmatter. See {@link judge}. */
export function explain(parsed: ParsedRequirements, facts: MachineFacts, options: JudgeOptions = {}): Explained {
  const { reviewed } = options;
  const review = reviewed === undefined || reviewed === 'changed' ? undefined : reviewed;
  const told = new Set(parsed.requirements.map(({ text }) => text));
  const added = review?.requirements.filter(({ text }) => !told.has(text)) ?? [];
  const reasons = [
    ...[...parsed.requirements, ...added].map((one) => reason(one, facts)),
    ...(reviewed === 'changed' ? [STALE_REVIEW] : []),
  ];
  const wantsRaw = options.network === 'raw_required' && options.rawNetworkAllowed !== true;
  const posture = wantsRaw ? [`network:${options.network}`] : [];
  const missing = textsOf(reasons, 'missing');
  const blocked = facts.here ? posture : [];
  const unverifiable = [...textsOf(reasons, 'unverifiable'), ...(facts.here ? [] : posture)];
  return {
    readiness: {
      state: stateOf(
        parsed.declared || review !== undefined,
        facts.here,
        missing.length + blocked.length,
        unverifiable.length,
      ),
      declared: parsed.declared,
      missing,
      unverifiable,
      blocked_on: blocked,
      checked_locally: facts.here,
      ...(review === undefined ? {} : { reviewed_by: review.by }),
      probed: false,
    },
    reasons,
  };
}

function stateOf(isKnown: boolean, here: boolean, inTheWay: number, doubts: number): Readiness['state'] {
  if (!here) return 'unknown';
  if (inTheWay > 0) return 'needs_setup';
  return isKnown && doubts === 0 ? 'ready' : 'unknown';
}

/**
 * Can this skill run on the machine the facts are about? Pure. Anything missing or standing in the way gives
 * `needs_setup`; else anything that cannot be checked, or nothing declared at all, `unknown`; else `ready`.
 */
export function judge(parsed: ParsedRequirements, facts: MachineFacts, options: JudgeOptions = {}): Readiness {
  return explain(parsed, facts, options).readiness;
}
