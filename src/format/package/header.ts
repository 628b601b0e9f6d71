import { finding } from '../../base/diagnostic.ts';
import { quoteValue } from '../../base/text.ts';
import type { Finding } from '../../base/types.ts';
import type { SkillDocument } from '../skill/read/document.ts';
import { lastField } from '../skill/read/field.ts';
import { keyFacts } from '../skill/vocabulary/vocabulary.ts';
import type { PackageLimits } from './limits.ts';

/** Prefixes of keys that are ours to give a meaning. */
const RESERVED_KEYS = /^(?:skillfiche|fiche)(?:[-_.]|$)/i;

/** What the gate asks of a header beyond the format itself. */
export function checkPackageHeader(
  document: SkillDocument,
  limits: PackageLimits,
  reservedPrefixes: readonly string[],
): Finding[] {
  const { fields, fences, text, name } = document;
  const found: Finding[] = [];
  const size = Buffer.byteLength(text.slice(fences.opening, fences.closing));
  if (fences.state === 'closed' && size > limits.maxFrontmatterBytes) {
    const message = `The frontmatter has ${size} bytes; ${limits.maxFrontmatterBytes} are allowed.`;
    found.push(
      finding('frontmatter/too-long', message, {
        line: 1,
        hint: 'Move what is not about finding the skill to the body.',
      }),
    );
  }
  for (const { key, line, column } of fields) {
    if (RESERVED_KEYS.test(key)) {
      const message = `The key ${quoteValue(key)} begins with a prefix that is reserved.`;
      found.push(
        finding('frontmatter/reserved-key', message, { line, column, hint: 'Give it another name, below `metadata`.' }),
      );
    } else if (!keyFacts(key).isKnown) {
      const hint = 'Values of your own go below `metadata`.';
      const one = finding('frontmatter/unknown-key', `${quoteValue(key)} is no key that anybody reads.`, {
        line,
        column,
        hint,
      });
      found.push({ ...one, severity: 'error' });
    }
  }
  const description = lastField(fields, 'description');
  if (typeof description?.value === 'string' && /[\n\r]/.test(description.value.trim())) {
    const hint = 'Write it as one line, or folded with `>`.';
    const message = 'The description has more than one line.';
    found.push({
      ...finding('frontmatter/long-description', message, { line: description.line, hint }),
      severity: 'error',
    });
  }
  const prefix =
    name === undefined ? undefined : reservedPrefixes.find((one) => name.toLowerCase().startsWith(one.toLowerCase()));
  if (prefix !== undefined) {
    const message = `Names that begin with ${quoteValue(prefix)} are reserved, and this one is ${quoteValue(name)}.`;
    found.push(
      finding('package/reserved-name', message, {
        line: lastField(fields, 'name')?.line,
        hint: 'Choose another name.',
      }),
    );
  }
  return found;
}
