import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import { type Assets, fontFile, formatColor, iconSvg, parseColor, textOn } from '@verso/site'
import type { Urls } from '../../common/urls.ts'
import { SitePaths } from './address.ts'
import type { Delivery } from './delivery.ts'
import type { PublishedPages } from './pages.ts'
import type { Asked } from './request.ts'
import type { Place } from './site.ts'
import type { PublishedSites } from './sites.ts'

/** Its address changes when it does. */
export const immutable = 'public, max-age=31536000, immutable'

export interface SiteAssetsParts {
  assets: Assets
  delivery: Delivery
  sites: PublishedSites
  pages: PublishedPages
  urls: Urls
}

/** What every page of a site loads. */
export class SiteAssets {
  readonly #parts: SiteAssetsParts

  constructor(parts: SiteAssetsParts) {
    this.#parts = parts
  }

  /** Style sheet, script, fonts, icon: the same for everyone, and nobody's secret. */
  async answer({ request, reply, rest, lookup, url, preview }: Asked): Promise<FastifyReply | undefined> {
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
    const paths = new SitePaths(urls, met.published, { lookup, url, preview })
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
}
