import { hashOf, type Hash, type Json } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import {
  decodePage,
  decodeReusableContent,
  encodePage,
  loadRoot,
  putRoot,
  shapes,
  slugKey,
  type PageRecord,
  type Root,
} from './model.ts'
import { Workspace, type ObjectReader } from './objects.ts'
import { buildSequence, editMap } from './tree-write.ts'
import { scan, type Entry } from './tree.ts'

const documentsAtOnce = 500

/**
 * Reads a whole revision and throws `CorruptObject` or `MissingObject` unless it is sound: every object has the
 * bytes its hash names, the tree of pages is a tree, slugs are unique and indexed, and the same content built
 * anew has the same root.
 */
export async function verifyRevision(reader: ObjectReader, root: Hash): Promise<void> {
  const checked = checkingReader(reader)
  const workspace = new Workspace(checked)
  const top = await loadRoot(workspace, root)
  const [topLevel = [], pageEntries = [], slugs = [], files = [], reusableContents = [], variables = []] =
    await scan(workspace, [
      top.children,
      top.pages,
      top.slugs,
      top.files,
      top.reusableContents,
      top.variables,
    ])
  const pages = new Map(pageEntries.map(({ key, value }) => [key, decodePage(value)]))
  const parents = [...pages.keys()]
  const lists = await scan(
    workspace,
    [...pages.values()].map(({ children }) => children),
  )
  const children = new Map<string | null, string[]>([[null, keysOf(topLevel)]])
  for (const [index, parent] of parents.entries()) children.set(parent, keysOf(lists[index] ?? []))

  const problem = structureProblem(pages, children) ?? slugProblem(pages, slugs)
  if (problem !== undefined) throw new CorruptObject(root, problem)
  const rebuilt = await rebuild(pages, children, { slugs, files, reusableContents, variables })
  if (rebuilt !== root) throw new CorruptObject(root, 'the same content built anew has another root')

  const documents = [
    ...[...pages.values()].map(({ document }) => document),
    ...reusableContents.map(({ value }) => decodeReusableContent(value).document),
  ].filter((hash) => hash !== null)
  for (let start = 0; start < documents.length; start += documentsAtOnce) {
    await new Workspace(checked).documents(documents.slice(start, start + documentsAtOnce))
  }
}

function structureProblem(
  pages: ReadonlyMap<string, PageRecord>,
  children: ReadonlyMap<string | null, readonly string[]>,
): string | undefined {
  const reached = new Set<string>()
  let level: (string | null)[] = [null]
  while (level.length > 0) {
    const next: string[] = []
    for (const parent of level) {
      for (const id of children.get(parent) ?? []) {
        if (reached.has(id)) return `page ${id} is in the tree twice`
        if (pages.get(id)?.parent !== parent) return `page ${id} is listed under a page it does not name`
        reached.add(id)
        next.push(id)
      }
    }
    level = next
  }
  return reached.size === pages.size ? undefined : 'some pages cannot be reached from the top'
}

function slugProblem(pages: ReadonlyMap<string, PageRecord>, slugs: readonly Entry[]): string | undefined {
  const index = new Map(slugs.map(({ key, value }) => [key, value]))
  let expected = 0
  for (const [id, { parent, fields }] of pages) {
    if (fields.slug === undefined) continue
    expected += 1
    if (index.get(slugKey(parent, fields.slug)) !== id) return `the slug of page ${id} leads elsewhere`
  }
  return expected === index.size ? undefined : 'the index knows slugs that no page has'
}

async function rebuild(
  pages: ReadonlyMap<string, PageRecord>,
  children: ReadonlyMap<string | null, readonly string[]>,
  maps: Record<Exclude<keyof Root, 'children' | 'pages'>, readonly Entry[]>,
): Promise<Hash> {
  const workspace = new Workspace({ get: () => Promise.resolve(new Map()) })
  const list = (parent: string | null) =>
    buildSequence(workspace, shapes.children, children.get(parent) ?? [])
  const map = (name: Exclude<keyof Root, 'children'>, entries: readonly (readonly [string, Json])[]) =>
    editMap(workspace, shapes[name], null, new Map(entries))
  const plain = (name: keyof typeof maps) =>
    map(
      name,
      maps[name].map(({ key, value }) => [key, value]),
    )
  return putRoot(workspace, {
    children: list(null),
    pages: await map(
      'pages',
      [...pages].map(([id, page]) => [id, encodePage({ ...page, children: list(id) })]),
    ),
    slugs: await plain('slugs'),
    files: await plain('files'),
    reusableContents: await plain('reusableContents'),
    variables: await plain('variables'),
  })
}

function checkingReader(reader: ObjectReader): ObjectReader {
  return {
    async get(hashes) {
      const objects = await reader.get(hashes)
      for (const [hash, bytes] of objects) {
        if (hashOf(bytes) !== hash) throw new CorruptObject(hash, 'its bytes have another hash')
      }
      return objects
    },
  }
}

function keysOf(entries: readonly Entry[]): string[] {
  return entries.map(({ key }) => key)
}
