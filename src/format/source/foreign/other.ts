import { readSkillDocument } from '../../skill/read/document.ts';
import { isCommit } from '../checks.ts';
import { entries, type ForeignDraft, fields, gitFrom, isText, list, type Named, some, vercelHash } from './shapes.ts';

export const YAML_READERS: Named = [
  [
    'apm',
    (d) => Array.isArray(d['dependencies']),
    (d) =>
      list(d['dependencies']).flatMap(
        ({ repo_url, host, virtual_path, resolved_commit, resolved_ref, skill_subset, name }) => {
          const url =
            isText(host) && isText(repo_url) && !repo_url.includes('://') ? `https://${host}/${repo_url}` : repo_url;
          const subset = Array.isArray(skill_subset) ? skill_subset.filter(isText) : [];
          const last = [virtual_path, repo_url].find(isText)?.split('/').at(-1) ?? '';
          const names = subset.length > 0 ? subset : [isText(name) ? name : last];
          return names.map((one) => ({
            name: one,
            source: gitFrom(url, virtual_path, resolved_ref),
            commit: resolved_commit,
          }));
        },
      ),
  ],
];

export const TOML_READERS: Named = [
  [
    'skillcask',
    (d) => list(d['package']).some((one) => 'dist' in one || 'dist_sha256' in one),
    (d) =>
      list(d['package']).flatMap(({ name, repository, git_ref, dist, skills }) => {
        const { kind, url, reference } = fields(dist) ?? {};
        const isGit = kind === undefined || kind === 'git' || isText(reference);
        const base =
          isText(repository) && !/packagist|\/packages\.json$/.test(repository)
            ? repository
            : isText(url)
              ? url.replace(/^https:\/\/api\.github\.com\/repos\/([^/]+\/[^/]+)\/.*$/, 'https://github.com/$1')
              : name;
        const commit = isText(reference) && isCommit(reference) ? reference : undefined;
        const its = list(skills);
        return (its.length > 0 ? its : [{ name, path: undefined }]).map((one) => ({
          name: isText(one['name']) ? one['name'] : '',
          source: isGit
            ? gitFrom(base, one['path'], git_ref)
            : 'it comes from a registry of packages, which is not asked',
          ...(commit === undefined ? {} : { commit }),
        }));
      }),
  ],
  [
    'skillock',
    (d) => list(d['skill']).some((one) => 'sha' in one),
    (d) =>
      list(d['skill']).map(({ name, repo, ref, sha, path }) => ({
        name: isText(name) ? name : '',
        source: gitFrom(repo, path, ref),
        commit: sha,
      })),
  ],
  [
    'dotagents',
    (d) => list(d['skills']).some((one) => 'source' in one),
    (d) =>
      list(d['skills']).map(({ name, source, path, ref, commit }) => ({
        name: isText(name) ? name : '',
        source: gitFrom(source, path, ref),
        ...(commit === undefined ? {} : { commit }),
      })),
  ],
  [
    'dotagents',
    (d) => some(d['skills'], (one) => 'source' in one || 'resolved_url' in one),
    (d) =>
      entries(d['skills']).map(([name, one]) => ({
        name,
        source: gitFrom(one['resolved_url'] ?? one['source'], one['resolved_path'] ?? one['path'], one['ref']),
        ...(isText(one['commit'] ?? one['resolved_commit']) ? { commit: one['commit'] ?? one['resolved_commit'] } : {}),
      })),
  ],
];

/** gh writes into the skill's own header where it came from. */
export function readGhHeader(
  text: string,
): { readonly format: string; readonly drafts: readonly ForeignDraft[] } | undefined {
  const { frontmatter, name } = readSkillDocument(text);
  const metadata = fields(frontmatter['metadata']);
  const repo = metadata?.['github-repo'];
  if (metadata === undefined || !isText(repo)) return undefined;
  const tree = metadata['github-tree-sha'];
  const ref = metadata['github-ref'];
  const branch = isText(ref) ? ref.replace(/^refs\/(?:heads|tags)\//, '') : undefined;
  return {
    format: 'gh skill',
    drafts: [{ name: name ?? '', source: gitFrom(repo, metadata['github-path'], branch), hash: vercelHash(tree) }],
  };
}

/** Lines `github skill owner/repo path [ref]`, and others that are not about skills. */
export function readSkillfile(text: string): ForeignDraft[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [kind, what, ...rest] = line
      .replace(/\s+#.*$/, '')
      .trim()
      .split(/\s+/);
    if (kind !== 'github' || what !== 'skill') return [];
    const at = Math.max(
      0,
      rest.findIndex((word) => word.includes('/') && !word.startsWith('.')),
    );
    const [repo, path, ref] = rest.slice(at);
    const named = at === 1 ? rest[0] : undefined;
    const name =
      named ??
      (path ?? repo ?? '')
        .replace(/(?:^|\/)SKILL\.md$/i, '')
        .split('/')
        .filter(Boolean)
        .at(-1) ??
      '';
    return [{ name, source: gitFrom(repo, path, ref) }];
  });
}
