import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Option } from 'commander';
import { SkillficheError } from '../../base/errors.ts';
import { isRecord } from '../../base/record.ts';
import { quoteValue } from '../../base/text.ts';
import type { Writer } from '../../io/net/writer.ts';
import type { Io } from './io.ts';
import { expandHome } from './roots.ts';

export interface WriterFlags {
  readonly writer?: string;
  readonly model?: string;
  readonly allowRemote?: boolean;
}

/** How a command is told who writes. */
export function writerOptions(): readonly Option[] {
  return [
    new Option(
      '--writer <url|module>',
      'who writes: an OpenAI-compatible server, or a module whose default export is a Writer',
    ),
    new Option('--model <name>', 'the model of that server'),
    new Option('--allow-remote', 'the server may be on another machine: it is sent the whole document'),
  ];
}

/** The writer that is named. A module is code of the person who names it, and is run. */
export async function writerFromFlags(flags: WriterFlags, io: Io): Promise<Writer | undefined> {
  const { writer: given, model, allowRemote } = flags;
  if (given === undefined) {
    if (model === undefined && allowRemote === undefined) return undefined;
    throw new SkillficheError('INVALID_ARGUMENT', '--model and --allow-remote say more of a --writer; name one.');
  }
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) return loadWriter(given, io);
  if (model === undefined) {
    throw new SkillficheError('INVALID_ARGUMENT', '--writer with an address needs --model, the name of a model there.');
  }
  const { openWriter } = await import('../../io/net/writer.ts');
  const key = io.env['SKILLFICHE_WRITER_KEY'] || undefined;
  return openWriter({
    url: given,
    model,
    ...(allowRemote === undefined ? {} : { allowRemote }),
    ...(key === undefined ? {} : { key }),
  });
}

async function loadWriter(given: string, io: Io): Promise<Writer> {
  const path = resolve(io.cwd, expandHome(given, io.env));
  let loaded: unknown;
  try {
    loaded = ((await import(pathToFileURL(path).href)) as { readonly default?: unknown }).default;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SkillficheError('UNREADABLE', `The writer ${path} cannot be loaded: ${quoteValue(why)}.`, {
      paths: [path],
      cause: error,
    });
  }
  if (isRecord(loaded) && typeof loaded['id'] === 'string' && typeof loaded['write'] === 'function') {
    return loaded as unknown as Writer;
  }
  const message = `The module ${path} has no writer as its default: { id: "...", write({ document, rules, schema, signal }) } is expected.`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { paths: [path] });
}
