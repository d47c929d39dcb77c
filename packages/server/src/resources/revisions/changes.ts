import {
  diffRevisions,
  type Hash,
  type ObjectReader,
  type Page,
  type PageChange,
  type PageTree,
  RevisionView,
} from '@verso/revisions'
import type { ChangedPage, SemanticChange, SemanticChanges } from './schema.ts'

/**
 * What happened to the pages between two contents, in the order of the pages: first those that are there, then those
 * that are gone. Files, variables and reusable contents cannot be written yet, so nothing happens to them.
 */
export async function semanticChanges(
  reader: ObjectReader,
  before: Hash,
  after: Hash,
  limit: number,
): Promise<SemanticChanges> {
  const { pages } = await diffRevisions(reader, before, after)
  const relevant = pages.filter((change) => change.kind !== 'edited' || hasContent(change))
  if (relevant.length === 0) return { changes: [] }
  const [old, now] = await Promise.all([read(reader, before), read(reader, after)])
  const placeOf = (change: PageChange) =>
    change.kind === 'deleted' ? now.size + old.place(change.before.id) : now.place(change.after.id)
  const sorted = relevant.toSorted((one, other) => placeOf(one) - placeOf(other))
  const more = sorted.length - limit
  return {
    changes: sorted.slice(0, limit).map((change) => present(change, old, now)),
    ...(more > 0 && { more }),
  }
}

type Edit = Extract<PageChange, { kind: 'edited' }>

/** What was written anew but says the same has only another date. */
const attributesOf = ({ fields, document }: Edit) => {
  const { updatedAt: _updatedAt, ...attributes } = fields
  if (!document) return attributes
  const { before, after } = document
  return {
    ...attributes,
    document: { ...(before !== null && { before }), ...(after !== null && { after }) },
  }
}

const hasContent = (change: Edit): boolean => Object.keys(attributesOf(change)).length > 0

function present(change: PageChange, old: Pages, now: Pages): SemanticChange {
  switch (change.kind) {
    case 'created':
      return { type: 'page_created', page: now.present(change.after) }
    case 'edited':
      return { type: 'page_edited', page: now.present(change.after), attributes: attributesOf(change) }
    case 'deleted':
      return { type: 'page_deleted', page: old.present(change.before) }
    case 'moved': {
      const parent = { before: old.parentOf(change.before), after: now.parentOf(change.after) }
      return {
        type: 'page_moved',
        page: now.present(change.after),
        parent: {
          ...(parent.before && { before: parent.before }),
          ...(parent.after && { after: parent.after }),
        },
      }
    }
  }
}

const read = async (reader: ObjectReader, root: Hash): Promise<Pages> =>
  new Pages(await new RevisionView(reader, root).tree())

/** All pages of a content, in their order. */
class Pages {
  readonly #pages = new Map<string, { page: PageTree; place: number }>()

  constructor(tree: readonly PageTree[]) {
    this.#add(tree)
  }

  get size(): number {
    return this.#pages.size
  }

  place(id: string): number {
    return this.#pages.get(id)?.place ?? 0
  }

  present({ id, fields: { type, title } }: Page): ChangedPage {
    const path = this.#pages.get(id)?.page.path
    return { id, type, title, ...(path !== undefined && { path }) }
  }

  parentOf({ parent }: Page): ChangedPage | undefined {
    const found = parent === null ? undefined : this.#pages.get(parent)
    return found && this.present(found.page)
  }

  #add(tree: readonly PageTree[]): void {
    for (const page of tree) {
      this.#pages.set(page.id, { page, place: this.#pages.size })
      this.#add(page.pages)
    }
  }
}
