import { setImmediate } from 'node:timers/promises'
import { escapeHtml } from '@verso/site'
import type { CacheBudget } from '../../common/memory-cache.ts'
import { mergeDependencies } from './claim-dependencies.ts'
import type { SiteLocation } from './published-site.ts'
import { encodePath } from './site-paths.ts'
import {
  buildPageCacheKey,
  noStates,
  type PageRenderer,
  type TextDependencies,
  type TextWithDependencies,
} from './page-renderer.ts'
import { xmlDeclaration } from './page-texts.ts'
import type { RenderContext } from './site-references.ts'
import type { TextStates } from './text-states.ts'
import { type PageEntry, getNavigationTitle } from './page-index.ts'
import { VisitorCache } from './visitor-cache.ts'

/** A sitemap may not have more pages. */
const MAX_LISTED_PAGES = 50_000
const MAX_FULL_TEXT_PAGES = 2000
const MAX_FULL_TEXT_CHARACTERS = 20_000_000
/** After this number of lines, other requests are served before the next are written. */
const LINES_PER_TURN = 500

interface DerivedText extends TextWithDependencies {
  /** What a text of several spaces depends on, for each of them. */
  parts?: readonly TextDependencies[]
}

/** The files of a site for programs: robots.txt, sitemaps, llms.txt, Markdown and feeds. Each is made once. */
export class MachineReadableFiles {
  readonly #renderer: PageRenderer
  readonly #states: TextStates
  readonly #texts: VisitorCache<DerivedText>

  constructor({
    renderer,
    states,
    caches,
  }: {
    renderer: PageRenderer
    states: TextStates
    caches: CacheBudget
  }) {
    this.#renderer = renderer
    this.#states = states
    // A text is kept as it is, as bytes and compressed.
    this.#texts = new VisitorCache(caches, 'derived-texts', ({ text }) => text.length * 3 + 500)
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

  renderSitemap(context: RenderContext): Promise<TextWithDependencies> {
    return this.#getText('sitemap', [context], async () => createText(await writeSitemap(context)))
  }

  /** Lists all pages with the URLs of their Markdown. */
  renderLlmsIndex(title: string, contexts: readonly RenderContext[]): Promise<TextWithDependencies> {
    return this.#getText('llms', contexts, async () => createText(await writeLlmsIndex(title, contexts)))
  }

  /** The Markdown of all pages. */
  renderLlmsFull(title: string, contexts: readonly RenderContext[]): Promise<TextWithDependencies> {
    return this.#getText('llms-full', contexts, () => this.#createFullText(title, contexts))
  }

  renderMarkdown(context: RenderContext, entry: PageEntry): Promise<TextWithDependencies> {
    return this.#getText(`markdown ${entry.page.id}`, [context], () =>
      this.#renderer.renderMarkdown(context, entry),
    )
  }

  /** The updates of a page; undefined for a page without updates. */
  async renderFeed(
    context: RenderContext,
    entry: PageEntry,
    language: string,
  ): Promise<TextWithDependencies | undefined> {
    const feed = await this.#getText(`feed ${entry.page.id} ${language}`, [context], () =>
      this.#renderer.renderFeed(context, entry, language),
    )
    return feed.text === '' ? undefined : feed
  }

  async #getText(
    name: string,
    contexts: readonly RenderContext[],
    create: () => Promise<DerivedText>,
  ): Promise<DerivedText> {
    const [context] = contexts
    if (!context) return create()
    const { claims } = context
    const key = `${name} ${contexts.map((one) => buildPageCacheKey(one, '')).join(' ')}`
    const getOrCreate = () => this.#texts.getOrCreate(key, claims, async () => ({ value: await create() }))
    const text = await getOrCreate()
    if (await this.#isCurrent(contexts, text)) return text
    this.#texts.delete(key, claims)
    return getOrCreate()
  }

  async #isCurrent(contexts: readonly RenderContext[], text: DerivedText): Promise<boolean> {
    const parts = text.parts ?? [text]
    for (const [index, part] of parts.entries()) {
      const context = contexts[index]
      if (context && !(await this.#states.isCurrent(context, part))) return false
    }
    return true
  }

  /** Other requests are served after each page. */
  async #createFullText(title: string, contexts: readonly RenderContext[]): Promise<DerivedText> {
    const pages: TextWithDependencies[] = []
    const parts: TextDependencies[] = []
    let remainingCharacters = MAX_FULL_TEXT_CHARACTERS
    for (const context of contexts) {
      const specStates = new Map<string, string>()
      for (const entry of context.index.documents.filter(isForAgents)) {
        if (pages.length >= MAX_FULL_TEXT_PAGES || remainingCharacters <= 0) break
        const page = await this.#renderer.renderMarkdown(context, entry)
        remainingCharacters -= page.text.length
        pages.push(page)
        for (const [spec, state] of page.specStates) specStates.set(spec, state)
        await setImmediate()
      }
      parts.push({ ...noStates, specStates, claimDependencies: [] })
    }
    return {
      ...noStates,
      parts,
      text: `# ${title}\n\n${pages.map(({ text }) => text).join('\n\n---\n\n')}\n`,
      claimDependencies: mergeDependencies(pages.flatMap(({ claimDependencies }) => claimDependencies)),
    }
  }
}

const createText = (text: string): TextWithDependencies => ({ text, ...noStates, claimDependencies: [] })

async function writeSitemap({ index, paths, location }: RenderContext): Promise<string> {
  const pages = index.documents.filter(isIndexed).slice(0, MAX_LISTED_PAGES)
  const urls = await writeLines(pages, (entry) => {
    const { updatedAt } = entry.page.fields
    const modified = updatedAt === undefined ? '' : `<lastmod>${escapeHtml(updatedAt)}</lastmod>`
    return `<url><loc>${escapeHtml(paths.buildCanonicalUrl(location, entry))}</loc>${modified}</url>`
  })
  return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
}

async function writeLlmsIndex(title: string, contexts: readonly RenderContext[]): Promise<string> {
  const parts: string[] = []
  for (const { index, location, paths, site } of contexts) {
    const pages = index.documents.filter(isForAgents).slice(0, MAX_LISTED_PAGES)
    const lines = await writeLines(pages, (entry) => {
      const { description } = entry.page.fields
      const address = `${paths.canonicalUrl}${site.buildPath(location)}${entry.path === '' ? 'index' : encodePath(entry.path)}.md`
      return `- [${getNavigationTitle(entry.page).replaceAll(/[[\]]/g, String.raw`\$&`)}](${address})${description === undefined ? '' : `: ${description.replaceAll(/\s+/g, ' ')}`}`
    })
    parts.push(`## ${nameLocation(location, contexts)}\n\n${lines.join('\n')}`)
  }
  return `# ${title}\n\n${parts.join('\n\n')}\n`
}

/** The title of the section; where it has several variants, with that of the variant, and its path where titles are equal. */
function nameLocation({ section, siteSpace }: SiteLocation, contexts: readonly RenderContext[]): string {
  const siblings = contexts
    .map(({ location }) => location)
    .filter((location) => location.section?.id === section?.id && location.siteSpace.id !== siteSpace.id)
    .map((location) => location.siteSpace.title)
  const variant = siblings.includes(siteSpace.title)
    ? `${siteSpace.title} (${siteSpace.path})`
    : siteSpace.title
  if (!section) return variant
  return siblings.length === 0 ? section.title : `${section.title}: ${variant}`
}

async function writeLines(
  pages: readonly PageEntry[],
  write: (entry: PageEntry) => string,
): Promise<string[]> {
  const lines: string[] = []
  for (const page of pages) {
    lines.push(write(page))
    if (lines.length % LINES_PER_TURN === 0) await setImmediate()
  }
  return lines
}

const isIndexed = ({ page: { fields } }: PageEntry): boolean =>
  fields.noIndex !== true && fields.noRobotsIndex !== true
const isForAgents = ({ page: { fields } }: PageEntry): boolean => fields.noIndex !== true
