/** Bytes of code that a function runs through before the optimizing compiler is asked: what V8 has by itself, and for short work. */
const USUAL_BUDGET = 66 * 1024;
const PATIENT_BUDGET = 250_000;

let isOwn = false;

/** This process is a command line of ours, not somebody's program that has us as a library: its compiler is ours to set. */
export function ownProcess(): void {
  isOwn = true;
}

/**
 * Asks the compiler for patience: what it optimizes in the first half second of a process is hardly used before the process ends,
 * and costs a quarter of the processor's time (see bench/README.md). Returns what ends it. Nothing in a process that is not ours.
 */
export function beginShortWork(): () => void {
  if (!isOwn) return () => {};
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(`--interrupt-budget=${PATIENT_BUDGET}`);
  return () => setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`);
}
