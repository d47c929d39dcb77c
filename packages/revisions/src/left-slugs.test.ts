import { expect, test } from 'vitest'
import { applyChanges, type Change, emptyRevision } from './edit.ts'
import { findLeftSlugs } from './left-slugs.ts'
import { MemoryStore } from './testing/memory-store.ts'

const insertPage = (id: string, parent: string | null): Change => ({
  type: 'insert-page',
  id,
  parent,
  fields: { type: 'document', title: id, slug: `${id}-slug` },
  document: { markdown: `# ${id}\n` },
})

const guide = [insertPage('a', null), insertPage('b', 'a'), insertPage('c', 'b'), insertPage('d', null)]

const setSlug = (id: string, slug: string): Change => ({ type: 'update-page', id, fields: { slug } })

/** What the changes leave, as `parent/slug` with the page. */
async function findLeft(...changes: Change[]): Promise<Record<string, string>> {
  const store = new MemoryStore()
  const before = store.save(await applyChanges(store, store.save(emptyRevision()).root, guide)).root
  const after = store.save(await applyChanges(store, before, changes)).root
  const left = await findLeftSlugs(store, before, after)
  return Object.fromEntries(left.map(({ parent, slug, pageId }) => [`${parent}/${slug}`, pageId]))
}

test('a page with another slug has left the one it had, and what is below it none', async () => {
  expect(await findLeft(setSlug('a', 'x'))).toEqual({ 'null/a-slug': 'a' })
})

test('a page with another parent has left its slug under the old one', async () => {
  expect(await findLeft({ type: 'move-page', id: 'b', parent: 'd' })).toEqual({ 'a/b-slug': 'b' })
})

test('a page whose slug another page takes has left it', async () => {
  const left = await findLeft(setSlug('d', 'x'), setSlug('a', 'd-slug'))
  expect(left).toEqual({ 'null/a-slug': 'a', 'null/d-slug': 'd' })
})

test('texts, titles, new pages and deleted pages leave none', async () => {
  const text = { title: 'Other' }
  const changes: Change[] = [
    { type: 'update-page', id: 'a', fields: text, document: { markdown: 'Text.' } },
    insertPage('e', 'a'),
    { type: 'delete-page', id: 'd' },
  ]
  expect(await findLeft(...changes)).toEqual({})
})

test('a deleted page has left its slug when a page was moved away from below it', async () => {
  const left = await findLeft({ type: 'move-page', id: 'c', parent: 'd' }, { type: 'delete-page', id: 'a' })
  expect(left).toEqual({ 'b/c-slug': 'c', 'a/b-slug': 'b', 'null/a-slug': 'a' })
})
