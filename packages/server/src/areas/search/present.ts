import type { Page } from '@verso/revisions'
import type { Urls } from '../../common/urls.ts'
import type { Queryable } from '../../database/database.ts'
import { emptyRootHash, type RevisionStore } from '../content/index.ts'
import type { PageHit } from './query/page-searcher.ts'
import type { SearchPage, SearchSpace } from './schema.ts'
import type { SpaceHit } from './service.ts'

interface HitPresenterDependencies {
  revisionStore: RevisionStore
  urls: Urls
}

/** Presents results, with what the index does not have: the descriptions of pages, and the titles above them. */
export class HitPresenter {
  readonly #deps: HitPresenterDependencies

  constructor(deps: HitPresenterDependencies) {
    this.#deps = deps
  }

  async presentPages(on: Queryable, hits: readonly PageHit[]): Promise<SearchPage[]> {
    const pages = await this.#loadPages(on, hits)
    return hits.map((hit) => presentPageHit(this.#deps.urls, hit, pages.get(hit.spaceId) ?? new Map()))
  }

  async presentSpaces(on: Queryable, spaces: readonly SpaceHit[]): Promise<SearchSpace[]> {
    const pages = await this.presentPages(
      on,
      spaces.flatMap((space) => space.pages),
    )
    let start = 0
    return spaces.map(({ id, title, pages: hits }) => ({
      type: 'space',
      id,
      title,
      score: Math.max(0, ...hits.map(({ score }) => score)),
      pages: pages.slice(start, (start += hits.length)),
    }))
  }

  /** The pages and everything above them, by space and id. Pages that were deleted and are still in the index are missing. */
  async #loadPages(on: Queryable, hits: readonly PageHit[]): Promise<Map<string, Map<string, Page>>> {
    const bySpace = Map.groupBy(hits, ({ spaceId }) => spaceId)
    const pagesBySpace = await Promise.all(
      bySpace.entries().map(async ([spaceId, hitsOfSpace]): Promise<[string, Map<string, Page>]> => {
        // All hits of a space are of one content.
        const root = hitsOfSpace[0]?.root ?? emptyRootHash
        const view = this.#deps.revisionStore.createView(on, root)
        const pages = new Map<string, Page>()
        let ids = new Set(hitsOfSpace.map(({ pageId }) => pageId))
        while (ids.size > 0) {
          const level = await view.getPages(ids)
          for (const [id, page] of level) pages.set(id, page)
          ids = new Set(
            [...level.values()].flatMap(({ parent }) => parent ?? []).filter((id) => !pages.has(id)),
          )
        }
        return [spaceId, pages]
      }),
    )
    return new Map(pagesBySpace)
  }
}

function presentPageHit(urls: Urls, hit: PageHit, pages: ReadonlyMap<string, Page>): SearchPage {
  const { spaceId, pageId, title, path, score, rank, sections } = hit
  const { app } = urls.object(`/spaces/${spaceId}/pages/${pageId}`)
  const page = pages.get(pageId)
  return {
    id: pageId,
    title,
    description: page?.fields.description ?? '',
    path,
    score,
    rank,
    ancestors: listAncestors(page, pages).map(({ fields }) => ({ title: fields.title })),
    sections: sections.map(({ anchor, title, body }, index) => {
      const fragment = anchor === undefined ? '' : `#${anchor}`
      return {
        id: `${pageId}${fragment}`,
        title,
        path: `${path}${fragment}`,
        // The best comes first. A section is never better than its page.
        score: score / (index + 1),
        body,
        urls: { app: `${app}${anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`}` },
      }
    }),
    urls: { app },
  }
}

function listAncestors(page: Page | undefined, pages: ReadonlyMap<string, Page>): Page[] {
  const ancestors: Page[] = []
  let next = page
  while (next && next.parent !== null) {
    next = pages.get(next.parent)
    if (next) ancestors.unshift(next)
  }
  return ancestors
}
