import { decodeUri } from '../../../common/decode-uri.ts'
import { type PageOutline, pruneOutline } from '../../content/index.ts'
import { Invalid } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { FetchResponse } from '../../../outbound/fetcher.ts'
import { countOutlinePages } from '../conversion/outline-size.ts'
import type { ReadPage } from '../conversion/types.ts'
import {
  type SourceContent,
  type ImportFailure,
  type ImportContext,
  isReadPage,
  importLimits,
  type SourceImporter,
  type ImportTarget,
} from './source.ts'
import { deriveName } from './links.ts'
import { download, isHtml } from './download.ts'
import { decodeBody } from './single-page.ts'
import { WebFileLoader } from './web-files.ts'

const MAX_CONCURRENT_REQUESTS = 6

/**
 * Imports a website: the page at the URL, and everything below its folder that is linked from it, its navigation, its
 * sitemap and the pages found. The navigation gives the order. Pages that are not in it follow, below the page whose URL
 * is the beginning of theirs.
 */
export const importWebsite: SourceImporter = async (context, url) => {
  const first = await download(context, url, pageRequest)
  if (!isHtml(first)) throw new Invalid('There is no web page at this URL.')
  const crawl = new Crawl(context, first.url)
  await crawl.run(first)
  return crawl.collectContent()
}

const pageRequest = {
  maxBytes: importLimits.pageBytes,
  timeoutMs: importLimits.requestMs,
  accept: 'text/html, application/xhtml+xml;q=0.9',
}

class Crawl {
  readonly #context: ImportContext
  readonly #scope: Scope
  readonly #pages: ReadPage[] = []
  readonly #failures: ImportFailure[] = []
  /** The URL of each page after redirects, by its normalized URL. */
  readonly #keys = new Map<string, string>()
  #queue: string[] = []
  readonly #seen = new Set<string>()
  /** How many pages were found and not fetched, and why. */
  #skippedCount = 0
  #skipReason = ''

  constructor(context: ImportContext, start: string) {
    this.#context = context
    this.#scope = new Scope(start)
  }

  async run(first: FetchResponse): Promise<void> {
    this.#seen.add(normalizeUrl(first.url))
    await this.#read([first], false)
    if (this.#pages.length === 0)
      throw new Invalid(this.#failures[0]?.reason ?? 'There is nothing to read at this URL.')
    for (const { address } of flattenOutline(this.#pages[0]?.navigation ?? [])) this.#enqueue(address)
    for (const address of await this.#readSitemap()) this.#enqueue(address)
    for (const address of this.#pages[0]?.links ?? []) this.#enqueue(address)
    while (this.#queue.length > 0) {
      if (this.#pages.length >= importLimits.pages)
        return this.#skipRest(`At most ${importLimits.pages} pages are imported at once.`)
      if (Date.now() > this.#context.deadline)
        return this.#skipRest('The import took too long to come to it.')
      const batchSize = Math.min(MAX_CONCURRENT_REQUESTS, importLimits.pages - this.#pages.length)
      const batch = this.#queue.slice(0, batchSize)
      this.#queue = this.#queue.slice(batchSize)
      const answers = await Promise.all(batch.map((address) => this.#fetch(address)))
      await this.#read(answers.filter((answer) => answer !== undefined))
      await this.#context.onProgress('read', this.#pages.length, this.#pages.length + this.#queue.length)
    }
  }

  collectContent(): SourceContent {
    const [first] = this.#pages
    const navigation = this.#pages
      .map((page) => page.navigation)
      .sort((one, other) => countOutlinePages(other) - countOutlinePages(one))
    // The navigation of the first page is used unless it has almost no links, as on a start page of pictures only.
    const own = first?.navigation ?? []
    const best = countOutlinePages(own) >= 3 ? own : (navigation[0] ?? [])
    const outline = pruneOutline(this.#replaceUrls(best))
    if (this.#skippedCount > 0) {
      this.#failures.push({
        resource: `${this.#skippedCount} more pages`,
        reason: this.#skipReason,
        count: this.#skippedCount,
      })
    }
    const files = new WebFileLoader(this.#context)
    const byName = new Map(this.#pages.map(({ key }) => [normalizeUrl(key), key]))
    return {
      pages: this.#pages,
      reusable: [],
      outline: this.#putStartFirst(outline),
      findParent: ({ key }) => {
        const parent = findParentUrl(key, byName)
        // Every page is below the first page, so it is not made the parent of any.
        return parent === first?.key ? undefined : parent
      },
      deriveName: (key) =>
        deriveName(decodeUri(new URL(key).pathname.replace(/\/$/, '')).slice(1)) || new URL(key).host,
      resolveAddress: (address, from, media) => this.#resolve(address, from, media),
      loadFile: (file) => files.loadFile(file),
      failures: this.#failures,
    }
  }

  /** Puts the page at the given URL first, also if it is not in the navigation. */
  #putStartFirst(outline: PageOutline[]): PageOutline[] {
    const [first] = this.#pages
    if (
      !first ||
      outline.length === 0 ||
      [...flattenOutline(outline)].some(({ address }) => address === first.key)
    )
      return outline
    return [{ address: first.key, children: [] }, ...outline]
  }

  #replaceUrls(outline: PageOutline[]): PageOutline[] {
    return outline.map(({ title, address, children }) => {
      const key = address === undefined ? undefined : this.#keys.get(normalizeUrl(address))
      return {
        ...(title !== undefined && { title }),
        ...(key !== undefined && { address: key }),
        children: this.#replaceUrls(children),
      }
    })
  }

  #resolve(address: string, from: string, media: boolean): ImportTarget | undefined {
    const url = URL.parse(address, from)
    if (!url || !/^https?:$/.test(url.protocol)) return undefined
    if (media) return { file: url.href }
    const page = url.search === '' ? this.#keys.get(normalizeUrl(url.href)) : undefined
    return page === undefined
      ? undefined
      : { page, ...(url.hash.length > 1 && { anchor: decodeUri(url.hash.slice(1)) }) }
  }

  #enqueue(address: string | undefined): void {
    const url = address === undefined ? null : URL.parse(address)
    if (!url || !this.#scope.has(url)) return
    const name = normalizeUrl(url.href)
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    // A site with endless links must not fill the memory.
    if (this.#queue.length > importLimits.pages * 4) this.#skippedCount += 1
    else this.#queue.push(`${url.origin}${url.pathname}`)
  }

  #skipRest(reason: string): void {
    this.#skippedCount += this.#queue.length
    this.#skipReason = reason
    this.#queue = []
  }

  async #fetch(address: string): Promise<FetchResponse | undefined> {
    const { fetcher, signal } = this.#context
    try {
      const answer = await fetcher.fetch(address, { ...pageRequest, signal })
      if (answer.status !== 200) {
        this.#failures.push({ resource: address, reason: `The answer is ${answer.status}.` })
        return undefined
      }
      // A file that a page links to is not imported, and the link stays.
      if (!isHtml(answer)) return undefined
      const name = normalizeUrl(answer.url)
      if (!this.#scope.has(new URL(answer.url))) {
        this.#failures.push({ resource: address, reason: 'It leads to another site.' })
        return undefined
      }
      const knownUrl = this.#keys.get(name)
      this.#keys.set(normalizeUrl(address), knownUrl ?? answer.url)
      if (knownUrl !== undefined || (name !== normalizeUrl(address) && this.#seen.has(name))) return undefined
      this.#seen.add(name)
      return answer
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      this.#failures.push({ resource: address, reason: error.reason })
      return undefined
    }
  }

  async #read(answers: FetchResponse[], follow = true): Promise<void> {
    const requests = answers.map((answer) => ({
      key: answer.url,
      format: 'html' as const,
      flavour: 'website' as const,
      body: decodeBody({ format: 'html' }, answer),
      base: answer.url,
    }))
    for (const page of await this.#context.converter.read(requests)) {
      if (!isReadPage(page)) {
        this.#failures.push({ resource: page.key, reason: page.failureReason })
        continue
      }
      if (page.isEmpty) {
        this.#failures.push({ resource: page.key, reason: 'There is nothing to read on it.' })
        continue
      }
      this.#keys.set(normalizeUrl(page.key), page.key)
      this.#pages.push(page)
      if (follow) for (const address of page.links) this.#enqueue(address)
    }
  }

  /** Reads the URLs of the sitemap. A missing sitemap is no failure. */
  async #readSitemap(): Promise<string[]> {
    const { fetcher, signal } = this.#context
    const urls: string[] = []
    const maps = [new URL('/sitemap.xml', this.#scope.origin).href]
    for (let read = 0; read < 5 && maps.length > 0; read += 1) {
      const url = maps.shift() ?? ''
      try {
        const { status, body } = await fetcher.fetch(url, {
          ...pageRequest,
          accept: 'application/xml',
          signal,
        })
        if (status !== 200) continue
        const locations = [
          ...body
            .toString('utf8')
            .matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,2000}?)\s*(?:\]\]>)?\s*<\/loc>/g),
        ]
        const addresses = locations.map(([, location = '']) => location.replaceAll('&amp;', '&'))
        if (/<sitemapindex[\s>]/.test(body.toString('utf8', 0, 2000))) maps.push(...addresses.slice(0, 5))
        else urls.push(...addresses)
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
      }
    }
    return urls
  }
}

/** The part of a site that is imported: the folder of the given URL. */
class Scope {
  readonly origin: string
  readonly #folder: string

  constructor(start: string) {
    const url = new URL(start)
    this.origin = url.origin
    this.#folder = url.pathname.replace(/[^/]*$/, '')
  }

  has(url: URL): boolean {
    const file = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase()
    return (
      url.origin === this.origin &&
      url.search === '' &&
      (url.pathname.startsWith(this.#folder) || `${url.pathname}/` === this.#folder) &&
      (file === undefined || ['html', 'htm', 'php', 'asp', 'aspx', 'xhtml'].includes(file))
    )
  }
}

/** Returns the same text for all ways to write the URL of a page. */
function normalizeUrl(address: string): string {
  const url = new URL(address)
  const path = url.pathname
    .replace(/\/index\.(html?|php)$/i, '/')
    .replace(/\.html?$/i, '')
    .replace(/\/+$/, '')
  return url.origin + path
}

function* flattenOutline(outline: PageOutline[]): Iterable<PageOutline> {
  for (const each of outline) {
    yield each
    yield* flattenOutline(each.children)
  }
}

/** Finds the page whose URL is the longest beginning of the page's own. */
function findParentUrl(key: string, byName: ReadonlyMap<string, string>): string | undefined {
  const name = normalizeUrl(key)
  const { origin } = new URL(key)
  for (let at = name.lastIndexOf('/'); at > origin.length; at = name.lastIndexOf('/', at - 1)) {
    const parent = byName.get(name.slice(0, at))
    if (parent !== undefined && parent !== key) return parent
  }
  return undefined
}
