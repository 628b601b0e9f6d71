import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { archiveKind, readArchive } from '../../../src/format/archive/read.ts';
import { writeZip } from '../../../src/format/archive/write.ts';
import { type TarEntry, tarBytes, tarGz, type ZipEntry, zipBytes } from '../../support/archives.ts';

async function refusal(
  promise: Promise<unknown>,
): Promise<{ readonly reason: string | undefined; readonly message: string }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`not refused: ${String(error)}`);
  expect(error.code).toBe('SOURCE_REFUSED');
  return { reason: error.reason, message: error.message };
}

const shown = (files: Awaited<ReturnType<typeof readArchive>>): unknown[] =>
  files.map(({ path, bytes, executable }) => [path, Buffer.from(bytes).toString(), executable]);

describe('an archive', () => {
  const entries = [
    { path: 'cell-count/scripts/run.sh', body: '#!/bin/sh\n' },
    { path: './cell-count/SKILL.md', body: '---\nname: cell-count\n---\n' },
    { path: 'cell-count/empty', body: '' },
  ] as const;
  const expected = [
    ['cell-count/SKILL.md', '---\nname: cell-count\n---\n', false],
    ['cell-count/empty', '', false],
    ['cell-count/scripts/run.sh', '#!/bin/sh\n', true],
  ];
  const tarEntries = entries.map((one, at): TarEntry => ({ ...one, mode: at === 0 ? 0o755 : 0o644 }));
  const zipEntries = entries.map((one, at): ZipEntry => ({ ...one, mode: at === 0 ? 0o100755 : 0o100644 }));

  it('gives its files in order, with names cleaned and the bit that makes a script a script', async () => {
    const folder: TarEntry = { path: 'cell-count/', type: '5', mode: 0o755 };
    expect(shown(await readArchive(tarGz([folder, ...tarEntries])))).toEqual(expected);
    expect(shown(await readArchive(tarBytes(tarEntries)))).toEqual(expected);
    expect(shown(await readArchive(zipBytes([{ path: 'cell-count/' }, ...zipEntries])))).toEqual(expected);
  });

  it('reads deflated entries, and those without a mode', async () => {
    const body = 'a'.repeat(5_000);
    const packed = deflateRawSync(body);
    const zip = zipBytes([{ path: 'a.txt', body, packed, method: 8, mode: 0 }]);
    expect(shown(await readArchive(zip))).toEqual([['a.txt', body, false]]);
  });

  it('leaves out what macOS packs beside files', async () => {
    const zip = zipBytes([
      { path: '__MACOSX/' },
      { path: '__MACOSX/._SKILL.md', body: 'x' },
      { path: 'a/.DS_Store' },
      { path: 'a/b', body: 'b' },
    ]);
    expect(shown(await readArchive(zip))).toEqual([['a/b', 'b', false]]);
  });

  it('is told by its bytes, not by its name', async () => {
    expect(archiveKind(zipBytes(zipEntries))).toBe('zip');
    expect(archiveKind(zipBytes([]))).toBe('zip');
    expect(archiveKind(tarGz(tarEntries))).toBe('tar');
    expect(archiveKind(tarBytes(tarEntries))).toBe('tar');
    expect(archiveKind(Buffer.from('#!/bin/sh'))).toBeUndefined();
    expect((await refusal(readArchive(Buffer.from('<html>')))).reason).toBe('broken');
  });

  const HOSTILE_PATHS = [
    '../evil',
    'a/../../evil',
    '/etc/passwd',
    'C:/evil',
    'C:evil',
    '..\\evil',
    'a/..',
    'a/./b',
    'a//b',
    'con',
    'a/NUL.txt',
    'a:stream',
    'trailing./x',
    'trailing /x',
    `${'n'.repeat(300)}/x`,
    'line\nbreak',
    'esc\u001b[2J',
  ];
  it.each(HOSTILE_PATHS)('is refused for the path %j', async (path) => {
    const good = { path: 'SKILL.md', body: 'x' };
    const inZip = await refusal(readArchive(zipBytes([good, { path, body: 'x' }])));
    expect(inZip.reason).toBe('path');
    const long = Buffer.byteLength(path) > 100 ? [{ path: '././@LongLink', type: 'L', body: `${path}\0` }] : [];
    const inTar = await refusal(readArchive(tarGz([good, ...long, { path, body: 'x' }])));
    expect(inTar.reason).toBe('path');
    for (const { message } of [inZip, inTar]) expect(message).not.toMatch(/[\u0000-\u001f]/);
  });

  it('is refused for a path that only an extended header names', async () => {
    const record = '16 path=../evil\n';
    const tar = tarGz([
      { path: 'PaxHeader', type: 'x', body: record },
      { path: 'good', body: 'x' },
    ]);
    expect((await refusal(readArchive(tar))).reason).toBe('path');
  });

  it.each([
    ['the same path twice', ['a/b', 'a/b']],
    ['paths that differ in case', ['a/SKILL.md', 'a/skill.md']],
    ['folders that differ in case', ['a/x', 'A/y']],
    ['paths that differ in normal form', ['caf\u00e9', 'cafe\u0301']],
    ['a file where a folder is', ['a/b', 'a']],
    ['a folder where a file is', ['a', 'a/b']],
  ])('is refused for %s', async (_, paths) => {
    const list = paths.map((path) => ({ path, body: 'x' }));
    expect((await refusal(readArchive(zipBytes(list)))).reason).toBe('clash');
    expect((await refusal(readArchive(tarGz(list)))).reason).toBe('clash');
  });

  it.each(['/home/user/.ssh/id_rsa', '../../secret', 'SKILL.md'])('is refused for a link to %s', async (link) => {
    const zip = zipBytes([{ path: 'SKILL.md' }, { path: 'key', body: link, mode: 0o120777 }]);
    expect((await refusal(readArchive(zip))).message).toContain('"key" is a link');
    for (const type of ['1', '2']) {
      expect((await refusal(readArchive(tarGz([{ path: 'key', type, link }])))).reason).toBe('link');
    }
  });

  it.each(['3', '4', '6'])('is refused for a special file of type %s', async (type) => {
    expect((await refusal(readArchive(tarGz([{ path: 'pipe', type }])))).reason).toBe('special');
  });

  it('is refused for a pipe in a zip, for an encrypted entry and for methods nobody asked for', async () => {
    expect((await refusal(readArchive(zipBytes([{ path: 'p', mode: 0o010644 }])))).reason).toBe('special');
    expect(
      (await refusal(readArchive(zipBytes([{ path: 'p', flags: 0x801, body: 'x', packed: Buffer.alloc(13) }])))).reason,
    ).toBe('encrypted');
    expect((await refusal(readArchive(zipBytes([{ path: 'p', method: 12, body: 'x' }])))).reason).toBe('broken');
  });

  describe('that is a bomb', () => {
    const zeros = Buffer.alloc(30_000_000);
    it('is refused by what it says it holds, before it is unpacked', async () => {
      const packed = deflateRawSync(zeros);
      expect(packed.length).toBeLessThan(40_000);
      const zip = zipBytes([{ path: 'z', body: zeros, packed, method: 8 }]);
      expect((await refusal(readArchive(zip))).message).toContain('"z" has 30000000 bytes; 16777216 are allowed');
      expect((await refusal(readArchive(tarGz([{ path: 'z', body: zeros }])))).reason).toBe('too-large');
    });

    it('is refused when it lies about its sizes', async () => {
      const packed = deflateRawSync(zeros);
      const zip = zipBytes([{ path: 'z', body: zeros, packed, method: 8, size: 10 }]);
      expect((await refusal(readArchive(zip))).reason).toBe('broken');
    });

    it('is refused for the sum of many entries, also when they share their bytes', async () => {
      const many = Array.from({ length: 9 }, (_, at) => ({ path: `${at}`, body: Buffer.alloc(1_000_000) }));
      for (const bytes of [zipBytes(many), tarGz(many)]) {
        const found = await refusal(readArchive(bytes, { maxUnpackedBytes: 8_000_000 }));
        expect(found.message).toContain('unpacked it has more than 8000000 bytes');
      }
    });

    it('is refused for gzip that never ends', async () => {
      const bomb = gzipSync(Buffer.alloc(60_000_000));
      expect((await refusal(readArchive(bomb, { maxUnpackedBytes: 1_000_000, maxEntries: 10 }))).reason).toBe(
        'too-large',
      );
    });

    it('is refused for the number of its entries, folders too', async () => {
      const many = Array.from({ length: 50 }, (_, at) => ({ path: `${at}/` }));
      expect((await refusal(readArchive(zipBytes(many), { maxEntries: 49 }))).message).toContain(
        'more than 49 entries',
      );
      const folders = many.map((one) => ({ ...one, type: '5' }));
      expect((await refusal(readArchive(tarGz(folders), { maxEntries: 49 }))).reason).toBe('too-large');
    });

    it('is refused when it is packed in itself', async () => {
      expect((await refusal(readArchive(gzipSync(tarGz([{ path: 'a' }]))))).message).toContain('packed twice');
    });
  });

  it('is refused when it is cut, or when a byte was changed', async () => {
    const tar = tarGz(tarEntries);
    expect((await refusal(readArchive(tar.subarray(0, tar.length - 20)))).reason).toBe('broken');
    const plain = tarBytes(tarEntries);
    expect((await refusal(readArchive(plain.subarray(0, 700)))).reason).toBe('broken');
    const header = Buffer.from(plain);
    header[3] = (header[3] ?? 0) ^ 1;
    expect((await refusal(readArchive(header))).reason).toBe('broken');
    const zip = zipBytes(zipEntries);
    expect((await refusal(readArchive(zip.subarray(0, zip.length - 30)))).reason).toBe('broken');
    expect((await refusal(readArchive(zipBytes([{ path: 'a', body: 'abc', crc: 7 }])))).message).toContain('checksum');
  });

  it('never throws anything but a refusal, whatever the bytes are', async () => {
    const seeds = [zipBytes(zipEntries), tarBytes(tarEntries), tarGz(tarEntries)];
    const damage = fc.record({
      seed: fc.constantFrom(...seeds),
      edits: fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      cut: fc.option(fc.nat(2_000)),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ seed, edits, cut }) => {
        const bytes = Buffer.from(cut === null ? seed : seed.subarray(0, cut));
        for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
        await readArchive(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(SkillficheError));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a zip of ours', () => {
  const file = (path: string, text: string, executable = false) => ({ path, bytes: Buffer.from(text), executable });

  it('is read back as it was, and is the same bytes in any order and time zone', async () => {
    const part = fc.stringMatching(/^[a-z]{1,6}$/);
    const files = fc.uniqueArray(fc.tuple(part, fc.string(), fc.boolean()), {
      selector: ([name]) => name,
      maxLength: 8,
    });
    const zone = process.env['TZ'];
    try {
      await fc.assert(
        fc.asyncProperty(files, async (list) => {
          const packed = list.map(([name, text, executable]) => file(`s/${name}`, text, executable));
          process.env['TZ'] = 'Pacific/Auckland';
          const bytes = await writeZip(packed);
          process.env['TZ'] = 'America/Lima';
          expect(await writeZip(packed.toReversed())).toEqual(bytes);
          const back = await readArchive(bytes);
          expect(back.map(({ path, bytes: its, executable }) => ({ path, bytes: its, executable }))).toEqual(
            packed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
          );
        }),
        { numRuns: 40 },
      );
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});
