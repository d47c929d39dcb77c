import { LRUCache } from 'lru-cache'
import { Invalid } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { describePage } from './page.ts'
import type { Embed } from './schema.ts'

const largestPage = 1024 * 1024
const timeoutMs = 8000
const kept = { max: 1000, ttl: 10 * 60_000 }

export class EmbedService {
  readonly #fetcher: Fetcher
  /** A page that shows a link is read more often than the page behind it changes. */
  readonly #known = new LRUCache<string, Embed>(kept)

  constructor({ fetcher }: { fetcher: Fetcher }) {
    this.#fetcher = fetcher
  }

  async get(text: string): Promise<Embed> {
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      throw new Invalid('query.url must be an http or https URL.')
    }
    const known = this.#known.get(url.href)
    if (known) return known
    const embed = await this.#read(url)
    this.#known.set(url.href, embed)
    return embed
  }

  async #read(url: URL): Promise<Embed> {
    const plain: Embed = { type: 'link', title: url.host, site: url.host }
    try {
      const page = await this.#fetcher.fetch(url, {
        maxBytes: largestPage,
        timeoutMs,
        accept: 'text/html, application/xhtml+xml',
      })
      const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(page.headers['content-type'] ?? '')
      if (page.status !== 200 || !isHtml) return plain
      return { ...plain, ...describePage(page.body.toString('utf8'), page.url) }
    } catch (error) {
      // Whether it is not there, not allowed or too large is no matter of who reads: it is a link.
      if (error instanceof OutboundError) return plain
      throw error
    }
  }
}
