import { defineSession } from '../worker-entry.ts'

export type CounterHandlers = ReturnType<typeof createHandlers>

export default defineSession(createHandlers)

/** A session that counts, and one call that never ends. */
function createHandlers() {
  let count = 0
  return {
    add: (amount: number) => (count += amount),
    fail: (message: string) => {
      throw new Error(message)
    },
    spin: (_nothing: undefined): number => {
      for (let turns = 0; turns >= 0; turns = (turns + 1) % 2);
      return count
    },
  }
}
