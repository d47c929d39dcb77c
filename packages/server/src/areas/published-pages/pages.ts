import { notFound, type RenderedPage, renderSearch, type SearchHit, type SiteView } from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { Database } from '../../database/database.ts'
import type { SpecDescriptions } from '../openapi/index.ts'
import type { PdfService, StoredPdf } from '../pdf/index.ts'
import type { SitePaths } from './address.ts'
import { Kept } from './kept.ts'
import { keyOf, type MadePage, type PageMaker, type PageMaking, type SiteStyle } from './page-maker.ts'
import { findPeople, samePeople } from './people.ts'
import { type Reading, spaceOf } from './references.ts'
import type { Place, PublishedSite } from './site.ts'
import type { PageSources } from './sources.ts'
import type { ShownPage } from './space-index.ts'
import { sameStates } from './specs.ts'

/** How much HTML is kept. */
const mostPageBytes = 192 * 1024 * 1024

interface PublishedPagesDependencies {
  database: Database
  maker: PageMaker
  /** Who makes them: the maker, or another for it. */
  making: PageMaking
  pdfs: PdfService
  descriptions: SpecDescriptions
  sources: PageSources
}

/** Pages of sites, kept by what they were made from. */
export class PublishedPages {
  readonly #deps: PublishedPagesDependencies
  readonly #pages = new Kept<MadePage>(mostPageBytes, ({ html }) => html.length + 2000)

  constructor(deps: PublishedPagesDependencies) {
    this.#deps = deps
  }

  reading(site: PublishedSite, place: Place, paths: SitePaths, claims: Claims): Promise<Reading> {
    return this.#deps.maker.reading(site, place, paths, claims)
  }

  /** A page as it is sent. */
  async page(reading: Reading, shown: ShownPage): Promise<RenderedPage> {
    const key = keyOf(reading, shown.page.id)
    const make = () => this.#deps.making.page(reading, shown)
    const page = await this.#pages.get(key, make)
    if (await this.#isCurrent(reading, page)) return page
    this.#pages.forget(key)
    return this.#pages.get(key, make)
  }

  /** Whether whom and what a page names is still what it says they are. */
  async #isCurrent(reading: Reading, { people, specs, sources }: MadePage): Promise<boolean> {
    const { organizationId } = reading.site.facts
    if (people.size > 0) {
      const now = await findPeople(this.#deps.database, organizationId, people.keys())
      if (!samePeople(people, now)) return false
    }
    if (sources.size > 0) {
      const now = await this.#deps.sources.states(spaceOf(reading), sources.keys())
      if (!sameStates(sources, now)) return false
    }
    if (specs.size === 0) return true
    const found = await this.#deps.descriptions.states(this.#deps.database, organizationId, specs.keys())
    return sameStates(specs, new Map([...specs.keys()].map((spec) => [spec, found.get(spec) ?? ''])))
  }

  /** A page as a file to keep, with links to where the site is. */
  async pdf(reading: Reading, shown: ShownPage): Promise<StoredPdf> {
    const { siteSpace } = reading.place
    const document = await this.#deps.maker.document(reading, shown)
    const references = await this.#deps.maker.references(reading, document, shown)
    const { title, description } = shown.page.fields
    return this.#deps.pdfs.ofPage({
      spaceId: siteSpace.spaceId,
      revisionId: siteSpace.revisionId,
      page: { id: shown.page.id, title, description, document },
      link: (ref) => {
        const found = references.link(ref)
        return (
          found && {
            url: new URL(found.href, reading.paths.canonicalOf(reading.place, shown)).href,
            title: found.title,
          }
        )
      },
    })
  }

  async notFound(reading: Reading): Promise<RenderedPage> {
    return notFound(await this.frame(reading))
  }

  async search(reading: Reading, query: string, hits: SearchHit[]): Promise<RenderedPage> {
    return renderSearch(await this.frame(reading), query, hits)
  }

  style(site: PublishedSite, place: Place | undefined, fonts: string): SiteStyle | Promise<SiteStyle> {
    return this.#deps.maker.style(site, place, fonts)
  }

  frame(reading: Reading): SiteView | Promise<SiteView> {
    return this.#deps.maker.frame(reading)
  }
}
