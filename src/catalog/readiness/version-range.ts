/** Languages whose packages can be looked up. */
export type PackageLanguage = 'python' | 'r' | 'node';

/** A package as a requirement names it, with the versions that will do. */
export interface PackageSpec {
  readonly name: string;
  /** Empty: any version. Conditions between commas, all of which must hold: `>=1.2,<2`. */
  readonly range: string;
}

const NAMES: Readonly<Record<PackageLanguage, RegExp>> = {
  python: /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\[[\w,. -]*\])?\s*(.*)$/,
  r: /^([A-Za-z][A-Za-z0-9.]*)\s*(.*)$/,
  node: /^((?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*)@?\s*(.*)$/i,
};

const CONDITION: Readonly<Record<PackageLanguage, RegExp>> = {
  python: /^(?:(?:===?|!=|~=|<=|>=|<|>)\s*v?\d[\w.!+*-]*)$/,
  r: /^(?:(?:==|!=|<=|>=|<|>)\s*\d+(?:[.-]\d+)*)$/,
  node: /^(?:[\^~]|<=|>=|<|>|=)?\s*v?(?:\d+|[xX*])(?:\.(?:\d+|[xX*])){0,2}(?:-[\w.-]+)?(?:\+[\w.-]+)?$/,
};

/** `pysam>=0.22,<1`, `sharp@^0.33`, `DESeq2>=1.40`; `undefined` for what is neither a name nor a name with a range. */
export function readPackageSpec(language: PackageLanguage, text: string): PackageSpec | undefined {
  const [, name, range = ''] = NAMES[language].exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const conditions = range === '' ? [] : range.split(',').map((one) => one.trim());
  return conditions.every((one) => CONDITION[language].test(one)) ? { name, range: conditions.join(',') } : undefined;
}

/** Whether an installed version is one that will do; `undefined` for a version that cannot be compared. */
export function versionFits(language: PackageLanguage, version: string, range: string): boolean | undefined {
  if (range === '') return true;
  const fits = language === 'python' ? pythonFits : language === 'node' ? nodeFits : rFits;
  let all: boolean | undefined = true;
  for (const condition of range.split(',')) {
    const one = fits(version.trim(), condition);
    if (one === undefined) all = undefined;
    else if (!one) return false;
  }
  return all;
}

/** `>=1.2` → `>=` and `1.2`. */
function split(condition: string): readonly [operator: string, version: string] {
  const [, operator = '', version = ''] = /^([<>=!~^]*)\s*(.*)$/.exec(condition) ?? [];
  return [operator, version];
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    // Both may be infinite, and then they are equal.
    if (difference !== 0 && !Number.isNaN(difference)) return Math.sign(difference);
  }
  return 0;
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '!=':
      return order !== 0;
    default:
      return order === 0;
  }
}

/** Versions of R packages are numbers between `.` and `-` (https://cran.r-project.org/doc/manuals/r-release/R-exts.html, "The DESCRIPTION file"). */
function rFits(version: string, condition: string): boolean | undefined {
  const [operator, wanted] = split(condition);
  if (!/^\d+(?:[.-]\d+)*$/.test(version)) return undefined;
  const numbers = (text: string): number[] => text.split(/[.-]/).map(Number);
  return holds(operator, compareNumbers(numbers(version), numbers(wanted)));
}

interface PythonVersion {
  readonly epoch: number;
  readonly release: readonly number[];
  /** Phase and number before a release; how `dev`, `pre` and `post` sort is all in these. */
  readonly rest: readonly number[];
  readonly isPre: boolean;
  readonly isPost: boolean;
  readonly local: string;
}

const PYTHON =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/i;

/** https://packaging.python.org/en/latest/specifications/version-specifiers/ */
function readPython(text: string): PythonVersion | undefined {
  const match = PYTHON.exec(text);
  if (match === null) return undefined;
  const [, epoch = '0', release = '', phase, phaseNumber, dashPost, post, postNumber, dev, devNumber, local = ''] =
    match;
  const hasPost = dashPost !== undefined || post !== undefined;
  const phases: Readonly<Record<string, number>> = { a: 0, alpha: 0, b: 1, beta: 1, c: 2, rc: 2, pre: 2, preview: 2 };
  const pre =
    phase !== undefined
      ? [phases[phase.toLowerCase()] ?? 0, Number(phaseNumber ?? 0)]
      : [dev !== undefined && !hasPost ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, 0];
  return {
    epoch: Number(epoch),
    release: release.split('.').map(Number),
    rest: [
      ...pre,
      hasPost ? Number(dashPost ?? postNumber ?? 0) : Number.NEGATIVE_INFINITY,
      dev === undefined ? Number.POSITIVE_INFINITY : Number(devNumber ?? 0),
    ],
    isPre: phase !== undefined || dev !== undefined,
    isPost: hasPost,
    local: local.toLowerCase().replace(/[-_]/g, '.'),
  };
}

function comparePython(a: PythonVersion, b: PythonVersion): number {
  return Math.sign(a.epoch - b.epoch) || compareNumbers(a.release, b.release) || compareNumbers(a.rest, b.rest);
}

function pythonFits(version: string, condition: string): boolean | undefined {
  const [operator, wanted] = split(condition);
  if (operator === '===') return version.toLowerCase() === wanted.toLowerCase();
  const here = readPython(version);
  const prefix = /^(.*)\.\*$/.exec(wanted)?.[1];
  const there = readPython(prefix ?? wanted);
  if (here === undefined || there === undefined) return undefined;
  if (prefix !== undefined) return startsWith(here, there) === (operator === '==');
  const order = comparePython(here, there);
  const sameRelease = here.epoch === there.epoch && compareNumbers(here.release, there.release) === 0;
  switch (operator) {
    case '~=': {
      const series = { ...there, release: there.release.slice(0, -1) };
      return order >= 0 && startsWith(here, series);
    }
    case '==':
    case '!=':
      return (order === 0 && (there.local === '' || there.local === here.local)) === (operator === '==');
    case '<':
      // 1.0rc1 is not what "<1.0" means.
      return order < 0 && !(here.isPre && !there.isPre && sameRelease);
    case '>':
      return order > 0 && !(here.isPost && !there.isPost && sameRelease);
    default:
      return holds(operator, order);
  }
}

function startsWith(here: PythonVersion, series: PythonVersion): boolean {
  const length = series.release.length;
  const release = Array.from({ length }, (_, at) => here.release[at] ?? 0);
  return here.epoch === series.epoch && compareNumbers(release, series.release) === 0;
}

type NodeVersion = { readonly numbers: readonly number[]; readonly pre: readonly string[] };

function readNode(text: string): NodeVersion | undefined {
  const [, major, minor, patch, pre] = /^[v=]?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [major, minor, patch].map(Number), pre: pre === undefined ? [] : pre.split('.') };
}

function compareNode(a: NodeVersion, b: NodeVersion): number {
  const order = compareNumbers(a.numbers, b.numbers);
  if (order !== 0) return order;
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length);
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at++) {
    const [one, other] = [a.pre[at], b.pre[at]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    if (one === other) continue;
    const [isNumber, isOther] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && isOther) return Math.sign(Number(one) - Number(other));
    if (isNumber !== isOther) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

/** One comparator of https://semver.org ranges as npm reads them: `^`, `~`, `1.x`, `>=1.2`. */
function nodeFits(version: string, condition: string): boolean | undefined {
  const here = readNode(version);
  const [operator, wanted] = split(condition);
  const [core = '', pre] = wanted.replace(/^v/, '').replace(/\+.*$/, '').split(/-(.*)/s);
  const parts = core.split('.').map((one) => (/^\d+$/.test(one) ? Number(one) : undefined));
  if (here === undefined) return undefined;
  const given = parts.indexOf(undefined);
  const length = given < 0 ? parts.length : given;
  const low: NodeVersion = {
    numbers: [0, 1, 2].map((at) => (at < length ? (parts[at] ?? 0) : 0)),
    pre: pre === undefined ? [] : pre.split('.'),
  };
  if (here.pre.length > 0 && !(low.pre.length > 0 && compareNumbers(here.numbers, low.numbers) === 0)) return false;
  /** The first version above those that begin with the first `count` numbers. */
  const above = (count: number): NodeVersion => ({
    numbers: [0, 1, 2].map((at) =>
      at < count - 1 ? (low.numbers[at] ?? 0) : at === count - 1 ? (low.numbers[at] ?? 0) + 1 : 0,
    ),
    pre: ['0'],
  });
  const isIn = (count: number): boolean =>
    compareNode(here, low) >= 0 && (count === 0 || compareNode(here, above(count)) < 0);
  switch (operator) {
    case '^': {
      const first = low.numbers.slice(0, length).findIndex((one) => one > 0);
      return isIn(first < 0 ? length : first + 1);
    }
    case '~':
      return isIn(Math.min(length, 2));
    case '>':
      return length === 0
        ? false
        : length < 3
          ? compareNode(here, { ...above(length), pre: [] }) >= 0
          : compareNode(here, low) > 0;
    case '<=':
      return length === 0 || (length < 3 ? compareNode(here, above(length)) < 0 : compareNode(here, low) <= 0);
    case '<':
      return length === 0 ? false : compareNode(here, length < 3 ? { ...low, pre: ['0'] } : low) < 0;
    case '>=':
      return compareNode(here, low) >= 0;
    default:
      return length < 3 ? isIn(length) : compareNode(here, low) === 0;
  }
}
