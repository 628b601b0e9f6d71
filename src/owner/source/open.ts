import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import { isCommit } from '../../format/source/checks.ts';
import type { GitSource, Source } from '../../format/source/grammar.ts';
import { chooseCommit } from './git/choose.ts';
import { openArchive, openArchiveUrl } from './open-archive.ts';
import { openFolder, openNodePackage } from './open-folder.ts';
import { openWellKnown } from './open-index.ts';
import type { OpenedSource, SourceWorld } from './opened.ts';

/** Reaches a source and lists what is in it. Nothing is written but into a folder of temporary files, which `close` removes. */
export async function openSource(world: SourceWorld, source: Source): Promise<OpenedSource> {
  switch (source.type) {
    case 'git':
      return openGit(world, source);
    case 'folder':
      return openFolder(world, source.path);
    case 'archive':
      return openArchive(world, source.path);
    case 'archive-url':
      return openArchiveUrl(world, source.url);
    case 'index':
      return openWellKnown(world, source.url);
    case 'package':
      return openNodePackage(world, source.name);
  }
}

function odd(url: string, why: string): SkillficheError {
  return new SkillficheError('SOURCE_REFUSED', `${url} is refused: ${why}.`, { reason: 'commit' });
}

/** `commit`: that one and no other, as a lock names it. */
export async function openGit(world: SourceWorld, source: GitSource, commit?: string): Promise<OpenedSource> {
  const { url, path, ref, range } = source;
  const named = commit ?? (ref !== undefined && isCommit(ref) ? ref : undefined);
  const chosen = named === undefined ? chooseCommit(source, await world.cloner.refs(url)) : { commit: named };
  if (!isCommit(chosen.commit))
    throw odd(url, `the cloner names ${quoteValue(chosen.commit)}, which is no full name of a commit`);
  const repo = await world.cloner.fetch(url, chosen.commit);
  if (repo.commit !== chosen.commit) {
    repo.close();
    throw odd(url, `the cloner was asked for ${chosen.commit} and gave ${quoteValue(repo.commit)}`);
  }
  try {
    const entries = await repo.list();
    const byPath = new Map(entries.map((entry) => [entry.path, entry]));
    const below = path ?? '.';
    if (below !== '.' && !entries.some((one) => one.path.startsWith(`${below}/`))) {
      const message = `${url} has no folder ${JSON.stringify(below)} at commit ${chosen.commit.slice(0, 12)}.`;
      throw new SkillficheError('SOURCE_UNAVAILABLE', message, { reason: 'no-path' });
    }
    const kept = 'ref' in chosen && range === undefined ? chosen.ref : ref;
    return {
      source: {
        type: 'git',
        url,
        ...(range !== undefined && 'ref' in chosen
          ? { ref: chosen.ref, range }
          : kept === undefined
            ? {}
            : { ref: kept }),
        commit: chosen.commit,
      },
      name:
        url
          .replace(/[/\\]+$/, '')
          .replace(/\.git$/, '')
          .split(/[/:\\]/)
          .at(-1) ?? 'skills',
      below,
      files: entries,
      unusable: [],
      async read(files) {
        const wanted = files.map((file) => byPath.get(file.path)).filter((entry) => entry !== undefined);
        const bytes = await repo.read(wanted);
        return new Map(wanted.map((entry) => [entry.path, bytes.get(entry.oid) ?? Buffer.alloc(0)]));
      },
      close: () => repo.close(),
    };
  } catch (error) {
    repo.close();
    throw error;
  }
}
