import * as fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import {
  applyChanges,
  type Change,
  emptyRevision,
  type Hash,
  type ObjectReader,
  type Page,
  type PageTree,
  type PageType,
  RevisionView,
  type WrittenRevision,
} from '@verso/revisions'
import type { SerializeBySchema } from '../../../common/cacheable-response.ts'
import { CacheBudget } from '../../../common/memory-cache.ts'
import { Urls } from '../../../common/urls.ts'
import { createSegmentedResponse } from '../../../http/segmented-response.ts'
import { DocumentIds } from '../documents/document-ids.ts'
import { createOutlineFormat, createTreeFormat } from './page-formats.ts'
import { type PageFormat, PageFragments } from './page-fragments.ts'
import { listOutlinePages } from './page-outline.ts'
import { collectTags, presentTags, presentTree } from './present.ts'
import { RevisionPages } from './schema.ts'

const context = {
  urls: new Urls('http://localhost'),
  documentIds: new DocumentIds(Buffer.from('a secret of a test')),
  spaceId: 'space',
  metadata: true,
}

const fastify = Fastify()
afterAll(() => fastify.close())

/** Serializes as the route does. The test runs within a request, because only a reply can serialize. */
function withSerializer(run: (serialize: SerializeBySchema) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    current = (serialize) => run(serialize).then(resolve, reject)
    fastify.inject('/').catch(reject)
  })
}
let current: (serialize: SerializeBySchema) => Promise<void> = () => Promise.resolve()
fastify.get('/', async (_, reply) => {
  await current((schema, value) => reply.serializeInput(value, schema as Record<string, unknown>))
  return {}
})

class Store implements ObjectReader {
  readonly #objects = new Map<Hash, Uint8Array>()

  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = hashes.flatMap((hash) => {
      const bytes = this.#objects.get(hash)
      return bytes ? [[hash, bytes] as const] : []
    })
    return Promise.resolve(new Map(found))
  }

  save({ root, objects }: WrittenRevision): Hash {
    for (const [hash, bytes] of objects) this.#objects.set(hash, bytes)
    return root
  }
}

/** What a reference resolves to changes with every revision, as if something else had been moved. */
const resolveFields = (view: RevisionView, pages: readonly PageTree[]): PageTree[] =>
  pages.map((page) => ({
    ...page,
    fields: hasReferences(page) ? { ...page.fields, cover: { resolved: view.root } } : page.fields,
    pages: resolveFields(view, page.pages),
  }))
const hasReferences = ({ fields }: Pick<Page, 'fields'>) => fields.cover !== undefined

const seed = fc.record({
  operation: fc.constantFrom('insert', 'insert', 'insert', 'edit', 'edit', 'move', 'delete'),
  page: fc.nat(999),
  parent: fc.nat(999),
  at: fc.nat(50),
  type: fc.constantFrom<PageType[]>('document', 'document', 'document', 'group', 'link', 'computed'),
  word: fc.constantFrom('one', 'two', 'ж', '𝕏'),
})
type Seed = typeof seed extends fc.Arbitrary<infer Value> ? Value : never

function createChange(ids: readonly string[], change: Seed, newId: string): Change {
  const { operation, page, parent, at, type, word } = change
  const id = ids[page % ids.length]
  const above = parent % 3 === 0 ? null : (ids[parent % ids.length] ?? null)
  const fields = {
    title: word,
    ...(parent % 5 === 0 && { tags: [{ tag: { object: 'tag', tag: word } }] }),
    ...(parent % 20 === 1 && { cover: { of: word } }),
  }
  if (operation === 'insert' || id === undefined) {
    const hasSlug = type === 'document' || type === 'group'
    const stored = { type, ...fields, ...(hasSlug && { slug: newId }) }
    return { type: 'insert-page', id: newId, parent: above, at, fields: stored, document: { markdown: word } }
  }
  if (operation === 'move') return { type: 'move-page', id, parent: above, at }
  if (operation === 'delete') return { type: 'delete-page', id }
  const isNewSlug = parent % 4 === 0
  return {
    type: 'update-page',
    id,
    fields: {
      ...fields,
      ...(isNewSlug && { slug: `${id}-${word}` }),
      ...(at === 7 && { type }),
    },
    document: { markdown: `${word} ${at}` },
  }
}

/** Applies changes one by one. Those that are not possible change nothing. */
async function applyAll(store: Store, root: Hash, seeds: readonly Seed[], name: string): Promise<Hash> {
  let current = root
  for (const [index, change] of seeds.entries()) {
    const pages = await new RevisionView(store, current).getPageTree()
    const ids = listOutlinePages(pages, undefined).map(({ id }) => id)
    const written = await applyChanges(store, current, [createChange(ids, change, `${name}-${index}`)]).catch(
      () => undefined,
    )
    if (written) current = store.save(written)
  }
  return current
}

/** The lists of a revision as JSON, and the tags in them. */
interface WrittenLists {
  tree: string
  outline: string
  tags: unknown
}

/** Writes lists from what is kept of those before. */
function createListWriter(store: Store, serialize: SerializeBySchema) {
  const fragments = new PageFragments({
    caches: new CacheBudget(100_000_000),
    createView: (root) => new RevisionView(store, root),
    createReader: () => store,
    resolveFields: (view, pages) => Promise.resolve(resolveFields(view, pages)),
    hasReferences,
  })
  const write = async (root: Hash, format: PageFormat) => {
    const { segments, tags } = await fragments.render('space', root, { ...format, fragmentPages: 3 })
    const response = createSegmentedResponse<RevisionPages>('{"pages":[', segments, ']}')
    return { json: gunzipSync(response.createGzipBytes()).toString(), tags: presentTags(tags) }
  }
  return async (root: Hash): Promise<WrittenLists> => {
    const { json, tags } = await write(root, createTreeFormat(context, serialize))
    const { json: outline } = await write(root, createOutlineFormat(serialize))
    return { tree: json, outline, tags }
  }
}

async function writeWholeLists(
  store: Store,
  serialize: SerializeBySchema,
  root: Hash,
): Promise<WrittenLists> {
  const view = new RevisionView(store, root)
  const trees = await view.getPageTree()
  const pages = resolveFields(view, trees).map((tree) => presentTree(context, tree))
  return {
    tree: serialize(RevisionPages, { pages }),
    outline: serialize(RevisionPages, { pages: listOutlinePages(trees, undefined) }),
    tags: collectTags(pages),
  }
}

test('fragments of pages are the JSON of the whole list', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(seed, { maxLength: 60 }),
      fc.array(fc.array(seed, { maxLength: 6 }), { maxLength: 4 }),
      async (first, edits) => {
        const store = new Store()
        await withSerializer(async (serialize) => {
          const writeLists = createListWriter(store, serialize)
          let root = await applyAll(store, store.save(emptyRevision()), first, 'a')
          for (const [index, edit] of [[], ...edits].entries()) {
            root = await applyAll(store, root, edit, `e${index}`)
            expect(await writeLists(root)).toEqual(await writeWholeLists(store, serialize, root))
          }
        })
      },
    ),
    { numRuns: 150 },
  )
})

const insertPage = (id: string): Change => ({
  type: 'insert-page',
  id,
  parent: null,
  fields: { type: 'document', title: id, slug: id },
  document: { markdown: id },
})
const renamePage = (id: string): Change => ({ type: 'update-page', id, fields: { title: 'New' } })

test.each([1, 16, 17, 49, 51])(
  'fragments of 200 pages are the JSON of the whole list after %i have changed',
  { timeout: 60_000 },
  async (count) => {
    const store = new Store()
    // The ids of many begin with those of others.
    const ids = Array.from({ length: 200 }, (_, number) => `p${number}`)
    await withSerializer(async (serialize) => {
      const writeLists = createListWriter(store, serialize)
      const root = store.save(await applyChanges(store, store.save(emptyRevision()), ids.map(insertPage)))
      await writeLists(root)
      const changedIds = ids.filter((_, number) => (number * 7) % 200 < count)
      expect(changedIds).toHaveLength(count)
      const changedRoot = store.save(await applyChanges(store, root, changedIds.map(renamePage)))
      expect(await writeLists(changedRoot)).toEqual(await writeWholeLists(store, serialize, changedRoot))
    })
  },
)
