// Node before 22 has no fs.globSync, which the conformance package imports when it starts and never needs here.
import * as fs from 'node:fs';
import { register } from 'node:module';

const PACKAGE = '/@modelcontextprotocol/conformance/';
const dataUrl = (code) => `data:text/javascript,${encodeURIComponent(code)}`;

if (!('globSync' in fs)) {
  const patched = dataUrl(
    "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];",
  );
  register(
    dataUrl(`export function resolve(name, context, next) {
      const asked = name === 'fs' || name === 'node:fs';
      const there = (context.parentURL ?? '').includes('${PACKAGE}');
      return asked && there ? { url: ${JSON.stringify(patched)}, shortCircuit: true } : next(name, context);
    }`),
  );
}
