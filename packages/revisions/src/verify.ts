import { hashObject, type Hash, type Json } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import {
  decodePage,
  decodeReusableContent,
  encodePage,
  loadRoot,
  putRoot,
  treeShapes,
  createSlugKey,
  type PageRecord,
  type Root,
} from './model.ts'
import { Workspace, type ObjectReader } from './workspace.ts'
import { buildSequence, editMap } from './tree-write.ts'
import { scanTrees, type Entry } from './tree.ts'

const DOCUMENTS_PER_READ = 500

/**
 * Reads a whole revision and throws `CorruptObject` or `MissingObject` unless it is valid: every object matches
 * its hash, the pages form a tree, slugs are unique and indexed, and rebuilding the content gives the same root.
 */
export async function verifyRevision(reader: ObjectReader, root: Hash): Promise<void> {
  const verifyingReader = createVerifyingReader(reader)
  const workspace = new Workspace(verifyingReader)
  const rootRecord = await loadRoot(workspace, root)
  const [topLevel = [], pageEntries = [], slugs = [], files = [], reusableContents = [], variables = []] =
    await scanTrees(workspace, [
      rootRecord.children,
      rootRecord.pages,
      rootRecord.slugs,
      rootRecord.files,
      rootRecord.reusableContents,
      rootRecord.variables,
    ])
  const pages = new Map(pageEntries.map(({ key, value }) => [key, decodePage(value)]))
  const parents = [...pages.keys()]
  const lists = await scanTrees(
    workspace,
    [...pages.values()].map(({ children }) => children),
  )
  const children = new Map<string | null, string[]>([[null, listKeys(topLevel)]])
  for (const [index, parent] of parents.entries()) children.set(parent, listKeys(lists[index] ?? []))

  const problem = findStructureProblem(pages, children) ?? findSlugProblem(pages, slugs)
  if (problem !== undefined) throw new CorruptObject(root, problem)
  const rebuiltRoot = await rebuildRoot(pages, children, { slugs, files, reusableContents, variables })
  if (rebuiltRoot !== root) throw new CorruptObject(root, 'rebuilding its content gives another root')

  const documents = [
    ...[...pages.values()].map(({ document }) => document),
    ...reusableContents.map(({ value }) => decodeReusableContent(value).document),
  ].filter((hash) => hash !== null)
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_READ) {
    await new Workspace(verifyingReader).readDocuments(documents.slice(start, start + DOCUMENTS_PER_READ))
  }
}

function findStructureProblem(
  pages: ReadonlyMap<string, PageRecord>,
  children: ReadonlyMap<string | null, readonly string[]>,
): string | undefined {
  const reachedIds = new Set<string>()
  let level: (string | null)[] = [null]
  while (level.length > 0) {
    const nextLevel: string[] = []
    for (const parent of level) {
      for (const id of children.get(parent) ?? []) {
        if (reachedIds.has(id)) return `page ${id} is in the tree twice`
        if (pages.get(id)?.parent !== parent)
          return `page ${id} is listed under a page that is not its parent`
        reachedIds.add(id)
        nextLevel.push(id)
      }
    }
    level = nextLevel
  }
  return reachedIds.size === pages.size ? undefined : 'some pages cannot be reached from the top'
}

function findSlugProblem(
  pages: ReadonlyMap<string, PageRecord>,
  slugs: readonly Entry[],
): string | undefined {
  const slugIndex = new Map(slugs.map(({ key, value }) => [key, value]))
  let slugCount = 0
  for (const [id, { parent, fields }] of pages) {
    if (fields.slug === undefined) continue
    slugCount += 1
    if (slugIndex.get(createSlugKey(parent, fields.slug)) !== id)
      return `the slug of page ${id} leads to another page`
  }
  return slugCount === slugIndex.size ? undefined : 'the index has slugs that no page has'
}

async function rebuildRoot(
  pages: ReadonlyMap<string, PageRecord>,
  children: ReadonlyMap<string | null, readonly string[]>,
  maps: Record<Exclude<keyof Root, 'children' | 'pages'>, readonly Entry[]>,
): Promise<Hash> {
  const workspace = new Workspace({ get: () => Promise.resolve(new Map()) })
  const buildChildList = (parent: string | null) =>
    buildSequence(workspace, treeShapes.children, children.get(parent) ?? [])
  const buildMap = (name: Exclude<keyof Root, 'children'>, entries: readonly (readonly [string, Json])[]) =>
    editMap(workspace, treeShapes[name], null, new Map(entries))
  const buildRecordMap = (name: keyof typeof maps) =>
    buildMap(
      name,
      maps[name].map(({ key, value }) => [key, value]),
    )
  return putRoot(workspace, {
    children: buildChildList(null),
    pages: await buildMap(
      'pages',
      [...pages].map(([id, page]) => [id, encodePage({ ...page, children: buildChildList(id) })]),
    ),
    slugs: await buildRecordMap('slugs'),
    files: await buildRecordMap('files'),
    reusableContents: await buildRecordMap('reusableContents'),
    variables: await buildRecordMap('variables'),
  })
}

function createVerifyingReader(reader: ObjectReader): ObjectReader {
  return {
    async get(hashes) {
      const objects = await reader.get(hashes)
      for (const [hash, bytes] of objects) {
        if (hashObject(bytes) !== hash) throw new CorruptObject(hash, 'its bytes have another hash')
      }
      return objects
    },
  }
}

function listKeys(entries: readonly Entry[]): string[] {
  return entries.map(({ key }) => key)
}
