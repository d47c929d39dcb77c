import { setImmediate } from 'node:timers/promises'
import { escapeHtml } from '@verso/site'
import { encodePath } from './site-paths.ts'
import type { PageRenderer } from './page-renderer.ts'
import { xmlDeclaration } from './page-texts.ts'
import type { RenderContext } from './site-references.ts'
import { type PageEntry, getNavigationTitle } from './page-index.ts'

/** A sitemap may not have more pages. */
const MAX_LISTED_PAGES = 50_000
const MAX_FULL_TEXT_PAGES = 2000

/** The files of a site for programs: robots.txt, sitemaps, llms.txt, Markdown and feeds. */
export class MachineReadableFiles {
  readonly #renderer: PageRenderer

  constructor({ renderer }: { renderer: PageRenderer }) {
    this.#renderer = renderer
  }

  renderRobots(canonical: string, indexed: boolean): string {
    return indexed
      ? `User-agent: *\nAllow: /\n\nSitemap: ${canonical}sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n'
  }

  /** Lists the sitemaps of all spaces of a site. */
  renderSitemapIndex(contexts: readonly RenderContext[]): string {
    const sitemaps = contexts.map(
      ({ site, location, paths }) =>
        `<sitemap><loc>${escapeHtml(`${paths.canonicalUrl}${site.buildPath(location)}sitemap-pages.xml`)}</loc></sitemap>`,
    )
    return `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemaps.join('')}</sitemapindex>`
  }

  renderSitemap({ index, paths, location }: RenderContext): string {
    const urls = index.documents
      .filter(isIndexed)
      .slice(0, MAX_LISTED_PAGES)
      .map((entry) => {
        const { updatedAt } = entry.page.fields
        const modified = updatedAt === undefined ? '' : `<lastmod>${escapeHtml(updatedAt)}</lastmod>`
        return `<url><loc>${escapeHtml(paths.buildCanonicalUrl(location, entry))}</loc>${modified}</url>`
      })
    return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
  }

  /** Lists all pages with the URLs of their Markdown. */
  renderLlmsIndex(title: string, contexts: readonly RenderContext[]): string {
    const parts = contexts.map((context) => {
      const { index, location, paths, site } = context
      const lines = index.documents
        .filter(isForAgents)
        .slice(0, MAX_LISTED_PAGES)
        .map((entry) => {
          const { description } = entry.page.fields
          const address = `${paths.canonicalUrl}${site.buildPath(location)}${entry.path === '' ? 'index' : encodePath(entry.path)}.md`
          return `- [${getNavigationTitle(entry.page).replaceAll(/[[\]]/g, String.raw`\$&`)}](${address})${description === undefined ? '' : `: ${description.replaceAll(/\s+/g, ' ')}`}`
        })
      return `## ${location.section?.title ?? location.siteSpace.title}\n\n${lines.join('\n')}`
    })
    return `# ${title}\n\n${parts.join('\n\n')}\n`
  }

  /** The Markdown of all pages. Yields after each page, so that other requests are served in between. */
  async renderLlmsFull(title: string, contexts: readonly RenderContext[]): Promise<string> {
    const texts: string[] = []
    for (const context of contexts) {
      for (const entry of context.index.documents.filter(isForAgents)) {
        if (texts.length >= MAX_FULL_TEXT_PAGES) break
        texts.push(await this.#renderer.renderMarkdown(context, entry))
        await setImmediate()
      }
    }
    return `# ${title}\n\n${texts.join('\n\n---\n\n')}\n`
  }

  renderMarkdown(context: RenderContext, entry: PageEntry): Promise<string> {
    return this.#renderer.renderMarkdown(context, entry)
  }

  renderFeed(context: RenderContext, entry: PageEntry, language: string): Promise<string | undefined> {
    return this.#renderer.renderFeed(context, entry, language)
  }
}

const isIndexed = ({ page: { fields } }: PageEntry): boolean =>
  fields.noIndex !== true && fields.noRobotsIndex !== true
const isForAgents = ({ page: { fields } }: PageEntry): boolean => fields.noIndex !== true
