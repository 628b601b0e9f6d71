import { useRef } from 'preact/hooks';

/** The last value that was there. */
export function useKept<T>(value: T | undefined, isOver: boolean): T | undefined {
  const kept = useRef<T | undefined>(undefined);
  if (isOver) kept.current = undefined;
  else if (value !== undefined) kept.current = value;
  return kept.current;
}
