import { describe, expect, test } from 'vitest'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { mergeRevisions, type MergeResult } from './merge.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { hasConflictMarkers } from './merge-markdown.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView, type PageTree } from './view.ts'

const text = 'one\ntwo\nthree\nfour\nfive\n'

function insertPage(
  id: string,
  parent: string | null = null,
  slug = id,
): Extract<Change, { type: 'insert-page' }> {
  return {
    type: 'insert-page',
    id,
    parent,
    fields: { type: 'document', title: id, slug },
    document: { markdown: text },
  }
}

const updateFields = (id: string, fields: Record<string, string | null>): Change => ({
  type: 'update-page',
  id,
  fields,
})
const updateText = (id: string, markdown: string): Change => ({
  type: 'update-page',
  id,
  document: { markdown },
})
const movePage = (id: string, parent: string | null, at?: number): Change => ({
  type: 'move-page',
  id,
  parent,
  ...(at !== undefined && { at }),
})
const updateSettings = (values: object): Change => ({ type: 'update-page', id: 'a', fields: { ...values } })
const setVariables = (variables: Record<string, string | null>): Change => ({
  type: 'set-variables',
  variables,
})
const putReusableContent = (title: string, markdown: string): Change => ({
  type: 'put-reusable-content',
  id: 'r',
  title,
  document: { markdown },
})
const deletePage = (id: string): Change => ({ type: 'delete-page', id })

/** Merges two sides that change the pages a(a1 a2) b(b1) c. */
async function mergeChanges(
  ours: readonly Change[],
  theirs: readonly Change[],
  initialChanges: readonly Change[] = [],
) {
  const store = new MemoryStore()
  const save = async (root: string, changes: readonly Change[]): Promise<string> =>
    store.save(await applyChanges(store, root, changes)).root
  const baseChanges = [
    insertPage('a'),
    insertPage('a1', 'a'),
    insertPage('a2', 'a'),
    insertPage('b'),
    insertPage('b1', 'b'),
    insertPage('c'),
    ...initialChanges,
  ]
  const base = await save(store.save(emptyRevision()).root, baseChanges)
  const sides = { base, ours: await save(base, ours), theirs: await save(base, theirs) }
  const labels = { ours: 'main', theirs: 'draft' }
  const result: MergeResult = store.save(await mergeRevisions(store, sides, { conflictStyle: labels }))
  await verifyRevision(store, result.root)
  const view = new RevisionView(store, result.root)
  const formatPage = ({ id, pages }: PageTree): string =>
    pages.length === 0 ? id : `${id}(${pages.map((childPage) => formatPage(childPage)).join(' ')})`
  return {
    view,
    outline: (await view.getPageTree()).map((top) => formatPage(top)).join(' '),
    conflicts: result.conflicts.map(({ id, kind, field }) =>
      [id, kind, ...(field === undefined ? [] : [field])].join(' '),
    ),
    details: result.conflicts,
    markdown: async (id: string) => {
      const { document } = await view.getPage(id)
      return (await view.getDocuments(document === null ? [] : [document])).get(document ?? '')
    },
  }
}

describe('merging pages', () => {
  test('combines changes of different pages and fields', async () => {
    const { outline, conflicts, view, markdown } = await mergeChanges(
      [updateText('a', 'ours'), movePage('c', 'a', 0), insertPage('n', 'b')],
      [updateFields('a', { title: 'A' }), deletePage('a2'), insertPage('m', 'b')],
    )
    expect(conflicts).toEqual([])
    expect(outline).toBe('a(c a1) b(b1 m n)')
    expect(await markdown('a')).toBe('ours')
    expect((await view.getPage('a')).fields.title).toBe('A')
  })

  test('combines changes of different lines', async () => {
    const { conflicts, markdown } = await mergeChanges(
      [updateText('a', text.replace('one', 'ONE'))],
      [updateText('a', text.replace('five', 'FIVE'))],
    )
    expect(conflicts).toEqual([])
    expect(await markdown('a')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
  })

  test('puts both versions of lines that both sides changed between markers', async () => {
    const { conflicts, markdown } = await mergeChanges(
      [updateText('a', 'ours\n')],
      [updateText('a', 'theirs\n')],
    )
    expect(conflicts).toEqual(['a content'])
    expect(await markdown('a')).toBe('<<<<<<< main\nours\n=======\ntheirs\n>>>>>>> draft\n')
    expect(hasConflictMarkers((await markdown('a')) ?? '')).toBe(true)
  })

  test('reports a field that both sides set, and has our value', async () => {
    const { conflicts, details, view } = await mergeChanges(
      [updateFields('a', { title: 'Ours', icon: 'x' })],
      [updateFields('a', { title: 'Theirs', description: 'd' })],
    )
    expect(conflicts).toEqual(['a field title'])
    expect(details[0]).toMatchObject({ base: 'a', ours: 'Ours', theirs: 'Theirs' })
    expect((await view.getPage('a')).fields).toMatchObject({ title: 'Ours', icon: 'x', description: 'd' })
  })

  test('merges layout and variables key by key, and timestamps without a conflict', async () => {
    const { conflicts, view } = await mergeChanges(
      [
        updateSettings({
          layout: { width: 'wide', cover: true },
          variables: { x: '1' },
          updatedAt: '2026-02-01',
        }),
      ],
      [
        updateSettings({
          layout: { width: 'default', cover: false },
          variables: { y: '2' },
          updatedAt: '2026-03-01',
        }),
      ],
      [updateSettings({ layout: { width: 'default', cover: true } })],
    )
    expect(conflicts).toEqual([])
    expect((await view.getPage('a')).fields).toMatchObject({
      layout: { width: 'wide', cover: false },
      variables: { x: '1', y: '2' },
      updatedAt: '2026-03-01',
    })
  })

  test('keeps a page that one side deleted and the other edited', async () => {
    for (const [ours, theirs] of [
      [[deletePage('a')], [updateText('a1', 'edited')]],
      [[updateText('a1', 'edited')], [deletePage('a')]],
    ] as const) {
      const { outline, conflicts, markdown } = await mergeChanges(ours, theirs)
      expect(conflicts).toEqual(['a1 deleted-edited'])
      expect(outline).toBe('a(a1) b(b1) c')
      expect(await markdown('a1')).toBe('edited')
    }
  })

  test('deletes a subtree, except for a page that the other side moved out', async () => {
    const { outline, conflicts } = await mergeChanges([deletePage('a')], [movePage('a1', 'b')])
    expect(conflicts).toEqual(['a1 deleted-edited'])
    expect(outline).toBe('b(b1 a1) c')
  })

  test('restores a deleted page that the other side put pages under', async () => {
    const { outline, conflicts } = await mergeChanges(
      [deletePage('a')],
      [insertPage('n', 'a'), movePage('c', 'a')],
    )
    expect(conflicts).toEqual(['c parent-deleted', 'n parent-deleted'])
    expect(outline).toBe('a(n c) b(b1)')
  })

  test('deletes a page that both sides deleted', async () => {
    const { outline, conflicts } = await mergeChanges([deletePage('a')], [deletePage('a'), deletePage('c')])
    expect(conflicts).toEqual([])
    expect(outline).toBe('b(b1)')
  })

  test('reports a page that both sides moved to different parents', async () => {
    const { outline, conflicts, details } = await mergeChanges([movePage('c', 'a')], [movePage('c', 'b')])
    expect(conflicts).toEqual(['c moved-moved'])
    expect(details[0]).toMatchObject({ base: null, ours: 'a', theirs: 'b' })
    expect(outline).toBe('a(a1 a2 c) b(b1)')
  })

  test('reports a page that both sides moved to different positions among its siblings', async () => {
    const { outline, conflicts } = await mergeChanges(
      [movePage('x', null, 0)],
      [movePage('x', null, 2)],
      [insertPage('d'), insertPage('e'), insertPage('x')],
    )
    expect(conflicts).toEqual(['x moved-moved'])
    expect(outline).toBe('x a(a1 a2) b(b1) c d e')
  })

  test('combines reordering on one side with inserting and deleting on the other', async () => {
    const { outline, conflicts } = await mergeChanges(
      [movePage('c', null, 0), movePage('b', null, 0)],
      [{ ...insertPage('n'), at: 1 }, deletePage('b1')],
    )
    expect(conflicts).toEqual([])
    expect(outline).toBe('n b c a(a1 a2)')
  })

  test('breaks the cycle of two pages that were moved under each other', async () => {
    const { outline, conflicts } = await mergeChanges([movePage('a', 'b')], [movePage('b', 'a')])
    expect(conflicts).toEqual(['a cycle', 'b cycle'])
    expect(outline).toBe('b(b1 a(a1 a2)) c')
  })

  test('breaks a cycle of three pages that were moved below each other', async () => {
    const { outline, conflicts } = await mergeChanges(
      [movePage('a', 'b1')],
      [movePage('b', 'c'), movePage('c', 'a2')],
    )
    expect(conflicts).toEqual(['a cycle', 'b cycle', 'c cycle'])
    expect(outline).toBe('b(b1(a(a1 a2))) c')
  })

  test('appends a number when both sides insert pages with the same slug', async () => {
    const { conflicts, view } = await mergeChanges(
      [insertPage('n', 'a', 'new')],
      [insertPage('m', 'a', 'new')],
    )
    expect(conflicts).toEqual(['m slug', 'n slug'])
    expect((await view.findPageByPath('a/new'))?.id).toBe('n')
    expect((await view.findPageByPath('a/new-1'))?.id).toBe('m')
  })

  test('appends a number when a move and a rename together give the slug of an unchanged page', async () => {
    const { conflicts, view } = await mergeChanges([movePage('c', 'a')], [updateFields('c', { slug: 'a1' })])
    expect(conflicts).toEqual(['a1 slug', 'c slug'])
    expect((await view.findPageByPath('a/a1'))?.id).toBe('a1')
    expect((await view.findPageByPath('a/a1-1'))?.id).toBe('c')
  })

  test('reports the differences of a page that both sides inserted with the same id', async () => {
    const { conflicts } = await mergeChanges(
      [insertPage('n', 'a')],
      [{ ...insertPage('n', 'b'), document: { markdown: 'other' } }],
    )
    expect(conflicts).toEqual(['n moved-moved', 'n content'])
    expect(
      (await mergeChanges([insertPage('n', 'a')], [insertPage('n', 'a'), insertPage('o', 'a')])).conflicts,
    ).toEqual([])
  })
})

describe('merging files, reusable contents and variables', () => {
  const file = { name: 'a.png', contentType: 'image/png', size: 1, blob: 'one' }
  const putFile = (change: object): Change => ({ type: 'put-file', id: 'f', file: { ...file, ...change } })

  test('combines renaming a file on one side with replacing it on the other', async () => {
    const { conflicts, view } = await mergeChanges(
      [putFile({ name: 'b.png' })],
      [putFile({ blob: 'two', size: 2, contentType: 'image/gif' })],
      [putFile({})],
    )
    expect(conflicts).toEqual([])
    expect(await view.findFile('f')).toEqual({
      id: 'f',
      name: 'b.png',
      contentType: 'image/gif',
      size: 2,
      blob: 'two',
    })
  })

  test('reports a file that both sides replaced, and has our content', async () => {
    const { conflicts, view } = await mergeChanges(
      [putFile({ blob: 'two', size: 9 })],
      [putFile({ blob: 'three' })],
      [putFile({})],
    )
    expect(conflicts).toEqual(['f field blob'])
    expect(await view.findFile('f')).toMatchObject({ blob: 'two', size: 9 })
  })

  test('keeps a file that one side deleted and the other replaced', async () => {
    const { conflicts, view } = await mergeChanges(
      [{ type: 'delete-file', id: 'f' }],
      [putFile({ blob: 'two' })],
      [putFile({})],
    )
    expect(conflicts).toEqual(['f deleted-edited'])
    expect(await view.findFile('f')).toMatchObject({ blob: 'two' })
  })

  test('merges reusable contents by line and by field', async () => {
    const { conflicts, view } = await mergeChanges(
      [putReusableContent('R', text.replace('one', '1'))],
      [putReusableContent('r', text.replace('five', '5'))],
      [putReusableContent('r', text)],
    )
    expect(conflicts).toEqual([])
    const content = await view.findReusableContent('r')
    expect(content?.title).toBe('R')
    const texts = await view.getDocuments([content?.document ?? ''])
    expect([...texts.values()]).toEqual(['1\ntwo\nthree\nfour\n5\n'])
  })

  test('merges variables by name', async () => {
    const { conflicts, view } = await mergeChanges(
      [setVariables({ a: 'ours', b: 'ours', c: null })],
      [setVariables({ a: 'theirs', d: 'theirs', c: 'theirs' })],
      [setVariables({ a: '1', b: '1', c: '1' })],
    )
    expect(conflicts).toEqual(['a field', 'c deleted-edited'])
    expect(Object.fromEntries(await view.getVariables())).toEqual({
      a: 'ours',
      b: 'ours',
      c: 'theirs',
      d: 'theirs',
    })
  })
})
