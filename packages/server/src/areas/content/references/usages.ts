import { decodeUri } from '../../../common/decode-uri.ts'
import { type ContentRef, createAnchor } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import type { Queryable } from '../../../database/database.ts'
import { isContentRef } from '../documents/field-references.ts'
import type { DocumentLinks } from '../documents/text-tasks.ts'
import type { DocumentLinkStore } from './document-links.ts'
import { getSourceDocument, type LinkSource, type LinkTarget, type LinkTargetIndex } from './target-index.ts'

export type LinkRelation = 'reference' | 'dependsOn'
export type LinkStatus = 'ok' | 'broken' | 'in-app'

/** One place in which a reference stands. */
export interface LinkOccurrence {
  sourceKind: 'page' | 'reusable-content'
  id: string
  /** The key of its block; undefined for a cover and the target of a link page. */
  block: string | undefined
}

/** One thing that is referred to, and every place that refers to it. */
export interface LinkUsage {
  /** Identifies the target across the revisions of a space, so that usages of two revisions can be compared. */
  key: string
  relation: LinkRelation
  target: LinkTarget
  /** Undefined where it depends on what the caller may see. */
  status: LinkStatus | undefined
  occurrences: LinkOccurrence[]
}

interface ResolvedReference {
  ref: ContentRef
  target: LinkTarget
  occurrence: LinkOccurrence
}

/** Collects what some sources refer to, ordered by the first occurrence of each target. */
export async function collectUsages(
  on: Queryable,
  documentLinks: DocumentLinkStore,
  targets: LinkTargetIndex,
  sources: readonly LinkSource[],
  isAppUrl: (url: string) => boolean,
): Promise<LinkUsage[]> {
  const linksByDocument = await documentLinks.load(on, listDocuments(sources))
  const references = sources.flatMap((source) =>
    listReferences(source, linksByDocument).map((reference) => resolveReference(targets, source, reference)),
  )
  const anchors = new AnchorIndex(
    targets,
    await documentLinks.load(on, listAnchoredDocuments(targets, references)),
  )
  await anchors.loadIncluded(on, documentLinks)
  const usages = new Map<string, LinkUsage>()
  for (const { ref, target, occurrence } of references) {
    const relation = ref.kind === 'reusable-content' || ref.kind === 'openapi' ? 'dependsOn' : 'reference'
    const key = formatTargetKey(target)
    const usage = usages.get(`${relation} ${key}`)
    if (usage) {
      if (!isSameOccurrence(usage.occurrences.at(-1), occurrence)) usage.occurrences.push(occurrence)
      continue
    }
    const status = determineStatus(target, anchors, isAppUrl)
    usages.set(`${relation} ${key}`, { key, relation, target, status, occurrences: [occurrence] })
  }
  return [...usages.values()]
}

// Occurrences come in document order, so a second one in the same block directly follows the first.
const isSameOccurrence = (one: LinkOccurrence | undefined, other: LinkOccurrence): boolean =>
  one?.id === other.id && one.block === other.block && one.sourceKind === other.sourceKind

function resolveReference(
  targets: LinkTargetIndex,
  source: LinkSource,
  { ref, block }: { ref: ContentRef; block: string | undefined },
): ResolvedReference {
  const id = source.kind === 'page' ? source.page.id : source.content.id
  return { ref, target: targets.resolve(source, ref), occurrence: { sourceKind: source.kind, id, block } }
}

function* listDocuments(sources: Iterable<LinkSource>): Generator<Hash> {
  for (const source of sources) {
    const document = getSourceDocument(source)
    if (document !== null) yield document
  }
}

/** The references in the text of a source, and those in the fields of a page: its cover and the target of a link page. */
function listReferences(
  source: LinkSource,
  linksByDocument: ReadonlyMap<Hash, DocumentLinks>,
): { ref: ContentRef; block: string | undefined }[] {
  const document = getSourceDocument(source)
  const textRefs = (document === null ? undefined : linksByDocument.get(document))?.refs ?? []
  const references: { ref: ContentRef; block: string | undefined }[] = textRefs.map(([ref, block]) => ({
    ref,
    block,
  }))
  if (source.kind === 'page') {
    const { cover, target } = source.page.fields
    for (const value of [cover?.['ref'], cover?.['refDark'], target]) {
      if (isContentRef(value)) references.push({ ref: value, block: undefined })
    }
  }
  return references
}

/** The texts of the pages that some reference addresses with an anchor. */
function* listAnchoredDocuments(
  targets: LinkTargetIndex,
  references: readonly ResolvedReference[],
): Generator<Hash> {
  for (const { target } of references) {
    if (target.kind !== 'page' || target.anchor === undefined) continue
    const document = targets.pages.get(target.page)?.document
    if (document != null) yield document
  }
}

/** The anchors of pages, with those of the reusable contents that they include. */
class AnchorIndex {
  readonly #targets: LinkTargetIndex
  readonly #linksByDocument: ReadonlyMap<Hash, DocumentLinks>
  #includedLinks: ReadonlyMap<Hash, DocumentLinks> = new Map()

  constructor(targets: LinkTargetIndex, linksByDocument: ReadonlyMap<Hash, DocumentLinks>) {
    this.#targets = targets
    this.#linksByDocument = linksByDocument
  }

  async loadIncluded(on: Queryable, documentLinks: DocumentLinkStore): Promise<void> {
    const hashes = [...this.#linksByDocument.values()].flatMap((links) =>
      this.#listIncludedDocuments(undefined, links),
    )
    this.#includedLinks = await documentLinks.load(on, hashes)
  }

  has(pageId: string, anchor: string): boolean {
    const page = this.#targets.pages.get(pageId)
    // The title of a page is a heading in its file, so that links lead to it where the file is read as it is.
    if (page && createAnchor(page.fields.title) === decodeUri(anchor)) return true
    const pageLinks = page?.document == null ? undefined : this.#linksByDocument.get(page.document)
    if (!pageLinks) return false
    const spellings = new Set([anchor, decodeUri(anchor)])
    const hasAnchor = ({ anchors }: DocumentLinks) => anchors.some((candidate) => spellings.has(candidate))
    return (
      hasAnchor(pageLinks) ||
      this.#listIncludedDocuments(pageId, pageLinks).some((hash) => {
        const links = this.#includedLinks.get(hash)
        return links !== undefined && hasAnchor(links)
      })
    )
  }

  #listIncludedDocuments(pageId: string | undefined, { refs }: DocumentLinks): Hash[] {
    const page = pageId === undefined ? undefined : this.#targets.pages.get(pageId)
    return refs.flatMap(([ref]) => {
      if (ref.kind !== 'reusable-content') return []
      const contents = this.#targets.reusableContents
      const target = page && this.#targets.resolve({ kind: 'page', page }, ref)
      // Without a page a relative path cannot be resolved, so every reusable content is a candidate.
      const ids =
        target?.kind === 'reusable-content' ? [target.reusableContent] : page ? [] : [...contents.keys()]
      return ids.flatMap((id) => contents.get(id)?.document ?? [])
    })
  }
}

function determineStatus(
  target: LinkTarget,
  anchors: AnchorIndex,
  isAppUrl: (url: string) => boolean,
): LinkStatus | undefined {
  switch (target.kind) {
    case 'page':
      return target.anchor === undefined || anchors.has(target.page, target.anchor) ? 'ok' : 'broken'
    case 'url':
      return isAppUrl(target.url) ? 'in-app' : 'ok'
    case 'missing':
      return 'broken'
    case 'external':
      return undefined
    default:
      return 'ok'
  }
}

export function formatTargetKey(target: LinkTarget): string {
  switch (target.kind) {
    case 'page':
      return `page ${target.page}${target.anchor === undefined ? '' : `#${target.anchor}`}`
    case 'file':
      return `file ${target.file}`
    case 'reusable-content':
      return `reusable-content ${target.reusableContent}`
    case 'url':
      return `url ${target.url}`
    case 'missing':
      return `missing ${target.address}`
    case 'external':
      // The database does not keep the order of the properties of a reference.
      return JSON.stringify(Object.entries(target.ref).sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}
