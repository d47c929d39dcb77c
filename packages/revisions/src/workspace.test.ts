import { describe, expect, test } from 'vitest'
import { applyChanges } from './edit.ts'
import type { Hash } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import { loadRoot } from './model.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { createPageId, createPageInsert, createSpace } from './testing/space.ts'
import { RevisionView } from './view.ts'
import { type ParsedObject, Workspace } from './workspace.ts'

/** A store that remembers what operations have parsed. */
class RememberingStore extends MemoryStore {
  readonly parsedObjects = new Map<Hash, ParsedObject>()
}

async function createStore() {
  const { store: source, root } = await createSpace(1000, 'nested')
  const store = new RememberingStore()
  for (const [hash, bytes] of source.objects) store.objects.set(hash, bytes)
  return { store, root }
}

describe('a store that remembers parsed objects', () => {
  test('is not asked for the nodes that another operation has parsed', async () => {
    const { store, root } = await createStore()
    const page = await new RevisionView(store, root).getPage(createPageId(500))
    store.resetCounts()
    expect(await new RevisionView(store, root).getPage(createPageId(500))).toEqual(page)
    expect(store.objectsRead).toBe(0)
  })

  test('gives the results of one that does not', async () => {
    const { store, root } = await createStore()
    const plain = new MemoryStore()
    for (const [hash, bytes] of store.objects) plain.objects.set(hash, bytes)
    const change = createPageInsert(2000, createPageId(0))
    for (let round = 0; round < 2; round += 1) {
      expect(await new RevisionView(store, root).getPageTree()).toEqual(
        await new RevisionView(plain, root).getPageTree(),
      )
      const written = await applyChanges(store, root, [change])
      const expected = await applyChanges(plain, root, [change])
      expect(written.root).toBe(expected.root)
      expect([...written.objects.keys()].sort()).toEqual([...expected.objects.keys()].sort())
    }
  })

  test('remembers nothing that was written but not stored', async () => {
    const { store, root } = await createStore()
    const { objects } = await applyChanges(store, root, [createPageInsert(2000, createPageId(0))])
    expect([...objects.keys()].filter((hash) => store.parsedObjects.has(hash))).toEqual([])
  })

  test('does not let an object of one kind pass for another', async () => {
    const { store, root } = await createStore()
    const workspace = new Workspace(store)
    const { pages } = await loadRoot(workspace, root)
    await new RevisionView(store, root).getFirstPage()
    await expect(loadRoot(new Workspace(store), pages?.hash ?? '')).rejects.toThrow(CorruptObject)
  })
})
