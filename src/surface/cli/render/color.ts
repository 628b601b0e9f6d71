import { styleText } from 'node:util';
import type { Io } from '../io.ts';

export type ColorChoice = 'auto' | 'always' | 'never';
export type Style = Parameters<typeof styleText>[0];

/** Paints text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** --color beats FORCE_COLOR and NO_COLOR, and those beat what the terminal is. Never in a pipe by itself. */
export function createPaint(io: Io, choice: ColorChoice): Paint {
  return wantsColor(io, choice)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}

function wantsColor(io: Io, choice: ColorChoice): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (io.env['NO_COLOR']) return false;
  const force = io.env['FORCE_COLOR'];
  if (force !== undefined && force !== '' && force !== '0' && force !== 'false') return true;
  return io.isTty && io.env['TERM'] !== 'dumb';
}
