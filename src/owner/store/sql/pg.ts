/**
 * The driver. Perf: while it loads it asks in which runtime it is, and where there is no `navigator` (Node 20) it makes a
 * `Response` to find out, which loads all of `fetch`; that takes longer than all else of it. So it is told.
 */
export async function loadPg(): Promise<typeof import('pg')['default']> {
  const isTold = 'navigator' in globalThis;
  if (!isTold) {
    const value = { userAgent: `Node.js/${process.versions.node}` };
    Object.defineProperty(globalThis, 'navigator', { value, configurable: true, enumerable: false });
  }
  try {
    return (await import('pg')).default;
  } finally {
    if (!isTold) Reflect.deleteProperty(globalThis, 'navigator');
  }
}
