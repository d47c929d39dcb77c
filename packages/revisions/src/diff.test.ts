import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffRevisions } from './diff.ts'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { convertDiffToChanges } from './diff-to-changes.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { createChanges, RevisionModel, arbitrarySeeds } from './testing/model.ts'

async function createTwoRevisions(before: readonly Change[], after: readonly Change[]) {
  const store = new MemoryStore()
  const firstRoot = store.save(await applyChanges(store, store.save(emptyRevision()).root, before)).root
  const secondRoot = store.save(await applyChanges(store, firstRoot, after)).root
  return { store, firstRoot, secondRoot }
}

const initialChanges: Change[] = ['a', 'b', 'c', 'd'].map((id) => ({
  type: 'insert-page',
  id,
  parent: null,
  fields: { type: 'document', title: id, slug: id },
  document: { markdown: id },
}))

const TIMEOUT_MS = 120_000

describe('the diff of two revisions', () => {
  test(
    'applied to the first revision gives the second, in both directions',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySeeds(30), arbitrarySeeds(20), async (pastSeeds, recentSeeds) => {
          const model = new RevisionModel()
          const { store, firstRoot, secondRoot } = await createTwoRevisions(
            createChanges(model, pastSeeds, { side: 'p' }),
            createChanges(model, recentSeeds, { side: 'q' }),
          )
          const forwardChanges = convertDiffToChanges(await diffRevisions(store, firstRoot, secondRoot))
          expect((await applyChanges(store, firstRoot, forwardChanges, { slugs: 'exact' })).root).toBe(
            secondRoot,
          )
          const backwardChanges = convertDiffToChanges(await diffRevisions(store, secondRoot, firstRoot))
          expect((await applyChanges(store, secondRoot, backwardChanges, { slugs: 'exact' })).root).toBe(
            firstRoot,
          )
        }),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  test('is empty for a revision and itself', async () => {
    const { store, firstRoot } = await createTwoRevisions(initialChanges, [])
    expect(await diffRevisions(store, firstRoot, firstRoot)).toEqual({
      pages: [],
      files: [],
      reusableContents: [],
      variables: [],
    })
  })

  test('lists the changes of each page', async () => {
    const { store, firstRoot, secondRoot } = await createTwoRevisions(initialChanges, [
      { type: 'update-page', id: 'a', fields: { title: 'A', emoji: '1f600' } },
      { type: 'update-page', id: 'b', document: { markdown: 'B' } },
      { type: 'move-page', id: 'c', parent: 'a' },
      { type: 'delete-page', id: 'd' },
      { type: 'insert-page', id: 'e', parent: 'a', fields: { type: 'group', title: 'e' } },
    ])
    const { pages } = await diffRevisions(store, firstRoot, secondRoot)
    expect(pages).toMatchObject([
      { kind: 'created', after: { id: 'e', parent: 'a' }, at: 1 },
      {
        kind: 'edited',
        after: { id: 'a' },
        fields: { emoji: { after: '1f600' }, title: { before: 'a', after: 'A' } },
      },
      { kind: 'edited', after: { id: 'b' }, fields: {}, document: {} },
      { kind: 'moved', before: { id: 'c', parent: null }, after: { id: 'c', parent: 'a' }, at: 0 },
      { kind: 'deleted', before: { id: 'd' } },
    ])
  })

  test('lists the page that moved among its siblings, and not those it passed', async () => {
    const { store, firstRoot, secondRoot } = await createTwoRevisions(initialChanges, [
      { type: 'move-page', id: 'a', at: 3 },
    ])
    const { pages } = await diffRevisions(store, firstRoot, secondRoot)
    expect(pages).toMatchObject([{ kind: 'moved', after: { id: 'a' }, at: 3 }])
  })

  test('lists the changes of files, reusable contents and variables', async () => {
    const file = { name: 'a.png', contentType: 'image/png', size: 1, blob: 'x' }
    const { store, firstRoot, secondRoot } = await createTwoRevisions(
      [
        { type: 'put-file', id: 'f1', file },
        { type: 'put-file', id: 'f2', file },
        { type: 'set-variables', variables: { one: '1', two: '2' } },
        { type: 'put-reusable-content', id: 'r', title: 'r', document: { markdown: 'r' } },
      ],
      [
        { type: 'delete-file', id: 'f1' },
        { type: 'put-file', id: 'f2', file: { ...file, name: 'b.png' } },
        { type: 'put-file', id: 'f3', file },
        { type: 'set-variables', variables: { one: null, two: '3' } },
        { type: 'put-reusable-content', id: 'r', title: 'R' },
      ],
    )
    expect(await diffRevisions(store, firstRoot, secondRoot)).toMatchObject({
      files: [
        { kind: 'deleted', id: 'f1' },
        { kind: 'edited', id: 'f2', fields: { name: { before: 'a.png', after: 'b.png' } } },
        { kind: 'created', id: 'f3' },
      ],
      reusableContents: [{ kind: 'edited', id: 'r', fields: { title: { before: 'r', after: 'R' } } }],
      variables: [
        { name: 'one', before: '1' },
        { name: 'two', before: '2', after: '3' },
      ],
    })
  })
})
