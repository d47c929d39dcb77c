import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Workspace } from './workspace.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { diffMaps } from './tree-diff.ts'
import { buildSequence, editMap, insertIntoSequence } from './tree-write.ts'
import { endsChunk, findValues, listEntriesAfter, scanTrees } from './tree.ts'
import type { Entry, TreeRef } from './tree.ts'

// Small nodes give trees of many levels from few entries.
const shape = { leafSize: 2, innerSize: 2 }

const arbitraryKey = fc.integer({ min: 0, max: 300 }).map((n) => `k${n}`)
const arbitraryEdit = fc.tuple(
  arbitraryKey,
  fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 3 }),
)
const arbitraryBatches = fc.array(fc.array(arbitraryEdit, { maxLength: 60 }), { maxLength: 6 })

async function buildMap(workspace: Workspace, values: ReadonlyMap<string, number>): Promise<TreeRef | null> {
  return editMap(workspace, shape, null, values)
}

function sortEntries(values: ReadonlyMap<string, number>): Entry[] {
  return [...values].map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1))
}

const TIMEOUT_MS = 120_000

describe('a map', () => {
  test(
    'has the entries that were set, in a tree that does not depend on the history',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryBatches, async (batches) => {
          const workspace = new Workspace(new MemoryStore())
          const model = new Map<string, number>()
          let tree: TreeRef | null = null
          for (const batch of batches) {
            for (const [key, value] of batch) {
              if (value === undefined) model.delete(key)
              else model.set(key, value)
            }
            tree = await editMap(workspace, shape, tree, new Map(batch))
            expect(tree).toEqual(await buildMap(workspace, model))
          }
          const [entries] = await scanTrees(workspace, [tree])
          expect(entries).toEqual(sortEntries(model))
          expect(tree?.count ?? 0).toBe(model.size)
        }),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'from which most entries were removed is the tree of the remaining entries',
    async () => {
      const fewEntries = fc.integer({ min: 0, max: 4 })
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(arbitraryKey, { minLength: 1 }),
          fc.nat(),
          fewEntries,
          async (ids, offset, width) => {
            const workspace = new Workspace(new MemoryStore())
            const start = offset % ids.length
            const remainingKeys = ids.toSorted().slice(start, start + width)
            const fullMap = await buildMap(workspace, new Map(ids.map((id) => [id, 1])))
            const removedKeys = ids.filter((id) => !remainingKeys.includes(id))
            const remainingMap = await editMap(
              workspace,
              shape,
              fullMap,
              new Map(removedKeys.map((id) => [id, undefined])),
            )
            expect(remainingMap).toEqual(
              await buildMap(workspace, new Map(remainingKeys.map((id) => [id, 1]))),
            )
          },
        ),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'finds entries by key and lists them in order, page by page',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(arbitraryEdit, { maxLength: 200 }),
          fc.integer({ min: 1, max: 20 }),
          async (edits, limit) => {
            const workspace = new Workspace(new MemoryStore())
            const model = new Map(edits.filter((e): e is [string, number] => e[1] !== undefined))
            const tree = await buildMap(workspace, model)
            const allKeys = Array.from({ length: 301 }, (_, n) => `k${n}`)
            expect(await findValues(workspace, tree, allKeys)).toEqual(model)
            const pagedEntries: Entry[] = []
            for (;;) {
              const page = await listEntriesAfter(workspace, tree, pagedEntries.at(-1)?.key, limit)
              pagedEntries.push(...page)
              if (page.length < limit) break
            }
            expect(pagedEntries).toEqual(sortEntries(model))
          },
        ),
        { numRuns: 500 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'has an exact diff with another map',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          arbitraryBatches,
          fc.array(arbitraryEdit, { maxLength: 20 }),
          async (history, edits) => {
            const workspace = new Workspace(new MemoryStore())
            const before = await editMap(workspace, shape, null, new Map(history.flat()))
            const after = await editMap(workspace, shape, before, new Map(edits))
            const changes = await diffMaps(workspace, before, after)
            const [oldValues, newValues] = (await scanTrees(workspace, [before, after])).map(
              (entries) => new Map(entries.map(({ key, value }) => [key, value])),
            )
            for (const key of new Set([...(oldValues?.keys() ?? []), ...(newValues?.keys() ?? [])])) {
              const expected =
                oldValues?.get(key) === newValues?.get(key)
                  ? undefined
                  : { before: oldValues?.get(key), after: newValues?.get(key) }
              expect(changes.get(key)).toEqual(expected)
            }
            const patch = new Map([...changes].map(([key, change]) => [key, change.after]))
            expect(await editMap(workspace, shape, before, patch)).toEqual(after)
          },
        ),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  test('has small nodes for any keys', { timeout: TIMEOUT_MS }, async () => {
    const workspace = new Workspace(new MemoryStore())
    const wideShape = { leafSize: 16, innerSize: 32 }
    // These are keys after which no chunk of the usual size ends.
    const hostileKeys = Array.from({ length: 40_000 }, (_, n) => `h${n}`).filter(
      (key) => !endsChunk(wideShape, 0, key, 20),
    )
    await editMap(workspace, wideShape, null, new Map(hostileKeys.map((key) => [key, 1])))
    for (const bytes of workspace.collectWrittenObjects('').objects.values())
      expect(bytes.length).toBeLessThan(64 * 64)
  })
})

describe('a sequence', () => {
  test(
    'keeps its order, and equal sequences have equal trees',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(arbitraryKey, { maxLength: 200 }), async (ids) => {
          const workspace = new Workspace(new MemoryStore())
          const tree = buildSequence(workspace, shape, ids)
          const [entries] = await scanTrees(workspace, [tree])
          expect(entries?.map(({ key }) => key)).toEqual(ids)
          expect(buildSequence(workspace, shape, ids)).toEqual(tree)
        }),
        { numRuns: 500 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'with inserted keys equals the sequence built from all keys',
    async () => {
      const inserts = fc.array(fc.nat(), { maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(arbitraryKey, { maxLength: 200 }),
          inserts,
          async (ids, positions) => {
            const workspace = new Workspace(new MemoryStore())
            const sortedIndexes = positions.map((n) => n % (ids.length + 1)).toSorted((a, b) => a - b)
            const addedKeys = sortedIndexes.map((at, n) => ({ at, id: `new${n}` }))
            const expected = [...ids]
            for (const [before, { at, id }] of addedKeys.entries()) expected.splice(at + before, 0, id)
            const tree = buildSequence(workspace, shape, ids)
            expect(await insertIntoSequence(workspace, shape, tree, addedKeys)).toEqual(
              buildSequence(workspace, shape, expected),
            )
          },
        ),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )
})
