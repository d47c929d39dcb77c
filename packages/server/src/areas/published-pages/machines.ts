import { setImmediate } from 'node:timers/promises'
import { escape } from '@verso/site'
import { encodePath } from './address.ts'
import type { PageMaking } from './page-maker.ts'
import { xml } from './page-texts.ts'
import type { Reading } from './references.ts'
import { type ShownPage, titleOf } from './space-index.ts'

/** More pages than this are in no one file: a sitemap may have 50,000, and nobody reads more in one text. */
const mostPages = 50_000
const mostInFull = 2000

/** Pages for machines: maps of a site, and its text. */
export class MachineFiles {
  readonly #pages: PageMaking

  constructor({ pages }: { pages: PageMaking }) {
    this.#pages = pages
  }

  robots(canonical: string, indexed: boolean): string {
    return indexed
      ? `User-agent: *\nAllow: /\n\nSitemap: ${canonical}sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n'
  }

  /** The maps of the spaces of a site. */
  sitemapIndex(readings: readonly Reading[]): string {
    const maps = readings.map(
      ({ site, place, paths }) =>
        `<sitemap><loc>${escape(`${paths.canonical}${site.pathOf(place)}sitemap-pages.xml`)}</loc></sitemap>`,
    )
    return `${xml}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>`
  }

  sitemap({ index, paths, place }: Reading): string {
    const urls = index.order
      .filter(isIndexed)
      .slice(0, mostPages)
      .map((shown) => {
        const { updatedAt } = shown.page.fields
        const modified = updatedAt === undefined ? '' : `<lastmod>${escape(updatedAt)}</lastmod>`
        return `<url><loc>${escape(paths.canonicalOf(place, shown))}</loc>${modified}</url>`
      })
    return `${xml}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
  }

  /** What there is to read, with an address for each. */
  llms(title: string, readings: readonly Reading[]): string {
    const parts = readings.map((reading) => {
      const { index, place, paths, site } = reading
      const lines = index.order
        .filter(isForAgents)
        .slice(0, mostPages)
        .map((shown) => {
          const { description } = shown.page.fields
          const address = `${paths.canonical}${site.pathOf(place)}${shown.path === '' ? 'index' : encodePath(shown.path)}.md`
          return `- [${titleOf(shown.page).replaceAll(/[[\]]/g, String.raw`\$&`)}](${address})${description === undefined ? '' : `: ${description.replaceAll(/\s+/g, ' ')}`}`
        })
      return `## ${place.section?.title ?? place.siteSpace.title}\n\n${lines.join('\n')}`
    })
    return `# ${title}\n\n${parts.join('\n\n')}\n`
  }

  /** All of it. Between two pages others have their turn. */
  async llmsFull(title: string, readings: readonly Reading[]): Promise<string> {
    const texts: string[] = []
    for (const reading of readings) {
      for (const shown of reading.index.order.filter(isForAgents)) {
        if (texts.length >= mostInFull) break
        texts.push(await this.#pages.markdown(reading, shown))
        await setImmediate()
      }
    }
    return `# ${title}\n\n${texts.join('\n\n---\n\n')}\n`
  }

  markdown(reading: Reading, shown: ShownPage): Promise<string> {
    return this.#pages.markdown(reading, shown)
  }

  feed(reading: Reading, shown: ShownPage, language: string): Promise<string | undefined> {
    return this.#pages.feed(reading, shown, language)
  }
}

const isIndexed = ({ page: { fields } }: ShownPage): boolean =>
  fields.noIndex !== true && fields.noRobotsIndex !== true
const isForAgents = ({ page: { fields } }: ShownPage): boolean => fields.noIndex !== true
