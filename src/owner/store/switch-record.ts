// `switches.json` beside the store: what reading commands know of it. Nothing heavy may be imported here.

export type SwitchState = 'on' | 'off';
/** By id or `<scope>:*`. */
export type SwitchLayer = Readonly<Record<string, SwitchState>>;

export interface SwitchRecord {
  readonly format: 1;
  /** Counts every change. */
  readonly revision: number;
  /** The shared store that counts it; absent: the one beside the file. */
  readonly store?: string;
  /** The person's, wherever they are. */
  readonly everywhere: SwitchLayer;
  /** By the key of a project: the person's in it, and everybody's in it. */
  readonly projects: Readonly<Record<string, { readonly person: SwitchLayer; readonly project: SwitchLayer }>>;
}

/** What a layer says of an id: the id itself before its whole scope; nothing where it names neither. */
export function stateIn(layer: SwitchLayer, id: string): SwitchState | undefined {
  if (Object.hasOwn(layer, id)) return layer[id];
  const scope = `${id.slice(0, Math.max(0, id.indexOf(':')))}:*`;
  return Object.hasOwn(layer, scope) ? layer[scope] : undefined;
}

/** The layers that count in a project, or outside of any. Each can only narrow what the others leave. */
export function layersFor(record: SwitchRecord, project: string | undefined): SwitchLayer[] {
  const own = project !== undefined && Object.hasOwn(record.projects, project) ? record.projects[project] : undefined;
  return own === undefined ? [record.everywhere] : [record.everywhere, own.person, own.project];
}

export function isOff(layers: readonly SwitchLayer[], id: string): boolean {
  return layers.some((layer) => stateIn(layer, id) === 'off');
}

/** Reads the file's text; `undefined` for one that is of another format or is not whole. */
export function parseSwitches(text: string): SwitchRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
  const found = value as Partial<SwitchRecord> | null;
  const fits =
    typeof found === 'object' &&
    found?.format === 1 &&
    typeof found.revision === 'number' &&
    typeof found.everywhere === 'object' &&
    typeof found.projects === 'object';
  return fits ? (found as SwitchRecord) : undefined;
}
