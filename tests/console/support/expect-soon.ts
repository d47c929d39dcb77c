import { expect } from 'vitest'
import { waitForAssertions } from '../../../packages/server/src/testing/wait-for.ts'

/** Waits until something reads as expected: what a page or the server shows a moment after an action. */
export const expectSoon = <Value>(read: () => Promise<Value>, expected: Value): Promise<void> =>
  waitForAssertions(async () => expect(await read()).toEqual(expected))
