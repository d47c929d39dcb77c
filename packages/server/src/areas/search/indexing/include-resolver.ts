import { type ContentRef, createReferenceKey } from '@verso/markdown'
import type { Hash, Page, ReusableContent, ReusableContentRecord, RevisionView } from '@verso/revisions'
import {
  MAX_INCLUDE_DEPTH,
  isPath,
  type DocumentLinkStore,
  getPageFilePath,
  getReusableContentFilePath,
  parseReferenceTarget,
} from '../../content/index.ts'
import type { Queryable } from '../../../database/database.ts'

/** A place in a text that includes a reusable content. */
export interface Include {
  /** The id of the reusable content that includes it; empty for the page itself. */
  within: string
  /** What it is called there, as `createReferenceKey` writes it. */
  as: string
  id: string
  document: Hash
}

/** The reusable contents that a page includes, directly or through others. */
export interface ResolvedIncludes {
  /** The ids and paths that the page includes. If a reusable content of such a name changes, so does the page's text. */
  names: ReadonlySet<string>
  /** Whether the names depend on the path of the page, and so on other pages. */
  relative: boolean
  includes: readonly Include[]
}

export const noIncludes: ResolvedIncludes = { names: new Set(), relative: false, includes: [] }

type IncludeRef = Extract<ContentRef, { kind: 'reusable-content' }>

/** The references that include a reusable content of the same space. Readers do not see those of other spaces. */
export const filterIncludeRefs = (refs: readonly ContentRef[]): IncludeRef[] =>
  refs.flatMap((ref) => (ref.kind === 'reusable-content' && ref.space === undefined ? ref : []))

/** The names by which a page can include a reusable content. */
export const listIncludeNames = (id: string, content: ReusableContentRecord): string[] => [
  id,
  getReusableContentFilePath({ ...content, id }),
]

/**
 * Finds what the pages of a revision include, as readers see it. It loads as much as there are reusable contents,
 * however many pages there are.
 */
export class IncludeResolver {
  readonly #on: Queryable
  readonly #documentLinks: DocumentLinkStore
  readonly #view: RevisionView
  #lookup: Promise<ReusableContentLookup> | undefined
  #firstPage: Promise<Page | undefined> | undefined

  constructor(on: Queryable, documentLinks: DocumentLinkStore, view: RevisionView) {
    this.#on = on
    this.#documentLinks = documentLinks
    this.#view = view
  }

  async resolveIncludes(page: Page, refs: readonly IncludeRef[]): Promise<ResolvedIncludes> {
    if (refs.length === 0) return noIncludes
    const { byId, byPath } = await (this.#lookup ??= loadReusableContents(this.#view))
    const names = new Set<string>()
    const includes: Include[] = []
    const relative = page.fields.git?.path === undefined && refs.some(isRelative)
    const visited = new Set<string>()
    let level = [
      { within: '', from: relative ? await this.#computePath(page) : (page.fields.git?.path ?? ''), refs },
    ]
    for (let depth = 0; depth < MAX_INCLUDE_DEPTH && level.length > 0; depth++) {
      const nextContents = new Map<string, { content: ReusableContent; document: Hash }>()
      for (const { within, from, refs } of level) {
        for (const ref of refs) {
          const target = parseReferenceTarget(ref, from)
          const path = target?.kind === 'reusable-content' ? target.path : undefined
          names.add(path ?? ref.reusableContent)
          const content = path === undefined ? byId.get(ref.reusableContent) : byPath.get(path)
          if (!content?.document) continue
          const { id, document } = content
          includes.push({ within, as: createReferenceKey(ref), id, document })
          if (!visited.has(id)) nextContents.set(id, { content, document })
          visited.add(id)
        }
      }
      const linksByDocument = await this.#documentLinks.load(
        this.#on,
        [...nextContents.values()].map(({ document }) => document),
      )
      level = [...nextContents.values()].map(({ content, document }) => ({
        within: content.id,
        from: content.git?.path ?? '',
        refs: filterIncludeRefs((linksByDocument.get(document)?.refs ?? []).map(([ref]) => ref)),
      }))
    }
    return { names, relative, includes }
  }

  async #computePath({ id }: Page): Promise<string> {
    this.#firstPage ??= this.#view.getFirstPage()
    return getPageFilePath(await this.#view.getPage(id), await this.#firstPage)
  }
}

interface ReusableContentLookup {
  byId: ReadonlyMap<string, ReusableContent>
  /** If several have the same path, the first one. */
  byPath: ReadonlyMap<string, ReusableContent>
}

async function loadReusableContents(view: RevisionView): Promise<ReusableContentLookup> {
  const byId = new Map<string, ReusableContent>()
  const byPath = new Map<string, ReusableContent>()
  for (const content of await view.listReusableContents()) {
    byId.set(content.id, content)
    const place = getReusableContentFilePath(content)
    if (!byPath.has(place)) byPath.set(place, content)
  }
  return { byId, byPath }
}

const isRelative = ({ reusableContent: name }: IncludeRef): boolean => isPath(name) && !name.startsWith('/')
