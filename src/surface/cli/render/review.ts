import { cutTo, toOneLine } from '../../../base/text.ts';
import type { Capabilities, Capability, CapabilityChange } from '../../../owner/source/capabilities.ts';
import type { ReviewedPackage, SourceReview, UpdateReview } from '../../../owner/source/review.ts';
import type { Paint } from './color.ts';
import { plural, renderDiagnostic } from './diagnostics.ts';

const TITLES: Readonly<Record<Capability, string>> = {
  scripts: 'scripts',
  hosts: 'hosts in its code',
  commands: 'network commands',
  packages: 'packages it installs',
  asks: 'asks for',
  needs: 'needs skills',
};
const SHOWN = 8;
/** With more skills than this, each is one line, and what they could do is said of all together. */
const MAX_EACH = 10;

const list = (items: readonly string[]): string => {
  const some = items
    .slice(0, SHOWN)
    .map((one) => cutTo(toOneLine(one), 80))
    .join(', ');
  return items.length > SHOWN ? `${some} and ${items.length - SHOWN} more` : some;
};

function capabilityLines(given: Capabilities, indent: string): string[] {
  return (Object.keys(TITLES) as Capability[]).flatMap((key) =>
    given[key].length === 0 ? [] : [`${indent}${TITLES[key]}: ${list(given[key])}`],
  );
}

function joined(packages: readonly ReviewedPackage[]): Capabilities {
  const all = (key: Capability): string[] =>
    [...new Set(packages.flatMap(({ capabilities }) => capabilities[key]))].sort();
  return {
    scripts: all('scripts'),
    hosts: all('hosts'),
    commands: all('commands'),
    packages: all('packages'),
    asks: all('asks'),
    needs: all('needs'),
  };
}

/** What would come in, before it does. */
export function renderReview({ source, packages }: SourceReview, paint: Paint): string {
  const commit = source.commit === undefined ? '' : ` at commit ${source.commit}`;
  const ref = source.ref === undefined ? '' : ` (${toOneLine(source.ref)})`;
  const lines = [`From ${paint('bold', toOneLine(source.url ?? source.type))}${ref}${commit}`];
  for (const one of packages) {
    const { slug, path, files, size, capabilities, findings, refused, looks_like, pointers } = one;
    const head = `${refused ? paint('red', 'refused') : paint('bold', slug)}${refused ? ` ${slug}` : ''}`;
    lines.push(`  ${head}  ${path === '.' ? '' : `${toOneLine(path)}, `}${plural(files, 'file')}, ${size} bytes`);
    if (packages.length <= MAX_EACH) lines.push(...capabilityLines(capabilities, '    '));
    if (looks_like !== undefined)
      lines.push(`    ${paint('yellow', `its name looks like ${looks_like}, which is installed`)}`);
    if (pointers.length > 0)
      lines.push(
        `    ${paint('yellow', `${plural(pointers.length, 'file is', 'files are')} a pointer of git LFS, not the file itself: ${list(pointers)}`)}`,
      );
    const told = findings.filter(
      ({ severity }) => severity === 'error' || (severity === 'warning' && packages.length <= MAX_EACH),
    );
    lines.push(
      ...told.slice(0, 20).map((found) => `  ${renderDiagnostic(found, paint).trimEnd().replaceAll('\n', '\n  ')}`),
    );
    if (told.length > 20) lines.push(`    and ${told.length - 20} findings more; \`--dry-run --json\` has all`);
  }
  if (packages.length > MAX_EACH) lines.push('  Together:', ...capabilityLines(joined(packages), '    '));
  return `${lines.join('\n')}\n`;
}

/** What a newer state changes: what it can do now first, then files, then text. */
export function renderUpdateReview(review: UpdateReview, paint: Paint): string {
  const { id, url, from, to, capabilities, files, members, moved_to, diff } = review;
  const lines = [
    `${paint('bold', id)} from ${toOneLine(url)}: ${from?.slice(0, 12) ?? '?'} → ${to?.slice(0, 12) ?? '?'}`,
  ];
  if (moved_to !== undefined) lines.push(`  upstream moved it to ${toOneLine(moved_to)}`);
  lines.push(...capabilities.flatMap((change) => changeLines(change, paint)));
  if (capabilities.length === 0) lines.push('  It can do what it could before, as far as reading tells.');
  if (members !== undefined) {
    const { added, removed, changed } = members;
    for (const [what, names] of [
      ['new', added],
      ['gone', removed],
      ['changed', changed],
    ] as const) {
      if (names.length > 0) lines.push(`  ${plural(names.length, 'recipe')} ${what}: ${list(names)}`);
    }
  }
  lines.push(
    `  ${plural(files.length, 'file')}: ${list(files.map(({ path, change }) => (change === 'changed' ? path : `${path} (${change})`)))}`,
  );
  const text = diff
    .split('\n')
    .map((line) => (line.startsWith('+') ? paint('green', line) : line.startsWith('-') ? paint('red', line) : line));
  return `${lines.join('\n')}\n${members === undefined ? text.join('\n') : ''}`;
}

function changeLines({ capability, added, removed }: CapabilityChange, paint: Paint): string[] {
  const lines: string[] = [];
  if (added.length > 0) lines.push(`  ${paint('yellow', `+ ${TITLES[capability]}: ${list(added)}`)}`);
  if (removed.length > 0) lines.push(`  - ${TITLES[capability]}: ${list(removed)}`);
  return lines;
}
