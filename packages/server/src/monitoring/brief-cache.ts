const LIFETIME_MS = 5000

/** Calls `read` at most every few seconds: several metrics come from one statement, and several servers may ask. */
export function cacheBriefly<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined
  return () => {
    if (last && performance.now() - last.at < LIFETIME_MS) return last.value
    const value = read()
    last = { at: performance.now(), value }
    // A failure is not kept.
    value.catch(() => (last = undefined))
    return value
  }
}
