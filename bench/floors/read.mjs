// The floor of a cold scan: walk a tree, read every SKILL.md whole, hash it. Prints the milliseconds it took.
import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';

const started = performance.now();
const stack = [process.argv[2]];
let buffer = Buffer.allocUnsafeSlow(64 * 1024);
let files = 0;
let bytes = 0;
while (stack.length > 0) {
  const folder = stack.pop();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) stack.push(path);
    else if (entry.name === 'SKILL.md') {
      const handle = openSync(path, 'r');
      const { size } = fstatSync(handle);
      if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size * 2);
      const length = readSync(handle, buffer, 0, size, 0);
      closeSync(handle);
      hash('sha256', buffer.subarray(0, length), 'hex');
      files++;
      bytes += length;
    }
  }
}
console.log(JSON.stringify({ ms: performance.now() - started, files, bytes }));
