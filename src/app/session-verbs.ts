import { SkillficheError } from '../base/errors.ts';
import { type OptionKeys, requireOptions } from '../base/options.ts';
import { quoteValue } from '../base/text.ts';
import type { AgentSession, AgentSessionOptions } from '../catalog/agent-types.ts';
import type { View } from '../catalog/types.ts';
import type { Run } from '../io/process/run.ts';
import type { Level, LevelChange } from '../owner/session/levels.ts';
import type { SeedOptions, SeedReport } from '../owner/session/seed.ts';
import type { UnseedOptions } from '../owner/session/unseed.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { LevelCount } from '../owner/store/level-rows.ts';
import type { TargetWorld } from '../owner/target/folder.ts';
import type { ExportReport } from '../owner/target/types.ts';
import type { OwnView } from './target-types.ts';

/** Named lists of skills, and working folders that hold exactly those. */
export interface SessionVerbs {
  /**
   * Copies skills, and those of levels, to `<cwd>/.claude/skills/<name>/`, or another agent's own folder, and has git ignore
   * exactly these folders. What an earlier call put there and this one does not name goes.
   */
  seed(options: SeedOptions): Promise<SeedReport>;
  /** Takes the folders of `seed` away, and its lines. */
  unseed(options: UnseedOptions): Promise<ExportReport>;
  /** The levels that name something. */
  levels(): Promise<readonly LevelCount[]>;
  /** A level: `global`, `list:<key>`, `task:<key>` or `agent:<key>`, the last with at most 30 skills. */
  level(key: string, options?: LevelOptions): Promise<Level>;
  /**
   * The session of an agent's run, its own list that of the level `agent:<key>`: those of it without triggers are always on.
   * Default view: what a model may see of the skills of this workspace.
   */
  agent(key: string, options?: AgentOptions): Promise<AgentSession>;
}

export interface AgentOptions extends Omit<AgentSessionOptions, 'agent'> {
  readonly view?: View;
}

/** Without a change the level is shown. */
export interface LevelOptions extends LevelChange {
  readonly view?: View;
  readonly dryRun?: boolean;
}

const SEED_KEYS: OptionKeys<SeedOptions> = {
  cwd: true,
  skills: true,
  levels: true,
  agent: true,
  discard: true,
  dryRun: true,
  view: true,
};
const UNSEED_KEYS: OptionKeys<UnseedOptions> = { cwd: true, discard: true, dryRun: true };
const AGENT_KEYS: OptionKeys<AgentOptions> = { menu: true, embedder: true, state: true, view: true };
const LEVEL_KEYS: OptionKeys<LevelOptions> = { add: true, remove: true, set: true, view: true, dryRun: true };

export function sessionVerbs(
  getDesk: (forReading?: boolean) => Promise<Desk>,
  world: TargetWorld,
  ownView: OwnView,
): SessionVerbs {
  let run: Run | undefined;
  return {
    async seed(options) {
      requireOptions(options, 'seed', SEED_KEYS);
      const { seedSession } = await import('../owner/session/seed.ts');
      const { createRun } = await import('../io/process/run.ts');
      // A place whose PATH says nothing still finds git where this process does.
      run ??= createRun(world.env['PATH'] === undefined ? {} : { env: world.env });
      return seedSession(await getDesk(), { ...world, run }, options.view ?? (await ownView()), options);
    },
    async unseed(options) {
      requireOptions(options, 'unseed', UNSEED_KEYS);
      const { unseedSession } = await import('../owner/session/unseed.ts');
      return unseedSession(await getDesk(), world, options);
    },
    async levels() {
      const { countLevels } = await import('../owner/store/level-rows.ts');
      return countLevels((await getDesk(true)).store);
    },
    async level(key, options = {}) {
      requireOptions(options, 'level', LEVEL_KEYS);
      const { changeLevel, showLevel } = await import('../owner/session/levels.ts');
      const { view: given, dryRun = false, ...change } = options;
      const view = given ?? (await ownView());
      const isChange = Object.values(change).some((refs) => refs !== undefined);
      if (!isChange) return showLevel(await getDesk(true), view, key);
      return changeLevel(await getDesk(dryRun), view, key, change, { dryRun });
    },
    async agent(key, options = {}) {
      requireOptions(options, 'agent', AGENT_KEYS);
      if (typeof key !== 'string' || !key.startsWith('agent:')) {
        throw new SkillficheError('INVALID_ARGUMENT', `An agent's own list is agent:<key>, not ${quoteValue(key)}.`);
      }
      const { showLevel } = await import('../owner/session/levels.ts');
      const { view = await ownView('model'), ...more } = options;
      const { skills, dropped } = await showLevel(await getDesk(true), view, key);
      // What is gone is in the report of each menu, as what is misspelt would be.
      return view.agentSession({ ...more, agent: [...skills, ...dropped] });
    },
  };
}
