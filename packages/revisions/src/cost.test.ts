import { describe, expect, test } from 'vitest'
import { diffRevisions } from './diff.ts'
import { applyChanges, type Change } from './edit.ts'
import { mergeRevisions } from './merge.ts'
import { bytesOf } from './testing/memory-store.ts'
import { idOf, pageChange, spaceOf } from './testing/space.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView } from './view.ts'

const timeout = 60_000
const samples = 40

const spaces = [
  ['flat', 100],
  ['flat', 1_000],
  ['flat', 10_000],
  ['nested', 100],
  ['nested', 1_000],
  ['nested', 10_000],
] as const

describe.each(spaces)('in a %s space of %d pages', (shape, size) => {
  const space = spaceOf(size, shape)
  const some = Array.from({ length: samples }, (_, n) => 1 + Math.floor((n * (size - 2)) / samples))

  // The bounds are on objects and bytes, which a busy machine does not change.
  test.each<[string, number, number, (n: number) => Change]>([
    ['a new text', 5, 16_000, (n) => ({ type: 'update-page', id: idOf(n), document: { markdown: 'New' } })],
    ['a new title', 4, 16_000, (n) => ({ type: 'update-page', id: idOf(n), fields: { title: 'New' } })],
    ['a new slug', 14, 48_000, (n) => ({ type: 'update-page', id: idOf(n), fields: { slug: 'new' } })],
    ['a move', 12, 32_000, (n) => ({ type: 'move-page', id: idOf(n), at: 0 })],
    ['a new page', 20, 48_000, (n) => pageChange(size + n, idOf(0))],
    ['a deleted page', 20, 64_000, (n) => ({ type: 'delete-page', id: idOf(leaf(n)) })],
  ])(
    '%s writes at most %d objects and %d bytes',
    async (_, objects, bytes, change) => {
      const { store, root } = await space
      for (const n of some) {
        const written = await applyChanges(store, root, [change(n)])
        expect(written.objects.size).toBeLessThanOrEqual(objects)
        expect(bytesOf(written)).toBeLessThanOrEqual(bytes)
      }
    },
    timeout,
  )

  test(
    'after a run of changes the revision is what the same content built anew would be',
    async () => {
      const { store, root } = await space
      let now = root
      for (const [index, n] of some.entries()) {
        const changes: Change[] = [
          { type: 'update-page', id: idOf(n), fields: { title: 'Changed' } },
          { type: 'move-page', id: idOf(n), parent: null, at: index },
          { ...pageChange(size + n, idOf(0)), at: index * 7 },
          ...some
            .slice(Math.max(index - 3, 0), Math.max(index - 2, 0))
            .map((m) => ({ type: 'delete-page', id: idOf(size + m) }) as const),
        ]
        now = store.save(await applyChanges(store, now, changes)).root
      }
      await expect(verifyRevision(store, now)).resolves.toBeUndefined()
    },
    timeout,
  )

  test(
    'a new page reads a path, however many siblings it has',
    async () => {
      const { store, root } = await space
      for (const n of some) {
        store.resetCounts()
        await applyChanges(store, root, [{ ...pageChange(size + n, idOf(0)), at: n }])
        expect(store.objectsRead).toBeLessThanOrEqual(24)
      }
    },
    timeout,
  )

  test(
    'a page is read by its id, and by its path, from few objects',
    async () => {
      const { store, root } = await space
      for (const n of some) {
        store.resetCounts()
        const page = await new RevisionView(store, root).page(idOf(n))
        expect(store.objectsRead).toBeLessThanOrEqual(16)
        store.resetCounts()
        const found = await new RevisionView(store, root).pageByPath(page.path ?? '')
        expect(found?.id).toBe(page.id)
        expect(store.objectsRead).toBeLessThanOrEqual(32)
      }
    },
    timeout,
  )

  test(
    'the whole tree takes a few round trips',
    async () => {
      const { store, root } = await space
      store.resetCounts()
      await new RevisionView(store, root).tree()
      expect(store.roundTrips).toBeLessThanOrEqual(8)
    },
    timeout,
  )

  /** A page without children, so that one page is deleted and not a subtree. */
  function leaf(n: number): number {
    return size - 1 - Math.floor(n / 10)
  }
})

function tenOf(side: number, change: (n: number, index: number) => Change): Change[] {
  return Array.from({ length: 10 }, (_, index) => change(1 + (index * 2 + side) * 400, index))
}

const texts = (side: number): Change[] =>
  tenOf(side, (n) => ({ type: 'update-page', id: idOf(n), document: { markdown: `Side ${side}` } }))

const places = (side: number): Change[] =>
  tenOf(side, (n, index) => {
    if (index % 3 === 0) return { ...pageChange(10_000 + n, idOf(0)), at: index }
    if (index % 3 === 1) return { type: 'move-page', id: idOf(n), parent: idOf(5), at: 0 }
    return { type: 'delete-page', id: idOf(9_999 - index * 2 - side) }
  })

describe.each(['flat', 'nested'] as const)(
  'with ten changes on each side of a %s space of 10,000 pages',
  (shape) => {
    const space = spaceOf(10_000, shape)

    // A list that both sides changed is read whole: ten thousand siblings are about ninety objects.
    const wholeList = shape === 'flat' ? 100 : 0

    test.each([
      ['texts', texts, 110, 0],
      ['places', places, 170, wholeList],
    ])(
      'a merge and a diff of %s read what changed',
      async (_, changes, objects, list) => {
        const { store, root } = await space
        const ours = store.save(await applyChanges(store, root, changes(0))).root
        const theirs = store.save(await applyChanges(store, root, changes(1))).root
        store.resetCounts()
        const merged = store.save(await mergeRevisions(store, { base: root, ours, theirs }))
        expect(merged.conflicts).toEqual([])
        expect(store.objectsRead).toBeLessThanOrEqual(objects + list)
        expect(store.roundTrips).toBeLessThanOrEqual(24)
        expect(merged.objects.size).toBeLessThanOrEqual(60)
        store.resetCounts()
        const { pages } = await diffRevisions(store, root, ours)
        expect(pages).toHaveLength(10)
        expect(store.objectsRead).toBeLessThanOrEqual(objects / 1.5 + list)
      },
      timeout,
    )
  },
)
