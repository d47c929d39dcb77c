import { copyJson } from './copy-json.ts'
import type { Block, ContentRef, Document, Inline, InlineContent, Table, TableValue } from './types.ts'
import { walkBlocks } from './walk.ts'

export interface Reference {
  ref: ContentRef
  /** The key of the block that contains it. */
  block: string
}

/** Lists all references of a document, in reading order. */
export function listReferences(document: Document): Reference[] {
  const foundReferences: Reference[] = []
  for (const { block } of walkBlocks(document)) {
    replaceReferences(block, (ref) => {
      foundReferences.push({ ref, block: block.key })
      return ref
    })
  }
  return foundReferences
}

/**
 * Copies a document and replaces every reference by the result of `map`, for example paths by ids. Keys do not change,
 * so that comments and other data about a block still find it.
 */
export function mapReferences(document: Document, map: (ref: ContentRef) => ContentRef): Document {
  const copy = copyJson(document)
  for (const { block } of walkBlocks(copy)) replaceReferences(block, map)
  return copy
}

/** Replaces the references of a block, but not those of the blocks inside it. */
function replaceReferences(block: Block, map: (ref: ContentRef) => ContentRef): void {
  if ('nodes' in block)
    for (const node of block.nodes) if (node.object !== 'block') replaceInlineReferences(node, map)
  switch (block.type) {
    case 'table':
      replaceTableReferences(block, map)
      return
    case 'embed': {
      const ref = map({ kind: 'url', url: block.data.url })
      if (ref.kind === 'url') block.data.url = ref.url
      return
    }
    case 'integration': {
      const { url } = block.data
      const ref = url === undefined ? undefined : map({ kind: 'url', url })
      if (ref?.kind === 'url') block.data.url = ref.url
      return
    }
    case 'content-ref':
      block.data.ref = map(block.data.ref)
      return
    case 'update':
      if (block.data.tags) block.data.tags = block.data.tags.map((tag) => replaceReference(tag, map))
      return
    default:
      if ('ref' in block.data && block.data.ref) block.data.ref = replaceReference(block.data.ref, map)
      if ('refDark' in block.data && block.data.refDark)
        block.data.refDark = replaceReference(block.data.refDark, map)
  }
}

/** The contract allows only some kinds of references in each place. A result of another kind is ignored. */
function replaceReference<Ref extends ContentRef>(ref: Ref, map: (ref: ContentRef) => ContentRef): Ref {
  const result = map(ref)
  const isAllowed = result.kind === ref.kind || (isMediaKind(result.kind) && isMediaKind(ref.kind))
  // Both are of the same kind, or of the two kinds of media, and every property that allows one allows the other.
  return isAllowed ? (result as Ref) : ref
}

function isMediaKind(kind: ContentRef['kind']): boolean {
  return kind === 'file' || kind === 'url'
}

function replaceInlineReferences(node: InlineContent, map: (ref: ContentRef) => ContentRef): void {
  if (node.object === 'text') return
  if (canHaveAnyRef(node) && !(node.type === 'button' && node.data.action)) node.data.ref = map(node.data.ref)
  if (node.type === 'inline-image') {
    node.data.ref = replaceReference(node.data.ref, map)
    if (node.data.refDark) node.data.refDark = replaceReference(node.data.refDark, map)
  }
  if (node.type === 'link') for (const child of node.nodes) replaceInlineReferences(child, map)
}

function canHaveAnyRef(node: Inline): node is Extract<Inline, { type: 'link' | 'mention' | 'button' }> {
  return node.type === 'link' || node.type === 'mention' || node.type === 'button'
}

function replaceTableReferences({ data }: Table, map: (ref: ContentRef) => ContentRef): void {
  for (const { values } of Object.values(data.records)) {
    for (const [id, value] of Object.entries(values)) {
      values[id] = replaceValueReferences(value, data.definition[id]?.type, map)
    }
  }
}

function replaceValueReferences(
  value: TableValue,
  type: string | undefined,
  map: (ref: ContentRef) => ContentRef,
): TableValue {
  if (Array.isArray(value)) {
    if (type === 'files') {
      return value.map((file) => {
        const ref = map({ kind: 'file', file })
        if (ref.kind !== 'file') return file
        // A cell holds texts, and one that names the space as well is an address.
        return ref.space === undefined ? ref.file : `/spaces/${ref.space}/files/${ref.file}`
      })
    }
    if (type === 'users') {
      return value.map((user) => {
        const ref = map({ kind: 'user', user })
        return ref.kind === 'user' ? ref.user : user
      })
    }
    return value
  }
  if (typeof value !== 'object') return value
  return 'kind' in value ? map(value) : { ...value, ref: replaceReference(value.ref, map) }
}

/** Equal references have equal keys. */
export const createReferenceKey = (ref: ContentRef): string => JSON.stringify(ref)
