/** Something that has to be closed, and how it is named in the log. */
export interface ClosablePart {
  name: string
  close: () => Promise<unknown> | void
}

/** A part that did not close in time. What it still holds ends with the process. */
export class CloseTimeoutError extends Error {}

/**
 * Closes all parts side by side. A part that fails, or does not close in time, is reported and keeps no other.
 * Returns whether all were closed.
 */
export async function closeParts(
  parts: readonly ClosablePart[],
  { timeoutMs, onError }: { timeoutMs: number; onError: (error: Error) => void },
): Promise<boolean> {
  const results = await Promise.all(
    parts.map(async ({ name, close }) => {
      try {
        await limitTime(name, close, timeoutMs)
        return true
      } catch (error) {
        onError(
          error instanceof CloseTimeoutError
            ? error
            : new Error(`${name} could not be closed: ${String(error)}`, { cause: error }),
        )
        return false
      }
    }),
  )
  return results.every((isClosed) => isClosed)
}

async function limitTime(name: string, close: ClosablePart['close'], timeoutMs: number): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new CloseTimeoutError(`${name} did not close within ${timeoutMs} ms.`)),
    timeoutMs,
  )
  try {
    await Promise.race([close(), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
