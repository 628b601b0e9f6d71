// The floor of a warm start: a process that only stats the paths named in a file, one a line.
import { readFileSync, statSync } from 'node:fs';

const started = performance.now();
const paths = readFileSync(process.argv[2], 'utf8').split('\n');
let found = 0;
for (const path of paths) if (statSync(path, { throwIfNoEntry: false }) !== undefined) found++;
console.log(JSON.stringify({ ms: performance.now() - started, found }));
