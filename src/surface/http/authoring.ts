import { dry_run, MAX_TEXT_CHARACTERS, note, off, place } from './common.ts';
import { asking, type Route, writing } from './route.ts';

const list = { type: 'array', items: { type: 'string' }, maxItems: 200 } as const;
const draft = {
  title: { type: 'string', description: 'Heading of the text; the name is made from it where none is given.' },
  name: { type: 'string', description: 'Small letters, digits and single "-".' },
  description: { type: 'string', description: 'What it does, and when to use it.', maxLength: 8_192 },
  triggers: { ...list, description: 'Phrases that call for it.' },
  steps: { ...list, description: 'What is done, one thing after the other.' },
  body: { type: 'string', description: 'Markdown, above the steps.', maxLength: MAX_TEXT_CHARACTERS },
} as const;

/** Skills that one writes by hand. */
export const AUTHORING: readonly Route[] = [
  asking('/api/skills/check', {
    summary: 'What the gate and the checks of names say of a draft, and its text; nothing is kept.',
    answer: 'draft-check',
    properties: { ...draft, place },
    run: ({ workspace }, { place: where, ...given }) =>
      workspace.skills.check(given, where === undefined ? {} : { place: where }),
  }),
  writing('/api/skills', {
    summary: 'Keep a draft as version 1 of a skill of yours.',
    answer: 'written',
    properties: { ...draft, place, note, off, dry_run },
    run: ({ workspace }, { place: where, note: why, off: isOff, dry_run: dry, ...given }) =>
      workspace.skills.write(given, {
        ...(where === undefined ? {} : { place: where }),
        ...(why === undefined ? {} : { note: why }),
        ...(isOff === true ? { enabled: false } : {}),
        ...(dry === undefined ? {} : { dryRun: dry }),
      }),
  }),
];
