import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, localeOf } from '@verso/site'
import { draftIn, findDraft } from '../../audience/drafts.ts'
import type { Clock } from '../../common/clock.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database } from '../../database/database.ts'
import { deliver, type FileService } from '../content/index.ts'
import type { RedirectService } from '../sites/index.ts'
import { SitePaths } from './address.ts'
import { Answers } from './answers.ts'
import type { Delivery } from './delivery.ts'
import { Entrance } from './entrance.ts'
import type { MachineFiles } from './machines.ts'
import { answerMcp } from './mcp.ts'
import { sendNowhere } from './nowhere.ts'
import type { PublishedPages } from './pages.ts'
import { findFileRedirect } from './redirects.ts'
import type { Reading } from './references.ts'
import { type Inside, readRequest } from './request.ts'
import type { PublishedSearch } from './search.ts'
import { immutable, SiteAssets } from './site-assets.ts'
import type { PublishedSites } from './sites.ts'
import type { Place } from './site.ts'
import type { ShownPage } from './space-index.ts'

export interface PublishedParts {
  database: Database
  urls: Urls
  clock: Clock
  sites: PublishedSites
  pages: PublishedPages
  machines: MachineFiles
  search: PublishedSearch
  files: FileService
  redirects: RedirectService
  delivery: Delivery
  assets: Assets
}

const plain = 'text/plain; charset=utf-8'

/** A place that an address leads to, what is left of the address, and the place as this visitor reads it. */
interface Found {
  place: Place & { rest: string[] }
  reading: Reading
}

/** Everything that no route has: the published sites. */
export function registerPublished(app: FastifyInstance, parts: PublishedParts): void {
  const published = new Published(parts)
  // What the API does not have is no page either, and is counted as every request to the API.
  app.all('/v1/*', (_request, reply) => reply.callNotFound())
  const options = { config: { probe: true }, compress: false } as const
  app.route({
    ...options,
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => published.get(request, reply),
  })
  app.route({
    ...options,
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => published.get(request, reply),
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/*',
    handler: (request, reply) => published.post(request, reply),
  })
}

class Published {
  readonly #parts: PublishedParts
  readonly #answers: Answers
  readonly #entrance: Entrance
  readonly #assets: SiteAssets

  constructor(parts: PublishedParts) {
    this.#parts = parts
    this.#answers = new Answers(parts)
    this.#entrance = new Entrance({ ...parts, answers: this.#answers })
    this.#assets = new SiteAssets(parts)
  }

  async get(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const asked = readRequest(this.#parts.urls, request, reply)
    if (!asked) return sendNowhere(request, reply)
    const own = asked.rest[0] === '~verso' ? await this.#assets.answer(asked) : undefined
    return own ?? this.#entrance.enter(asked, (inside) => this.#answer(inside))
  }

  async post(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const asked = readRequest(this.#parts.urls, request, reply)
    if (asked?.rest.join('/') !== '~verso/mcp') return reply.callNotFound()
    return this.#entrance.enter(asked, async (inside) => {
      const { met } = inside
      if (met.site.agentsContext === 'excluded') return this.#answers.missing(inside)
      const readings = await this.#answers.readings(inside)
      await answerMcp(request, reply, {
        title: met.published.facts.title,
        readings,
        search: this.#parts.search,
        machines: this.#parts.machines,
      })
      return reply
    })
  }

  async #answer(inside: Inside): Promise<unknown> {
    const { rest } = inside
    const [name = ''] = rest
    if (name === '~verso') return this.#own(inside)
    if (rest.length === 1 && isMachineFile(name)) return this.#machineFile(inside, name)
    const found = await this.#locate(inside)
    if (!found) return rest.length === 0 ? this.#answers.empty(inside) : this.#answers.missing(inside)
    const draft = draftIn(found.place.rest)
    return draft ? this.#draft(inside, found.place, draft) : this.#at(inside, found)
  }

  /** What an address names in a place. */
  async #at(inside: Inside, { place, reading }: Found): Promise<unknown> {
    const { published } = inside.met
    const path = place.rest.join('/')
    if (path === 'sitemap-pages.xml') {
      return this.#answers.send(
        inside,
        this.#parts.machines.sitemap(reading),
        'application/xml; charset=utf-8',
      )
    }
    const shown = reading.index.byPath(path)
    if (shown) return this.#page(inside, reading, shown, path)
    if (path === '') return this.#answers.empty(inside, reading)
    const markdown = path.endsWith('.md') ? pageAt(reading, path) : undefined
    if (markdown?.page.fields.type === 'document') {
      const text = await this.#parts.machines.markdown(reading, markdown)
      return this.#answers.send(inside, text, 'text/markdown; charset=utf-8')
    }
    const feed = path.endsWith('rss.xml') ? pageAt(reading, path) : undefined
    if (feed) {
      const { locale } = published.customization(place).internationalization
      const text = await this.#parts.machines.feed(reading, feed, localeOf(locale).language)
      if (text !== undefined) return this.#answers.send(inside, text, 'application/rss+xml; charset=utf-8')
    }
    return (
      (await this.#redirected(inside, reading)) ??
      (await this.#redirectedByFile(inside, reading, path)) ??
      (await this.#openShareAgain(inside)) ??
      this.#answers.missing(inside, reading)
    )
  }

  /** The place that an address means: the first of those it can mean where it is a page, or the last. */
  async #locate(inside: Inside): Promise<Found | undefined> {
    const { rest, met } = inside
    const candidates = met.published.locate(rest, met.pass.claims)
    for (const place of candidates) {
      const reading = await this.#answers.reading(inside, place)
      if (place === candidates.at(-1) || pageAt(reading, place.rest.join('/'))) return { place, reading }
    }
    return undefined
  }

  /** What a preview shows in the place of what a space does: a change request, or a revision. */
  async #draft(
    inside: Inside,
    place: Place,
    asked: NonNullable<ReturnType<typeof draftIn>>,
  ): Promise<unknown> {
    const { met } = inside
    const { organizationId } = met.site
    const { previewer } = met.pass
    if (previewer === undefined) return this.#answers.missing(inside)
    const { database, urls } = this.#parts
    const { siteSpace } = place
    const found = await findDraft(
      database,
      { userId: previewer, organizationId },
      siteSpace.spaceId,
      asked.draft,
    )
    if (!found) return this.#answers.missing(inside)
    const published = met.published.withDraft(siteSpace.id, found, asked.draft.path)
    const paths = new SitePaths(urls, published, inside)
    const within: Inside = { ...inside, met: { ...met, published }, paths }
    if (asked.rest[0] === '~verso') return this.#own({ ...within, rest: asked.rest })
    const drafted = published.facts.siteSpaces.find(({ id }) => id === siteSpace.id) ?? siteSpace
    const there = { section: place.section, siteSpace: drafted, rest: asked.rest }
    return this.#at(within, { place: there, reading: await this.#answers.reading(within, there) })
  }

  /** An address with the secret of a share link still works when the site needs none any more. */
  #openShareAgain(inside: Inside): Promise<FastifyReply | undefined> {
    const [key] = inside.rest
    return key === undefined ? Promise.resolve(undefined) : this.#entrance.openShare(inside, key)
  }

  async #page(inside: Inside, reading: Reading, shown: ShownPage, path: string): Promise<unknown> {
    const { reply, request } = inside
    const { paths, place, index } = reading
    const { type, target } = shown.page.fields
    if (type !== 'document') {
      const inner = index.firstBelow(shown)
      if (type === 'group' && inner) return reply.redirect(paths.page(place, inner), 302)
      const url = type === 'link' && target !== undefined && 'url' in target ? target['url'] : undefined
      return typeof url === 'string' && /^https?:\/\//.test(url)
        ? reply.redirect(url, 302)
        : this.#answers.missing(inside, reading)
    }
    if (shown === index.first && path !== '') return reply.redirect(paths.page(place, shown), 302)
    if (acceptsMarkdown(request)) {
      const text = await this.#parts.machines.markdown(reading, shown)
      return this.#answers.send(inside, text, 'text/markdown; charset=utf-8')
    }
    return this.#answers.sendPage(inside, await this.#parts.pages.page(reading, shown), 200)
  }

  /** What the page's script and the page itself ask for. */
  async #own(inside: Inside): Promise<unknown> {
    const { rest, met, request, reply, url } = inside
    const [, name = '', ...more] = rest
    const { published } = met
    if (name === 'search' && more.length === 0) return this.#search(inside, url.searchParams.get('q') ?? '')
    if (name === 'mcp' && more.length === 0) {
      // There is nothing to listen to: every answer comes with its question.
      return met.site.agentsContext === 'excluded'
        ? this.#answers.missing(inside)
        : reply.code(405).header('allow', 'POST').send()
    }
    if (name === 'pdf' && more.length === 2) return this.#pdf(inside, more)
    if (name !== 'files' || more.length !== 4) return this.#answers.missing(inside)
    const [spaceId = '', fileId = '', blob = ''] = more
    const place = published.places(met.pass.claims).find(({ siteSpace }) => siteSpace.spaceId === spaceId)
    const file = place && (await (await this.#answers.reading(inside, place)).view.file(fileId))
    if (!file || !file.blob.startsWith(blob)) return this.#answers.missing(inside)
    const isOpen =
      met.pass.previewer === undefined &&
      (met.site.visibility === 'public' || met.site.visibility === 'unlisted')
    return deliver(this.#parts.files, request, reply, file, isOpen ? immutable : 'private, no-cache')
  }

  async #pdf(inside: Inside, [siteSpaceId, pageId = '']: string[]): Promise<unknown> {
    const { met, request, reply } = inside
    const place = met.published.places(met.pass.claims).find(({ siteSpace }) => siteSpace.id === siteSpaceId)
    if (!place || met.published.customization(place).pdf?.enabled !== true)
      return this.#answers.missing(inside)
    const reading = await this.#answers.reading(inside, place)
    const shown = reading.index.byId(pageId)
    if (shown?.page.fields.type !== 'document') return this.#answers.missing(inside, reading)
    const pdf = await this.#parts.pages.pdf(reading, shown)
    const file = { ...pdf, contentType: 'application/pdf' }
    return deliver(this.#parts.files, request, reply, file, 'private, no-cache')
  }

  async #search(inside: Inside, query: string): Promise<unknown> {
    const readings = await this.#answers.readings(inside)
    const hits = await this.#parts.search.find(readings, query)
    if (String(inside.request.headers.accept).includes('application/json')) {
      return this.#answers.send(inside, JSON.stringify({ items: hits }), 'application/json; charset=utf-8')
    }
    const [reading] = readings
    if (!reading) return this.#answers.empty(inside)
    return this.#answers.sendPage(inside, await this.#parts.pages.search(reading, query, hits), 200)
  }

  async #machineFile(inside: Inside, name: MachineFile): Promise<unknown> {
    const { met, paths } = inside
    const { machines } = this.#parts
    const { title } = met.published.facts
    const forAgents = met.site.agentsContext === 'included'
    if (name === 'robots.txt') {
      return this.#answers.send(
        inside,
        machines.robots(paths.canonical, met.site.visibility === 'public'),
        plain,
      )
    }
    if (name !== 'sitemap.xml' && !forAgents) return this.#answers.missing(inside)
    const readings = await this.#answers.readings(inside)
    if (name === 'sitemap.xml') {
      return this.#answers.send(inside, machines.sitemapIndex(readings), 'application/xml; charset=utf-8')
    }
    const text =
      name === 'llms.txt' ? machines.llms(title, readings) : await machines.llmsFull(title, readings)
    return this.#answers.send(inside, text, plain)
  }

  async #redirected(inside: Inside, reading: Reading): Promise<FastifyReply | undefined> {
    const { met, rest, reply, paths } = inside
    const { published, pass } = met
    const found = await this.#parts.redirects.match(met.site.id, rest.join('/'))
    if (!found) return undefined
    const { row, carried } = found
    const code = row.permanent ? 308 : 307
    const more = carried.split('/').map(encodeURIComponent).join('/')
    if (row.url !== null)
      return reply.redirect(carried === '' ? row.url : `${row.url.replace(/\/?$/, '/')}${more}`, code)
    const place = published
      .places(pass.claims)
      .find(({ section, siteSpace }) =>
        row.siteSpaceId === null
          ? section?.id === row.sectionId && (siteSpace.isDefault || carried !== '')
          : siteSpace.id === row.siteSpaceId,
      )
    if (!place) return undefined
    const there =
      place.siteSpace.id === reading.place.siteSpace.id ? reading : await this.#answers.reading(inside, place)
    // A page that has gone since leaves its space to lead to.
    const page = row.pageId === null ? undefined : there.index.byId(row.pageId)
    const target = page ? paths.page(place, page) : paths.place(place)
    return reply.redirect(carried === '' ? target : `${target.replace(/\/?$/, '/')}${more}`, code)
  }

  /** What the repository of a space says of paths that its pages had. */
  async #redirectedByFile(
    { reply }: Inside,
    { index, place, paths }: Reading,
    path: string,
  ): Promise<FastifyReply | undefined> {
    const file = await findFileRedirect(this.#parts.database, place.siteSpace.spaceId, path)
    const shown = file === undefined ? undefined : index.byFile(file)
    const target = shown && index.readable(shown.page.id)
    return target && reply.redirect(paths.page(place, target), 308)
  }
}

const machineFiles = ['sitemap.xml', 'robots.txt', 'llms.txt', 'llms-full.txt'] as const
type MachineFile = (typeof machineFiles)[number]
const isMachineFile = (name: string): name is MachineFile => machineFiles.some((file) => file === name)

/** The page that a path is of, or is the Markdown or the feed of. */
const pageAt = ({ index }: Reading, path: string): ShownPage | undefined =>
  index.byPath(path) ??
  (path.endsWith('.md')
    ? index.byPath(withoutIndex(path.slice(0, -3)))
    : /(?:^|\/)rss\.xml$/.test(path)
      ? index.byPath(path.replace(/\/?rss\.xml$/, ''))
      : undefined)

const withoutIndex = (path: string): string => (path === 'index' ? '' : path)

/** Programs that ask for Markdown get it at the page's own address. */
const acceptsMarkdown = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept !== undefined && accept.includes('text/markdown') && !accept.includes('text/html')
