import { type PageOutline, pruneOutline } from '../../content/index.ts'
import { Invalid } from '../../../common/errors.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { FetchResponse } from '../../../outbound/fetcher.ts'
import { countPages } from '../conversion/navigation.ts'
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
import { decodeUri, deriveName } from './links.ts'
import { download, isHtml } from './download.ts'
import { textOfAnswer } from './single-page.ts'
import { WebFileLoader } from './web-files.ts'

const atOnce = 6

/**
 * A website: the page at the URL and everything below its folder that it, its navigation, its sitemap and the pages
 * found lead to. The navigation gives the order; what it does not name follows, below the page its address is below.
 */
export const importWebsite: SourceImporter = async (context, url) => {
  const first = await download(context, url, pageRequest)
  if (!isHtml(first)) throw new Invalid('There is no web page at this URL.')
  const crawl = new Crawl(context, first.url)
  await crawl.run(first)
  return crawl.collected()
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
  /** By the name of a page: where it was found to be, after redirects. */
  readonly #keys = new Map<string, string>()
  #waiting: string[] = []
  readonly #seen = new Set<string>()
  /** How many pages were found and not gone to, and why. */
  #left = 0
  #leftReason = ''

  constructor(context: ImportContext, start: string) {
    this.#context = context
    this.#scope = new Scope(start)
  }

  async run(first: FetchResponse): Promise<void> {
    this.#seen.add(nameOf(first.url))
    await this.#read([first], false)
    if (this.#pages.length === 0)
      throw new Invalid(this.#failures[0]?.reason ?? 'There is nothing to read at this URL.')
    for (const { address } of flattened(this.#pages[0]?.navigation ?? [])) this.#add(address)
    for (const address of await this.#sitemap()) this.#add(address)
    for (const address of this.#pages[0]?.links ?? []) this.#add(address)
    while (this.#waiting.length > 0) {
      if (this.#pages.length >= importLimits.pages)
        return this.#leave(`At most ${importLimits.pages} pages are imported at once.`)
      if (Date.now() > this.#context.deadline) return this.#leave('The import took too long to come to it.')
      const room = Math.min(atOnce, importLimits.pages - this.#pages.length)
      const batch = this.#waiting.slice(0, room)
      this.#waiting = this.#waiting.slice(room)
      const answers = await Promise.all(batch.map((address) => this.#fetch(address)))
      await this.#read(answers.filter((answer) => answer !== undefined))
    }
  }

  collected(): SourceContent {
    const [first] = this.#pages
    const navigation = this.#pages
      .map((page) => page.navigation)
      .sort((one, other) => countPages(other) - countPages(one))
    // The first page's navigation, unless it has next to none: a start page may be all pictures.
    const own = first?.navigation ?? []
    const best = countPages(own) >= 3 ? own : (navigation[0] ?? [])
    const outline = pruneOutline(this.#known(best))
    if (this.#left > 0) {
      this.#failures.push({
        resource: `${this.#left} more pages`,
        reason: this.#leftReason,
        count: this.#left,
      })
    }
    const files = new WebFileLoader(this.#context)
    const byName = new Map(this.#pages.map(({ key }) => [nameOf(key), key]))
    return {
      pages: this.#pages,
      reusable: [],
      outline: this.#startFirst(outline),
      findParent: ({ key }) => {
        const parent = parentUrl(key, byName)
        // What everything is below is above nothing: it opens the space.
        return parent === first?.key ? undefined : parent
      },
      deriveName: (key) =>
        deriveName(decodeUri(new URL(key).pathname.replace(/\/$/, '')).slice(1)) || new URL(key).host,
      resolveAddress: (address, from, media) => this.#resolve(address, from, media),
      loadFile: (file) => files.loadFile(file),
      failures: this.#failures,
    }
  }

  /** The page that was asked for comes first, also where the navigation does not name it. */
  #startFirst(outline: PageOutline[]): PageOutline[] {
    const [first] = this.#pages
    if (
      !first ||
      outline.length === 0 ||
      [...flattened(outline)].some(({ address }) => address === first.key)
    )
      return outline
    return [{ address: first.key, children: [] }, ...outline]
  }

  #known(outline: PageOutline[]): PageOutline[] {
    return outline.map(({ title, address, children }) => {
      const key = address === undefined ? undefined : this.#keys.get(nameOf(address))
      return {
        ...(title !== undefined && { title }),
        ...(key !== undefined && { address: key }),
        children: this.#known(children),
      }
    })
  }

  #resolve(address: string, from: string, media: boolean): ImportTarget | undefined {
    const url = URL.parse(address, from)
    if (!url || !/^https?:$/.test(url.protocol)) return undefined
    if (media) return { file: url.href }
    const page = url.search === '' ? this.#keys.get(nameOf(url.href)) : undefined
    return page === undefined
      ? undefined
      : { page, ...(url.hash.length > 1 && { anchor: decodeUri(url.hash.slice(1)) }) }
  }

  #add(address: string | undefined): void {
    const url = address === undefined ? null : URL.parse(address)
    if (!url || !this.#scope.has(url)) return
    const name = nameOf(url.href)
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    // A site that links to itself for ever is not listed for ever.
    if (this.#waiting.length > importLimits.pages * 4) this.#left += 1
    else this.#waiting.push(`${url.origin}${url.pathname}`)
  }

  #leave(reason: string): void {
    this.#left += this.#waiting.length
    this.#leftReason = reason
    this.#waiting = []
  }

  async #fetch(address: string): Promise<FetchResponse | undefined> {
    const { fetcher, signal } = this.#context
    try {
      const answer = await fetcher.fetch(address, { ...pageRequest, signal })
      if (answer.status !== 200) {
        this.#failures.push({ resource: address, reason: `The answer is ${answer.status}.` })
        return undefined
      }
      // What is not a page was linked to as a file, and stays a link.
      if (!isHtml(answer)) return undefined
      const name = nameOf(answer.url)
      if (!this.#scope.has(new URL(answer.url))) {
        this.#failures.push({ resource: address, reason: 'It leads to another site.' })
        return undefined
      }
      const known = this.#keys.get(name)
      this.#keys.set(nameOf(address), known ?? answer.url)
      if (known !== undefined || (name !== nameOf(address) && this.#seen.has(name))) return undefined
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
      body: textOfAnswer({ format: 'html' }, answer),
      base: answer.url,
    }))
    for (const page of await this.#context.converter.read(requests)) {
      if (!isReadPage(page)) {
        this.#failures.push({ resource: page.key, reason: page.failed })
        continue
      }
      if (page.isEmpty) {
        this.#failures.push({ resource: page.key, reason: 'There is nothing to read on it.' })
        continue
      }
      this.#keys.set(nameOf(page.key), page.key)
      this.#pages.push(page)
      if (follow) for (const address of page.links) this.#add(address)
    }
  }

  /** What the site itself lists; that it lists nothing is no failure. */
  async #sitemap(): Promise<string[]> {
    const { fetcher, signal } = this.#context
    const found: string[] = []
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
        else found.push(...addresses)
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
      }
    }
    return found
  }
}

/** The part of the web that belongs to an import: the folder of the URL that was given, on its site. */
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

/** One name for all ways to write the address of a page. */
function nameOf(address: string): string {
  const url = new URL(address)
  const path = url.pathname
    .replace(/\/index\.(html?|php)$/i, '/')
    .replace(/\.html?$/i, '')
    .replace(/\/+$/, '')
  return url.origin + path
}

function* flattened(outline: PageOutline[]): Iterable<PageOutline> {
  for (const each of outline) {
    yield each
    yield* flattened(each.children)
  }
}

/** A page stands below the page at the address its own begins with; the first page of a site is above nothing. */
function parentUrl(key: string, byName: ReadonlyMap<string, string>): string | undefined {
  const name = nameOf(key)
  const { origin } = new URL(key)
  for (let at = name.lastIndexOf('/'); at > origin.length; at = name.lastIndexOf('/', at - 1)) {
    const found = byName.get(name.slice(0, at))
    if (found !== undefined && found !== key) return found
  }
  return undefined
}
