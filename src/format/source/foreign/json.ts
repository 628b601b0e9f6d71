import { isCommit } from '../checks.ts';
import { entries, fields, gitFrom, HERE_ONLY, isText, type Named, type Reader, some, vercelHash } from './shapes.ts';

const readVercel: Reader = (document) =>
  entries(document['skills']).map(([name, one]) => {
    const { source, sourceUrl, sourceType, skillPath, ref, computedHash, skillFolderHash } = one;
    const isWeb = sourceType === 'well-known';
    const from =
      sourceType === 'local'
        ? HERE_ONLY
        : sourceType === 'node_modules'
          ? gitFrom(`package:${String(source)}`)
          : isWeb
            ? gitFrom(sourceUrl ?? source)
            : sourceType === 'github' || sourceType === undefined
              ? gitFrom(source, skillPath, ref)
              : gitFrom(sourceUrl ?? source, skillPath, ref);
    return { name, source: from, hash: vercelHash(computedHash ?? skillFolderHash) };
  });

export const JSON_READERS: Named = [
  [
    'gh skill and skills, user',
    (d) => d['version'] === 3 && some(d['skills'], (one) => 'skillFolderHash' in one),
    readVercel,
  ],
  [
    'skills-lock',
    (d) => d['lockfileVersion'] === 1 && some(d['skills'], (one) => 'resolved' in one || 'spec' in one),
    (d) =>
      entries(d['skills']).map(([name, { resolved, spec, path, ref, commit, integrity }]) => ({
        name,
        source: gitFrom(resolved ?? spec, path, ref),
        commit,
        hash: isText(integrity) ? { kind: 'skills-lock', value: integrity } : undefined,
      })),
  ],
  [
    'rulesync',
    (d) => d['lockfileVersion'] === 1 && fields(d['sources']) !== undefined,
    (d) =>
      entries(d['sources']).flatMap(([url, { requestedRef, resolvedRef, skills }]) =>
        entries(skills).map(([name, { integrity }]) => ({
          name,
          source: gitFrom(url, undefined, requestedRef),
          commit: resolvedRef,
          hash: isText(integrity) ? { kind: 'rulesync', value: integrity } : undefined,
        })),
      ),
  ],
  ['skills, project', (d) => d['version'] === 1 && some(d['skills'], (one) => 'computedHash' in one), readVercel],
  [
    'pcomans skills-lock',
    (d) => d['version'] === 1 && some(d['skills'], (one) => isText(one['ref']) && isCommit(one['ref'])),
    (d) =>
      entries(d['skills']).map(([name, { source, path, ref }]) => ({
        name,
        source: gitFrom(source, path),
        commit: ref,
      })),
  ],
  [
    'skillkit',
    (d) => d['version'] === 1 && some(d['skills'], (one) => 'installedAt' in one),
    (d) =>
      entries(d['skills']).map(([key, { source, sourceType }]) => ({
        name: key.slice(key.lastIndexOf(':') + 1),
        source: sourceType === 'local' ? HERE_ONLY : gitFrom(source),
      })),
  ],
  [
    'openskills',
    (d) => 'sourceType' in d && 'installedAt' in d,
    ({ source, sourceType, repoUrl, subpath }) => {
      const from = sourceType === 'local' ? HERE_ONLY : gitFrom(repoUrl ?? source, subpath);
      const last = isText(subpath) ? subpath : isText(source) ? source : '';
      return [{ name: last.replace(/\/+$/, '').split('/').at(-1) ?? '', source: from }];
    },
  ],
  [
    'skillfile',
    (d) => Object.keys(d).some((key) => key.startsWith('github/skill/')),
    (d) =>
      entries(d)
        .filter(([key]) => key.startsWith('github/skill/'))
        .map(([key, { repo, owner_repo, source, path, ref, sha, commit }]) => ({
          name: key.slice('github/skill/'.length),
          source: gitFrom(repo ?? owner_repo ?? source, path, ref),
          commit: sha ?? commit,
        })),
  ],
  // Nothing installed: such a lock has no entry to tell it by.
  [
    'empty',
    (d) =>
      (d['version'] ?? d['lockfileVersion']) !== undefined &&
      Object.keys(fields(d['skills']) ?? { no: 1 }).length === 0,
    () => [],
  ],
];
