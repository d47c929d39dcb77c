import { canonicalJson, isJsonObject } from './encoding.ts'
import type { Hash, Json, JsonObject } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import type { Workspace } from './workspace.ts'
import type { TreeShape, TreeRef } from './tree.ts'

/** The file of a Git repository that a page, file or reusable content is synchronized with. */
export type GitBlob = {
  readonly oid: string
  readonly path: string
  /** The part of the file before the document: its front matter and its heading. */
  readonly head?: string
  /** The URL that shows the files of its branch. */
  readonly tree?: string
}

export type PageType = 'document' | 'group' | 'link' | 'computed'

/**
 * The metadata of a page. Fields that are not named here are stored, compared and merged like the others. A field
 * that is not set is absent, never null.
 */
export interface PageFields {
  readonly type: PageType
  readonly title: string
  /** Unique among siblings, without a slash. Links and computed pages have none. */
  readonly slug?: string
  readonly linkTitle?: string
  readonly emoji?: string
  readonly icon?: string
  readonly description?: string
  readonly layout?: JsonObject
  readonly cover?: JsonObject
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly variables?: JsonObject
  readonly target?: JsonObject
  readonly condition?: string
  readonly computed?: JsonObject
  readonly computedSeed?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly git?: GitBlob
  readonly [field: string]: Json | undefined
}

/** A page as a revision stores it. */
export interface PageRecord {
  readonly parent: string | null
  readonly fields: PageFields
  /** The page's Markdown. */
  readonly document: Hash | null
  /** The ids of its children, in order: a sequence. */
  readonly children: TreeRef | null
}

/** A page as this package returns it. */
export interface Page {
  readonly id: string
  readonly parent: string | null
  readonly fields: PageFields
  readonly document: Hash | null
  readonly childCount: number
}

export interface FileRecord {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly dimensions?: { readonly width: number; readonly height: number }
  /** The key of the bytes in the file store. This package never reads them. */
  readonly blob: string
  readonly git?: GitBlob
  readonly [field: string]: Json | undefined
}

export interface ReusableContentRecord {
  readonly title: string
  readonly document: Hash | null
  readonly git?: GitBlob
  readonly [field: string]: Json | undefined
}

/** The trees of a revision. */
export interface Root {
  /** Top-level pages, in order: a sequence of page ids. */
  readonly children: TreeRef | null
  /** Page id to page record. */
  readonly pages: TreeRef | null
  /** Slug key (see `createSlugKey`) to page id. It finds pages by path and keeps slugs unique among siblings. */
  readonly slugs: TreeRef | null
  readonly files: TreeRef | null
  readonly reusableContents: TreeRef | null
  readonly variables: TreeRef | null
}

export const emptyRoot: Root = {
  children: null,
  pages: null,
  slugs: null,
  files: null,
  reusableContents: null,
  variables: null,
}

/** Trees with large entries have small leaves, so that any change writes only a few kilobytes. */
export const treeShapes = {
  children: { leafSize: 128, innerSize: 32 },
  pages: { leafSize: 8, innerSize: 32 },
  slugs: { leafSize: 32, innerSize: 32 },
  files: { leafSize: 16, innerSize: 32 },
  reusableContents: { leafSize: 16, innerSize: 32 },
  variables: { leafSize: 16, innerSize: 32 },
} satisfies Record<keyof Root, TreeShape>

/** The key of a slug under a parent. A slug has no slash, so the last slash ends the parent's id. */
export function createSlugKey(parent: string | null, slug: string): string {
  return `${parent ?? ''}/${slug}`
}

export function parseSlugKey(key: string): { parent: string | null; slug: string } {
  const end = key.lastIndexOf('/')
  return { parent: key.slice(0, end) || null, slug: key.slice(end + 1) }
}

export async function loadRoot(workspace: Workspace, hash: Hash): Promise<Root> {
  await workspace.load([hash])
  return workspace.readRoot(hash)
}

export function decodeRoot(hash: Hash, json: Json): Root {
  if (!isJsonObject(json)) throw new CorruptObject(hash, 'it is not an object')
  return {
    children: decodeTree(json['children']),
    pages: decodeTree(json['pages']),
    slugs: decodeTree(json['slugs']),
    files: decodeTree(json['files']),
    reusableContents: decodeTree(json['reusableContents']),
    variables: decodeTree(json['variables']),
  }
}

export function putRoot(workspace: Workspace, root: Root): Hash {
  const trees = Object.entries(root) as [string, TreeRef | null][]
  return workspace.put(
    'root',
    canonicalJson(Object.fromEntries(trees.map(([name, tree]) => [name, encodeTree(tree)]))),
  )
}

export function encodePage(page: PageRecord): Json {
  return {
    // The index signature allows `undefined`, which the encoding omits.
    fields: page.fields as JsonObject,
    ...(page.parent !== null && { parent: page.parent }),
    ...(page.document !== null && { document: page.document }),
    ...(page.children !== null && { children: encodeTree(page.children) }),
  }
}

export function decodePage(value: Json): PageRecord {
  // Only encodePage writes values of this tree.
  const page = value as { fields: PageFields; parent?: string; document?: Hash; children?: Json }
  return {
    fields: page.fields,
    parent: page.parent ?? null,
    document: page.document ?? null,
    children: decodeTree(page.children),
  }
}

export function createPage(id: string, record: PageRecord): Page {
  const { parent, fields, document, children } = record
  return { id, parent, fields, document, childCount: children?.count ?? 0 }
}

export function decodeFile(value: Json): FileRecord {
  return value as FileRecord & JsonObject
}

export function decodeReusableContent(value: Json): ReusableContentRecord {
  return value as ReusableContentRecord & JsonObject
}

export function decodeVariable(value: Json): string {
  return typeof value === 'string' ? value : ''
}

function encodeTree(tree: TreeRef | null): Json {
  return tree && [tree.hash, tree.count]
}

function decodeTree(value: Json | undefined): TreeRef | null {
  if (!Array.isArray(value)) return null
  const [hash, count] = value as [Hash, number]
  return { hash, count }
}
