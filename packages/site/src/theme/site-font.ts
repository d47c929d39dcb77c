import { sanitizeUrl } from '../html/urls.ts'
import type { Font, FontDefinition } from './customization.ts'
import { getFontStack, getPreloadFile, readFontFaces } from './fonts.ts'

/** A font of a site, as CSS. */
export interface SiteFont {
  /** The value of `font-family`. */
  stack: string
  /** The `@font-face` rules. */
  faces: string
  /** The file that browsers should preload, if we serve the font. */
  preload: string | undefined
  /** The hosts that the font's files come from, if it is the owner's own. */
  hosts: string[]
}

/** Loads a font of the API by its name, or a font of the owner's own. */
export function loadSiteFont(font: Font, kind: 'text' | 'code', base: string): SiteFont {
  if (typeof font !== 'string') return createCustomFont(font, kind)
  return {
    stack: getFontStack(font, kind),
    faces: readFontFaces(font, kind, base),
    preload: getPreloadFile(font, kind),
    hosts: [],
  }
}

const MAX_FAMILY_CHARACTERS = 60

const fontFormats = new Set(['woff2', 'woff', 'truetype', 'opentype'])

/** Creates a font of the owner's own. Its files stay on their hosts, which the page's policy then allows for fonts. */
function createCustomFont(font: FontDefinition, kind: 'text' | 'code'): SiteFont {
  const family = font.fontFamily.replaceAll(/[^\p{L}\p{N} _-]/gu, '').slice(0, MAX_FAMILY_CHARACTERS)
  const fallback = getFontStack(kind === 'text' ? 'Inter' : 'JetBrainsMono', kind)
  const hosts: string[] = []
  const faces = font.fontFaces.flatMap(({ weight, sources }) => {
    const safeSources = sources.flatMap(({ url, format }) => {
      const parsedUrl = URL.parse(sanitizeUrl(url) ?? '')
      if (!parsedUrl || parsedUrl.protocol !== 'https:') return []
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
    stack: `"${family}", ${fallback}`,
    faces: faces.join(''),
    preload: undefined,
    hosts: [...new Set(hosts)],
  }
}
