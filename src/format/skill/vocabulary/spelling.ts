/** Keys are written in many ways: `requiredEnv`, `required_env`, `required-env` are one. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/gu, '');
}

/** The words of a key, in lower case: `requiredEnvVars` and `required_env-vars` are `required`, `env`, `vars`. */
export function wordsOf(key: string): string[] {
  return key
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Plain text that YAML reads as nothing. The one rule for both readers. */
export function isNull(text: string): boolean {
  if (text.length > 4) return false;
  return text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL';
}
