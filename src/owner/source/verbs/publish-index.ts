import { SkillficheError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { compareCodePoints } from '../../../base/text.ts';
import type { SkillEntry, View } from '../../../catalog/types.ts';
import { type FileToPack, writeZip } from '../../../format/archive/write.ts';
import { checkPackage } from '../../../format/package/check.ts';
import type { PackageFile } from '../../../format/package/file.ts';
import {
  DISCOVERY_SCHEMA,
  formatIndex,
  formatOlderIndex,
  type PublishedSkill,
} from '../../../format/source/discovery.ts';
import type { FolderDisk } from '../../../io/disk/folder-disk.ts';
import { createFolderDisk } from '../../../io/disk/folder-disk.ts';
import { replaceFile } from '../../../io/disk/replace.ts';

export interface IndexOptions {
  /** Folder of a web site; `.well-known` is made in it. */
  readonly out: string;
  /** Whose skills: what it withholds is in no file. */
  readonly view: View;
  /** Also the older shape, `.well-known/skills`, that some clients still ask for. Default true. */
  readonly older?: boolean;
  readonly dryRun?: boolean;
}

export interface IndexReport {
  readonly skills: readonly PublishedSkill[];
  /** Not published, and why. */
  readonly left_out: readonly { readonly id: string; readonly why: string }[];
  /** Absolute, in order. */
  readonly written: readonly string[];
  readonly dry_run: boolean;
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NEWER = '.well-known/agent-skills';
const OLDER = '.well-known/skills';

interface Ready {
  readonly entry: SkillEntry;
  readonly files: readonly FileToPack[];
}

/**
 * Writes an index of skills, 0.2.0, with what it names: a SKILL.md as it is, a skill of several files as a zip that is the
 * same bytes everywhere. Throws NOT_WRITABLE where another index lies that is not of this shape.
 */
export async function publishIndex(options: IndexOptions): Promise<IndexReport> {
  const { view, older = true, dryRun = false } = options;
  const disk = createFolderDisk();
  const out = options.out.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
  requireOurs(disk, `${out}/${NEWER}/index.json`, true);
  if (older) requireOurs(disk, `${out}/${OLDER}/index.json`, false);
  const { ready, left } = await readyOnes(view, disk);
  const files = new Map<string, Uint8Array>();
  const skills: PublishedSkill[] = [];
  for (const one of ready) {
    const { name, description } = one.entry;
    const [only] = one.files;
    const isSingle = one.files.length === 1 && only !== undefined;
    const bytes = isSingle ? only.bytes : await writeZip(one.files);
    const url = isSingle ? `${name}/SKILL.md` : `${name}.zip`;
    files.set(`${NEWER}/${url}`, bytes);
    skills.push({
      name,
      type: isSingle ? 'skill-md' : 'archive',
      description,
      url,
      digest: `sha256:${sha256Hex(bytes)}`,
    });
    if (older) for (const file of one.files) files.set(`${OLDER}/${name}/${file.path}`, file.bytes);
  }
  // The index last: what it names is there when it says so.
  if (older) {
    const rows = ready.map(({ entry, files: its }) => ({
      name: entry.name,
      description: entry.description,
      files: its.map(({ path }) => path),
    }));
    files.set(`${OLDER}/index.json`, Buffer.from(formatOlderIndex(rows)));
  }
  files.set(`${NEWER}/index.json`, Buffer.from(formatIndex(skills)));
  if (!dryRun) {
    for (const [path, bytes] of files) {
      disk.ensureFolder(`${out}/${path}`.slice(0, `${out}/${path}`.lastIndexOf('/')));
      await replaceFile(`${out}/${path}`, bytes);
    }
  }
  return {
    skills,
    left_out: left,
    written: dryRun ? [] : [...files.keys()].map((path) => `${out}/${path}`),
    dry_run: dryRun,
  };
}

/** Only an index like ours is replaced. */
function requireOurs(disk: FolderDisk, path: string, hasSchema: boolean): void {
  const state = disk.state(path);
  if (state === undefined) return;
  const text = state.kind === 'file' ? disk.readFile(path).bytes.toString('utf8') : '';
  if (hasSchema ? text.includes(DISCOVERY_SCHEMA) : /"skills"\s*:/.test(text)) return;
  throw new SkillficheError(
    'NOT_WRITABLE',
    `${path} is there, and is no index of skills. Move it away, or choose another folder.`,
    { paths: [path] },
  );
}

async function readyOnes(
  view: View,
  disk: FolderDisk,
): Promise<{ readonly ready: readonly Ready[]; readonly left: IndexReport['left_out'] }> {
  const ready: Ready[] = [];
  const left: { id: string; why: string }[] = [];
  const taken = new Set<string>();
  for (const entry of [...view.entries()].sort(
    (a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id),
  )) {
    const { id, name, file, folder } = entry;
    const why =
      !NAME.test(name) || name.length > 64
        ? 'its name is not as the format asks'
        : file !== 'SKILL.md'
          ? `its file is spelt ${file}`
          : taken.has(name)
            ? 'another skill has its name'
            : entry.recovered
              ? 'a strict reader would refuse its frontmatter'
              : undefined;
    if (why !== undefined) {
      left.push({ id, why });
      continue;
    }
    const files: (FileToPack & PackageFile)[] = [];
    for (const { path } of await view.manifest(id)) {
      const executable = disk.state(`${folder}/${path}`)?.executable === true;
      files.push({ path, bytes: await view.readBytes(id, path), executable, kind: 'file' });
    }
    // What its owner accepted for this machine is not accepted for everybody: whoever adds it from the site would be refused.
    const { findings } = await checkPackage(files, { origin: 'foreign' });
    const fault = findings.find(({ severity }) => severity === 'error');
    if (fault !== undefined) {
      const place = fault.line === undefined ? fault.path : `${fault.path}:${fault.line}`;
      left.push({ id, why: `the gate refuses it, ${fault.code} at ${place}` });
      continue;
    }
    taken.add(name);
    ready.push({ entry, files });
  }
  return { ready, left };
}
