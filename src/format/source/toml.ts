/** The value of a TOML text, or why it is none. Loaded only for locks of other tools. */
export async function readToml(text: string): Promise<{ readonly value: unknown } | { readonly fault: string }> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { value: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { fault: `line ${error.line}, column ${error.column}` };
  }
}
