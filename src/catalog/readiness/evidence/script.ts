import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { MAX_SYNTAX_DEPTH } from '../../../base/limits.ts';
import { type CodeReading, emptyCodeReading } from './sights.ts';

const typed = parser.configure({ dialect: 'ts jsx' });

/** The packages that JavaScript or TypeScript loads, and the variables it reads. Never throws. */
export function readScript(source: string): CodeReading {
  const found = emptyCodeReading();
  // Without one of these words there is nothing to find.
  if (!/\bimport\b|\brequire\b|\bexport\b|\.env\b/.test(source)) return found;
  const slice = (node: SyntaxNode): string => source.slice(node.from, node.to);
  const load = (node: SyntaxNode | null, optional: boolean): void => {
    if (node?.name !== 'String') return;
    const specifier = slice(node).slice(1, -1);
    if (/^\.{1,2}\//.test(specifier)) found.files.push({ path: specifier, optional });
    else found.sights.push({ kind: 'node', name: specifier, at: node.from, optional });
  };
  const visit = (node: SyntaxNode, isTried: boolean, depth: number): void => {
    if (depth > MAX_SYNTAX_DEPTH) return;
    if (node.name === 'ImportDeclaration' || node.name === 'ExportDeclaration') {
      load(node.getChild('String'), isTried || /^(?:import|export)\s+type\b/.test(slice(node)));
    } else if (node.name === 'DynamicImport') load(node.getChild('String'), isTried);
    else if (node.name === 'CallExpression') {
      const callee = node.firstChild;
      if (callee !== null && /^(?:require|require\.resolve|import)$/.test(slice(callee)))
        load(node.getChild('ArgList')?.firstChild?.nextSibling ?? null, isTried);
    } else if (node.name === 'MemberExpression') variable(node, isTried);
    const tries = isTried || (node.name === 'TryStatement' && node.getChild('CatchClause') !== null);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child, tries, depth + 1);
  };
  const variable = (node: SyntaxNode, optional: boolean): void => {
    const read = /^(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env)(?:\.(\w+)|\[\s*['"](\w+)['"]\s*\])$/.exec(
      slice(node),
    );
    const name = read?.[1] ?? read?.[2];
    if (name === undefined || /^(?:NODE_ENV|HOME|PATH|PWD|CI|PORT|DEV|PROD|MODE|TMPDIR|USER)$/.test(name)) return;
    const after = source.slice(node.to, node.to + 12);
    if (/^\s*=(?!=)/.test(after)) found.given.add(name);
    else found.sights.push({ kind: 'env', name, at: node.from, optional: optional || /^\s*(?:\?\?|\|\|)/.test(after) });
  };
  visit(typed.parse(source).topNode, false, 0);
  return found;
}
