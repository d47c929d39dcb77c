import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { editMap } from './tree-write.ts'
import { findFirstEntry, findValues, scanTrees } from './tree.ts'
import { Workspace } from './workspace.ts'

const shape = { leafSize: 8, innerSize: 8 }

/** Texts that need escapes, and such as look like the end of an entry or like an entry. */
const arbitraryText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('"', '\\', '\\"', ']', '],["a",', '["a",1]', '{"a":"', '\u2028', '\n', 'a', 'b'),
)
const arbitraryJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    arbitraryText,
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(arbitraryText, tie('value'), { maxKeys: 3 }),
  ),
})).value

test('single entries of leaves are what parsing the whole leaves gives', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(arbitraryText, fc.option(arbitraryJson)), {
        selector: ([key]) => key,
        minLength: 1,
        maxLength: 30,
      }),
      arbitraryText,
      async (entries, otherKey) => {
        const workspace = new Workspace(new MemoryStore())
        const tree = await editMap(workspace, shape, null, new Map(entries))
        const store = new MemoryStore()
        for (const [hash, bytes] of workspace.collectWrittenObjects('').objects)
          store.objects.set(hash, bytes)
        const [scannedEntries = []] = await scanTrees(new Workspace(store), [tree])
        expect(await findFirstEntry(new Workspace(store), tree)).toEqual(scannedEntries[0])
        for (const { key, value } of scannedEntries) {
          const found = await findValues(new Workspace(store), tree, [key])
          expect([...found]).toEqual([[key, value]])
        }
        if (scannedEntries.some(({ key }) => key === otherKey)) return
        expect((await findValues(new Workspace(store), tree, [otherKey])).size).toBe(0)
      },
    ),
    { numRuns: 1000 },
  )
})

test('an entry that is cut off is a corrupt object', async () => {
  const text = 'verso1 node\n[0,[["page",{"title":"A pa'
  const store = new MemoryStore()
  store.objects.set('hash', Buffer.from(text))
  const tree = { hash: 'hash', count: 1 }
  await expect(findValues(new Workspace(store), tree, ['page'])).rejects.toThrow(CorruptObject)
  await expect(findFirstEntry(new Workspace(store), tree)).rejects.toThrow(CorruptObject)
})
