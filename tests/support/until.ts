import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for something that will come. The patience is for machines under load: no test learns from it how
 * long a thing took.
 */
export async function until<Result>(
  what: string,
  look: () => Promise<Result | undefined | false> | Result | undefined | false,
  patience = 90_000,
): Promise<Result> {
  const end = Date.now() + patience
  for (;;) {
    const result = await look()
    if (result !== undefined && result !== false) return result
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await sleep(25)
  }
}
