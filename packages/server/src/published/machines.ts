import { type Document, mapReferences, plainText, walkBlocks, writeMarkdown } from '@verso/markdown'
import { escape } from '@verso/site'
import type { Database } from '../database/database.ts'
import { encodePath } from './address.ts'
import type { PublishedPages } from './pages.ts'
import type { Reading, ReferenceFinder } from './references.ts'
import { type ShownPage, titleOf } from './space-index.ts'

/** More pages than this are in no one file: a sitemap may have 50,000, and nobody reads more in one text. */
const mostPages = 50_000
const mostInFull = 2000

/** Pages for machines: maps of a site, and its text. */
export class MachineFiles {
  readonly #database: Database
  readonly #pages: PublishedPages
  readonly #finder: ReferenceFinder

  constructor(parts: { database: Database; pages: PublishedPages; finder: ReferenceFinder }) {
    this.#database = parts.database
    this.#pages = parts.pages
    this.#finder = parts.finder
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

  /** All of it. */
  async llmsFull(title: string, readings: readonly Reading[]): Promise<string> {
    const texts: string[] = []
    for (const reading of readings) {
      for (const shown of reading.index.order.filter(isForAgents)) {
        if (texts.length >= mostInFull) break
        texts.push(await this.markdown(reading, shown))
      }
    }
    return `# ${title}\n\n${texts.join('\n\n---\n\n')}\n`
  }

  /** A page as Markdown that can be read anywhere: its links are whole addresses. */
  async markdown(reading: Reading, shown: ShownPage): Promise<string> {
    const document = await this.#pages.document(reading, shown)
    const absolute = await this.#absolute(reading, shown, document)
    const { title, description } = shown.page.fields
    const lead =
      description === undefined || description === '' ? '' : `> ${description.replaceAll(/\s+/g, ' ')}\n\n`
    return `# ${title}\n\n${lead}${writeMarkdown(absolute)}`
  }

  async #absolute(reading: Reading, shown: ShownPage, document: Document): Promise<Document> {
    const references = await this.#finder.find(this.#database, reading, document, shown)
    const origin = new URL(reading.paths.canonical).origin
    return mapReferences(document, (ref) => {
      const href =
        (ref.kind === 'file' ? references.file(ref)?.href : references.link(ref)?.href) ?? undefined
      if (href === undefined || href.startsWith('#')) return ref
      return { kind: 'url', url: href.startsWith('/') ? `${origin}${href}` : href }
    })
  }

  /** The updates of a page as a feed. */
  async feed(reading: Reading, shown: ShownPage, language: string): Promise<string | undefined> {
    const document = await this.#pages.document(reading, shown)
    const page = reading.paths.canonicalOf(reading.place, shown)
    const updates = walkBlocks(document).flatMap(({ block }) => (block.type === 'update' ? [block] : []))

    if (updates.length === 0) return undefined
    const items = updates.slice(0, 100).map((update) => {
      const text = plainText({ object: 'document', data: {}, nodes: update.nodes })
      const [first = '', ...rest] = text.split('\n')
      const day = /^\d{4}-\d{2}-\d{2}/.exec(update.data.date)?.[0]
      const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
      const link = `${page}#update-${day ?? ''}`
      const published =
        date === undefined || Number.isNaN(date.getTime()) ? '' : `<pubDate>${date.toUTCString()}</pubDate>`
      return `<item><title>${escape(first.slice(0, 200) || update.data.date)}</title><link>${escape(link)}</link><guid isPermaLink="false">${escape(`${shown.page.id}-${update.key}`)}</guid>${published}<description>${escape(rest.join('\n') || first)}</description></item>`
    })
    return `${xml}<rss version="2.0"><channel><title>${escape(shown.page.fields.title)}</title><link>${escape(page)}</link><description>${escape(shown.page.fields.description ?? shown.page.fields.title)}</description><language>${escape(language)}</language>${items.join('')}</channel></rss>`
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'

const isIndexed = ({ page: { fields } }: ShownPage): boolean =>
  fields.noIndex !== true && fields.noRobotsIndex !== true
const isForAgents = ({ page: { fields } }: ShownPage): boolean => fields.noIndex !== true
