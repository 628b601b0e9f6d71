/** A skill as its fields stand in the form. */
export interface DraftFields {
  readonly title: string;
  readonly description: string;
  readonly triggers: string;
  readonly steps: string;
  readonly body: string;
  readonly place: string;
  readonly isOff: boolean;
}

export const NO_DRAFT: DraftFields = {
  title: '',
  description: '',
  triggers: '',
  steps: '',
  body: '',
  place: '',
  isOff: false,
};

/** What the server is asked about: lists a line each, nothing that is empty. */
export function draftOf({
  title,
  description,
  triggers,
  steps,
  body,
}: DraftFields): Readonly<Record<string, string | string[]>> {
  const all = { title, description, triggers: linesOf(triggers), steps: linesOf(steps), body };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value.length > 0));
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
