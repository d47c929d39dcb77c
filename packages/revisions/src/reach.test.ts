import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChanges, type Change, emptyRevision } from './edit.ts'
import type { Hash } from './encoding.ts'
import { MissingObject } from './errors.ts'
import { namedBy, type Part } from './reach.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { choose, Model, picks } from './testing/model.ts'
import { spaceOf } from './testing/space.ts'
import { verifyRevision } from './verify.ts'

/** Everything that is named, from a root on. */
async function reach(store: MemoryStore, root: Hash) {
  const objects = new Set<Hash>()
  const blobs = new Set<string>()
  let open: { hash: Hash; part: Part }[] = [{ hash: root, part: 'root' }]
  while (open.length > 0) {
    const next: typeof open = []
    for (const { hash, part } of open) {
      objects.add(hash)
      const named = await namedBy(hash, part, store.objects.get(hash) ?? new Uint8Array())
      for (const document of named.documents) objects.add(document)
      for (const blob of named.blobs) blobs.add(blob)
      next.push(...named.objects)
    }
    open = next
  }
  return { objects, blobs }
}

function only(store: MemoryStore, objects: Iterable<Hash>): MemoryStore {
  const rest = new MemoryStore()
  for (const hash of objects) rest.objects.set(hash, store.objects.get(hash) ?? new Uint8Array())
  return rest
}

const others: Change[] = [
  { type: 'put-file', id: 'f', file: { name: 'a.png', contentType: 'image/png', size: 1, blob: 'b10b' } },
  { type: 'put-reusable-content', id: 'r', title: 'Note', document: { markdown: 'Mind.' } },
  { type: 'set-variables', variables: { product: 'Verso' } },
]

test('what a root names is all that its revision is made of, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(picks(30), fc.nat(), async (chosen, which) => {
      const store = new MemoryStore()
      const before = store.save(await applyChanges(store, store.save(emptyRevision()).root, others)).root
      const { root } = store.save(
        await applyChanges(store, before, choose(Model.of([]), chosen, { side: 'o' })),
      )
      const { objects, blobs } = await reach(store, root)
      expect([...blobs]).toContain('b10b')
      await verifyRevision(only(store, objects), root)
      const list = [...objects]
      const dropped = list[which % list.length] ?? ''
      const without = only(
        store,
        list.filter((hash) => hash !== dropped),
      )
      await expect(verifyRevision(without, root)).rejects.toThrow(MissingObject)
    }),
  )
})

test('also of trees that are several nodes high', async () => {
  const { store, root } = await spaceOf(3000, 'nested')
  const { objects } = await reach(store, root)
  await expect(verifyRevision(only(store, objects), root)).resolves.toBeUndefined()
})
