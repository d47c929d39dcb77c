import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { hashBlob, readBlob } from './file-store.ts'
import { FolderFileStore } from './folder-file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'verso-store-'))
const store = new FolderFileStore(join(folder, 'files'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const list = async () => {
  const all = []
  for await (const storedBlob of store.list()) all.push(storedBlob)
  return all.sort((one, other) => (one.blob < other.blob ? -1 : 1))
}

test('bytes are stored once, under their hash, and no other account can read them', async () => {
  expect(await list()).toEqual([])
  const bytes = Buffer.from('Wörter\0\xff')
  const first = await store.put(bytes)
  expect(first).toEqual({ blob: createHash('sha256').update(bytes).digest('hex'), size: bytes.length })
  expect(await store.put(bytes)).toEqual(first)
  expect(await list()).toEqual([first])
  expect(await readBlob(store, first.blob)).toEqual(bytes)
  const path = join(folder, 'files', first.blob.slice(0, 2), first.blob)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'files')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'files/unfinished'))).toEqual([])
})

test('bytes that are stored many times at once are stored once', async () => {
  const bytes = Buffer.alloc(300_000, 7)
  const storedBlobs = await Promise.all(Array.from({ length: 20 }, () => store.put(bytes)))
  expect(new Set(storedBlobs.map(({ blob }) => blob))).toEqual(new Set([hashBlob(bytes)]))
  expect(await readBlob(store, hashBlob(bytes))).toEqual(bytes)
})

async function* failAfterFirst() {
  yield Buffer.from('first')
  throw new Error('gone')
}

test('a stream that fails leaves no file', async () => {
  const before = await list()
  await expect(store.put(failAfterFirst())).rejects.toThrow('gone')
  expect(await list()).toEqual(before)
  expect(readdirSync(join(folder, 'files/unfinished'))).toEqual([])
})

test('a blob that was truncated by a crash is written again', async () => {
  const bytes = Buffer.from('whole')
  const { blob } = await store.put(bytes)
  writeFileSync(join(folder, 'files', blob.slice(0, 2), blob), 'who')
  await store.put(bytes)
  expect(await readBlob(store, blob)).toEqual(bytes)
})

async function* pieces() {
  yield Buffer.from('0123')
  yield Buffer.from('456789')
}

test('a stream is stored, a range is read, and a removed blob is not found', async () => {
  const { blob, size } = await store.put(pieces())
  expect(size).toBe(10)
  const part = await store.open(blob, { start: 2, end: 5 })
  expect(part && (await buffer(part)).toString()).toBe('2345')
  const nothing = await store.put(Buffer.alloc(0))
  expect(await store.size(nothing.blob)).toBe(0)
  expect(await readBlob(store, nothing.blob)).toEqual(Buffer.alloc(0))

  expect(await store.remove(blob)).toBe(true)
  expect(await store.remove(blob)).toBe(false)
  expect(await store.size(blob)).toBeUndefined()
  expect(await store.open(blob)).toBeUndefined()
})

test('a folder that cannot be created is an error', async () => {
  writeFileSync(join(folder, 'taken'), '')
  await expect(new FolderFileStore(join(folder, 'taken/files')).check()).rejects.toThrow('cannot be created')
  expect(existsSync(join(folder, 'taken/files'))).toBe(false)
})
