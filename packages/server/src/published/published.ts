import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import {
  type Assets,
  fontFile,
  formatColor,
  iconSvg,
  localeOf,
  parseColor,
  renderNotice,
  type SiteView,
  textOn,
} from '@verso/site'
import { fallbackFor } from '../audience/audience.ts'
import type { Clock } from '../common/clock.ts'
import { isReserved } from '../common/reserved.ts'
import type { Urls } from '../common/urls.ts'
import type { Database } from '../database/database.ts'
import { deliver } from '../resources/files/delivery.ts'
import type { FileService } from '../resources/files/service.ts'
import { lookupOf, type SiteLookup } from '../resources/sites/addresses.ts'
import { SitePaths } from './address.ts'
import type { Delivery } from './delivery.ts'
import type { MachineFiles } from './machines.ts'
import { answerMcp } from './mcp.ts'
import type { PublishedPages } from './pages.ts'
import { findRedirect } from './redirects.ts'
import type { Reading } from './references.ts'
import type { PublishedSearch } from './search.ts'
import type { Place } from './site.ts'
import type { Met, PublishedSites } from './sites.ts'
import type { ShownPage } from './space-index.ts'
import { type Brought, broughtBy, keep, withoutCredentials, writeClaims } from './visitor.ts'

export interface PublishedParts {
  database: Database
  urls: Urls
  clock: Clock
  sites: PublishedSites
  pages: PublishedPages
  machines: MachineFiles
  search: PublishedSearch
  files: FileService
  delivery: Delivery
  assets: Assets
}

/** A request that a site may answer. */
interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  url: URL
  lookup: SiteLookup
  brought: Brought
  /** The segments below the site, without those of a preview. */
  rest: string[]
  preview: string | undefined
}

/** One whom the site has let in. */
interface Inside extends Asked {
  met: Met
  paths: SitePaths
}

const immutable = 'public, max-age=31536000, immutable'
const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

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

  constructor(parts: PublishedParts) {
    this.#parts = parts
  }

  async get(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const asked = this.#read(request, reply)
    if (!asked) return this.#nowhere(request, reply)
    const own = asked.rest[0] === '~verso' ? await this.#asset(asked) : undefined
    return own ?? this.#enter(asked, (inside) => this.#answer(inside))
  }

  async post(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const asked = this.#read(request, reply)
    if (asked?.rest.join('/') !== '~verso/mcp') return reply.callNotFound()
    return this.#enter(asked, async (inside) => {
      const { met } = inside
      if (met.site.agentsContext === 'excluded') return this.#missing(inside)
      const readings = await this.#readings(inside)
      await answerMcp(request, reply, {
        title: met.published.facts.title,
        readings,
        search: this.#parts.search,
        machines: this.#parts.machines,
      })
      return reply
    })
  }

  #read(request: FastifyRequest, reply: FastifyReply): Asked | undefined {
    // The host is only used to find a site; no answer carries it.
    const url = URL.parse(request.url, `${request.protocol}://${request.host}`)
    if (!url || url.pathname.length > 4000) return undefined
    const lookup = lookupOf(this.#parts.urls, url)
    if (!lookup || (lookup.by === 'basename' && isReserved(lookup.organizationName))) return undefined
    const segments = decoded(lookup.rest)
    if (!segments) return undefined
    const isPreview = segments[0] === '~' && segments[1] === 'preview'
    return {
      request,
      reply,
      url,
      lookup,
      brought: broughtBy(request, url),
      rest: isPreview ? segments.slice(3) : segments,
      preview: isPreview ? segments[2] : undefined,
    }
  }

  /** Lets a visitor in, sends them where they can prove who they are, or says that there is nothing here. */
  async #enter(asked: Asked, answer: (inside: Inside) => Promise<unknown>): Promise<unknown> {
    const { request, reply, lookup, brought, rest, preview } = asked
    const { sites, urls } = this.#parts
    const credentials = { ...brought.credentials, preview }
    const met = await sites.meet(lookup, credentials)
    if (!met) return this.#nowhere(request, reply)
    const paths = new SitePaths(urls, met.published, lookup, preview)
    this.#keepFresh(asked, met, paths)
    const inside = { ...asked, met, paths }
    if (met.admission === 'allowed') {
      const fresh = brought.fresh.jwt !== undefined || brought.fresh.claims !== undefined
      return fresh && request.method === 'GET'
        ? reply.redirect(withoutCredentials(asked.url), 302)
        : answer(inside)
    }
    const shared = rest[0] === undefined ? undefined : await this.#openShare(inside, rest[0])
    if (shared) return shared
    if (met.admission === 'hidden') return this.#nowhere(request, reply)
    const elsewhere = fallbackFor(met.site, asked.url.pathname)
    if (elsewhere !== undefined && request.method === 'GET') return reply.redirect(elsewhere, 302)
    return this.#door(inside)
  }

  /** What was valid in the address goes into a cookie. */
  #keepFresh({ brought: { fresh }, reply }: Asked, { pass }: Met, paths: SitePaths): void {
    const keeping = { path: paths.cookies, secure: paths.canonical.startsWith('https:') }
    const now = this.#parts.clock.now().getTime() / 1000
    if (fresh.jwt !== undefined && pass.key !== undefined) {
      keep(reply, 'jwt', fresh.jwt, {
        ...keeping,
        maxAge: pass.expires === undefined ? undefined : pass.expires - now,
      })
    }
    if (fresh.claims) keep(reply, 'claims', writeClaims(fresh.claims), keeping)
  }

  /** The secret of a share link stands first in the address; from then on it is in a cookie. */
  async #openShare(asked: Inside, key: string): Promise<FastifyReply | undefined> {
    const { lookup, paths, reply, url } = asked
    if (!/^[\w-]{8,128}$/.test(key)) return undefined
    const met = await this.#parts.sites.meet(lookup, { shareKey: key })
    if (met?.pass.shareLink === undefined || met.admission !== 'allowed') return undefined
    keep(reply, 'share', key, {
      path: paths.cookies,
      secure: paths.canonical.startsWith('https:'),
      maxAge: 60 * 60 * 24 * 30,
    })
    const below = asked.rest.slice(1).map(encodeURIComponent).join('/')
    return reply.header('cache-control', 'no-store').redirect(`${paths.base}${below}${url.search}`, 302)
  }

  async #answer(inside: Inside): Promise<unknown> {
    const { rest, met } = inside
    const { published } = met
    const [name = ''] = rest
    if (name === '~verso') return this.#own(inside)
    if (rest.length === 1 && isMachineFile(name)) return this.#machineFile(inside, name)
    const place = published.locate(rest, met.pass.claims)
    if (!place) return rest.length === 0 ? this.#empty(inside) : this.#missing(inside)
    const reading = await this.#reading(inside, place)
    const path = place.rest.join('/')
    if (path === 'sitemap-pages.xml') {
      return this.#send(inside, this.#parts.machines.sitemap(reading), 'application/xml; charset=utf-8')
    }
    const shown = reading.index.byPath(path)
    if (shown) return this.#page(inside, reading, shown, path)
    if (path === '') return this.#empty(inside, reading)
    const markdown = path.endsWith('.md') ? reading.index.byPath(withoutIndex(path.slice(0, -3))) : undefined
    if (markdown?.page.fields.type === 'document') {
      const text = await this.#parts.machines.markdown(reading, markdown)
      return this.#send(inside, text, 'text/markdown; charset=utf-8')
    }
    const feed = /(?:^|\/)rss\.xml$/.test(path)
      ? reading.index.byPath(path.replace(/\/?rss\.xml$/, ''))
      : undefined
    if (feed) {
      const { locale } = published.customization(place).internationalization
      const text = await this.#parts.machines.feed(reading, feed, localeOf(locale).language)
      if (text !== undefined) return this.#send(inside, text, 'application/rss+xml; charset=utf-8')
    }
    return (
      (await this.#redirected(inside, reading)) ??
      (await this.#openShareAgain(inside)) ??
      this.#missing(inside, reading)
    )
  }

  /** An address with the secret of a share link still works when the site needs none any more. */
  #openShareAgain(inside: Inside): Promise<FastifyReply | undefined> {
    const [key] = inside.rest
    return key === undefined ? Promise.resolve(undefined) : this.#openShare(inside, key)
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
        : this.#missing(inside, reading)
    }
    if (shown === index.first && path !== '') return reply.redirect(paths.page(place, shown), 302)
    if (acceptsMarkdown(request)) {
      const text = await this.#parts.machines.markdown(reading, shown)
      return this.#send(inside, text, 'text/markdown; charset=utf-8')
    }
    const { html: text, policy } = await this.#parts.pages.page(reading, shown)
    return this.#sendPage(inside, text, policy, 200)
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
        ? this.#missing(inside)
        : reply.code(405).header('allow', 'POST').send()
    }
    if (name !== 'files' || more.length !== 4) return this.#missing(inside)
    const [spaceId = '', fileId = '', blob = ''] = more
    const place = published.places(met.pass.claims).find(({ siteSpace }) => siteSpace.spaceId === spaceId)
    const file = place && (await (await this.#reading(inside, place)).view.file(fileId))
    if (!file || !file.blob.startsWith(blob)) return this.#missing(inside)
    const isOpen = met.site.visibility === 'public' || met.site.visibility === 'unlisted'
    return deliver(this.#parts.files, request, reply, file, isOpen ? immutable : 'private, no-cache')
  }

  async #search(inside: Inside, query: string): Promise<unknown> {
    const readings = await this.#readings(inside)
    const hits = await this.#parts.search.find(readings, query)
    if (String(inside.request.headers.accept).includes('application/json')) {
      return this.#send(inside, JSON.stringify({ items: hits }), 'application/json; charset=utf-8')
    }
    const [reading] = readings
    if (!reading) return this.#empty(inside)
    const { html: text, policy } = await this.#parts.pages.search(reading, query, hits)
    return this.#sendPage(inside, text, policy, 200)
  }

  async #machineFile(inside: Inside, name: MachineFile): Promise<unknown> {
    const { met, paths } = inside
    const { machines } = this.#parts
    const { title } = met.published.facts
    const forAgents = met.site.agentsContext === 'included'
    if (name === 'robots.txt') {
      return this.#send(inside, machines.robots(paths.canonical, met.site.visibility === 'public'), plain)
    }
    if (name !== 'sitemap.xml' && !forAgents) return this.#missing(inside)
    const readings = await this.#readings(inside)
    if (name === 'sitemap.xml') {
      return this.#send(inside, machines.sitemapIndex(readings), 'application/xml; charset=utf-8')
    }
    const text =
      name === 'llms.txt' ? machines.llms(title, readings) : await machines.llmsFull(title, readings)
    return this.#send(inside, text, plain)
  }

  async #redirected(inside: Inside, reading: Reading): Promise<FastifyReply | undefined> {
    const { met, rest, reply, paths } = inside
    const { published, pass } = met
    const found = await findRedirect(this.#parts.database, met.site.id, rest.join('/'))
    if (!found) return undefined
    const code = found.permanent ? 308 : 307
    if (found.url !== null) return reply.redirect(found.url, code)
    const place = published
      .places(pass.claims)
      .find(({ section, siteSpace }) =>
        found.siteSpaceId === null
          ? section?.id === found.sectionId && (siteSpace.isDefault || found.rest !== '')
          : siteSpace.id === found.siteSpaceId,
      )
    if (!place) return undefined
    if (found.pageId === null) {
      return reply.redirect(
        `${paths.place(place)}${found.rest.split('/').map(encodeURIComponent).join('/')}`,
        code,
      )
    }
    const there =
      place.siteSpace.id === reading.place.siteSpace.id ? reading : await this.#reading(inside, place)
    const page = there.index.byId(found.pageId)
    return page && reply.redirect(paths.page(place, page), code)
  }

  #reading(inside: Inside, place: Place): Promise<Reading> {
    const { met, paths } = inside
    return this.#parts.pages.reading(met.published, place, paths, met.pass.claims)
  }

  /** All that this visitor sees of the site. */
  #readings(inside: Inside): Promise<Reading[]> {
    const { met } = inside
    return Promise.all(met.published.places(met.pass.claims).map((place) => this.#reading(inside, place)))
  }

  async #missing(inside: Inside, reading?: Reading): Promise<unknown> {
    const place = inside.met.published.places(inside.met.pass.claims)[0]
    const shown = reading ?? (place && (await this.#reading(inside, place)))
    if (!shown) return this.#empty(inside)
    const { html: text, policy } = await this.#parts.pages.notFound(shown)
    return this.#sendPage(inside, text, policy, 404)
  }

  async #empty(inside: Inside, reading?: Reading): Promise<unknown> {
    const view = reading ? await this.#parts.pages.frame(reading) : await this.#bareView(inside)
    const locale = localeOf(view.customization.internationalization.locale)
    const notice = { title: locale.emptyTitle, text: locale.emptyText, icon: 'seedling' }
    const { html: text, policy } = renderNotice(view, notice)
    return this.#sendPage(inside, text, policy, 404)
  }

  /** A site that this visitor may not see: its name and its colours, and nothing else. */
  async #door(inside: Inside): Promise<unknown> {
    const view = await this.#bareView(inside)
    const locale = localeOf(view.customization.internationalization.locale)
    const notice = { title: locale.signInTitle, text: locale.signInText, icon: 'lock' }
    const { html: text, policy } = renderNotice(view, notice)
    return this.#sendPage(inside, text, policy, 401)
  }

  async #bareView({ met, paths }: Inside): Promise<SiteView> {
    const customization = met.published.customization()
    const style = await this.#parts.pages.style(met.published, undefined, paths.at('~verso/fonts/'))
    return {
      title: customization.title ?? met.published.facts.title,
      customization: { ...customization, footer: { groups: [] } },
      theme: style.theme,
      addresses: {
        home: paths.inside,
        style: paths.at(`~verso/${style.name}`),
        script: paths.at(`~verso/${this.#parts.assets.script.name}`),
        fonts: paths.at('~verso/fonts/'),
        search: paths.at('~verso/search'),
        llms: undefined,
        mcp: undefined,
        feedback: undefined,
      },
      logo: customization.header.logo,
      header: [],
      footer: { groups: [] },
      announcement: undefined,
      sections: [],
      variants: [],
      indexed: false,
      origin: new URL(paths.canonical).origin,
    }
  }

  /** Style sheet, script, fonts, icon: the same for everyone, and nobody's secret. */
  async #asset({ request, reply, rest, lookup, url, preview }: Asked): Promise<FastifyReply | undefined> {
    const { assets, delivery, sites, pages, urls } = this.#parts
    const [, name = '', file = ''] = rest
    const headers = { 'cache-control': immutable }
    if (rest.length === 2 && name === assets.script.name) {
      return delivery.send(request, reply, {
        text: assets.script.text,
        type: assets.script.contentType,
        headers,
      })
    }
    if (rest.length === 3 && name === 'fonts') {
      const path = fontFile(file)
      if (path === undefined) return undefined
      return reply
        .headers(headers)
        .type('font/woff2')
        .send(await readFile(path))
    }
    const isStyle = rest.length === 2 && /^style-[0-9a-f]{16}\.css$/.test(name)
    if (!isStyle && !(rest.length === 2 && name === 'icon.svg')) return undefined
    const met = await sites.meet(lookup, { preview })
    if (!met || (met.admission === 'hidden' && met.site.visibility !== 'share-link')) return undefined
    const paths = new SitePaths(urls, met.published, lookup, preview)
    if (!isStyle) {
      const { styling, title, favicon } = met.published.customization()
      const color = parseColor(styling.primaryColor.light) ?? { r: 79, g: 70, b: 229 }
      const emoji = url.searchParams.get('e') === null ? undefined : favicon.emoji
      const text = iconSvg(
        title ?? met.published.facts.title,
        formatColor(color),
        formatColor(textOn(color)),
        emoji,
      )
      return delivery.send(request, reply, {
        text,
        type: 'image/svg+xml',
        headers: { 'cache-control': 'public, max-age=300', 'content-security-policy': "default-src 'none'" },
      })
    }
    const places = [
      undefined,
      ...met.published.facts.siteSpaces.map((siteSpace): Place => ({ section: undefined, siteSpace })),
    ]
    for (const place of places) {
      if (place && place.siteSpace.customization === null) continue
      const style = await pages.style(met.published, place, paths.at('~verso/fonts/'))
      if (style.name === name) {
        return delivery.send(request, reply, { text: style.css, type: 'text/css; charset=utf-8', headers })
      }
    }
    return undefined
  }

  #sendPage(inside: Inside, text: string, policy: string, status: number): Promise<FastifyReply> {
    return this.#send(inside, text, html, status, { 'content-security-policy': policy })
  }

  /** What a visitor gets is theirs: nobody else's cache keeps it unless everyone may have it. */
  #send(
    { request, reply, met }: Inside,
    text: string,
    type: string,
    status = 200,
    more: Record<string, string> = {},
  ): Promise<FastifyReply> {
    const { visibility } = met.site
    const open = met.pass.key === undefined && (visibility === 'public' || visibility === 'unlisted')
    return this.#parts.delivery.send(request, reply, {
      text,
      type,
      status,
      headers: {
        'cache-control': open ? 'no-cache' : 'private, no-cache',
        'referrer-policy': 'strict-origin-when-cross-origin',
        ...(!(visibility === 'public') && { 'x-robots-tag': 'noindex' }),
        vary: 'Accept-Encoding, Accept, Cookie',
        ...more,
      },
    })
  }

  /** No site, or none for this visitor: both look the same. */
  #nowhere(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (request.url === '/') return reply.redirect('/app')
    reply.callNotFound()
    return reply
  }
}

const machineFiles = ['sitemap.xml', 'robots.txt', 'llms.txt', 'llms-full.txt'] as const
type MachineFile = (typeof machineFiles)[number]
const isMachineFile = (name: string): name is MachineFile => machineFiles.some((file) => file === name)

/** Segments as they were meant; none where one holds a slash of its own, or is no text. */
function decoded(segments: readonly string[]): string[] | undefined {
  try {
    const texts = segments.map(decodeURIComponent)
    return texts.some((text) => text.includes('/') || text.includes('\0')) ? undefined : texts
  } catch {
    return undefined
  }
}

const withoutIndex = (path: string): string => (path === 'index' ? '' : path)

/** Programs that ask for Markdown get it at the page's own address. */
const acceptsMarkdown = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept !== undefined && accept.includes('text/markdown') && !accept.includes('text/html')
