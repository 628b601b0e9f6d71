/** What is known about the machine that would run the skills. `undefined` answers: nobody can tell. */
export interface MachineFacts {
  /** False for a machine that is not this one: then every answer is `undefined`. */
  readonly here: boolean;
  /** As Node calls it: `linux`, `darwin`, `win32` ... */
  readonly platform: string | undefined;
  /** A program that can be started: on PATH, or at the path given. It is looked for, never run. `undefined`: no PATH. */
  hasProgram(name: string): boolean | undefined;
  /** Set and not empty. The value stays where it is. */
  hasVariable(name: string): boolean | undefined;
  /** Something exists at this path. */
  hasFile(path: string): boolean | undefined;
  /** The versions of a package that the environments of its language have; none: it is in none of them. */
  packageVersions(language: 'python' | 'r' | 'node', name: string): readonly string[] | undefined;
}

/** A machine nobody can look into from here, such as the sandbox an agent will run the skill in. */
export const ANOTHER_MACHINE: MachineFacts = {
  here: false,
  platform: undefined,
  hasProgram: () => undefined,
  hasVariable: () => undefined,
  hasFile: () => undefined,
  packageVersions: () => undefined,
};
