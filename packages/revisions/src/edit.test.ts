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
import { createChanges, RevisionModel, arbitrarySeeds } from './testing/model.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView, type PageTree } from './view.ts'

function insertPage(id: string, parent: string | null = null, slug = id): Change {
  return { type: 'insert-page', id, parent, fields: { type: 'document', title: id, slug } }
}

async function createRevision(...changes: Change[]): Promise<{ store: MemoryStore; root: string }> {
  const store = new MemoryStore()
  const { root } = store.save(emptyRevision())
  return { store, root: store.save(await applyChanges(store, root, changes)).root }
}

async function formatOutline(store: MemoryStore, root: string): Promise<string> {
  const formatPage = (page: PageTree): string =>
    page.pages.length === 0
      ? page.id
      : `${page.id}(${page.pages.map((child) => formatPage(child)).join(' ')})`
  return (await new RevisionView(store, root).getPageTree()).map((top) => formatPage(top)).join(' ')
}

const TIMEOUT_MS = 120_000

describe('applying changes', () => {
  test(
    'gives a valid revision with the content of a simple model',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySeeds(40), fc.integer({ min: 1, max: 10 }), async (seeds, batchSize) => {
          const store = new MemoryStore()
          const model = new RevisionModel()
          const changes = createChanges(model, seeds, { side: 'p' })
          let { root } = store.save(emptyRevision())
          for (let start = 0; start < changes.length; start += batchSize) {
            root = store.save(await applyChanges(store, root, changes.slice(start, start + batchSize))).root
          }
          await verifyRevision(store, root)
          const view = new RevisionView(store, root)
          expect(await view.getCounts()).toMatchObject({ pages: model.pages.size, files: model.files.size })
          const compare = async (pages: readonly PageTree[], parent: string | null): Promise<void> => {
            expect(pages.map(({ id }) => id)).toEqual(model.children(parent))
            for (const page of pages) {
              const expected = model.pages.get(page.id)
              expect(page.fields).toEqual(expected?.fields)
              const texts = await view.getDocuments(page.document === null ? [] : [page.document])
              expect(texts.get(page.document ?? '')).toBe(expected?.markdown)
              expect((await view.findPageByPath(page.path ?? ''))?.id).toBe(page.id)
              await compare(page.pages, page.id)
            }
          }
          await compare(await view.getPageTree(), null)
          expect(await view.getVariables()).toEqual(model.variables)
        }),
        { numRuns: 300 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'gives a root that depends only on the content, not on the history',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySeeds(40), fc.integer({ min: 1, max: 7 }), async (seeds, batchSize) => {
          const store = new MemoryStore()
          const empty = store.save(emptyRevision()).root
          const changes = createChanges(new RevisionModel(), seeds, { side: 'p' })
          const rootOfOneBatch = store.save(await applyChanges(store, empty, changes)).root
          let root = empty
          for (let start = 0; start < changes.length; start += batchSize) {
            root = store.save(await applyChanges(store, root, changes.slice(start, start + batchSize))).root
          }
          expect(root).toBe(rootOfOneBatch)
          // A change that is reverted leaves no trace.
          const detourRoot = store.save(await applyChanges(store, root, [insertPage('detour')])).root
          const revertedRevision = await applyChanges(store, detourRoot, [
            { type: 'delete-page', id: 'detour' },
          ])
          expect(revertedRevision.root).toBe(rootOfOneBatch)
        }),
        { numRuns: 300 },
      )
    },
    TIMEOUT_MS,
  )

  test('inserts, moves and deletes pages at a position', async () => {
    const { store, root } = await createRevision(
      insertPage('a'),
      insertPage('c'),
      { ...insertPage('b'), at: 1 } as Change,
      insertPage('a1', 'a'),
      insertPage('a2', 'a'),
      { type: 'move-page', id: 'a2', at: 0 },
      { type: 'move-page', id: 'c', parent: 'a', at: 99 },
    )
    expect(await formatOutline(store, root)).toBe('a(a2 a1 c) b')
    const movedRevision = store.save(
      await applyChanges(store, root, [{ type: 'move-page', id: 'a', parent: 'b' }]),
    )
    expect(await formatOutline(store, movedRevision.root)).toBe('b(a(a2 a1 c))')
    const revisionWithoutPage = store.save(
      await applyChanges(store, movedRevision.root, [{ type: 'delete-page', id: 'a' }]),
    )
    expect(await formatOutline(store, revisionWithoutPage.root)).toBe('b')
  })

  test('appends a number to a slug that a sibling has', async () => {
    const { store, root } = await createRevision(
      insertPage('a', null, 'same'),
      insertPage('b', null, 'same'),
      insertPage('c', 'a', 'same'),
    )
    const movedRevision = store.save(
      await applyChanges(store, root, [{ type: 'move-page', id: 'c', parent: null }]),
    ).root
    const pages = await new RevisionView(store, movedRevision).getPageTree()
    expect(pages.map(({ path }) => path)).toEqual(['same', 'same-1', 'same-2'])
  })

  test('appends numbers to many equal slugs and to slugs of the maximum length', async () => {
    const long = 'x'.repeat(100)
    const manyPages = Array.from({ length: 100 }, (_, n) => insertPage(`p${n}`, null, 'same'))
    const { store, root } = await createRevision(
      ...manyPages,
      insertPage('l1', null, long),
      insertPage('l2', null, long),
    )
    const slugs = (await new RevisionView(store, root).getPageTree()).map(({ fields }) => fields.slug)
    expect(new Set(slugs).size).toBe(102)
    expect(slugs).toContain('same-99')
    expect(slugs.at(-1)).toBe(`${'x'.repeat(98)}-1`)
  })

  test('exchanges slugs within an exact batch, and rejects a duplicate at its end', async () => {
    const { store, root } = await createRevision(insertPage('a'), insertPage('b'))
    const slugExchange: Change[] = [
      { type: 'update-page', id: 'a', fields: { slug: 'b' } },
      { type: 'update-page', id: 'b', fields: { slug: 'a' } },
    ]
    const exchangedRoot = store.save(await applyChanges(store, root, slugExchange, { slugs: 'exact' })).root
    expect((await new RevisionView(store, exchangedRoot).findPageByPath('a'))?.id).toBe('b')
    const halfExchange = applyChanges(store, root, slugExchange.slice(0, 1), { slugs: 'exact' })
    await expect(halfExchange).rejects.toThrow(DuplicateSlug)
  })

  test('does not write a document that the same batch replaces', async () => {
    const { store, root } = await createRevision(insertPage('a'))
    const writtenRevision = await applyChanges(store, root, [
      { type: 'update-page', id: 'a', document: { markdown: 'first' } },
      { type: 'update-page', id: 'a', document: { markdown: 'second' } },
    ])
    const texts = [...writtenRevision.objects.values()].map((bytes) => Buffer.from(bytes).toString())
    expect(texts.filter((text) => text.startsWith('verso1 document\n'))).toEqual(['verso1 document\nsecond'])
  })
})

describe('a batch with an invalid change changes nothing, and the error has the index of the change', () => {
  const cases: [string, Change, new (...args: never[]) => Error][] = [
    ['updating an unknown page', { type: 'update-page', id: 'nope', fields: {} }, UnknownPage],
    ['moving an unknown page', { type: 'move-page', id: 'nope', parent: null }, UnknownPage],
    ['deleting an unknown page', { type: 'delete-page', id: 'nope' }, UnknownPage],
    ['inserting under an unknown parent', insertPage('x', 'nope'), UnknownPage],
    ['moving under an unknown parent', { type: 'move-page', id: 'a', parent: 'nope' }, UnknownPage],
    ['inserting a page that exists', insertPage('a'), DuplicatePage],
    ['moving a page under itself', { type: 'move-page', id: 'a', parent: 'a' }, PageUnderItself],
    ['moving a page under its own child', { type: 'move-page', id: 'a', parent: 'a1' }, PageUnderItself],
    ['deleting an unknown file', { type: 'delete-file', id: 'nope' }, UnknownFile],
    [
      'deleting unknown reusable content',
      { type: 'delete-reusable-content', id: 'nope' },
      UnknownReusableContent,
    ],
    ['a slash in a slug', { type: 'update-page', id: 'a', fields: { slug: 'x/y' } }, InvalidValue],
    ['a negative position', { type: 'move-page', id: 'a', at: -1 }, InvalidValue],
    ['an empty id', insertPage(''), InvalidValue],
    ['ill-formed Unicode', { type: 'update-page', id: 'a', document: { markdown: '\ud800' } }, InvalidValue],
  ]
  test.each(cases)('%s', async (_, change, error) => {
    const { store, root } = await createRevision(insertPage('a'), insertPage('a1', 'a'))
    const objectCount = store.objects.size
    const attempt = applyChanges(store, root, [insertPage('fine'), change])
    await expect(attempt).rejects.toBeInstanceOf(error)
    await expect(attempt).rejects.toMatchObject({ changeIndex: 1 })
    expect(store.objects.size).toBe(objectCount)
  })
})
