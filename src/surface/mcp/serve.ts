import { Console } from 'node:console';
import type { Readable, Writable } from 'node:stream';
import { toOneLine } from '../../base/text.ts';
import type { HttpOptions, RunningHttp } from './http.ts';
import type { Live, ServedCatalog } from './live.ts';
import type { Propose } from './proposals.ts';
import type { ServerSettings } from './server.ts';

// The door of this room. It loads the MCP SDK only when a server starts, while the catalog is being opened.

export interface ServeOptions {
  /** Opens the catalog and the window on it that clients get. Called once, at once; what it throws ends the server. */
  readonly open: () => Promise<ServedCatalog>;
  readonly version: string;
  /** Gets what the person who runs the server should know. Lines name skills, never their contents. */
  readonly stderr: Writable;
  /** `true`: no line about which skills strict hosts get. Default `false`. */
  readonly quiet?: boolean;
  /** `false`: clients are not told where on disk a skill lies. Default `true` over stdio, and never over HTTP. */
  readonly directories?: boolean;
  /** Over stdio: a menu of so many skills a turn, in place of lists and searches. */
  readonly menu?: number;
  /** Models may propose skills, which this keeps for a person. Default: they may not. */
  readonly propose?: Propose;
}

/**
 * Serves one client over two streams; resolves when it has hung up and has got what it would take. Only protocol messages
 * are written to `stdout`. What was begun for the client may still be under way: the caller ends the process.
 */
export async function serveStdio(
  options: ServeOptions & { readonly stdin: Readable; readonly stdout: Writable },
): Promise<void> {
  keepStdoutClean(options.stderr);
  const began = performance.now();
  const opening = options.open();
  opening.catch(() => undefined);
  const { serveOverStdio } = await import('./stdio.ts');
  const prepared = await prepare(opening, options, began, options.directories ?? true);
  const { live, stop } = prepared;
  const settings = options.menu === undefined ? prepared.settings : await withMenu(prepared.settings, options.menu);
  try {
    // Without a catalog there is nothing to serve; with one, the client says when it has had enough.
    await Promise.race([
      serveOverStdio(live, settings, options),
      opening.then(() => new Promise<never>(() => undefined)),
    ]);
  } finally {
    stop();
  }
}

async function withMenu(settings: ServerSettings, size: number): Promise<ServerSettings> {
  const { TurnMenu } = await import('./turn-menu.ts');
  return { ...settings, menu: new TurnMenu(size) };
}

/** Serves Streamable HTTP on 127.0.0.1 until `close` is called. Prints the address, and a token of its own making, to `stderr`. */
export async function serveHttp(options: ServeOptions & HttpOptions): Promise<RunningHttp> {
  const began = performance.now();
  const opening = options.open();
  opening.catch(() => undefined);
  const { serveOverHttp } = await import('./http.ts');
  const { live, settings, stop } = await prepare(opening, options, began, false);
  // An address that is printed answers: the trees come first.
  await opening;
  const running = await serveOverHttp(live, settings, options);
  settings.log(`listening on ${running.url}`);
  settings.log(tokenLine(running.token, options.token !== undefined));
  return {
    ...running,
    close() {
      stop();
      return running.close();
    },
  };
}

/** A token that somebody gave us is a value of the environment: logs do not repeat those. */
function tokenLine(token: string | undefined, given: boolean): string {
  if (token === undefined) return 'no token is asked for: every program on this machine can read what is served';
  if (given) return 'clients must send the header Authorization: Bearer ... with the token that was given';
  return `clients must send the header Authorization: Bearer ${token}`;
}

/** A catalog that stays live, and what servers of it say. */
export interface Prepared {
  readonly live: Live;
  readonly settings: ServerSettings;
  readonly stop: () => void;
}

/** After the first answers have gone out. */
const CHECK_AFTER_MS = 500;
/**
 * For so long the first answers wait for the trees, that they can name what is there. Most trees are read by then; for
 * larger ones a host has an answer in time, and hears that it can ask again.
 */
const FIRST_ANSWER_MS = 1_500;

export async function prepare(
  opening: Promise<ServedCatalog>,
  options: ServeOptions,
  began: number,
  directories: boolean,
): Promise<Prepared> {
  // Lines name folders and quote clients: a terminal must not obey them.
  const log = (line: string): void => {
    options.stderr.write(`skillfiche mcp: ${toOneLine(line)}\n`);
  };
  const { Live } = await import('./live.ts');
  const live = new Live(opening, log);
  const stop = options.quiet === true ? () => undefined : tellStanding(live, opening, log);
  const settings = {
    version: options.version,
    log,
    directories,
    answerBy: began + FIRST_ANSWER_MS,
    ...(options.propose === undefined ? {} : { propose: options.propose }),
  };
  return { live, settings, stop };
}

/** Tells the log what strict hosts get, unless the server ends before that. */
function tellStanding(live: Live, opening: Promise<ServedCatalog>, log: (line: string) => void): () => void {
  const stopped = new AbortController();
  const timer = setTimeout(async () => {
    const { describeStanding } = await import('./check-ahead.ts');
    try {
      await opening;
      const { latest } = live;
      if (latest === undefined || latest.view.entries().length === 0) return;
      const line = await describeStanding(latest, stopped.signal);
      if (!stopped.signal.aborted) log(line);
    } catch (error) {
      log(`the skills could not be checked: ${error instanceof Error ? error.message : String(error)}`);
    }
  }, CHECK_AFTER_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}

/** Lets nothing but the protocol reach stdout: whatever a module prints with `console` goes to stderr. */
function keepStdoutClean(stderr: Writable): void {
  globalThis.console = new Console(stderr, stderr);
}
