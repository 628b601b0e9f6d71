// C0 but for tab and line feed, DEL, and C1: never meant, invisible, and poison to terminals, databases and JSON readers.
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

/** A scalar fit to show and store: control characters out, lone surrogates replaced. Mostly the very same string. */
export function cleanScalar(text: string): string {
  return (text.search(CONTROLS) < 0 ? text : text.replace(CONTROLS, '')).toWellFormed();
}
