import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { Invalid } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import type { Embed } from './schema.ts'

const MAX_PAGE_BYTES = 1024 * 1024
const FETCH_TIMEOUT_MS = 8000
const CACHE_TTL_MS = 10 * 60_000

interface EmbedServiceDependencies {
  fetcher: Fetcher
  caches: CacheBudget
}

export class EmbedService {
  readonly #deps: EmbedServiceDependencies
  /** A page with an embed is read far more often than the embedded page changes. */
  readonly #cache: MemoryCache<Embed>

  constructor(deps: EmbedServiceDependencies) {
    this.#deps = deps
    this.#cache = deps.caches.create('embeds', () => 1000, { ttlMs: CACHE_TTL_MS })
  }

  async get(text: string): Promise<Embed> {
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      throw new Invalid('query.url must be an http or https URL.')
    }
    const cachedEmbed = this.#cache.get(url.href)
    if (cachedEmbed) return cachedEmbed
    const embed = await this.#fetchEmbed(url)
    this.#cache.set(url.href, embed)
    return embed
  }

  async #fetchEmbed(url: URL): Promise<Embed> {
    const fallback: Embed = { type: 'link', title: url.host, site: url.host }
    try {
      const page = await this.#deps.fetcher.fetch(url, {
        maxBytes: MAX_PAGE_BYTES,
        timeoutMs: FETCH_TIMEOUT_MS,
        accept: 'text/html, application/xhtml+xml',
      })
      const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(page.headers['content-type'] ?? '')
      if (page.status !== 200 || !isHtml) return fallback
      // The HTML parser takes memory, and many installations never embed a page.
      const { readHtmlMetadata } = await import('./html-metadata.ts')
      return { ...fallback, ...readHtmlMetadata(page.body.toString('utf8'), page.url) }
    } catch (error) {
      // A page that is missing, too large or not allowed is still a link. Why it failed is not the reader's concern.
      if (error instanceof OutboundError) return fallback
      throw error
    }
  }
}
