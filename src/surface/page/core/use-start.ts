import { useState } from 'preact/hooks';
import { type Refusal, RequestError } from './api.ts';
import { start } from './jobs.ts';

/** Work of one button: whether it runs, what came of it, or what was said instead. */
export interface Started<T> {
  readonly isRunning: boolean;
  readonly answer: T | undefined;
  readonly refusal: Refusal | undefined;
  /** Resolves with the answer, or with nothing where it was refused. */
  begin(title: string, path: string, body: object): Promise<T | undefined>;
  clear(): void;
}

export function useStart<T>(): Started<T> {
  const [isRunning, setRunning] = useState(false);
  const [answer, setAnswer] = useState<T>();
  const [refusal, setRefusal] = useState<Refusal>();
  const clear = (): void => {
    setAnswer(undefined);
    setRefusal(undefined);
  };
  return {
    isRunning,
    answer,
    refusal,
    clear,
    async begin(title, path, body) {
      clear();
      setRunning(true);
      try {
        const given = await start<T>(title, path, body);
        setAnswer(() => given);
        return given;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        setRefusal(error.refusal);
        return undefined;
      } finally {
        setRunning(false);
      }
    },
  };
}
