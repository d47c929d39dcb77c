import { expect, test } from 'vitest'
import { closeParts, CloseTimeoutError } from './close-parts.ts'

const failTest = (error: Error) => expect.fail(error.message)

test('a part that fails, throws or never closes is reported, and keeps no other', async () => {
  const errors: Error[] = []
  const closed: string[] = []
  const areAllClosed = await closeParts(
    [
      { name: 'first', close: () => Promise.reject(new Error('broken')) },
      {
        name: 'second',
        close: () => {
          throw new Error('worse')
        },
      },
      { name: 'third', close: () => new Promise(() => undefined) },
      { name: 'fourth', close: () => void closed.push('fourth') },
    ],
    { timeoutMs: 50, onError: (error) => errors.push(error) },
  )
  expect(areAllClosed).toBe(false)
  expect(closed).toEqual(['fourth'])
  const names = errors.map(({ message }) => message.split(' ', 1)[0])
  expect(new Set(names)).toEqual(new Set(['first', 'second', 'third']))
  expect(errors.filter((error) => error instanceof CloseTimeoutError)).toHaveLength(1)
})

test('parts are closed side by side', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const parts = [
    { name: 'waits', close: () => promise },
    { name: 'is waited for', close: () => resolve() },
  ]
  expect(await closeParts(parts, { timeoutMs: 60_000, onError: failTest })).toBe(true)
})
