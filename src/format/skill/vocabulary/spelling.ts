/** Keys are written in many ways: `requiredEnv`, `required_env`, `required-env` are one. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '');
}

/** The words of a key, in lower case: `requiredEnvVars` and `required_env-vars` are `required`, `env`, `vars`. */
export function wordsOf(key: string): string[] {
  // Perf: the words that are asked for are ASCII, and patterns with classes of Unicode take milliseconds to compile.
  return key
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9\u0080-\uFFFF]+/)
    .filter((word) => word !== '');
}

/** Plain text that YAML reads as nothing. The one rule for both readers. */
export function isNull(text: string): boolean {
  if (text.length > 4) return false;
  return text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL';
}
