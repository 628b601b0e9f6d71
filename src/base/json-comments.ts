/** JSON with `//` and block comments and commas before a closing bracket, as editors take it, made plain. Places stay: each is a space. */
export function withoutComments(text: string): string {
  const parts = /"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
  const plain = text.replace(parts, (part) => (part.startsWith('"') ? part : part.replace(/[^\n]/g, ' ')));
  return plain.replace(/"(?:[^"\\]|\\.)*"?|,(?=\s*[\]}])/g, (part) => (part === ',' ? ' ' : part));
}
