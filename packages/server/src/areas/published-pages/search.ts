import type { SearchHit } from '@verso/site'
import type { Database } from '../../database/database.ts'
import type { SearchService } from '../search/index.ts'
import { breadcrumbsOf } from './page-maker.ts'
import type { Reading } from './references.ts'
import { titleOf } from './space-index.ts'

const mostHits = 12
const mostSections = 3

interface PublishedSearchDependencies {
  database: Database
  search: SearchService
}

/** Search over what a visitor may see of a site. */
export class PublishedSearch {
  readonly #deps: PublishedSearchDependencies

  constructor(deps: PublishedSearchDependencies) {
    this.#deps = deps
  }

  /** The place where the visitor is comes first; one space in several places is found once. */
  async find(readings: readonly Reading[], query: string): Promise<SearchHit[]> {
    const bySpace = new Map<string, Reading>()
    for (const reading of readings) {
      const { spaceId } = reading.place.siteSpace
      if (!bySpace.has(spaceId)) bySpace.set(spaceId, reading)
    }
    if (query.trim() === '' || bySpace.size === 0) return []
    const { items } = await this.#deps.search.findPages(
      this.#deps.database,
      [...bySpace.keys()],
      query.slice(0, 500),
      { limit: mostHits },
      {
        // Words that only some visitors see are found by nobody: an excerpt would tell everyone.
        excludeConditionalText: true,
        hiddenPages: [...bySpace].flatMap(([spaceId, { index }]) =>
          index.hiddenFromVisitor.map((pageId) => ({ spaceId, pageId })),
        ),
      },
    )
    const several = bySpace.size > 1
    return items.flatMap(({ spaceId, pageId, sections }) => {
      const reading = bySpace.get(spaceId)
      const shown = reading?.index.byId(pageId)
      if (!reading || !shown || shown.page.fields.hidden === true || shown.page.fields.noIndex === true)
        return []
      const { place, paths } = reading
      const href = paths.page(place, shown)
      const lead = sections.find(({ anchor }) => anchor === undefined)
      const crumbs = breadcrumbsOf(reading, shown).map(({ title }) => title)
      return [
        {
          title: titleOf(shown.page),
          href,
          path: several ? [place.section?.title ?? place.siteSpace.title, ...crumbs] : crumbs,
          icon: shown.page.fields.icon,
          emoji: shown.page.fields.emoji,
          excerpt: lead?.body ?? sections[0]?.body ?? shown.page.fields.description ?? '',
          sections: sections
            .flatMap(({ anchor, title, body }) =>
              anchor === undefined
                ? []
                : [{ title, href: `${href}#${encodeURIComponent(anchor)}`, excerpt: body }],
            )
            .slice(0, mostSections),
        },
      ]
    })
  }
}
