import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanRoot } from '../../../src/tree/scan/scan.ts';

async function codesOf(path: string): Promise<string[]> {
  const { table } = await scanRoot({ id: 'r', kind: 'project', path });
  return [...table.diagnostics()].map(({ code, severity }) => `${severity} ${code}`);
}

test.skipIf(process.platform === 'win32')(
  'a socket that is called SKILL.md is said to be no regular file',
  async () => {
    // A short path: sockets have room for about a hundred bytes.
    const folder = mkdtempSync(join(tmpdir(), 's'));
    mkdirSync(join(folder, 'a'));
    const server = createServer();
    await new Promise<void>((done) => {
      server.listen(join(folder, 'a/SKILL.md'), done);
    });
    try {
      expect(await codesOf(folder)).toEqual(['error scan/skill-not-a-file']);
    } finally {
      await new Promise((done) => {
        server.close(done);
      });
    }
  },
);

test.skipIf(process.platform !== 'linux')('a name that is not UTF-8 is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'n'));
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xe9])]));
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xe9]), Buffer.from('/SKILL.md')]),
    '---\nname: a\ndescription: d\n---\n',
  );
  expect(await codesOf(folder)).toContain('error scan/name-not-utf8');
});
