import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import {
  type Assets,
  findDiagramFile,
  findFontFile,
  formatColor,
  renderFaviconSvg,
  parseColor,
  chooseTextColor,
} from '@verso/site'
import type { Urls } from '../../common/urls.ts'
import { openAssetHeaders } from '../../http/cors.ts'
import { SitePaths } from './site-paths.ts'
import type { TextSender } from './text-sender.ts'
import type { PublishedPageCache } from './page-cache.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteLocation } from './published-site.ts'
import type { PublishedSiteLoader } from './site-loader.ts'

/** For files whose URL changes with their content. */
export const immutableCacheControl = 'public, max-age=31536000, immutable'

export interface SiteAssetsDependencies {
  assets: Assets
  textSender: TextSender
  sites: PublishedSiteLoader
  pages: PublishedPageCache
  urls: Urls
}

/** The files that every page of a site loads. */
export class SiteAssets {
  readonly #deps: SiteAssetsDependencies

  constructor(deps: SiteAssetsDependencies) {
    this.#deps = deps
  }

  /** Sends the style sheet, the script, a font or the icon. They are equal for all visitors and need no admission. */
  async sendAsset({
    request,
    reply,
    segments,
    lookup,
    url,
    preview,
  }: SiteRequest): Promise<FastifyReply | undefined> {
    const { assets, textSender, sites, pages, urls } = this.#deps
    const [, name = '', file = ''] = segments
    const headers = { 'cache-control': immutableCacheControl }
    const script = [
      assets.script,
      assets.apiTester,
      assets.embedPlayer,
      assets.pageParts,
      assets.embeddedSite,
      assets.diagrams,
    ].find((asset) => asset.name === name)
    if (segments.length === 2 && script) {
      return textSender.send(request, reply, {
        text: script.text,
        type: script.contentType,
        headers: { ...headers, ...openAssetHeaders },
        isAsset: true,
      })
    }
    if (segments.length === 3 && name === 'fonts') {
      const path = findFontFile(file)
      if (path === undefined) return undefined
      return reply
        .headers({ ...headers, ...openAssetHeaders })
        .type('font/woff2')
        .send(await readFile(path))
    }
    const diagramFile = segments.length === 3 && name === 'diagrams' ? await findDiagramFile(file) : undefined
    if (diagramFile) {
      return textSender.send(request, reply, {
        text: diagramFile.text,
        type: diagramFile.contentType,
        headers: { ...diagramFile.headers, ...openAssetHeaders },
      })
    }
    const isStyle = segments.length === 2 && /^style-[0-9a-f]{16}\.css$/.test(name)
    if (!isStyle && !(segments.length === 2 && name === 'icon.svg')) return undefined
    const visit = await sites.loadSite(lookup, { preview })
    if (!visit || (visit.admission === 'hidden' && visit.site.visibility !== 'share-link')) return undefined
    const paths = new SitePaths(urls, visit.publishedSite, { lookup, url, preview })
    if (!isStyle) {
      const { styling, title, favicon } = visit.publishedSite.getCustomization()
      const color = parseColor(styling.primaryColor.light) ?? { r: 79, g: 70, b: 229 }
      const emoji = url.searchParams.get('e') === null ? undefined : favicon.emoji
      const text = renderFaviconSvg(
        title ?? visit.publishedSite.data.title,
        formatColor(color),
        formatColor(chooseTextColor(color)),
        emoji,
      )
      return textSender.send(request, reply, {
        text,
        type: 'image/svg+xml',
        headers: { 'cache-control': 'public, max-age=300', 'content-security-policy': "default-src 'none'" },
      })
    }
    const locations = [
      undefined,
      ...visit.publishedSite.data.siteSpaces.map((siteSpace): SiteLocation => ({
        section: undefined,
        siteSpace,
      })),
    ]
    for (const location of locations) {
      if (location && location.siteSpace.customization === null) continue
      const style = await pages.getStyle(visit.publishedSite, location, paths.buildPath('~verso/fonts/'))
      if (style.name === name) {
        return textSender.send(request, reply, {
          text: style.css,
          type: 'text/css; charset=utf-8',
          headers,
          isAsset: true,
        })
      }
    }
    return undefined
  }
}
