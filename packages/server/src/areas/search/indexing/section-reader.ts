import {
  createReferenceKey,
  type Document,
  expandReusableContents,
  listSectionsByCondition,
  mapReferences,
  MarkdownError,
  parseMarkdown,
  type Section,
} from '@verso/markdown'
import type { Include } from './include-resolver.ts'

/** A text whose sections are read, with the texts of the reusable contents that it includes, by their ids. */
export interface SectionTask {
  markdown: string
  includes: readonly Include[]
  includedTexts: ReadonlyMap<string, string>
}

/** The sections of a page as its readers see it; none for a text that is not a valid document. */
export function readSections({ markdown, includes, includedTexts }: SectionTask): Section[] {
  const document = parse(markdown)
  if (!document) return []
  const includedDocuments = new Map<string, Document>()
  for (const [id, text] of includedTexts) {
    const included = parse(text)
    if (included) includedDocuments.set(id, included)
  }
  return listSectionsByCondition(
    includes.length === 0 ? document : expandIncludes(document, includes, includedDocuments),
  )
}

function parse(markdown: string): Document | undefined {
  try {
    return parseMarkdown(markdown).document
  } catch (error) {
    if (error instanceof MarkdownError) return undefined
    throw error
  }
}

/** Puts the included documents into a document. `documents` has those of the reusable contents, by id. */
function expandIncludes(
  document: Document,
  includes: readonly Include[],
  documents: ReadonlyMap<string, Document>,
): Document {
  const ids = new Map(includes.map(({ within, as, id }) => [`${within} ${as}`, id]))
  const resolveReferences = (within: string, text: Document): Document =>
    mapReferences(text, (ref) => {
      const id = ref.kind === 'reusable-content' ? ids.get(`${within} ${createReferenceKey(ref)}`) : undefined
      return id === undefined ? ref : { kind: 'reusable-content', reusableContent: id }
    })
  const contents = new Map<string, Document>()
  for (const { id } of includes) {
    const text = documents.get(id)
    if (text && !contents.has(id)) contents.set(id, resolveReferences(id, text))
  }
  return expandReusableContents(resolveReferences('', document), ({ reusableContent, space }) =>
    space === undefined ? contents.get(reusableContent) : undefined,
  )
}
