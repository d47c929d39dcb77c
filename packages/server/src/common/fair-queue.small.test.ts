import { expect, test } from 'vitest'
import { FairQueue, FairQueueFullError } from './fair-queue.ts'

/** A queue whose work ends when the test says so, and the names of the work in the order in which it began. */
function createQueue(concurrency: number, maxWaitingPerOwner = 100) {
  const queue = new FairQueue({ concurrency, maxWaitingPerOwner })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const add = (owner: string, name: string) =>
    queue.run(owner, () => {
      started.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, end, started }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an owner with one piece of work waits for one of an owner with fifty', async () => {
  const { add, end, started } = createQueue(1)
  for (let n = 0; n < 50; n++) void add('many', `many-${n}`)
  void add('one', 'one')
  await settle()
  await end('many-0')
  expect(started).toEqual(['many-0', 'one'])
  await end('one')
  expect(started.at(-1)).toBe('many-1')
})

test('owners take turns, each in the order in which it asked', async () => {
  const { add, end, started } = createQueue(1)
  for (const owner of ['a', 'b', 'c']) for (const n of [1, 2]) void add(owner, `${owner}${n}`)
  await settle()
  for (let n = 0; n < 6; n++) await end(started.at(-1) ?? '')
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
})

test('one owner never has all places', async () => {
  const { add, started } = createQueue(3)
  for (let n = 0; n < 9; n++) void add('many', `many-${n}`)
  await settle()
  expect(started).toEqual(['many-0', 'many-1'])
  void add('one', 'one')
  await settle()
  expect(started).toEqual(['many-0', 'many-1', 'one'])
})

test('work that fails gives its place to the next', async () => {
  const { add, end, started } = createQueue(1)
  const failing = add('a', 'failing')
  const next = add('a', 'next')
  await settle()
  await Promise.all([expect(failing).rejects.toThrow('no'), end('failing', new Error('no'))])
  expect(started).toEqual(['failing', 'next'])
  await end('next')
  expect(await next).toBe('next')
})

test('refuses further work of an owner who has too much waiting, and takes that of others', async () => {
  const { add, started } = createQueue(1, 2)
  for (const name of ['running', 'second', 'third']) void add('a', name)
  await settle()
  await expect(add('a', 'fourth')).rejects.toThrow(FairQueueFullError)
  void add('b', 'other')
  await settle()
  expect(started).toEqual(['running'])
})
