import { describe, expect, test } from 'vitest'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { mergeRevisions, type MergeResult } from './merge.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { hasConflictMarkers } from './text.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView, type PageTree } from './view.ts'

const text = 'one\ntwo\nthree\nfour\nfive\n'

function page(id: string, parent: string | null = null, slug = id): Extract<Change, { type: 'insert-page' }> {
  return {
    type: 'insert-page',
    id,
    parent,
    fields: { type: 'document', title: id, slug },
    document: { markdown: text },
  }
}

const update = (id: string, fields: Record<string, string | null>): Change => ({
  type: 'update-page',
  id,
  fields,
})
const write = (id: string, markdown: string): Change => ({ type: 'update-page', id, document: { markdown } })
const move = (id: string, parent: string | null, at?: number): Change => ({
  type: 'move-page',
  id,
  parent,
  ...(at !== undefined && { at }),
})
const fieldsOf = (values: object): Change => ({ type: 'update-page', id: 'a', fields: { ...values } })
const set = (variables: Record<string, string | null>): Change => ({ type: 'set-variables', variables })
const reusable = (title: string, markdown: string): Change => ({
  type: 'put-reusable-content',
  id: 'r',
  title,
  document: { markdown },
})
const remove = (id: string): Change => ({ type: 'delete-page', id })

/** Merges two ways to go on from the pages a(a1 a2) b(b1) c. */
async function merge(ours: readonly Change[], theirs: readonly Change[], more: readonly Change[] = []) {
  const store = new MemoryStore()
  const save = async (root: string, changes: readonly Change[]): Promise<string> =>
    store.save(await applyChanges(store, root, changes)).root
  const start = [page('a'), page('a1', 'a'), page('a2', 'a'), page('b'), page('b1', 'b'), page('c'), ...more]
  const base = await save(store.save(emptyRevision()).root, start)
  const sides = { base, ours: await save(base, ours), theirs: await save(base, theirs) }
  const labels = { ours: 'main', theirs: 'draft' }
  const result: MergeResult = store.save(await mergeRevisions(store, sides, { labels }))
  await verifyRevision(store, result.root)
  const view = new RevisionView(store, result.root)
  const show = ({ id, pages }: PageTree): string =>
    pages.length === 0 ? id : `${id}(${pages.map((below) => show(below)).join(' ')})`
  return {
    view,
    outline: (await view.tree()).map((top) => show(top)).join(' '),
    conflicts: result.conflicts.map(({ id, kind, field }) =>
      [id, kind, ...(field === undefined ? [] : [field])].join(' '),
    ),
    details: result.conflicts,
    markdown: async (id: string) => {
      const { document } = await view.page(id)
      return (await view.documents(document === null ? [] : [document])).get(document ?? '')
    },
  }
}

describe('pages', () => {
  test('changed on one side each', async () => {
    const { outline, conflicts, view, markdown } = await merge(
      [write('a', 'ours'), move('c', 'a', 0), page('n', 'b')],
      [update('a', { title: 'A' }), remove('a2'), page('m', 'b')],
    )
    expect(conflicts).toEqual([])
    expect(outline).toBe('a(c a1) b(b1 m n)')
    expect(await markdown('a')).toBe('ours')
    expect((await view.page('a')).fields.title).toBe('A')
  })

  test('with different lines changed', async () => {
    const { conflicts, markdown } = await merge(
      [write('a', text.replace('one', 'ONE'))],
      [write('a', text.replace('five', 'FIVE'))],
    )
    expect(conflicts).toEqual([])
    expect(await markdown('a')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
  })

  test('with the same lines changed keep both texts between markers', async () => {
    const { conflicts, markdown } = await merge([write('a', 'ours\n')], [write('a', 'theirs\n')])
    expect(conflicts).toEqual(['a content'])
    expect(await markdown('a')).toBe('<<<<<<< main\nours\n=======\ntheirs\n>>>>>>> draft\n')
    expect(hasConflictMarkers((await markdown('a')) ?? '')).toBe(true)
  })

  test('with one field set twice', async () => {
    const { conflicts, details, view } = await merge(
      [update('a', { title: 'Ours', icon: 'x' })],
      [update('a', { title: 'Theirs', description: 'd' })],
    )
    expect(conflicts).toEqual(['a field title'])
    expect(details[0]).toMatchObject({ base: 'a', ours: 'Ours', theirs: 'Theirs' })
    expect((await view.page('a')).fields).toMatchObject({ title: 'Ours', icon: 'x', description: 'd' })
  })

  test('with settings and variables merged key by key, and times never at odds', async () => {
    const { conflicts, view } = await merge(
      [fieldsOf({ layout: { width: 'wide', cover: true }, variables: { x: '1' }, updatedAt: '2026-02-01' })],
      [
        fieldsOf({
          layout: { width: 'default', cover: false },
          variables: { y: '2' },
          updatedAt: '2026-03-01',
        }),
      ],
      [fieldsOf({ layout: { width: 'default', cover: true } })],
    )
    expect(conflicts).toEqual([])
    expect((await view.page('a')).fields).toMatchObject({
      layout: { width: 'wide', cover: false },
      variables: { x: '1', y: '2' },
      updatedAt: '2026-03-01',
    })
  })

  test('deleted on one side and edited on the other are kept', async () => {
    for (const [ours, theirs] of [
      [[remove('a')], [write('a1', 'edited')]],
      [[write('a1', 'edited')], [remove('a')]],
    ] as const) {
      const { outline, conflicts, markdown } = await merge(ours, theirs)
      expect(conflicts).toEqual(['a1 deleted-edited'])
      expect(outline).toBe('a(a1) b(b1) c')
      expect(await markdown('a1')).toBe('edited')
    }
  })

  test('deleted with their subtree, but for a page that was moved out', async () => {
    const { outline, conflicts } = await merge([remove('a')], [move('a1', 'b')])
    expect(conflicts).toEqual(['a1 deleted-edited'])
    expect(outline).toBe('b(b1 a1) c')
  })

  test('put under a page that the other side deleted', async () => {
    const { outline, conflicts } = await merge([remove('a')], [page('n', 'a'), move('c', 'a')])
    expect(conflicts).toEqual(['c parent-deleted', 'n parent-deleted'])
    expect(outline).toBe('a(n c) b(b1)')
  })

  test('deleted on both sides', async () => {
    const { outline, conflicts } = await merge([remove('a')], [remove('a'), remove('c')])
    expect(conflicts).toEqual([])
    expect(outline).toBe('b(b1)')
  })

  test('moved to different parents', async () => {
    const { outline, conflicts, details } = await merge([move('c', 'a')], [move('c', 'b')])
    expect(conflicts).toEqual(['c moved-moved'])
    expect(details[0]).toMatchObject({ base: null, ours: 'a', theirs: 'b' })
    expect(outline).toBe('a(a1 a2 c) b(b1)')
  })

  test('moved to different places among their siblings', async () => {
    const { outline, conflicts } = await merge(
      [move('x', null, 0)],
      [move('x', null, 2)],
      [page('d'), page('e'), page('x')],
    )
    expect(conflicts).toEqual(['x moved-moved'])
    expect(outline).toBe('x a(a1 a2) b(b1) c d e')
  })

  test('reordered on one side while the other adds and deletes', async () => {
    const { outline, conflicts } = await merge(
      [move('c', null, 0), move('b', null, 0)],
      [{ ...page('n'), at: 1 }, remove('b1')],
    )
    expect(conflicts).toEqual([])
    expect(outline).toBe('n b c a(a1 a2)')
  })

  test('moved under each other make a conflict and a tree', async () => {
    const { outline, conflicts } = await merge([move('a', 'b')], [move('b', 'a')])
    expect(conflicts).toEqual(['a cycle', 'b cycle'])
    expect(outline).toBe('b(b1 a(a1 a2)) c')
  })

  test('moved in a ring of three, below others', async () => {
    const { outline, conflicts } = await merge([move('a', 'b1')], [move('b', 'c'), move('c', 'a2')])
    expect(conflicts).toEqual(['a cycle', 'b cycle', 'c cycle'])
    expect(outline).toBe('b(b1(a(a1 a2))) c')
  })

  test('that come to want one slug', async () => {
    const { conflicts, view } = await merge([page('n', 'a', 'new')], [page('m', 'a', 'new')])
    expect(conflicts).toEqual(['m slug', 'n slug'])
    expect((await view.pageByPath('a/new'))?.id).toBe('n')
    expect((await view.pageByPath('a/new-1'))?.id).toBe('m')
  })

  test('that want the slug of an untouched page, renamed there and moved here', async () => {
    const { conflicts, view } = await merge([move('c', 'a')], [update('c', { slug: 'a1' })])
    expect(conflicts).toEqual(['a1 slug', 'c slug'])
    expect((await view.pageByPath('a/a1'))?.id).toBe('a1')
    expect((await view.pageByPath('a/a1-1'))?.id).toBe('c')
  })

  test('created on both sides with one id', async () => {
    const { conflicts } = await merge(
      [page('n', 'a')],
      [{ ...page('n', 'b'), document: { markdown: 'other' } }],
    )
    expect(conflicts).toEqual(['n moved-moved', 'n content'])
    expect((await merge([page('n', 'a')], [page('n', 'a'), page('o', 'a')])).conflicts).toEqual([])
  })
})

describe('files, reusable contents and variables', () => {
  const file = { name: 'a.png', contentType: 'image/png', size: 1, blob: 'one' }
  const put = (change: object): Change => ({ type: 'put-file', id: 'f', file: { ...file, ...change } })

  test('a file renamed on one side and replaced on the other', async () => {
    const { conflicts, view } = await merge(
      [put({ name: 'b.png' })],
      [put({ blob: 'two', size: 2, contentType: 'image/gif' })],
      [put({})],
    )
    expect(conflicts).toEqual([])
    expect(await view.file('f')).toEqual({
      id: 'f',
      name: 'b.png',
      contentType: 'image/gif',
      size: 2,
      blob: 'two',
    })
  })

  test('a file replaced on both sides', async () => {
    const { conflicts, view } = await merge(
      [put({ blob: 'two', size: 9 })],
      [put({ blob: 'three' })],
      [put({})],
    )
    expect(conflicts).toEqual(['f field blob'])
    expect(await view.file('f')).toMatchObject({ blob: 'two', size: 9 })
  })

  test('a file deleted on one side and replaced on the other is kept', async () => {
    const { conflicts, view } = await merge(
      [{ type: 'delete-file', id: 'f' }],
      [put({ blob: 'two' })],
      [put({})],
    )
    expect(conflicts).toEqual(['f deleted-edited'])
    expect(await view.file('f')).toMatchObject({ blob: 'two' })
  })

  test('reusable contents by line and by field', async () => {
    const { conflicts, view } = await merge(
      [reusable('R', text.replace('one', '1'))],
      [reusable('r', text.replace('five', '5'))],
      [reusable('r', text)],
    )
    expect(conflicts).toEqual([])
    const content = await view.reusableContent('r')
    expect(content?.title).toBe('R')
    const texts = await view.documents([content?.document ?? ''])
    expect([...texts.values()]).toEqual(['1\ntwo\nthree\nfour\n5\n'])
  })

  test('variables by name', async () => {
    const { conflicts, view } = await merge(
      [set({ a: 'ours', b: 'ours', c: null })],
      [set({ a: 'theirs', d: 'theirs', c: 'theirs' })],
      [set({ a: '1', b: '1', c: '1' })],
    )
    expect(conflicts).toEqual(['a field', 'c deleted-edited'])
    expect(Object.fromEntries(await view.variables())).toEqual({
      a: 'ours',
      b: 'ours',
      c: 'theirs',
      d: 'theirs',
    })
  })
})
