import type { FastifyReply } from 'fastify'
import { type Assets, localeOf, type RenderedPage, renderNotice, type SiteView } from '@verso/site'
import type { Delivery } from './delivery.ts'
import type { PublishedPages } from './pages.ts'
import type { Reading } from './references.ts'
import type { Inside } from './request.ts'
import type { Place } from './site.ts'
import type { Met } from './sites.ts'

const html = 'text/html; charset=utf-8'

interface AnswersDependencies {
  pages: PublishedPages
  delivery: Delivery
  assets: Assets
}

/** What is sent to visitors, and how: pages, texts, and what is said where there is neither. */
export class Answers {
  readonly #deps: AnswersDependencies

  constructor(deps: AnswersDependencies) {
    this.#deps = deps
  }

  reading(inside: Inside, place: Place): Promise<Reading> {
    const { met, paths } = inside
    return this.#deps.pages.reading(met.published, place, paths, met.pass.claims)
  }

  /** All that this visitor sees of the site. */
  readings(inside: Inside): Promise<Reading[]> {
    const { met } = inside
    return Promise.all(met.published.places(met.pass.claims).map((place) => this.reading(inside, place)))
  }

  async missing(inside: Inside, reading?: Reading): Promise<unknown> {
    const place = inside.met.published.places(inside.met.pass.claims)[0]
    const shown = reading ?? (place && (await this.reading(inside, place)))
    if (!shown) return this.empty(inside)
    return this.sendPage(inside, await this.#deps.pages.notFound(shown), 404)
  }

  async empty(inside: Inside, reading?: Reading): Promise<unknown> {
    const view = reading ? await this.#deps.pages.frame(reading) : await this.#bareView(inside)
    const locale = localeOf(view.customization.internationalization.locale)
    const notice = { title: locale.emptyTitle, text: locale.emptyText, icon: 'seedling' }
    return this.sendPage(inside, renderNotice(view, notice), 404)
  }

  /** A site that this visitor may not see: its name and its colours, and nothing else. */
  async door(inside: Inside): Promise<unknown> {
    const view = await this.#bareView(inside)
    const locale = localeOf(view.customization.internationalization.locale)
    const notice = { title: locale.signInTitle, text: locale.signInText, icon: 'lock' }
    return this.sendPage(inside, renderNotice(view, notice), 401)
  }

  async #bareView({ met, paths }: Inside): Promise<SiteView> {
    const customization = met.published.customization()
    const style = await this.#deps.pages.style(met.published, undefined, paths.at('~verso/fonts/'))
    return {
      title: customization.title ?? met.published.facts.title,
      customization: { ...customization, footer: { groups: [] } },
      theme: style.theme,
      addresses: {
        home: paths.inside,
        style: paths.at(`~verso/${style.name}`),
        script: paths.at(`~verso/${this.#deps.assets.script.name}`),
        fonts: paths.at('~verso/fonts/'),
        search: paths.at('~verso/search'),
        llms: undefined,
        mcp: undefined,
      },
      logo: customization.header.logo,
      header: [],
      footer: { groups: [] },
      announcement: undefined,
      sections: [],
      variants: [],
      indexed: false,
      language: undefined,
      origin: new URL(paths.canonical).origin,
    }
  }

  sendPage({ request, reply, met }: Inside, page: RenderedPage, status: number): Promise<FastifyReply> {
    return this.#deps.delivery.send(request, reply, {
      text: page.html,
      type: html,
      status,
      headers: { ...headersFor(met), 'content-security-policy': page.policy },
      keeper: page,
    })
  }

  send({ request, reply, met }: Inside, text: string, type: string): Promise<FastifyReply> {
    return this.#deps.delivery.send(request, reply, { text, type, headers: headersFor(met) })
  }
}

/** What a visitor gets is theirs: nobody else's cache keeps it unless everyone may have it. */
function headersFor({ site: { visibility }, pass }: Met): Record<string, string> {
  const isPreview = pass.previewer !== undefined
  const open = !isPreview && pass.key === undefined && (visibility === 'public' || visibility === 'unlisted')
  return {
    'cache-control': open ? 'no-cache' : 'private, no-cache',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...((isPreview || visibility !== 'public') && { 'x-robots-tag': 'noindex' }),
    vary: 'Accept-Encoding, Accept, Cookie',
  }
}
