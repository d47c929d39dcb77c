import { setTimeout as delay } from 'node:timers/promises'

/** Generous, because tests also run on machines that are busy with other things. */
const DEFAULT_TIMEOUT_MS = 90_000
const INTERVAL_MS = 25

/**
 * Waits until the condition gives a value that is neither false nor undefined, and returns it. Throws after the time
 * limit and says what was waited for. No test learns from it how long something took.
 */
export async function waitFor<Value>(
  description: string,
  condition: () => Promise<Value | undefined | false> | Value | undefined | false,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs
  do {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    await delay(INTERVAL_MS)
  } while (Date.now() < deadline)
  throw new Error(`waited ${timeoutMs} ms for ${description}`)
}

/** Repeats assertions until they hold. Throws what the last one threw after the time limit. */
export async function waitForAssertions(assertions: () => Promise<void>): Promise<void> {
  let lastError: unknown
  await waitFor('assertions', async () => {
    try {
      await assertions()
      return true
    } catch (error) {
      lastError = error
      return false
    }
  }).catch((error: unknown) => {
    throw lastError ?? error
  })
}
