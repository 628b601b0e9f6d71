import { resolve } from 'node:path';
import { Command } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { defaultCacheFolder } from '../../../io/places/cache-folder.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { plural } from '../render/diagnostics.ts';

export function cacheCommand(io: Io): Command {
  const folderOf = (command: Command): string => {
    const { cache } = globalsOf(command);
    const folder = typeof cache === 'string' ? resolve(io.cwd, cache) : defaultCacheFolder(io.env);
    if (folder !== undefined) return folder;
    const message = 'HOME names no absolute path, so no cache is kept. Name a folder with --cache DIR.';
    throw new SkillficheError('INVALID_ARGUMENT', message);
  };
  const command = new Command('cache')
    .description('where snapshots and search indexes are kept; they can be removed at any time')
    .addHelpText('after', '\nExamples:\n  skillfiche cache dir\n  skillfiche cache clear\n');
  command
    .command('dir')
    .description('print the folder')
    .action(async (_flags: object, sub: Command) => {
      const folder = folderOf(sub);
      io.out(globalsOf(sub).json ? jsonText({ folder }) : `${folder}\n`);
    });
  command
    .command('clear')
    .description('remove what skillfiche put there, and nothing else')
    .action(async (_flags: object, sub: Command) => {
      const folder = folderOf(sub);
      const { clearCache } = await import('../../../io/disk/clear-cache.ts');
      const { removed, bytes } = clearCache(folder);
      if (globalsOf(sub).json) io.out(jsonText({ folder, removed, bytes }));
      else io.out(`${plural(removed, 'file')} removed from ${folder} (${(bytes / 1048576).toFixed(1)} MB).\n`);
    });
  return command;
}
