import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Hash } from '@verso/revisions'
import { sql } from '../../../database/database.ts'
import { TestApp } from '../../../testing/app.ts'
import { ObjectStore } from './object-store.ts'
import { CacheBudget } from '../../../common/memory-cache.ts'

const caches = new CacheBudget(64 * 1024 * 1024)

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

/** Makes objects with different bytes. */
function createObjects(count: number, size: number, first = 0): Map<Hash, Uint8Array> {
  const objects = new Map<Hash, Uint8Array>()
  for (let number = first; number < first + count; number += 1) {
    const bytes = Buffer.alloc(size, `${number} `)
    objects.set(hash('sha256', bytes, 'base64url'), bytes)
  }
  return objects
}

const areStored = async (objects: ReadonlyMap<Hash, Uint8Array>) => {
  const foundObjects = await new ObjectStore(caches).createReader(app.database).get([...objects.keys()])
  return [...objects].every(
    ([hash, bytes]) => Buffer.compare(foundObjects.get(hash) ?? Buffer.of(), bytes) === 0,
  )
}

test('objects that exceed the limit of one statement, together or alone, are read as they were stored', async () => {
  const objects = new Map([
    ...createObjects(40, 1_000_000),
    ...createObjects(1, 34_000_000, 100),
    ...createObjects(3, 1, 101),
  ])
  await app.database.transaction((tx) => new ObjectStore(caches).save(tx, objects))
  expect(await areStored(objects)).toBe(true)
})

test('concurrent transactions can store the same objects in any order, and each object is stored once', async () => {
  const objects = createObjects(200, 300, 1000)
  const orders = Array.from({ length: 8 }, (_, turn) => {
    const list = [...objects]
    return new Map(turn % 2 === 0 ? list : list.toReversed())
  })
  await Promise.all(
    orders.map((part) => app.database.transaction((tx) => new ObjectStore(caches).save(tx, part))),
  )
  expect(await areStored(objects)).toBe(true)
  const hashes = [...objects.keys()].map((each) => Buffer.from(each, 'base64url'))
  const rows = await app.database.rows<{ count: number }>(
    sql`select count(*) from objects where hash = any(${hashes}::bytea[])`,
  )
  expect(rows[0]?.count).toBe(200)
})

test('what was written a moment ago is read without asking the database, unless it was rolled back', async () => {
  const store = new ObjectStore(caches)
  const statements: string[] = []
  onTestFinished(app.database.onQuery((text) => statements.push(text)))
  const read = async (objects: ReadonlyMap<Hash, Uint8Array>) => {
    statements.length = 0
    return store.createReader(app.database).get([...objects.keys()])
  }

  const written = createObjects(3, 100, 2000)
  await app.database.transaction((tx) => store.save(tx, written))
  expect(await read(written)).toEqual(written)
  expect(statements).toEqual([])

  const rolledBack = createObjects(3, 100, 3000)
  const failure = new Error('no')
  await expect(
    app.database.transaction(async (tx) => {
      await store.save(tx, rolledBack)
      throw failure
    }),
  ).rejects.toBe(failure)
  expect(await read(rolledBack)).toEqual(new Map())
})

test('those who read at the same time share a statement, and each gets what they asked for', async () => {
  const store = new ObjectStore(new CacheBudget(64 * 1024 * 1024))
  const objects = [...createObjects(40, 50, 4000)]
  await app.database.transaction((tx) => new ObjectStore(caches).save(tx, new Map(objects)))
  const unknown = hash('sha256', 'nobody wrote this', 'base64url')
  const statements: string[] = []
  onTestFinished(app.database.onQuery((text) => statements.push(text)))
  const reader = store.createReader(app.database)
  const results = await Promise.all(objects.map(([id]) => reader.get([id, unknown])))
  expect(results).toEqual(objects.map((object) => new Map([object])))
  expect(statements).toHaveLength(1)
})

test('what was read twice is read without asking the database, and what was read once is not kept', async () => {
  const store = new ObjectStore(caches)
  const objects = createObjects(3, 100, 4000)
  await app.database.transaction((tx) => new ObjectStore(caches).save(tx, objects))
  const statements: string[] = []
  onTestFinished(app.database.onQuery((text) => statements.push(text)))
  const countStatements = async () => {
    statements.length = 0
    expect(await store.createReader(app.database).get([...objects.keys()])).toEqual(objects)
    return statements.length
  }
  expect([await countStatements(), await countStatements(), await countStatements()]).toEqual([1, 1, 0])
})
