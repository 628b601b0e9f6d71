// Arguments that several addresses take.

export const ref = {
  type: 'string',
  description: 'An id such as project:deploy, or the name of its folder.',
} as const;
export const refs = { type: 'array', description: 'Ids, or names.', items: { type: 'string' } } as const;
export const dry_run = { type: 'boolean', description: 'Say what would change, and change nothing.' } as const;
export const note = { type: 'string', description: 'A word on why, for the history.' } as const;
export const discard = { type: 'boolean', description: 'Let edits go that are in no version.' } as const;
export const place = { type: 'string', description: 'Whose it is.', enum: ['personal', 'project'] } as const;
export const off = { type: 'boolean', description: 'Switched off until it is enabled.' } as const;

export function changeOptions(how: { readonly discard?: boolean; readonly dry_run?: boolean }): {
  readonly discard?: boolean;
  readonly dryRun?: boolean;
} {
  return {
    ...(how.discard === undefined ? {} : { discard: how.discard }),
    ...(how.dry_run === undefined ? {} : { dryRun: how.dry_run }),
  };
}

/** Of a text that becomes a SKILL.md: as much as the gate lets through. */
export const MAX_TEXT_CHARACTERS: number = 64 * 1024;
