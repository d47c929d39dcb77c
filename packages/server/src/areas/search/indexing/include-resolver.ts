import { type ContentRef, type Document, expandReusableContents, mapReferences } from '@verso/markdown'
import type { Hash, Page, ReusableContent, ReusableContentRecord, RevisionView } from '@verso/revisions'
import {
  deepestInclude,
  isPath,
  keyOf,
  type Outlines,
  placeOfPage,
  placeOfReusableContent,
  wantedBy,
} from '../../content/index.ts'
import type { Queryable } from '../../../database/database.ts'

/** Where a reusable content stands in place of what calls it. */
export interface Include {
  /** The reusable content whose text has it; empty for the page's own. */
  within: string
  /** What it is called there, as `keyOf` writes it. */
  as: string
  id: string
  document: Hash
}

/** What the text of a page includes, and those texts in turn. */
export interface ResolvedIncludes {
  /** Ids and paths: where there is, was or will be a reusable content of such a name, the page has another text. */
  names: ReadonlySet<string>
  /** Whether the names depend on where the page stands, and so on other pages. */
  relative: boolean
  includes: readonly Include[]
}

export const noIncludes: ResolvedIncludes = { names: new Set(), relative: false, includes: [] }

type IncludeRef = Extract<ContentRef, { kind: 'reusable-content' }>

/** What of a text's references is included, as far as readers see it: nothing of other spaces. */
export const filterIncludeRefs = (refs: readonly ContentRef[]): IncludeRef[] =>
  refs.flatMap((ref) => (ref.kind === 'reusable-content' && ref.space === undefined ? ref : []))

/** All that a page can call a reusable content. */
export const listIncludeNames = (id: string, content: ReusableContentRecord): string[] => [
  id,
  placeOfReusableContent({ ...content, id }),
]

/**
 * Finds what the pages of a revision include, as readers get it (`content/reading.ts`). What it asks for is in
 * proportion to the reusable contents, not to the pages.
 */
export class IncludeResolver {
  readonly #on: Queryable
  readonly #outlines: Outlines
  readonly #view: RevisionView
  #contents: Promise<ReusableContentLookup> | undefined
  #first: Promise<Page | undefined> | undefined

  constructor(on: Queryable, outlines: Outlines, view: RevisionView) {
    this.#on = on
    this.#outlines = outlines
    this.#view = view
  }

  async resolveIncludes(page: Page, refs: readonly IncludeRef[]): Promise<ResolvedIncludes> {
    if (refs.length === 0) return noIncludes
    const { byId, byPath } = await (this.#contents ??= contentsOf(this.#view))
    const names = new Set<string>()
    const includes: Include[] = []
    const relative = page.fields.git?.path === undefined && refs.some(isRelative)
    const seen = new Set<string>()
    let level = [
      { within: '', from: relative ? await this.#placeOf(page) : (page.fields.git?.path ?? ''), refs },
    ]
    for (let depth = 0; depth < deepestInclude && level.length > 0; depth++) {
      const found = new Map<string, { content: ReusableContent; document: Hash }>()
      for (const { within, from, refs } of level) {
        for (const ref of refs) {
          const wanted = wantedBy(ref, from)
          const path = wanted?.kind === 'reusable-content' ? wanted.path : undefined
          names.add(path ?? ref.reusableContent)
          const content = path === undefined ? byId.get(ref.reusableContent) : byPath.get(path)
          if (!content?.document) continue
          const { id, document } = content
          includes.push({ within, as: keyOf(ref), id, document })
          if (!seen.has(id)) found.set(id, { content, document })
          seen.add(id)
        }
      }
      const outlines = await this.#outlines.load(
        this.#on,
        [...found.values()].map(({ document }) => document),
      )
      level = [...found.values()].map(({ content, document }) => ({
        within: content.id,
        from: content.git?.path ?? '',
        refs: filterIncludeRefs((outlines.get(document)?.refs ?? []).map(([ref]) => ref)),
      }))
    }
    return { names, relative, includes }
  }

  async #placeOf({ id }: Page): Promise<string> {
    this.#first ??= this.#view.children(null).then(([first]) => first)
    return placeOfPage(await this.#view.page(id), await this.#first)
  }
}

interface ReusableContentLookup {
  byId: ReadonlyMap<string, ReusableContent>
  /** Of several that stand in the same place, the first has it. */
  byPath: ReadonlyMap<string, ReusableContent>
}

async function contentsOf(view: RevisionView): Promise<ReusableContentLookup> {
  const byId = new Map<string, ReusableContent>()
  const byPath = new Map<string, ReusableContent>()
  for (const content of await view.reusableContents()) {
    byId.set(content.id, content)
    const place = placeOfReusableContent(content)
    if (!byPath.has(place)) byPath.set(place, content)
  }
  return { byId, byPath }
}

const isRelative = ({ reusableContent: name }: IncludeRef): boolean => isPath(name) && !name.startsWith('/')

/** A document with what it includes in its place. `documents` are those of the reusable contents, by id. */
export function expandIncludes(
  document: Document,
  includes: readonly Include[],
  documents: ReadonlyMap<string, Document>,
): Document {
  const ids = new Map(includes.map(({ within, as, id }) => [`${within} ${as}`, id]))
  const resolved = (within: string, text: Document): Document =>
    mapReferences(text, (ref) => {
      const id = ref.kind === 'reusable-content' ? ids.get(`${within} ${keyOf(ref)}`) : undefined
      return id === undefined ? ref : { kind: 'reusable-content', reusableContent: id }
    })
  const contents = new Map<string, Document>()
  for (const { id } of includes) {
    const text = documents.get(id)
    if (text && !contents.has(id)) contents.set(id, resolved(id, text))
  }
  return expandReusableContents(resolved('', document), ({ reusableContent, space }) =>
    space === undefined ? contents.get(reusableContent) : undefined,
  )
}
