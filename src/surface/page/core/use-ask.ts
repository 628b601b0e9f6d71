import { signal } from '@preact/signals';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { ask, type Refusal, RequestError } from './api.ts';

/** An answer on its way, there, or refused. What was there before stays until the next one is. */
export interface Asked<T> {
  readonly data: T | undefined;
  readonly refusal: Refusal | undefined;
  readonly isLoading: boolean;
  again(): void;
}

/** Goes up when something was changed: what is shown is then asked for anew. */
export const changes = signal(0);

/** Asks for an address, and again whenever it is another one or something was changed. Undefined: nothing is asked. */
export function useAsk<T>(path: string | undefined): Asked<T> {
  const [state, setState] = useState<{
    readonly path?: string | undefined;
    readonly data?: T;
    readonly refusal?: Refusal;
  }>({});
  const [turn, setTurn] = useState(0);
  const seen = changes.value;
  // A turn and a change ask the same address again. Perf: before the paint, so that hits come a frame sooner.
  useLayoutEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    ask<T>(path, abort.signal).then(
      (data) => setState({ path, data }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof RequestError)) throw error;
        const { refusal } = error;
        // What was read stays when nobody answers any more: the page says so above it.
        setState((before) => (refusal.kind === 'gone' && before.path === path ? before : { path, refusal }));
      },
    );
    return () => abort.abort();
  }, [path, turn, seen]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const isCurrent = state.path === path;
  return {
    data: isCurrent ? state.data : undefined,
    refusal: isCurrent ? state.refusal : undefined,
    isLoading: path !== undefined && !isCurrent,
    again,
  };
}
