import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import type { Hash } from './encoding.ts'
import { type IsClosed, listPagesInOrder, type PageOrder, updatePageOrder } from './page-order.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { arbitrarySeeds, createChanges, RevisionModel } from './testing/model.ts'
import { type PageTree, RevisionView } from './view.ts'

const closings: IsClosed[] = [() => false, ({ title }) => /beta|alpha/.test(title)]

async function readOrder(store: MemoryStore, root: Hash, isClosed: IsClosed) {
  const pages = listPagesInOrder(await new RevisionView(store, root).getPageTree(), isClosed)
  const order: PageOrder = {
    ids: pages.map(({ page }) => page.id),
    depths: pages.map(({ depth }) => depth),
  }
  return { order, pages: new Map(pages.map(({ page }) => [page.id, page])) }
}

const describePage = (page: PageTree | undefined) => [page?.path, page?.fields, page?.document]

test('an order that follows changes is the one that is read anew', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitrarySeeds(40),
      arbitrarySeeds(15),
      fc.constantFrom(...closings),
      async (pastSeeds, recentSeeds, isClosed) => {
        const store = new MemoryStore()
        const model = new RevisionModel()
        const apply = async (root: Hash, changes: readonly Change[]) =>
          store.save(await applyChanges(store, root, changes)).root
        const empty = store.save(emptyRevision()).root
        const oldRoot = await apply(empty, createChanges(model, pastSeeds, { side: 'p' }))
        const newRoot = await apply(oldRoot, createChanges(model, recentSeeds, { side: 'q' }))
        const before = await readOrder(store, oldRoot, isClosed)
        const after = await readOrder(store, newRoot, isClosed)

        const updated = await updatePageOrder(
          store,
          { root: oldRoot, readOrder: () => before.order },
          newRoot,
          isClosed,
        )

        expect(updated.order ?? before.order).toEqual(after.order)
        const isUnchanged = (id: string) => before.pages.has(id) && !updated.changedIds.has(id)
        const describeUnchanged = (pages: ReadonlyMap<string, PageTree>) =>
          after.order.ids.filter(isUnchanged).map((id) => describePage(pages.get(id)))
        expect(describeUnchanged(after.pages)).toEqual(describeUnchanged(before.pages))
      },
    ),
    { numRuns: 500 },
  )
})

const readNothing = (): PageOrder => {
  throw new Error('the order was read')
}

test('a changed text reads little of a large tree, and not its order', { timeout: 60_000 }, async () => {
  const store = new MemoryStore()
  const pages = Array.from({ length: 5000 }, (_, n): Change => ({
    type: 'insert-page',
    id: `page-${n}`,
    parent: n % 10 === 0 ? null : `page-${n - (n % 10)}`,
    fields: { type: 'document', title: `Page ${n}`, slug: `page-${n}` },
    document: { markdown: `Text ${n}` },
  }))
  const oldRoot = store.save(await applyChanges(store, store.save(emptyRevision()).root, pages)).root
  const change: Change = { type: 'update-page', id: 'page-77', document: { markdown: 'Another text' } }
  const newRoot = store.save(await applyChanges(store, oldRoot, [change])).root
  store.resetCounts()

  const updated = await updatePageOrder(
    store,
    { root: oldRoot, readOrder: readNothing },
    newRoot,
    () => false,
  )

  expect(updated).toEqual({ order: undefined, changedIds: new Set(['page-77']) })
  expect(store.objectsRead).toBeLessThan(20)
})
