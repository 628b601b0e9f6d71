import { diagnostic } from '../../base/diagnostic.ts';
import type { Root } from '../../base/types.ts';
import type { SkillTable } from '../table/table.ts';
import type { TableDiagnostic } from '../table/types.ts';
import { emptyTally, ledgerOf } from './ledger.ts';

/** Why a root has no folder to walk. */
export interface MissingRoot {
  readonly reason: 'missing' | 'not-a-folder' | 'unreadable';
  readonly cause?: string;
}

/** The reason as the table's header keeps it, such as `missing` or `unreadable EACCES`. */
export function reasonOf(missing: MissingRoot): string {
  return missing.cause === undefined ? missing.reason : `${missing.reason} ${missing.cause}`;
}

/** The empty table of a root without a folder. It is never cached: the next look may find one. */
export async function missingRoot(
  root: Root,
  missing: MissingRoot,
  about: { readonly key: string; readonly takenMs: number },
): Promise<SkillTable> {
  const { TableWriter } = await import('../table/build.ts');
  const writer = new TableWriter();
  writer.diagnostics.add(describe(root, missing));
  return writer.finish({
    header: {
      root,
      real_path: root.path,
      taken_ms: about.takenMs,
      key: about.key,
      revisits: 0,
      missing: reasonOf(missing),
    },
    scopes: [{ id: root.id, folder: '.', ledger: ledgerOf(emptyTally()) }],
  });
}

function describe(root: Root, { reason, cause }: MissingRoot): TableDiagnostic {
  if (reason === 'missing') {
    return { ...diagnostic('scan/root-missing', '.', `The root "${root.id}" does not exist yet.`), scope: 0 };
  }
  if (reason === 'not-a-folder') {
    const message = `The root "${root.id}" is not a folder.`;
    const hint = 'Name the folder that holds the skills, not a file in it.';
    return { ...diagnostic('scan/root-not-a-directory', '.', message, { hint }), scope: 0 };
  }
  const message = `The root "${root.id}" cannot be read (${cause}).`;
  return { ...diagnostic('scan/unreadable', '.', message, { hint: 'Check owner and permissions.' }), scope: 0 };
}
