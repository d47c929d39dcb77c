import type { SearchHit } from '@verso/site'
import type { Database } from '../../database/database.ts'
import type { SearchService } from '../search/index.ts'
import { buildBreadcrumbs } from './page-renderer.ts'
import { nameLocation } from './localized-titles.ts'
import type { RenderContext } from './site-references.ts'
import { findClosestPages } from './closest-pages.ts'
import { getNavigationTitle, type PageEntry } from './page-index.ts'

const MAX_HITS = 12
const MAX_SECTIONS = 3

interface PublishedSiteSearchDependencies {
  database: Database
  search: SearchService
}

/** What a visitor found, and whether they may find more once everything is indexed. */
export interface SiteSearchResults {
  items: SearchHit[]
  isComplete: boolean
}

/** Searches the pages of a site that a visitor sees. */
export class PublishedSiteSearch {
  readonly #deps: PublishedSiteSearchDependencies

  constructor(deps: PublishedSiteSearchDependencies) {
    this.#deps = deps
  }

  /** @param contexts where to search. A space with several locations is searched once, at the first. */
  async searchPages(contexts: readonly RenderContext[], query: string): Promise<SiteSearchResults> {
    const bySpace = groupBySpace(contexts)
    if (query.trim() === '' || bySpace.size === 0) return { items: [], isComplete: true }
    const { items, complete = true } = await this.#deps.search.findPages(
      this.#deps.database,
      [...bySpace.keys()],
      query.slice(0, 500),
      { limit: MAX_HITS },
      {
        // Conditional text is never searched, because an excerpt would show it to visitors who must not see it.
        excludeConditionalText: true,
        hiddenPages: [...bySpace].flatMap(([spaceId, { index }]) =>
          index.hiddenPageIds.map((pageId) => ({ spaceId, pageId })),
        ),
      },
    )
    const hasSeveralSpaces = bySpace.size > 1
    const hits = items.flatMap(({ spaceId, pageId, sections }) => {
      const context = bySpace.get(spaceId)
      const entry = context?.index.findById(pageId)
      if (!context || !entry || entry.page.fields.hidden === true || entry.page.fields.noIndex === true)
        return []
      const hit = createHit(context, entry, hasSeveralSpaces)
      const { href } = hit
      const lead = sections.find(({ anchor }) => anchor === undefined)
      return [
        {
          ...hit,
          excerpt: lead?.body ?? sections[0]?.body ?? hit.excerpt,
          sections: sections
            .flatMap(({ anchor, title, body }) =>
              anchor === undefined
                ? []
                : [{ title, href: `${href}#${encodeURIComponent(anchor)}`, excerpt: body }],
            )
            .slice(0, MAX_SECTIONS),
        },
      ]
    })
    return { items: hits, isComplete: complete }
  }

  /** The pages that a search which found nothing offers instead, out of those that the visitor sees. */
  findClosestPages(contexts: readonly RenderContext[], query: string): SearchHit[] {
    const bySpace = groupBySpace(contexts)
    const items = [...bySpace.values()].flatMap((context) =>
      context.index.documents.map((entry) => ({ context, entry })),
    )
    return findClosestPages(items, query).map(({ context, entry }) =>
      createHit(context, entry, bySpace.size > 1),
    )
  }
}

function groupBySpace(contexts: readonly RenderContext[]): Map<string, RenderContext> {
  const bySpace = new Map<string, RenderContext>()
  for (const context of contexts) {
    const { spaceId } = context.location.siteSpace
    if (!bySpace.has(spaceId)) bySpace.set(spaceId, context)
  }
  return bySpace
}

function createHit(context: RenderContext, entry: PageEntry, hasSeveralSpaces: boolean): SearchHit {
  const { location, paths } = context
  const { icon, emoji, description = '' } = entry.page.fields
  const crumbs = buildBreadcrumbs(context, entry).map(({ title }) => title)
  return {
    title: getNavigationTitle(entry.page),
    href: paths.buildPagePath(location, entry),
    path: hasSeveralSpaces ? [nameLocation(location, location.siteSpace.language), ...crumbs] : crumbs,
    icon,
    emoji,
    excerpt: description,
    sections: [],
  }
}
