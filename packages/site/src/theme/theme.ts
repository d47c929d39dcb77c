import { scopesByKind, type TokenKind } from '../content/tokenize.ts'
import { type CodeColors, loadCodeColors } from './code-themes.ts'
import { formatColor } from './colors.ts'
import type { Customization, ThemedColor, ThemedUrl } from './customization.ts'
import { createBaseColors, type CssProperties } from './palette.ts'
import { createPlainProperties, formatDeclarations } from './plain-style.ts'
import { loadSiteFont, type SiteFont } from './site-font.ts'

/**
 * A customization as CSS: custom properties with a value for the light and one for the dark mode. Only parsed colours,
 * known fonts and sanitized URLs are written. A setting that cannot be parsed gives the default.
 */
export interface Theme {
  css: string
  /** Names of the font files that browsers should preload. */
  preload: string[]
  /** Hosts that the owner's own fonts come from. */
  fontHosts: string[]
  /** The backgrounds, for the `theme-color` of browsers. */
  colors: ThemedColor
}

/** Creates the theme of a site. Font files are expected under `fontBase`. */
export async function createTheme(
  customization: Customization,
  defaults: Customization,
  fontBase: string,
): Promise<Theme> {
  const { styling } = customization
  const colors = createBaseColors(customization, defaults)
  const fonts = loadFonts(customization, fontBase)
  const codeTheme = styling.codeTheme?.default
  const properties: CssProperties = {
    ...createPlainProperties(customization, defaults),
    ...(await createCodeProperties(codeTheme)),
  }
  const apiTheme = styling.codeTheme?.openapi
  const hasApiTheme = apiTheme && (apiTheme.light !== codeTheme?.light || apiTheme.dark !== codeTheme?.dark)
  const apiRule = hasApiTheme ? `.api .code{${formatDeclarations(await createCodeProperties(apiTheme))}}` : ''
  const faces = new Set([fonts.text.faces, fonts.heading?.faces ?? '', fonts.code.faces])
  return {
    css: `${[...faces].join('')}:root{${formatDeclarations(properties)}}${apiRule}`,
    preload: fonts.text.preload === undefined ? [] : [fonts.text.preload],
    fontHosts: [...new Set([...fonts.text.hosts, ...(fonts.heading?.hosts ?? []), ...fonts.code.hosts])],
    colors: { light: formatColor(colors.background.light), dark: formatColor(colors.background.dark) },
  }
}

interface SiteFonts {
  text: SiteFont
  /** Headings use the text font if this is undefined. */
  heading: SiteFont | undefined
  code: SiteFont
}

function loadFonts({ styling }: Customization, base: string): SiteFonts {
  return {
    text: loadSiteFont(styling.font, 'text', base),
    heading: styling.headingFont ? loadSiteFont(styling.headingFont, 'text', base) : undefined,
    code: loadSiteFont(styling.monospaceFont, 'code', base),
  }
}

/** Creates the properties of a code theme: text, background and one colour for each kind of token. */
async function createCodeProperties(codeTheme: ThemedUrl | undefined): Promise<CssProperties> {
  const [light, dark] = await Promise.all([
    loadCodeColors(codeTheme?.light ?? 'default-light', 'light'),
    loadCodeColors(codeTheme?.dark ?? 'default-dark', 'dark'),
  ])
  const formatProperty = (read: (colors: CodeColors) => string) => `light-dark(${read(light)},${read(dark)})`
  const properties: CssProperties = {
    '--code-ink': formatProperty(({ foreground }) => foreground),
    '--code-ground': formatProperty(({ background }) => background ?? 'var(--sunken)'),
  }
  for (const kind of Object.keys(scopesByKind) as TokenKind[]) {
    properties[`--t-${kind}`] = formatProperty(({ kinds, foreground }) => kinds[kind] ?? foreground)
  }
  return properties
}
