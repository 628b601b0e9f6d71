import type { LeftOutRecord } from '../table/types.ts';
import type { FolderTask } from './walk-types.ts';

interface LeftOutPart extends LeftOutRecord {
  count: number;
}

/** The parts that a walk leaves out, each with what it counted there: so that a second way to one can be taken off. */
export class LeftOut {
  readonly parts: LeftOutPart[] = [];

  /** The task from which on everything is only counted. */
  begin(task: FolderTask, mode: 'broken' | 'ignored'): FolderTask {
    const as = mode === 'broken' ? 'in_broken_collection' : 'ignored';
    const part = this.parts.push({ path: task.path, as, scope: task.scope, count: 0 }) - 1;
    return { ...task, mode, part };
  }

  /** Counts one; what it counts as, or `undefined` where the task leaves nothing out. */
  add({ part: at }: FolderTask): LeftOutPart['as'] | undefined {
    const part = at === undefined ? undefined : this.parts[at];
    if (part === undefined) return undefined;
    part.count++;
    return part.as;
  }
}
