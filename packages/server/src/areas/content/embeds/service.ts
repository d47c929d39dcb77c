import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { Invalid } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { findPlayerProvider } from '@verso/site'
import { type Player, readPlayer, writePlayerHtml } from './player.ts'
import type { Embed } from './schema.ts'

const MAX_PAGE_BYTES = 1024 * 1024
const MAX_PLAYER_BYTES = 256 * 1024
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
  readonly #players: MemoryCache<{ player: Player | undefined }>

  constructor(deps: EmbedServiceDependencies) {
    this.#deps = deps
    this.#cache = deps.caches.create('embeds', () => 1000, { ttlMs: CACHE_TTL_MS })
    this.#players = deps.caches.create('embed-players', () => 1000, { ttlMs: CACHE_TTL_MS })
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

  /** The player of a page, as its provider describes it. Undefined if there is none. */
  async findPlayer(url: string): Promise<Player | undefined> {
    if (!findPlayerProvider(url)) return undefined
    const cachedPlayer = this.#players.get(url)
    if (cachedPlayer) return cachedPlayer.player
    const player = await this.#fetchPlayer(url)
    this.#players.set(url, { player })
    return player
  }

  async #fetchPlayer(url: string): Promise<Player | undefined> {
    const provider = findPlayerProvider(url)
    if (!provider) return undefined
    try {
      const { status, body } = await this.#deps.fetcher.fetch(
        `${provider.endpoint}${encodeURIComponent(url)}`,
        { maxBytes: MAX_PLAYER_BYTES, timeoutMs: FETCH_TIMEOUT_MS, accept: 'application/json' },
      )
      return status === 200 ? readPlayer(body.toString('utf8'), provider, new URL(url).host) : undefined
    } catch (error) {
      if (error instanceof OutboundError) return undefined
      throw error
    }
  }

  async #fetchEmbed(url: URL): Promise<Embed> {
    const fallback: Embed = { type: 'link', title: url.host, site: url.host }
    const player = await this.findPlayer(url.href)
    if (player) return { ...fallback, type: 'rich', title: player.title, html: writePlayerHtml(player) }
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
