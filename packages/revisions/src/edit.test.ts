import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import {
  DuplicatePage,
  DuplicateSlug,
  InvalidValue,
  PageUnderItself,
  UnknownFile,
  UnknownPage,
  UnknownReusableContent,
} from './errors.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { choose, Model, picks } from './testing/model.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView, type PageTree } from './view.ts'

function page(id: string, parent: string | null = null, slug = id): Change {
  return { type: 'insert-page', id, parent, fields: { type: 'document', title: id, slug } }
}

async function revision(...changes: Change[]): Promise<{ store: MemoryStore; root: string }> {
  const store = new MemoryStore()
  const { root } = store.save(emptyRevision())
  return { store, root: store.save(await applyChanges(store, root, changes)).root }
}

async function outline(store: MemoryStore, root: string): Promise<string> {
  const show = (page: PageTree): string =>
    page.pages.length === 0 ? page.id : `${page.id}(${page.pages.map((child) => show(child)).join(' ')})`
  return (await new RevisionView(store, root).tree()).map((top) => show(top)).join(' ')
}

const timeout = 120_000

describe('changes', () => {
  test(
    'make what a plain model of them makes, in a sound revision',
    async () => {
      await fc.assert(
        fc.asyncProperty(picks(40), fc.integer({ min: 1, max: 10 }), async (picks, batch) => {
          const store = new MemoryStore()
          const model = new Model()
          const changes = choose(model, picks, { side: 'p' })
          let { root } = store.save(emptyRevision())
          for (let start = 0; start < changes.length; start += batch) {
            root = store.save(await applyChanges(store, root, changes.slice(start, start + batch))).root
          }
          await verifyRevision(store, root)
          const view = new RevisionView(store, root)
          expect(await view.counts()).toMatchObject({ pages: model.pages.size, files: model.files.size })
          const compare = async (pages: readonly PageTree[], parent: string | null): Promise<void> => {
            expect(pages.map(({ id }) => id)).toEqual(model.children(parent))
            for (const page of pages) {
              const expected = model.pages.get(page.id)
              expect(page.fields).toEqual(expected?.fields)
              const texts = await view.documents(page.document === null ? [] : [page.document])
              expect(texts.get(page.document ?? '')).toBe(expected?.markdown)
              expect((await view.pageByPath(page.path ?? ''))?.id).toBe(page.id)
              await compare(page.pages, page.id)
            }
          }
          await compare(await view.tree(), null)
          expect(await view.variables()).toEqual(model.variables)
        }),
        { numRuns: 300 },
      )
    },
    timeout,
  )

  test(
    'give the same root whatever the history',
    async () => {
      await fc.assert(
        fc.asyncProperty(picks(40), fc.integer({ min: 1, max: 7 }), async (picks, batch) => {
          const store = new MemoryStore()
          const empty = store.save(emptyRevision()).root
          const changes = choose(new Model(), picks, { side: 'p' })
          const once = store.save(await applyChanges(store, empty, changes)).root
          let root = empty
          for (let start = 0; start < changes.length; start += batch) {
            root = store.save(await applyChanges(store, root, changes.slice(start, start + batch))).root
          }
          expect(root).toBe(once)
          // A detour that is taken back leaves no trace.
          const detour = store.save(await applyChanges(store, root, [page('detour')])).root
          const back = await applyChanges(store, detour, [{ type: 'delete-page', id: 'detour' }])
          expect(back.root).toBe(once)
        }),
        { numRuns: 300 },
      )
    },
    timeout,
  )

  test('insert, move and delete at a place', async () => {
    const { store, root } = await revision(
      page('a'),
      page('c'),
      { ...page('b'), at: 1 } as Change,
      page('a1', 'a'),
      page('a2', 'a'),
      { type: 'move-page', id: 'a2', at: 0 },
      { type: 'move-page', id: 'c', parent: 'a', at: 99 },
    )
    expect(await outline(store, root)).toBe('a(a2 a1 c) b')
    const moved = store.save(await applyChanges(store, root, [{ type: 'move-page', id: 'a', parent: 'b' }]))
    expect(await outline(store, moved.root)).toBe('b(a(a2 a1 c))')
    const gone = store.save(await applyChanges(store, moved.root, [{ type: 'delete-page', id: 'a' }]))
    expect(await outline(store, gone.root)).toBe('b')
  })

  test('number a slug that is taken', async () => {
    const { store, root } = await revision(
      page('a', null, 'same'),
      page('b', null, 'same'),
      page('c', 'a', 'same'),
    )
    const moved = store.save(
      await applyChanges(store, root, [{ type: 'move-page', id: 'c', parent: null }]),
    ).root
    const pages = await new RevisionView(store, moved).tree()
    expect(pages.map(({ path }) => path)).toEqual(['same', 'same-1', 'same-2'])
  })

  test('number many equal slugs, long ones and empty ones', async () => {
    const long = 'x'.repeat(100)
    const many = Array.from({ length: 100 }, (_, n) => page(`p${n}`, null, 'same'))
    const { store, root } = await revision(...many, page('l1', null, long), page('l2', null, long))
    const slugs = (await new RevisionView(store, root).tree()).map(({ fields }) => fields.slug)
    expect(new Set(slugs).size).toBe(102)
    expect(slugs).toContain('same-99')
    expect(slugs.at(-1)).toBe(`${'x'.repeat(98)}-1`)
  })

  test('trade slugs within an exact batch, and refuse a duplicate at its end', async () => {
    const { store, root } = await revision(page('a'), page('b'))
    const trade: Change[] = [
      { type: 'update-page', id: 'a', fields: { slug: 'b' } },
      { type: 'update-page', id: 'b', fields: { slug: 'a' } },
    ]
    const traded = store.save(await applyChanges(store, root, trade, { slugs: 'exact' })).root
    expect((await new RevisionView(store, traded).pageByPath('a'))?.id).toBe('b')
    const half = applyChanges(store, root, trade.slice(0, 1), { slugs: 'exact' })
    await expect(half).rejects.toThrow(DuplicateSlug)
  })

  test('drop a document that the same batch replaces', async () => {
    const { store, root } = await revision(page('a'))
    const written = await applyChanges(store, root, [
      { type: 'update-page', id: 'a', document: { markdown: 'first' } },
      { type: 'update-page', id: 'a', document: { markdown: 'second' } },
    ])
    const texts = [...written.objects.values()].map((bytes) => Buffer.from(bytes).toString())
    expect(texts.filter((text) => text.startsWith('verso1 document\n'))).toEqual(['verso1 document\nsecond'])
  })
})

describe('a batch with an invalid change changes nothing and says which', () => {
  const cases: [string, Change, new (...args: never[]) => Error][] = [
    ['an unknown page', { type: 'update-page', id: 'nope', fields: {} }, UnknownPage],
    ['an unknown page to move', { type: 'move-page', id: 'nope', parent: null }, UnknownPage],
    ['an unknown page to delete', { type: 'delete-page', id: 'nope' }, UnknownPage],
    ['an unknown parent', page('x', 'nope'), UnknownPage],
    ['a move under an unknown parent', { type: 'move-page', id: 'a', parent: 'nope' }, UnknownPage],
    ['a page that is there', page('a'), DuplicatePage],
    ['a page under itself', { type: 'move-page', id: 'a', parent: 'a' }, PageUnderItself],
    ['a page below its own child', { type: 'move-page', id: 'a', parent: 'a1' }, PageUnderItself],
    ['an unknown file', { type: 'delete-file', id: 'nope' }, UnknownFile],
    ['unknown reusable content', { type: 'delete-reusable-content', id: 'nope' }, UnknownReusableContent],
    ['a slash in a slug', { type: 'update-page', id: 'a', fields: { slug: 'x/y' } }, InvalidValue],
    ['a negative position', { type: 'move-page', id: 'a', at: -1 }, InvalidValue],
    ['an empty id', page(''), InvalidValue],
    ['broken Unicode', { type: 'update-page', id: 'a', document: { markdown: '\ud800' } }, InvalidValue],
  ]
  test.each(cases)('%s', async (_, change, error) => {
    const { store, root } = await revision(page('a'), page('a1', 'a'))
    const before = store.objects.size
    const attempt = applyChanges(store, root, [page('fine'), change])
    await expect(attempt).rejects.toBeInstanceOf(error)
    await expect(attempt).rejects.toMatchObject({ changeIndex: 1 })
    expect(store.objects.size).toBe(before)
  })
})
