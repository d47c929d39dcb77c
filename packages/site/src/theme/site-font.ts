import { sanitizeUrl } from '../html/urls.ts'
import type { Font, FontDefinition } from './customization.ts'
import { cleanFontFamily } from './font-sources.ts'
import { getPreloadFile, readFontFaces } from './fonts.ts'

/** A font of a site, as CSS. */
export interface SiteFont {
  /** The `@font-face` rules. */
  faces: string
  /** The file that browsers should preload, if we serve the font. */
  preload: string | undefined
  /** The hosts that the font's files come from, if it is the owner's own. */
  hosts: string[]
}

/** Loads a font of the API by its name, or a font of the owner's own. */
export function loadSiteFont(font: Font, kind: 'text' | 'code', base: string): SiteFont {
  if (typeof font !== 'string') return createCustomFont(font)
  return {
    faces: readFontFaces(font, kind, base),
    preload: getPreloadFile(font, kind),
    hosts: [],
  }
}

const fontFormats = new Set(['woff2', 'woff', 'truetype', 'opentype'])

/** Creates a font of the owner's own. Its files stay on their hosts, which the page's policy then allows for fonts. */
function createCustomFont(font: FontDefinition): SiteFont {
  const family = cleanFontFamily(font.fontFamily)
  const hosts: string[] = []
  const faces = font.fontFaces.flatMap(({ weight, sources }) => {
    const safeSources = sources.flatMap(({ url, format }) => {
      const parsedUrl = URL.parse(sanitizeUrl(url) ?? '')
      if (!parsedUrl || !/^https?:$/.test(parsedUrl.protocol)) return []
      hosts.push(parsedUrl.origin)
      const escapedUrl = parsedUrl.href.replaceAll(/["\\()<>]/g, (char) => encodeURIComponent(char))
      const formatHint = format !== undefined && fontFormats.has(format) ? ` format("${format}")` : ''
      return `url("${escapedUrl}")${formatHint}`
    })
    const safeWeight = Number.isInteger(weight) && weight >= 1 && weight <= 1000 ? weight : 400
    return safeSources.length > 0
      ? `@font-face{font-family:"${family}";font-weight:${safeWeight};font-display:swap;src:${safeSources.join(',')}}`
      : []
  })
  return {
    faces: faces.join(''),
    preload: undefined,
    hosts: [...new Set(hosts)],
  }
}
