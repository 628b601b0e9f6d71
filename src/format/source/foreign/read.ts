import { SkillficheError } from '../../../base/errors.ts';
import { readJson } from '../../../base/json.ts';
import { MAX_FOREIGN_LOCK_SKILLS } from '../../../base/limits.ts';
import { quoteValue } from '../../../base/text.ts';
import { readSkillDocument } from '../../skill/read/document.ts';
import { gitUrlFault, isCommit, refFault, sourcePathFault } from '../checks.ts';
import type { Source } from '../grammar.ts';
import { readToml } from '../toml.ts';
import { JSON_READERS } from './json.ts';
import { readGhHeader, readSkillfile, TOML_READERS, YAML_READERS } from './other.ts';
import { type Fields, type ForeignDraft, type ForeignLock, type ForeignSkill, fields, isText, pick } from './shapes.ts';

/**
 * Reads what another tool noted, told by what is in it and never by its name: the same names stand for several formats.
 * Throws BROKEN_FILE for a file that no known tool wrote.
 */
export async function readForeignLock(text: string, path: string): Promise<ForeignLock> {
  const { format, drafts } = (await sniff(text)) ?? {};
  if (format === undefined || drafts === undefined) {
    const message = `${path} is no lock that is read here. Known are those of skills, gh skill, skills-lock, openskills, skillkit, skillcask, skillock, apm, rulesync, dotagents and skillfile.`;
    throw new SkillficheError('BROKEN_FILE', message, { paths: [path] });
  }
  if (drafts.length > MAX_FOREIGN_LOCK_SKILLS) {
    const message = `${path} lists ${drafts.length} skills; ${MAX_FOREIGN_LOCK_SKILLS} are allowed.`;
    throw new SkillficheError('TOO_LARGE', message, { paths: [path] });
  }
  const skills: ForeignSkill[] = [];
  const unusable: { name: string; why: string }[] = [];
  for (const { name, source, commit, hash } of drafts) {
    const why = typeof source === 'string' ? source : faultOf(name, source, commit);
    if (why !== undefined || typeof source === 'string') {
      unusable.push({ name, why: why ?? 'it names no source' });
      continue;
    }
    skills.push({ name, source, ...(isText(commit) ? { commit } : {}), ...(hash === undefined ? {} : { hash }) });
  }
  return { format, skills, unusable };
}

function faultOf(name: string, source: Source, commit: unknown): string | undefined {
  if (name === '' || /[\u0000-\u001F\u007F/\\]/.test(name)) return 'its name is none';
  if (commit !== undefined && !(isText(commit) && isCommit(commit)))
    return `${quoteValue(commit)} is no full name of a commit`;
  if (source.type !== 'git') return undefined;
  return (
    gitUrlFault(source.url) ??
    (source.path === undefined ? undefined : sourcePathFault(source.path)) ??
    (source.ref === undefined ? undefined : refFault(source.ref))
  );
}

async function sniff(
  text: string,
): Promise<{ readonly format: string; readonly drafts: readonly ForeignDraft[] } | undefined> {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart();
  if (trimmed.startsWith('{')) {
    const reading = readJson(text);
    const document = 'value' in reading ? fields(reading.value) : undefined;
    return document === undefined ? undefined : pick(JSON_READERS, document);
  }
  if (trimmed.startsWith('---')) return readGhHeader(trimmed);
  if (/^(?:#.*\n|\s)*(?:github|local|url)\s+/.test(trimmed))
    return { format: 'skillfile', drafts: readSkillfile(trimmed) };
  if (/^lockfile_version\s*:|^apm_version\s*:|^dependencies\s*:/m.test(trimmed)) {
    // The frontmatter reader is our one reader of YAML.
    const { frontmatter } = readSkillDocument(`---\n${trimmed}\n---\n`);
    return pick(YAML_READERS, frontmatter as Fields);
  }
  const reading = await readToml(text);
  const document = 'value' in reading ? fields(reading.value) : undefined;
  return document === undefined ? undefined : pick(TOML_READERS, document);
}
