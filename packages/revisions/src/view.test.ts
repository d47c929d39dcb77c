import { describe, expect, test } from 'vitest'
import { applyChanges, emptyRevision, type Change } from './edit.ts'
import { CorruptObject, MissingObject, UnknownPage } from './errors.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { verifyRevision } from './verify.ts'
import { RevisionView } from './view.ts'

const insertPage = (id: string, parent: string | null, fields: object = {}): Change => ({
  type: 'insert-page',
  id,
  parent,
  fields: { type: 'document', title: id, slug: id, ...fields },
  document: { markdown: `# ${id}\r\n` },
})

async function createRevision(changes: readonly Change[]) {
  const store = new MemoryStore()
  const { root } = store.save(await applyChanges(store, store.save(emptyRevision()).root, changes))
  return { store, root, view: new RevisionView(store, root) }
}

describe('reading a revision', () => {
  test('an empty revision has no pages, files or variables', async () => {
    const { view } = await createRevision([])
    expect(await view.getPageTree()).toEqual([])
    expect(await view.listFiles({ limit: 10 })).toEqual({ items: [] })
    expect(await view.findPageByPath('')).toBeUndefined()
    expect(await view.getCounts()).toEqual({ pages: 0, files: 0, reusableContents: 0, variables: 0 })
    await expect(view.getPage('x')).rejects.toThrow(UnknownPage)
    expect(await view.getFirstPage()).toBeUndefined()
  })

  test('a page has its path, its ancestors, its children and its text', async () => {
    const { view } = await createRevision([
      insertPage('a', null),
      insertPage('b', 'a'),
      insertPage('c', 'b'),
      insertPage('d', 'b'),
    ])
    const foundPage = await view.getPage('c')
    expect(foundPage).toMatchObject({ id: 'c', parent: 'b', path: 'a/b/c', childCount: 0 })
    expect(foundPage.ancestors.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(await view.getFirstPage()).toMatchObject({ id: 'a', childCount: 1 })
    expect([...(await view.getDocuments([foundPage.document ?? ''])).values()]).toEqual(['# c\r\n'])
    expect((await view.getPages(['d', 'nope'])).size).toBe(1)
    expect(await view.getSubtree('b')).toMatchObject({
      id: 'b',
      path: 'a/b',
      pages: [
        { id: 'c', path: 'a/b/c', pages: [] },
        { id: 'd', path: 'a/b/d' },
      ],
    })
  })

  test('several paths find the pages that each of them finds', async () => {
    const { view } = await createRevision([
      insertPage('home', null, { slug: '' }),
      insertPage('a', null),
      insertPage('b', 'a'),
      insertPage('c', 'b', { slug: 'x' }),
      insertPage('d', 'a', { slug: 'x' }),
    ])
    const paths = ['', 'a', 'a/b', 'a/b/x', 'a/x', 'a/x/x', 'b', 'nope', 'nope/b', 'a/', '/a']
    const expected = new Map<string, string>()
    for (const path of paths) {
      const page = await view.findPageByPath(path)
      if (page) expected.set(path, page.id)
    }
    expect(expected.size).toBe(5)
    expect(await view.findPageIdsByPaths([...paths, 'a'])).toEqual(expected)
  })

  test('a page is found by its path, also with an empty slug', async () => {
    const { view } = await createRevision([
      insertPage('home', null, { slug: '' }),
      insertPage('a', null),
      insertPage('b', 'a'),
    ])
    expect((await view.findPageByPath(''))?.id).toBe('home')
    expect((await view.findPageByPath('a/b'))?.id).toBe('b')
    for (const path of ['b', 'a/', '/a', 'a/b/c', 'A'])
      expect(await view.findPageByPath(path)).toBeUndefined()
  })

  test('a page without a slug has no path, and neither do its descendants', async () => {
    const link = { type: 'link', slug: undefined, target: { kind: 'url', url: 'https://example.com' } }
    const { view } = await createRevision([insertPage('l', null, link), insertPage('below', 'l')])
    expect((await view.getPage('below')).path).toBeUndefined()
    expect(await view.getPageTree()).toMatchObject([
      { id: 'l', path: undefined, pages: [{ path: undefined }] },
    ])
  })

  test('files are listed page by page, forwards and backwards', async () => {
    const ids = Array.from({ length: 95 }, (_, n) => `f${String(n).padStart(3, '0')}`)
    const file = {
      name: 'a.png',
      contentType: 'image/png',
      size: 1,
      blob: 'x',
      dimensions: { width: 1, height: 2 },
    }
    const { view } = await createRevision(ids.map((id) => ({ type: 'put-file', id, file })))
    const seenIds: string[] = []
    let list = await view.listFiles({ limit: 30 })
    for (;;) {
      seenIds.push(...list.items.map(({ id }) => id))
      if (list.next === undefined) break
      list = await view.listFiles({ limit: 30, after: list.next })
    }
    expect(seenIds).toEqual(ids)
    expect(await view.findFile('f007')).toEqual({ id: 'f007', ...file })
    expect(await view.findFile('nope')).toBeUndefined()
    expect(await view.listFiles({ limit: 95 })).not.toHaveProperty('next')
    for (const [end, before] of [...ids, 'f', 'f0405', 'z'].entries()) {
      const expectedIds = ids.filter((id) => id < before)
      for (const limit of [0, 1, 30, 95]) {
        const foundIds = (await view.listFilesBefore(before, limit)).map(({ id }) => id)
        expect([end, foundIds]).toEqual([end, limit === 0 ? [] : expectedIds.slice(-limit)])
      }
    }
  })

  test('ids, names and fields may be names that JavaScript objects inherit', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    const { store, root, view } = await createRevision([
      ...names.map((name) => insertPage(name, null)),
      { type: 'set-variables', variables: Object.fromEntries(names.map((name) => [name, 'x'])) },
      {
        type: 'update-page',
        id: '__proto__',
        fields: JSON.parse('{"__proto__": "y"}') as Record<string, string>,
      },
    ])
    await verifyRevision(store, root)
    expect([...(await view.getVariables()).keys()].toSorted()).toEqual(names.toSorted())
    expect((await view.getPage('__proto__')).path).toBe('__proto__')
    expect(Object.entries((await view.getPage('__proto__')).fields)).toContainEqual(['__proto__', 'y'])
  })
})

describe('a store with missing or corrupt objects', () => {
  test('causes MissingObject and not UnknownPage', async () => {
    const { store, root } = await createRevision([insertPage('a', null)])
    const document = [...store.objects].find(([, bytes]) => Buffer.from(bytes).includes('# a'))
    store.objects.delete(document?.[0] ?? '')
    await expect(verifyRevision(store, root)).rejects.toThrow(MissingObject)
    store.objects.delete(root)
    await expect(new RevisionView(store, root).getPage('a')).rejects.toThrow(MissingObject)
  })

  test('is detected by hashes that do not match', async () => {
    const { store, root } = await createRevision([insertPage('a', null)])
    const document = [...store.objects].find(([, bytes]) => Buffer.from(bytes).includes('# a'))
    store.objects.set(document?.[0] ?? '', Buffer.from('verso1 document\n# b'))
    await expect(verifyRevision(store, root)).rejects.toThrow(CorruptObject)
  })

  test('does not accept a document as a root', async () => {
    const { store, view } = await createRevision([insertPage('a', null)])
    const { document } = await view.getPage('a')
    await expect(new RevisionView(store, document ?? '').getPageTree()).rejects.toThrow(CorruptObject)
  })
})
