import { type ContentRef, type Document, listHeadings, listReferences } from '@verso/markdown'
import type { FileEntry, Page, RevisionView } from '@verso/revisions'
import {
  collectSnippets,
  findLocale,
  type Highlighter,
  type PageReferences,
  RenderBudget,
  PageDiagrams,
  renderContent,
  type RenderedContent,
  type ResolvedFile,
  type ResolvedLink,
  urlOnlyReferences,
} from '@verso/site'
import type { Queryable } from '../../../database/database.ts'
import { collectSpecs, collectSpecSnippets, loadSpecs, type SpecDescriptions } from '../../openapi/index.ts'
import { collectUserIds, findNamedUsers } from '../../organizations/index.ts'

/** Where a document is shown: in the console, which has an address for each page. */
export interface HtmlPlace {
  spaceId: string
  organizationId: string
  /** The path of the console. */
  consolePath: string
  /** The path of what shows the document, below that of the console: a space, or one of its change requests or revisions. */
  scopePath: string
}

interface HtmlReaderDependencies {
  database: Queryable
  descriptions: SpecDescriptions
  highlighter: Highlighter
  /** The addresses of files, in their order. */
  createFileUrls: (files: FileEntry[]) => Promise<string[]>
  /** Whether to throw an `ExpensivePageError` for a page that would keep other requests waiting. */
  isCheapOnly: boolean
}

/** `isCacheable` is false where the HTML shows what changes without the text: names of people, OpenAPI specs. */
export interface HtmlReading {
  content: RenderedContent
  isCacheable: boolean
}

/** Renders documents as HTML for the console: links lead to its pages, and blocks have their keys. */
export class HtmlReader {
  readonly #deps: HtmlReaderDependencies

  constructor(deps: HtmlReaderDependencies) {
    this.#deps = deps
  }

  async render(view: RevisionView, document: Document, place: HtmlPlace): Promise<HtmlReading> {
    const { database, descriptions, highlighter, isCheapOnly } = this.#deps
    const refs = listReferences(document).map(({ ref }) => ref)
    const links = await resolveLinks(view, document, refs, place)
    const files = await this.#resolveFiles(view, refs)
    const namedUsers = await findNamedUsers(database, place.organizationId, collectUserIds(refs))
    const selections = collectSpecs(document)
    const specs = await loadSpecs(database, descriptions, place, selections)
    const references: PageReferences = {
      ...urlOnlyReferences,
      resolveLink: (ref) => links(ref, files),
      resolveFile: (ref) =>
        ref.kind === 'url' ? urlOnlyReferences.resolveFile(ref) : files.get(createFileKey(ref)),
      resolveTag: ({ tag }) => ({ label: tag }),
      resolveUser: (id) => namedUsers.get(id),
      resolveOpenAPI: (ref) => (ref.kind === 'openapi' ? specs.get(ref.spec) : undefined),
      // Which of them a reader sees depends on the reader, so all are shown, with their conditions.
      evaluateCondition: () => true,
      evaluateExpression: (expression) => `{{ ${expression} }}`,
    }
    const snippets = [
      ...collectSnippets(document),
      ...collectSpecSnippets(document, (ref) => references.resolveOpenAPI(ref)),
    ]
    const isHighlighted = await highlighter.prepareInTime(snippets)
    const content = renderContent(document, {
      references,
      highlighter,
      locale: findLocale('en'),
      budget: new RenderBudget({ isCheapOnly }),
      diagrams: new PageDiagrams(),
    })
    return { content, isCacheable: isHighlighted && namedUsers.size === 0 && selections.size === 0 }
  }

  async #resolveFiles(view: RevisionView, refs: readonly ContentRef[]): Promise<Map<string, ResolvedFile>> {
    const entries = new Map<string, FileEntry>()
    for (const ref of refs) {
      // Whether the reader may see files of another space is not known here.
      if (ref.kind !== 'file' || ref.space !== undefined || entries.has(createFileKey(ref))) continue
      const file = await view.findFile(ref.file)
      if (file) entries.set(createFileKey(ref), file)
    }
    const urls = entries.size === 0 ? [] : await this.#deps.createFileUrls([...entries.values()])
    return new Map(
      [...entries].map(([key, { name, size, contentType, dimensions }], index) => [
        key,
        { href: urls[index] ?? '', name, size, contentType, ...dimensions },
      ]),
    )
  }
}

const createFileKey = (ref: { file: string; space?: string }): string => `${ref.space ?? ''}/${ref.file}`

type LinkResolver = (ref: ContentRef, files: ReadonlyMap<string, ResolvedFile>) => ResolvedLink | undefined

async function resolveLinks(
  view: RevisionView,
  document: Document,
  refs: readonly ContentRef[],
  { consolePath, scopePath }: HtmlPlace,
): Promise<LinkResolver> {
  const pageIds = refs.flatMap((ref) =>
    (ref.kind === 'page' || ref.kind === 'anchor') && ref.space === undefined ? (ref.page ?? []) : [],
  )
  const pages = await view.getPages(new Set(pageIds))
  const titles = new Map(listHeadings(document).map(({ anchor, title }) => [anchor, title]))
  const linkToPage = (id: string, space: string | undefined): ResolvedLink | undefined => {
    const page = space === undefined ? pages.get(id) : undefined
    if (page) return describePage(page, `${consolePath}${scopePath}/pages/${id}`)
    // The page of another space opens only for those who may see it.
    return space === undefined ? undefined : linkToPath(`${consolePath}/spaces/${space}/pages/${id}`)
  }
  return (ref, files) => {
    switch (ref.kind) {
      case 'page':
        return linkToPage(ref.page, ref.space)
      case 'anchor': {
        const hash = `#${encodeURIComponent(ref.anchor)}`
        if (ref.page === undefined) return { href: hash, title: titles.get(ref.anchor) ?? ref.anchor }
        const link = linkToPage(ref.page, ref.space)
        return link && { ...link, href: `${link.href}${hash}` }
      }
      case 'space':
        return linkToPath(`${consolePath}/spaces/${ref.space}`)
      case 'file': {
        const file = files.get(createFileKey(ref))
        return file && { href: file.href, title: file.name, icon: 'file' }
      }
      default:
        return urlOnlyReferences.resolveLink(ref)
    }
  }
}

const linkToPath = (href: string): ResolvedLink => ({ href, title: href })

function describePage({ fields }: Page, href: string): ResolvedLink {
  const { title, description, icon, emoji } = fields
  return {
    href,
    title,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
  }
}
