import { isUtf8 } from 'node:buffer';
import type { DiagnosticCode } from '../../base/codes.ts';
import { diagnostic, placed } from '../../base/diagnostic.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import type { Diagnostic, Finding } from '../../base/types.ts';
import { encodingFindings } from '../skill/read/decode.ts';
import { readSkillDocument, type SkillDocument } from '../skill/read/document.ts';
import { checkFormat } from '../skill/rules/format.ts';
import { hiddenCharacters } from '../skill/rules/hidden.ts';
import { suspiciousCommands } from '../skill/rules/suspicious.ts';
import { isLeftOut, type PackageFile, packageFileKind } from './file.ts';
import { checkPackageHeader } from './header.ts';
import { FOREIGN_LIMITS, OWN_LIMITS, type PackageLimits } from './limits.ts';
import { checkMentions, unnamedFiles } from './mentions.ts';
import { checkPaths } from './paths.ts';
import { findSecrets } from './secrets.ts';

/**
 * Who wrote the bytes, and so how much of the format they must keep. `own`: we or a library; every rule refuses.
 * `foreign`: somebody else; rules of format are warnings, and the limits are higher. `pinned`: a member of a byte-exact
 * collection, which nobody here can mend; as foreign, and dotfiles stay. `loose`: what lies in a collection beside its
 * skills, where no SKILL.md is expected; the text alone is judged.
 */
export type PackageOrigin = 'own' | 'foreign' | 'pinned' | 'loose';

export interface PackageOptions {
  readonly origin: PackageOrigin;
  /** Name of the folder the skill is or will be in. Absent: its name is taken for it. */
  readonly folderName?: string;
  /** Prefixes of names that belong to somebody: a skill whose name begins so is refused. */
  readonly reservedPrefixes?: readonly string[];
  readonly limits?: Partial<PackageLimits>;
  /** Rules that an owner has accepted, written down by whoever calls: their findings are warnings. */
  readonly accept?: readonly DiagnosticCode[];
}

export interface PackageCheck {
  /** In order of path and line. One of severity error refuses the package. Never a secret's value. */
  readonly findings: readonly Diagnostic[];
  readonly refused: boolean;
  /** The files that make the package, in order of path: without what is left out. */
  readonly files: readonly PackageFile[];
  /** Read from SKILL.md, where there is one that reads. */
  readonly document: SkillDocument | undefined;
}

/** What a header may get wrong without harm to anybody: refused only where we or a library write. */
const isFormat = (code: DiagnosticCode): boolean => /^(?:frontmatter|yaml|encoding)\//.test(code);

/**
 * Whether these files may become a version of a skill. Proves nothing it cannot: what is merely suspicious is a warning.
 * Reads bytes, touches nothing. Cost: about 1 ms a file of 10 kB.
 */
export async function checkPackage(given: readonly PackageFile[], options: PackageOptions): Promise<PackageCheck> {
  const { origin } = options;
  if (origin === 'loose') return checkLoose(given, options);
  const limits = { ...(origin === 'own' ? OWN_LIMITS : FOREIGN_LIMITS), ...options.limits };
  const findings: Diagnostic[] = [];
  const leftOut = origin === 'pinned' ? [] : given.filter(({ path }) => isLeftOut(path));
  const files = given.filter((file) => !leftOut.includes(file)).sort((a, b) => compareCodePoints(a.path, b.path));
  for (const { path } of leftOut) {
    const message = `${quoteValue(path)} is left out: dotfiles and compiled Python are no part of a skill.`;
    findings.push(diagnostic('package/left-out', path, message));
  }
  findings.push(...checkPaths(files), ...checkKinds(files), ...checkSizes(files, limits));
  const readable = files.filter(({ kind, bytes }) => kind === 'file' && bytes.length <= limits.maxFileBytes);
  const { texts, faults } = readTexts(readable, origin);
  findings.push(...faults);
  const document = checkSkillFile(files, texts, limits, options, findings);
  for (const [path, text] of texts) findings.push(...(await checkText(path, text)));
  if (document !== undefined) {
    const paths = files.map(({ path }) => path);
    findings.push(...checkMentions('SKILL.md', document.text, document.fences.body, paths));
    for (const path of unnamedFiles(texts, paths)) {
      findings.push(diagnostic('package/unnamed-file', path, `No text of the skill names ${quoteValue(path)}.`));
    }
  }
  const judged = findings.map((one) => judge(one, options)).sort(byPlace);
  return { findings: judged, refused: judged.some(({ severity }) => severity === 'error'), files, document };
}

async function checkLoose(given: readonly PackageFile[], options: PackageOptions): Promise<PackageCheck> {
  const files = given.filter(({ kind }) => kind === 'file');
  const { texts, faults } = readTexts(files, options.origin);
  const findings = [...faults];
  for (const [path, text] of texts) findings.push(...(await checkText(path, text)));
  const judged = findings.map((one) => judge(one, options)).sort(byPlace);
  return { findings: judged, refused: judged.some(({ severity }) => severity === 'error'), files, document: undefined };
}

function judge(one: Diagnostic, { origin, accept }: PackageOptions): Diagnostic {
  if (one.severity !== 'error') return one;
  const isMild = (origin !== 'own' && isFormat(one.code)) || accept?.includes(one.code) === true;
  return isMild ? { ...one, severity: 'warning' } : one;
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return compareCodePoints(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function checkKinds(files: readonly PackageFile[]): Diagnostic[] {
  return files.flatMap(({ path, kind }) => {
    if (kind === 'file') return [];
    const code = kind === 'link' ? 'package/link' : 'package/special-file';
    const what = kind === 'link' ? 'a link' : 'no regular file';
    const hint = kind === 'link' ? 'Put the file itself there.' : 'Remove it.';
    return [diagnostic(code, path, `${quoteValue(path)} is ${what}: a version holds files alone.`, { hint })];
  });
}

function checkSizes(files: readonly PackageFile[], limits: PackageLimits): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (files.length > limits.maxFiles) {
    const message = `The skill has ${files.length} files; ${limits.maxFiles} are allowed.`;
    found.push(
      diagnostic('package/too-many-files', 'SKILL.md', message, { hint: 'Leave out what the recipe does not use.' }),
    );
  }
  let total = 0;
  for (const { path, bytes } of files) {
    total += bytes.length;
    const levels = path.split('/').length - 1;
    if (levels > limits.maxLevels) {
      const message = `${quoteValue(path)} lies ${levels} folders down; ${limits.maxLevels} are allowed.`;
      found.push(diagnostic('package/too-deep', path, message));
    }
    const most = path === 'SKILL.md' ? limits.maxSkillBytes : limits.maxFileBytes;
    if (bytes.length > most) {
      const message = `${quoteValue(path)} has ${bytes.length} bytes; ${most} are allowed.`;
      const hint =
        path === 'SKILL.md' ? 'Move detail to files of its own, which are read when they are needed.' : undefined;
      found.push(diagnostic('package/file-too-large', path, message, { hint }));
    }
  }
  if (total > limits.maxTotalBytes) {
    const message = `The skill has ${total} bytes together; ${limits.maxTotalBytes} are allowed.`;
    found.push(diagnostic('package/too-large', 'SKILL.md', message));
  }
  return found;
}

/** The files that are text, and what is said of those that are not. */
function readTexts(
  files: readonly PackageFile[],
  origin: PackageOrigin,
): { texts: Map<string, string>; faults: Diagnostic[] } {
  const texts = new Map<string, string>();
  const faults: Diagnostic[] = [];
  for (const { path, bytes } of files) {
    const isText = !bytes.includes(0) && isUtf8(bytes);
    if (isText) texts.set(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
    else if (packageFileKind(path) !== 'asset' && path !== 'SKILL.md') {
      const message = `${quoteValue(path)} is no text (UTF-8 without NUL).`;
      const one = diagnostic('package/not-text', path, message, { hint: 'Pictures and data belong under assets/.' });
      faults.push(origin === 'own' ? one : { ...one, severity: 'warning' });
    }
  }
  return { texts, faults };
}

function checkSkillFile(
  files: readonly PackageFile[],
  texts: ReadonlyMap<string, string>,
  limits: PackageLimits,
  options: PackageOptions,
  findings: Diagnostic[],
): SkillDocument | undefined {
  const file = files.find(({ path }) => path === 'SKILL.md');
  if (file === undefined || file.kind !== 'file') {
    const near = files.find(({ path }) => path.toLowerCase() === 'skill.md')?.path;
    const message =
      near === undefined
        ? 'There is no SKILL.md at the top.'
        : `There is no SKILL.md; ${quoteValue(near)} is spelt otherwise.`;
    const hint = near === undefined ? 'A skill is a folder with a SKILL.md.' : 'Rename it to SKILL.md.';
    findings.push(diagnostic('package/no-skill-file', 'SKILL.md', message, { hint }));
    return undefined;
  }
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  const text = texts.get('SKILL.md');
  if (text === undefined && bytes.includes(0)) {
    findings.push(diagnostic('package/not-text', 'SKILL.md', 'SKILL.md is no text: it holds a NUL byte.'));
    return undefined;
  }
  const document = readSkillDocument(bytes.toString('utf8'));
  const folderName = options.folderName ?? document.name ?? '';
  // Keys beside the format are judged by what we know of them, and hidden characters with those of the other files.
  const format: Finding[] = checkFormat(document, { folderName, strict: true }).filter(
    ({ code }) => code !== 'frontmatter/unknown-key' && code !== 'text/hidden-character',
  );
  const all = [
    ...encodingFindings(bytes),
    ...format,
    ...checkPackageHeader(document, limits, options.reservedPrefixes ?? []),
  ];
  findings.push(...all.map((one) => placed('SKILL.md', one)));
  return document;
}

async function checkText(path: string, text: string): Promise<Diagnostic[]> {
  // A byte-order mark is a habit of editors and hides nothing.
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const hidden = hiddenCharacters(text, start).map((one): Diagnostic => placed(path, { ...one, severity: 'error' }));
  const suspicious = suspiciousCommands(text).map((one) => placed(path, one));
  return [...hidden, ...suspicious, ...(await findSecrets(path, text))];
}
