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
  test('is asked only for leaves where another operation has parsed the nodes above them', async () => {
    const { store, root } = await createStore()
    const page = await new RevisionView(store, root).getPage(createPageId(500))
    store.resetCounts()
    expect(await new RevisionView(store, root).getPage(createPageId(500))).toEqual(page)
    // Each page on the path from the top is in one leaf, which it may share with another one.
    expect(store.objectsRead).toBeGreaterThan(0)
    expect(store.objectsRead).toBeLessThanOrEqual(1 + page.ancestors.length)
  })

  test('is not given leaves to remember, also where they are parsed as a whole', async () => {
    const { store, root } = await createStore()
    await new RevisionView(store, root).getPageTree()
    const nodes = [...store.parsedObjects.values()].filter((object) => object.kind === 'node')
    expect(nodes).not.toEqual([])
    expect(nodes.filter(({ node }) => node.level === 0)).toEqual([])
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
