import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChanges, type Change, emptyRevision } from './edit.ts'
import type { Hash } from './encoding.ts'
import { MissingObject } from './errors.ts'
import { readReferences, type RevisionPart } from './references.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { createChanges, RevisionModel, arbitrarySeeds } from './testing/model.ts'
import { createSpace } from './testing/space.ts'
import { verifyRevision } from './verify.ts'

const TIMEOUT_MS = 60_000

/** Follows all references from a root. */
async function collectReachable(store: MemoryStore, root: Hash) {
  const objects = new Set<Hash>()
  const blobs = new Set<string>()
  let pendingObjects: { hash: Hash; part: RevisionPart }[] = [{ hash: root, part: 'root' }]
  while (pendingObjects.length > 0) {
    const nextObjects: typeof pendingObjects = []
    for (const { hash, part } of pendingObjects) {
      objects.add(hash)
      const references = await readReferences(hash, part, store.objects.get(hash) ?? new Uint8Array())
      for (const document of references.documents) objects.add(document)
      for (const blob of references.blobs) blobs.add(blob)
      nextObjects.push(...references.objects)
    }
    pendingObjects = nextObjects
  }
  return { objects, blobs }
}

function copyObjects(store: MemoryStore, objects: Iterable<Hash>): MemoryStore {
  const copy = new MemoryStore()
  for (const hash of objects) copy.objects.set(hash, store.objects.get(hash) ?? new Uint8Array())
  return copy
}

const otherChanges: Change[] = [
  { type: 'put-file', id: 'f', file: { name: 'a.png', contentType: 'image/png', size: 1, blob: 'b10b' } },
  { type: 'put-reusable-content', id: 'r', title: 'Note', document: { markdown: 'Mind.' } },
  { type: 'set-variables', variables: { product: 'Verso' } },
]

test(
  'following the references from a root finds the objects of its revision, and no others',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySeeds(30), fc.nat(), async (seeds, droppedIndex) => {
        const store = new MemoryStore()
        const rootBefore = store.save(
          await applyChanges(store, store.save(emptyRevision()).root, otherChanges),
        ).root
        const { root } = store.save(
          await applyChanges(
            store,
            rootBefore,
            createChanges(RevisionModel.fromChanges([]), seeds, { side: 'o' }),
          ),
        )
        const { objects, blobs } = await collectReachable(store, root)
        expect([...blobs]).toContain('b10b')
        await verifyRevision(copyObjects(store, objects), root)
        const reachableHashes = [...objects]
        const droppedHash = reachableHashes[droppedIndex % reachableHashes.length] ?? ''
        const incompleteStore = copyObjects(
          store,
          reachableHashes.filter((hash) => hash !== droppedHash),
        )
        await expect(verifyRevision(incompleteStore, root)).rejects.toThrow(MissingObject)
      }),
    )
  },
)

test(
  'following the references from a root works for trees with several levels',
  { timeout: TIMEOUT_MS },
  async () => {
    const { store, root } = await createSpace(3000, 'nested')
    const { objects } = await collectReachable(store, root)
    await expect(verifyRevision(copyObjects(store, objects), root)).resolves.toBeUndefined()
  },
)
