import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SwitchReport } from '../../../owner/store/types.ts';
import { type Refusal, RequestError } from '../core/api.ts';
import { go } from '../core/place.ts';
import { saveArchive } from '../core/save.ts';
import { useStart } from '../core/use-start.ts';
import { Refused } from '../parts/notice.tsx';
import { TakeOne } from './take.tsx';

/** What one does with a skill as a whole. */
export function SkillActions({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const switching = useStart<SwitchReport>();
  const [refusal, setRefusal] = useState<Refusal>();
  const switchOff = async (): Promise<void> => {
    const report = await switching.begin(`Switch ${name} off`, '/api/disable', { refs: [id] });
    if (report !== undefined) go('installed', '', { off: id });
  };
  const save = async (): Promise<void> => {
    try {
      setRefusal(undefined);
      await saveArchive(id);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setRefusal(error.refusal);
    }
  };
  const said = switching.refusal ?? refusal;
  return (
    <div class="actions">
      <TakeOne refs={[id]} label="Put on this level" />
      <button type="button" disabled={switching.isRunning} onClick={switchOff}>
        Switch off
      </button>
      <button type="button" class="quiet" onClick={save}>
        Save as zip
      </button>
      {said === undefined ? null : <Refused refusal={said} />}
    </div>
  );
}
