import type { SearchHit } from '@verso/site'
import type { Database } from '../../database/database.ts'
import type { SearchService } from '../search/index.ts'
import { buildBreadcrumbs } from './page-renderer.ts'
import type { RenderContext } from './site-references.ts'
import { getNavigationTitle } from './page-index.ts'

const MAX_HITS = 12
const MAX_SECTIONS = 3

interface PublishedSiteSearchDependencies {
  database: Database
  search: SearchService
}

/** Searches the pages of a site that a visitor sees. */
export class PublishedSiteSearch {
  readonly #deps: PublishedSiteSearchDependencies

  constructor(deps: PublishedSiteSearchDependencies) {
    this.#deps = deps
  }

  /** @param contexts where to search. A space with several locations is searched once, at the first. */
  async searchPages(contexts: readonly RenderContext[], query: string): Promise<SearchHit[]> {
    const bySpace = new Map<string, RenderContext>()
    for (const context of contexts) {
      const { spaceId } = context.location.siteSpace
      if (!bySpace.has(spaceId)) bySpace.set(spaceId, context)
    }
    if (query.trim() === '' || bySpace.size === 0) return []
    const { items } = await this.#deps.search.findPages(
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
    return items.flatMap(({ spaceId, pageId, sections }) => {
      const context = bySpace.get(spaceId)
      const entry = context?.index.findById(pageId)
      if (!context || !entry || entry.page.fields.hidden === true || entry.page.fields.noIndex === true)
        return []
      const { location, paths } = context
      const href = paths.buildPagePath(location, entry)
      const lead = sections.find(({ anchor }) => anchor === undefined)
      const crumbs = buildBreadcrumbs(context, entry).map(({ title }) => title)
      return [
        {
          title: getNavigationTitle(entry.page),
          href,
          path: hasSeveralSpaces ? [location.section?.title ?? location.siteSpace.title, ...crumbs] : crumbs,
          icon: entry.page.fields.icon,
          emoji: entry.page.fields.emoji,
          excerpt: lead?.body ?? sections[0]?.body ?? entry.page.fields.description ?? '',
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
  }
}
