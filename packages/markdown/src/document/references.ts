import { copyOf } from './copy-json.ts'
import type { Block, ContentRef, Document, Inline, InlineContent, Table, TableValue } from './types.ts'
import { walkBlocks } from './walk.ts'

export interface Reference {
  ref: ContentRef
  /** The key of the block it stands in. */
  block: string
}

/** Everything a document refers to, in reading order. */
export function references(document: Document): Reference[] {
  const found: Reference[] = []
  for (const { block } of walkBlocks(document)) {
    eachReference(block, (ref) => {
      found.push({ ref, block: block.key })
      return ref
    })
  }
  return found
}

/**
 * A copy of a document in which every reference is what `map` makes of it: ids for paths, or the other way round.
 * Keys stay, so that what was said about a block still finds it.
 */
export function mapReferences(document: Document, map: (ref: ContentRef) => ContentRef): Document {
  const copy = copyOf(document)
  for (const { block } of walkBlocks(copy)) eachReference(block, map)
  return copy
}

/** Puts what `map` says in the place of each reference of a block itself. */
function eachReference(block: Block, map: (ref: ContentRef) => ContentRef): void {
  if ('nodes' in block)
    for (const node of block.nodes) if (node.object !== 'block') inlineReferences(node, map)
  switch (block.type) {
    case 'table':
      tableReferences(block, map)
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
      if (block.data.tags) block.data.tags = block.data.tags.map((tag) => replaced(tag, map))
      return
    default:
      if ('ref' in block.data && block.data.ref) block.data.ref = replaced(block.data.ref, map)
      if ('refDark' in block.data && block.data.refDark)
        block.data.refDark = replaced(block.data.refDark, map)
  }
}

/** The contract says which kinds may stand where; a mapping that gives another kind is not applied there. */
function replaced<Ref extends ContentRef>(ref: Ref, map: (ref: ContentRef) => ContentRef): Ref {
  const result = map(ref)
  const fits = result.kind === ref.kind || (isMedia(result.kind) && isMedia(ref.kind))
  // Same kind, or both of the two kinds that stand for media: what held the one holds the other.
  return fits ? (result as Ref) : ref
}

function isMedia(kind: ContentRef['kind']): boolean {
  return kind === 'file' || kind === 'url'
}

function inlineReferences(node: InlineContent, map: (ref: ContentRef) => ContentRef): void {
  if (node.object === 'text') return
  if (hasAnyRef(node)) node.data.ref = map(node.data.ref)
  if (node.type === 'inline-image') {
    node.data.ref = replaced(node.data.ref, map)
    if (node.data.refDark) node.data.refDark = replaced(node.data.refDark, map)
  }
  if (node.type === 'link') for (const child of node.nodes) inlineReferences(child, map)
}

function hasAnyRef(node: Inline): node is Extract<Inline, { type: 'link' | 'mention' | 'button' }> {
  return node.type === 'link' || node.type === 'mention' || node.type === 'button'
}

function tableReferences({ data }: Table, map: (ref: ContentRef) => ContentRef): void {
  for (const { values } of Object.values(data.records)) {
    for (const [id, value] of Object.entries(values)) {
      values[id] = mappedValue(value, data.definition[id]?.type, map)
    }
  }
}

function mappedValue(
  value: TableValue,
  type: string | undefined,
  map: (ref: ContentRef) => ContentRef,
): TableValue {
  if (Array.isArray(value)) {
    if (type === 'files') {
      return value.map((file) => {
        const ref = map({ kind: 'file', file })
        return ref.kind === 'file' ? ref.file : file
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
  return 'kind' in value ? map(value) : { ...value, ref: replaced(value.ref, map) }
}
