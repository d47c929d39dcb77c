import { describe, expect, test } from 'vitest'
import { diffRevisions } from './diff.ts'
import { applyChanges, type Change } from './edit.ts'
import { mergeRevisions } from './merge.ts'
import { countBytes } from './testing/memory-store.ts'
import { createPageId, createPageInsert, createSpace } from './testing/space.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView } from './view.ts'

const TIMEOUT_MS = 60_000
const sampleCount = 40

const spaces = [
  ['flat', 100],
  ['flat', 1_000],
  ['flat', 10_000],
  ['nested', 100],
  ['nested', 1_000],
  ['nested', 10_000],
] as const

describe.each(spaces)('in a %s space of %d pages', (shape, size) => {
  const space = createSpace(size, shape)
  const samplePages = Array.from(
    { length: sampleCount },
    (_, n) => 1 + Math.floor((n * (size - 2)) / sampleCount),
  )

  // The tests count objects and bytes instead of time, so they do not depend on the speed of the machine.
  test.each<[string, number, number, (n: number) => Change]>([
    [
      'changing the text of a page',
      5,
      16_000,
      (n) => ({ type: 'update-page', id: createPageId(n), document: { markdown: 'New' } }),
    ],
    [
      'changing the title of a page',
      4,
      16_000,
      (n) => ({ type: 'update-page', id: createPageId(n), fields: { title: 'New' } }),
    ],
    [
      'changing the slug of a page',
      14,
      48_000,
      (n) => ({ type: 'update-page', id: createPageId(n), fields: { slug: 'new' } }),
    ],
    ['moving a page', 12, 32_000, (n) => ({ type: 'move-page', id: createPageId(n), at: 0 })],
    ['inserting a page', 20, 48_000, (n) => createPageInsert(size + n, createPageId(0))],
    ['deleting a page', 20, 64_000, (n) => ({ type: 'delete-page', id: createPageId(getLeafPage(n)) })],
  ])(
    '%s writes at most %d objects and %d bytes',
    async (_, objects, bytes, change) => {
      const { store, root } = await space
      for (const n of samplePages) {
        const writtenRevision = await applyChanges(store, root, [change(n)])
        expect(writtenRevision.objects.size).toBeLessThanOrEqual(objects)
        expect(countBytes(writtenRevision)).toBeLessThanOrEqual(bytes)
      }
    },
    TIMEOUT_MS,
  )

  test(
    'a series of changes gives the revision that rebuilding its content gives',
    async () => {
      const { store, root } = await space
      let currentRoot = root
      for (const [index, n] of samplePages.entries()) {
        const changes: Change[] = [
          { type: 'update-page', id: createPageId(n), fields: { title: 'Changed' } },
          { type: 'move-page', id: createPageId(n), parent: null, at: index },
          { ...createPageInsert(size + n, createPageId(0)), at: index * 7 },
          ...samplePages
            .slice(Math.max(index - 3, 0), Math.max(index - 2, 0))
            .map((sample) => ({ type: 'delete-page', id: createPageId(size + sample) }) as const),
        ]
        currentRoot = store.save(await applyChanges(store, currentRoot, changes)).root
      }
      await expect(verifyRevision(store, currentRoot)).resolves.toBeUndefined()
    },
    TIMEOUT_MS,
  )

  test(
    'inserting a page reads one path of the tree, however many siblings it has',
    async () => {
      const { store, root } = await space
      for (const n of samplePages) {
        store.resetCounts()
        await applyChanges(store, root, [{ ...createPageInsert(size + n, createPageId(0)), at: n }])
        expect(store.objectsRead).toBeLessThanOrEqual(24)
      }
    },
    TIMEOUT_MS,
  )

  test(
    'reading a page by its id or by its path reads few objects',
    async () => {
      const { store, root } = await space
      for (const n of samplePages) {
        store.resetCounts()
        const page = await new RevisionView(store, root).getPage(createPageId(n))
        expect(store.objectsRead).toBeLessThanOrEqual(16)
        store.resetCounts()
        const foundPage = await new RevisionView(store, root).findPageByPath(page.path ?? '')
        expect(foundPage?.id).toBe(page.id)
        expect(store.objectsRead).toBeLessThanOrEqual(32)
      }
    },
    TIMEOUT_MS,
  )

  test('reading the first page reads one node a level', async () => {
    const { store, root } = await space
    store.resetCounts()
    expect((await new RevisionView(store, root).getFirstPage())?.id).toBe(createPageId(0))
    expect(store.objectsRead).toBeLessThanOrEqual(8)
  })

  test(
    'reading the whole tree takes a few round trips',
    async () => {
      const { store, root } = await space
      store.resetCounts()
      await new RevisionView(store, root).getPageTree()
      expect(store.roundTrips).toBeLessThanOrEqual(8)
    },
    TIMEOUT_MS,
  )

  /** Returns a page without children, so that deleting it does not delete a subtree. */
  function getLeafPage(n: number): number {
    return size - 1 - Math.floor(n / 10)
  }
})

function createTenChanges(side: number, change: (n: number, index: number) => Change): Change[] {
  return Array.from({ length: 10 }, (_, index) => change(1 + (index * 2 + side) * 400, index))
}

const createTextChanges = (side: number): Change[] =>
  createTenChanges(side, (n) => ({
    type: 'update-page',
    id: createPageId(n),
    document: { markdown: `Side ${side}` },
  }))

const createPositionChanges = (side: number): Change[] =>
  createTenChanges(side, (n, index) => {
    if (index % 3 === 0) return { ...createPageInsert(10_000 + n, createPageId(0)), at: index }
    if (index % 3 === 1) return { type: 'move-page', id: createPageId(n), parent: createPageId(5), at: 0 }
    return { type: 'delete-page', id: createPageId(9_999 - index * 2 - side) }
  })

describe.each(['flat', 'nested'] as const)(
  'with ten changes on each side of a %s space of 10,000 pages',
  (shape) => {
    const space = createSpace(10_000, shape)

    // A merge reads a whole list that both sides changed: ten thousand siblings are about ninety objects.
    const listObjects = shape === 'flat' ? 100 : 0

    test.each([
      ['texts', createTextChanges, 110, 0],
      ['positions', createPositionChanges, 170, listObjects],
    ])(
      'a merge and a diff of changed %s read only what changed',
      async (_, changes, objects, listObjects) => {
        const { store, root } = await space
        const ours = store.save(await applyChanges(store, root, changes(0))).root
        const theirs = store.save(await applyChanges(store, root, changes(1))).root
        store.resetCounts()
        const mergeResult = store.save(await mergeRevisions(store, { base: root, ours, theirs }))
        expect(mergeResult.conflicts).toEqual([])
        expect(store.objectsRead).toBeLessThanOrEqual(objects + listObjects)
        expect(store.roundTrips).toBeLessThanOrEqual(24)
        expect(mergeResult.objects.size).toBeLessThanOrEqual(60)
        store.resetCounts()
        const { pages } = await diffRevisions(store, root, ours)
        expect(pages).toHaveLength(10)
        expect(store.objectsRead).toBeLessThanOrEqual(objects / 1.5 + listObjects)
      },
      TIMEOUT_MS,
    )
  },
)
