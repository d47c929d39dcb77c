import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hash } from '@verso/revisions'
import { sql } from '../../../database/database.ts'
import { TestApp } from '../../../testing/app.ts'
import { ObjectStore } from './object-store.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

/** Objects by their hashes; each is of its own bytes. */
function objectsOf(count: number, size: number, first = 0): Map<Hash, Uint8Array> {
  const objects = new Map<Hash, Uint8Array>()
  for (let number = first; number < first + count; number += 1) {
    const bytes = Buffer.alloc(size, `${number} `)
    objects.set(hash('sha256', bytes, 'base64url'), bytes)
  }
  return objects
}

const stored = async (objects: ReadonlyMap<Hash, Uint8Array>) => {
  const found = await new ObjectStore().createReader(app.database).get([...objects.keys()])
  return [...objects].every(([hash, bytes]) => Buffer.compare(found.get(hash) ?? Buffer.of(), bytes) === 0)
}

test('more than is sent at once, and an object larger than that, come back as they were', async () => {
  const objects = new Map([
    ...objectsOf(40, 1_000_000),
    ...objectsOf(1, 34_000_000, 100),
    ...objectsOf(3, 1, 101),
  ])
  await app.database.transaction((tx) => new ObjectStore().save(tx, objects))
  expect(await stored(objects)).toBe(true)
})

test('many who store the same at once, in any order, all do, and it is there once', async () => {
  const objects = objectsOf(200, 300, 1000)
  const orders = Array.from({ length: 8 }, (_, turn) => {
    const list = [...objects]
    return new Map(turn % 2 === 0 ? list : list.toReversed())
  })
  await Promise.all(orders.map((part) => app.database.transaction((tx) => new ObjectStore().save(tx, part))))
  expect(await stored(objects)).toBe(true)
  const hashes = [...objects.keys()].map((each) => Buffer.from(each, 'base64url'))
  const rows = await app.database.rows<{ count: number }>(
    sql`select count(*) from objects where hash = any(${hashes}::bytea[])`,
  )
  expect(rows[0]?.count).toBe(200)
})
