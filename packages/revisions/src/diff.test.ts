import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffRevisions } from './diff.ts'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { changesOf } from './replay.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { choose, Model, picks } from './testing/model.ts'

async function two(before: readonly Change[], after: readonly Change[]) {
  const store = new MemoryStore()
  const a = store.save(await applyChanges(store, store.save(emptyRevision()).root, before)).root
  const b = store.save(await applyChanges(store, a, after)).root
  return { store, a, b }
}

const start: Change[] = ['a', 'b', 'c', 'd'].map((id) => ({
  type: 'insert-page',
  id,
  parent: null,
  fields: { type: 'document', title: id, slug: id },
  document: { markdown: id },
}))

const timeout = 120_000

describe('the difference of two revisions', () => {
  test(
    'applied to the first gives the second, both ways',
    async () => {
      await fc.assert(
        fc.asyncProperty(picks(30), picks(20), async (past, recent) => {
          const model = new Model()
          const { store, a, b } = await two(
            choose(model, past, { side: 'p' }),
            choose(model, recent, { side: 'q' }),
          )
          const there = changesOf(await diffRevisions(store, a, b))
          expect((await applyChanges(store, a, there, { slugs: 'exact' })).root).toBe(b)
          const back = changesOf(await diffRevisions(store, b, a))
          expect((await applyChanges(store, b, back, { slugs: 'exact' })).root).toBe(a)
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )

  test('of a revision and itself is nothing', async () => {
    const { store, a } = await two(start, [])
    expect(await diffRevisions(store, a, a)).toEqual({
      pages: [],
      files: [],
      reusableContents: [],
      variables: [],
    })
  })

  test('names what happened to each page', async () => {
    const { store, a, b } = await two(start, [
      { type: 'update-page', id: 'a', fields: { title: 'A', emoji: '1f600' } },
      { type: 'update-page', id: 'b', document: { markdown: 'B' } },
      { type: 'move-page', id: 'c', parent: 'a' },
      { type: 'delete-page', id: 'd' },
      { type: 'insert-page', id: 'e', parent: 'a', fields: { type: 'group', title: 'e' } },
    ])
    const { pages } = await diffRevisions(store, a, b)
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

  test('names the page that moved among its siblings, not those it passed', async () => {
    const { store, a, b } = await two(start, [{ type: 'move-page', id: 'a', at: 3 }])
    const { pages } = await diffRevisions(store, a, b)
    expect(pages).toMatchObject([{ kind: 'moved', after: { id: 'a' }, at: 3 }])
  })

  test('names files, reusable contents and variables', async () => {
    const file = { name: 'a.png', contentType: 'image/png', size: 1, blob: 'x' }
    const { store, a, b } = await two(
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
    expect(await diffRevisions(store, a, b)).toMatchObject({
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
