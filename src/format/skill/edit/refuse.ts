import { keyAt, lineAt } from '../read/lines.ts';
import { findLaterBlock } from '../read/missing.ts';
import type { Header } from './header.ts';
import { type EditRefused, editRefused } from './result.ts';

/** Why this document is not edited, whatever the change. A file without any frontmatter is: it gets one. */
export function checkHeader(header: Header): EditRefused | undefined {
  const { fences, read } = header;
  if (fences.state === 'missing') return checkMissing(header);
  const say = (code: 'unterminated' | 'merge-conflict' | 'not-a-map', from: string): EditRefused => {
    const found = [...fences.findings, ...read.findings].find((finding) => finding.code === from);
    return editRefused(code, [found?.message, found?.hint].filter((part) => part !== undefined).join(' '), found?.line);
  };
  if (fences.state === 'unterminated') return say('unterminated', 'frontmatter/unterminated');
  if (read.findings.some(({ code }) => code === 'frontmatter/merge-conflict')) {
    return say('merge-conflict', 'frontmatter/merge-conflict');
  }
  const isMap = !read.findings.some(({ code }) => code === 'frontmatter/not-a-map');
  return isMap ? undefined : say('not-a-map', 'frontmatter/not-a-map');
}

/** A frontmatter that its author thinks is there must not get a second one above it. */
function checkMissing({ text, fences }: Header): EditRefused | undefined {
  const start = text.slice(fences.body).search(/\S/) + fences.body;
  if (start < fences.body) return undefined;
  const line = lineAt(text, text.slice(0, start).search(/[^\r\n]*$/));
  const first = text.slice(line.start, line.end);
  const found = fences.findings.find(({ code }) => code === 'frontmatter/missing');
  const say = (code: 'text-before-fence' | 'keys-without-fences'): EditRefused =>
    editRefused(code, [found?.message, found?.hint].filter((part) => part !== undefined).join(' '), found?.line);
  const later = findLaterBlock(text, line.start);
  if (later !== undefined && !isExample(text.slice(line.start, later.start))) return say('text-before-fence');
  if (/^---[^-]/.test(first)) return say('text-before-fence');
  const key = keyAt(text, line)?.key;
  return key === 'name' || key === 'description' ? say('keys-without-fences') : undefined;
}

/** A block inside a code fence that opens further down shows how to write a skill. */
function isExample(before: string): boolean {
  const fences = before.match(/^(?:```|~~~)/gm) ?? [];
  return fences.length % 2 === 1 && !/^(?:```|~~~)/.test(before);
}

/** The text with an empty frontmatter before it; a byte-order mark stays first. */
export function startFrontmatter(text: string): string {
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return `${text.slice(0, mark)}---${eol}---${eol}${text.slice(mark)}`;
}
