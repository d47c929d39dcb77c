import { canonicalJson, isJsonObject } from './encoding.ts'
import type { Hash, Json, JsonObject } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import type { Workspace } from './objects.ts'
import type { Shape, TreeRef } from './tree.ts'

/** The file of a Git repository that something is one with. */
export type GitBlob = {
  readonly oid: string
  readonly path: string
  /** What the file has before the text: its front matter and its heading. */
  readonly head?: string
  /** Where people see the files of its branch. */
  readonly tree?: string
}

export type PageType = 'document' | 'group' | 'link' | 'computed'

/**
 * What a page says about itself, apart from its text and its place. Fields not named here are kept, compared
 * and merged like the others; a field that is not set is absent, never null.
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

/** A page as it is told to the outside. */
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
  /** The bytes, in the file store; this package never looks inside. */
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

/** The top of a revision's content: one tree per kind of thing. */
export interface Root {
  /** Top-level pages, in order: a sequence of page ids. */
  readonly children: TreeRef | null
  /** Page id to page record. */
  readonly pages: TreeRef | null
  /** Place of a slug (see `slugKey`) to page id: what finds a page by its path, and keeps slugs apart. */
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

/** Leaves are small where entries are large, so that a change writes few kilobytes whatever it touches. */
export const shapes = {
  children: { leafSize: 128, innerSize: 32 },
  pages: { leafSize: 8, innerSize: 32 },
  slugs: { leafSize: 32, innerSize: 32 },
  files: { leafSize: 16, innerSize: 32 },
  reusableContents: { leafSize: 16, innerSize: 32 },
  variables: { leafSize: 16, innerSize: 32 },
} satisfies Record<keyof Root, Shape>

/** A slug has no slash, so the last slash ends the parent's id. */
export function slugKey(parent: string | null, slug: string): string {
  return `${parent ?? ''}/${slug}`
}

export async function loadRoot(workspace: Workspace, hash: Hash): Promise<Root> {
  await workspace.load([hash])
  const json = workspace.json('root', hash)
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
    // An index signature admits `undefined`, which the encoding leaves out.
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

export function pageOf(id: string, record: PageRecord): Page {
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
