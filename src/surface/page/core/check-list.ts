import type { Level } from '../../../owner/session/levels.ts';

/** One line of a level's check list. */
export interface CheckLine {
  readonly id: string;
  /** Own: this level lists it. Inherited: every run gets it from `global`. Absent: it could be listed. */
  readonly from: 'own' | 'inherited' | 'absent';
  /** Why nobody is given it although it is listed. */
  readonly note?: 'switched off' | 'gone';
}

/** What a level holds, then what it gets anyway, then what could be put on it. Each skill once. */
export function checkLines(level: Level, global: Level, others: readonly string[]): CheckLine[] {
  const lines = new Map<string, CheckLine>();
  const put = (line: CheckLine): void => {
    if (!lines.has(line.id)) lines.set(line.id, line);
  };
  for (const id of level.skills) put({ id, from: 'own' });
  for (const id of level.off ?? []) put({ id, from: 'own', note: 'switched off' });
  for (const id of level.dropped) put({ id, from: 'own', note: 'gone' });
  if (level.key !== global.key) for (const id of global.skills) put({ id, from: 'inherited' });
  for (const id of others) put({ id, from: 'absent' });
  return [...lines.values()];
}
