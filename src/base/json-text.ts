/** JSON as we print and write it: two blanks deep, and a newline at its end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
