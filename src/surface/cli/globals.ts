import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ColorChoice } from './render/color.ts';

/** Options that every command takes, before or after its name. */
export interface Globals {
  readonly root: readonly string[];
  readonly bundled: boolean;
  readonly agents: boolean;
  readonly only: readonly string[] | undefined;
  readonly config: string | undefined;
  readonly manifest: string | undefined;
  readonly manifestStrict: boolean;
  readonly json: boolean;
  /** `false` for `--no-cache`, a folder for `--cache DIR`. */
  readonly cache: boolean | string;
  readonly concurrency: number | undefined;
  readonly allowNetwork: boolean;
  readonly quiet: boolean;
  readonly color: ColorChoice;
}

const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

export function addGlobals(program: Command): Command {
  return program
    .addOption(
      new Option(
        '--root <[kind[:id]=]dir>',
        'folder of skills to scan (repeatable); kind is bundled, project, personal or your own',
      )
        .argParser(collect)
        .default([], 'the .agents and .claude skill folders of every level of the project, and of the home'),
    )
    .option('--bundled', 'the skills that come with skillfiche, in place of those folders and beside any --root')
    .option('--agents', 'add the folders where other agents look for skills, in project and home')
    .addOption(
      new Option('--only <ref>', 'show only this skill: an id, a name or "<scope>:*" (repeatable)').argParser(collect),
    )
    .option('--config <file>', 'read roots and the allowlist from a JSON file')
    .option('--manifest <file>', 'show only the skills of a session manifest, and say what is not as it says')
    .option('--manifest-strict', 'refuse to open where a skill of the manifest is gone or has other bytes')
    .option('--json', 'print one JSON object instead of text')
    .option('--cache <dir>', "folder for snapshots (default: the user's cache folder)")
    .option('--no-cache', 'neither read nor write snapshots')
    .option('--concurrency <n>', 'files asked for at once; more than 1 helps on network file systems', wholeNumber)
    .option('--allow-network', 'raw network is allowed here: skills that want it are not held back for it')
    .option('-q, --quiet', 'print no notes on standard error')
    .addOption(new Option('--color <when>', 'colour the output').choices(['auto', 'always', 'never']).default('auto'));
}

export function globalsOf(command: Command): Globals {
  const options = command.optsWithGlobals<Partial<Globals>>();
  return {
    root: options.root ?? [],
    bundled: options.bundled ?? false,
    agents: options.agents ?? false,
    only: options.only,
    config: options.config,
    manifest: options.manifest,
    manifestStrict: options.manifestStrict ?? false,
    json: options.json ?? false,
    cache: options.cache ?? true,
    concurrency: options.concurrency,
    allowNetwork: options.allowNetwork ?? false,
    quiet: options.quiet ?? false,
    color: options.color ?? 'auto',
  };
}

/** Folders named behind a command, as roots. */
export function withRoots(globals: Globals, folders: readonly string[]): Globals {
  return folders.length === 0 ? globals : { ...globals, root: [...globals.root, ...folders] };
}

/** Parses a whole number from 0 for an option. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
