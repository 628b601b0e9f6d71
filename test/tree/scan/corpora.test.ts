import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sumLedgers } from '../../../src/tree/scan/ledger.ts';
import { scanRoot } from '../../../src/tree/scan/scan.ts';
import { sameContent } from '../../../src/tree/table/same-content.ts';
import { hasShared, shared } from '../../support/shared.ts';
import { makeTree } from '../../support/tree.ts';

const CORPORA = hasShared
  ? readdirSync(shared('corpora'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  : ['none'];

describe.skipIf(!hasShared)('real trees', () => {
  it.each(CORPORA)(
    '%s: the ledger adds up to the SKILL.md files on disk, warm is cold, slices change nothing',
    async (name) => {
      const path = shared('corpora', name);
      const root = { id: 'r', kind: 'project', path };
      const cache = makeTree({});
      const { table } = await scanRoot(root, { cache, sliceMs: 0 });
      const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /(^|\/)skill\.md$/i.test(file),
      );
      const ledger = sumLedgers(table.header.scopes.map((scope) => scope.ledger));
      expect(ledger.found).toBe(files.length);
      expect(ledger.indexed).toBe(table.skills);
      expect(ledger.indexed + ledger.nested + ledger.miscased_duplicate + ledger.invalid + ledger.unreadable).toBe(
        ledger.found,
      );
      const listed = new Set(
        Array.from({ length: table.skills }, (_, row) => join(table.folder(row), table.file(row))),
      );
      const explained = new Set(
        [...table.diagnostics()].filter((one) => one.code.startsWith('scan/')).map((one) => one.path),
      );
      expect(files.filter((file) => !listed.has(file) && !explained.has(file))).toEqual([]);

      const sliced = await scanRoot(root, { sliceMs: 0.01 });
      expect(sameContent(sliced.table, table)).toBe(true);
      const warm = await scanRoot(root, { cache });
      expect(warm.how).toBe('snapshot');
      expect(sameContent(warm.table, table)).toBe(true);
    },
  );
});
