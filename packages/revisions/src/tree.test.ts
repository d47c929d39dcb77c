import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Workspace } from './objects.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { diffMaps } from './tree-diff.ts'
import { buildSequence, editMap, insertIntoSequence } from './tree-write.ts'
import { endsChunk, find, range, scan } from './tree.ts'
import type { Entry, TreeRef } from './tree.ts'

// Nodes this small make trees of many levels out of few entries.
const shape = { leafSize: 2, innerSize: 2 }

const keys = fc.integer({ min: 0, max: 300 }).map((n) => `k${n}`)
const edit = fc.tuple(keys, fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 3 }))
const batches = fc.array(fc.array(edit, { maxLength: 60 }), { maxLength: 6 })

async function mapOf(workspace: Workspace, values: ReadonlyMap<string, number>): Promise<TreeRef | null> {
  return editMap(workspace, shape, null, values)
}

function sorted(values: ReadonlyMap<string, number>): Entry[] {
  return [...values].map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1))
}

const timeout = 120_000

describe('a map', () => {
  test(
    'holds what was put into it, in the same tree whatever its history',
    async () => {
      await fc.assert(
        fc.asyncProperty(batches, async (batches) => {
          const workspace = new Workspace(new MemoryStore())
          const model = new Map<string, number>()
          let tree: TreeRef | null = null
          for (const batch of batches) {
            for (const [key, value] of batch) {
              if (value === undefined) model.delete(key)
              else model.set(key, value)
            }
            tree = await editMap(workspace, shape, tree, new Map(batch))
            expect(tree).toEqual(await mapOf(workspace, model))
          }
          const [entries] = await scan(workspace, [tree])
          expect(entries).toEqual(sorted(model))
          expect(tree?.count ?? 0).toBe(model.size)
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )

  test(
    'is the tree of what is left when most of it goes',
    async () => {
      const few = fc.integer({ min: 0, max: 4 })
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(keys, { minLength: 1 }), fc.nat(), few, async (ids, at, width) => {
          const workspace = new Workspace(new MemoryStore())
          const start = at % ids.length
          const kept = ids.toSorted().slice(start, start + width)
          const full = await mapOf(workspace, new Map(ids.map((id) => [id, 1])))
          const gone = ids.filter((id) => !kept.includes(id))
          const left = await editMap(workspace, shape, full, new Map(gone.map((id) => [id, undefined])))
          expect(left).toEqual(await mapOf(workspace, new Map(kept.map((id) => [id, 1]))))
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )

  test(
    'finds entries by key and pages through them in order',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(edit, { maxLength: 200 }),
          fc.integer({ min: 1, max: 20 }),
          async (edits, limit) => {
            const workspace = new Workspace(new MemoryStore())
            const model = new Map(edits.filter((e): e is [string, number] => e[1] !== undefined))
            const tree = await mapOf(workspace, model)
            const asked = Array.from({ length: 301 }, (_, n) => `k${n}`)
            expect(await find(workspace, tree, asked)).toEqual(model)
            const paged: Entry[] = []
            for (;;) {
              const page = await range(workspace, tree, paged.at(-1)?.key, limit)
              paged.push(...page)
              if (page.length < limit) break
            }
            expect(paged).toEqual(sorted(model))
          },
        ),
        { numRuns: 500 },
      )
    },
    timeout,
  )

  test(
    'tells the difference to another map exactly',
    async () => {
      await fc.assert(
        fc.asyncProperty(batches, fc.array(edit, { maxLength: 20 }), async (history, edits) => {
          const workspace = new Workspace(new MemoryStore())
          const before = await editMap(workspace, shape, null, new Map(history.flat()))
          const after = await editMap(workspace, shape, before, new Map(edits))
          const changes = await diffMaps(workspace, before, after)
          const [old, now] = (await scan(workspace, [before, after])).map(
            (entries) => new Map(entries.map(({ key, value }) => [key, value])),
          )
          for (const key of new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])) {
            const expected =
              old?.get(key) === now?.get(key) ? undefined : { before: old?.get(key), after: now?.get(key) }
            expect(changes.get(key)).toEqual(expected)
          }
          const patch = new Map([...changes].map(([key, change]) => [key, change.after]))
          expect(await editMap(workspace, shape, before, patch)).toEqual(after)
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )

  test('keeps nodes small whatever the keys', async () => {
    const workspace = new Workspace(new MemoryStore())
    const wide = { leafSize: 16, innerSize: 32 }
    // Keys that no chunk of the usual size ends after.
    const hostile = Array.from({ length: 40_000 }, (_, n) => `h${n}`).filter(
      (key) => !endsChunk(wide, 0, key, 20),
    )
    await editMap(workspace, wide, null, new Map(hostile.map((key) => [key, 1])))
    for (const bytes of workspace.written('').objects.values()) expect(bytes.length).toBeLessThan(64 * 64)
  })
})

describe('a sequence', () => {
  test(
    'keeps its order, and equal sequences are equal trees',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(keys, { maxLength: 200 }), async (ids) => {
          const workspace = new Workspace(new MemoryStore())
          const tree = buildSequence(workspace, shape, ids)
          const [entries] = await scan(workspace, [tree])
          expect(entries?.map(({ key }) => key)).toEqual(ids)
          expect(buildSequence(workspace, shape, ids)).toEqual(tree)
        }),
        { numRuns: 500 },
      )
    },
    timeout,
  )

  test(
    'with keys put into it is the sequence of them all',
    async () => {
      const inserts = fc.array(fc.nat(), { maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(keys, { maxLength: 200 }), inserts, async (ids, at) => {
          const workspace = new Workspace(new MemoryStore())
          const places = at.map((n) => n % (ids.length + 1)).toSorted((a, b) => a - b)
          const added = places.map((at, n) => ({ at, id: `new${n}` }))
          const expected = [...ids]
          for (const [before, { at, id }] of added.entries()) expected.splice(at + before, 0, id)
          const tree = buildSequence(workspace, shape, ids)
          expect(await insertIntoSequence(workspace, shape, tree, added)).toEqual(
            buildSequence(workspace, shape, expected),
          )
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )
})
