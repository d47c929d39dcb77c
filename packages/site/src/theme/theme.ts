import { loadCodeColors, type CodeColors } from './code-themes.ts'
import {
  black,
  formatColor,
  mixColors,
  parseColor,
  ensureContrast,
  type Rgb,
  textOn,
  white,
} from './colors.ts'
import type { Customization, Font, FontDefinition, ThemedColor } from './customization.ts'
import { readFontFaces, getFontStack, getPreloadFile } from './fonts.ts'
import { scopesByKind, type TokenKind } from '../content/tokenize.ts'
import { safeUrl } from '../html/urls.ts'

/**
 * A customization as CSS: custom properties, each with its value by day and by night. Only what was parsed as a colour,
 * a font of ours or an address is written; what cannot be read gives way to the default.
 */
export interface Theme {
  css: string
  /** The font file worth asking for early, by name. */
  preload: string[]
  /** Hosts that fonts of the owner's come from. */
  fontHosts: string[]
  /** The grounds, for the browser's own bar. */
  colors: ThemedColor
}

const defaultBackground = { light: white, dark: { r: 17, g: 18, b: 22 } }

interface ColorPair {
  light: Rgb
  dark: Rgb
}

function parseColorPair(color: ThemedColor | undefined, fallback: ThemedColor): ColorPair {
  const read = (mode: 'light' | 'dark'): Rgb =>
    parseColor(color?.[mode] ?? '') ?? parseColor(fallback[mode]) ?? black
  return { light: read('light'), dark: read('dark') }
}

const formatLightDark = (light: Rgb, dark: Rgb): string =>
  `light-dark(${formatColor(light)},${formatColor(dark)})`

const formatReadable = (color: ColorPair, ground: ColorPair): string =>
  formatLightDark(ensureContrast(color.light, ground.light), ensureContrast(color.dark, ground.dark))

const radiiByCorners = {
  straight: { small: '0', medium: '0', large: '0' },
  rounded: { small: '6px', medium: '10px', large: '14px' },
  circular: { small: '10px', medium: '16px', large: '24px' },
} as const

export async function themeOf(
  customization: Customization,
  defaults: Customization,
  fontBase: string,
): Promise<Theme> {
  const { styling } = customization
  const primary = parseColorPair(styling.primaryColor, defaults.styling.primaryColor)
  const tint = styling.tint ? parseColorPair(styling.tint.color, defaults.styling.primaryColor) : undefined
  const match = tint ?? (styling.background === 'match' ? primary : undefined)
  // A tint colours the greys and, faintly, the ground itself.
  const ground: ColorPair = match
    ? {
        light: mixColors(defaultBackground.light, match.light, 0.025),
        dark: mixColors(defaultBackground.dark, match.dark, 0.05),
      }
    : defaultBackground
  const ink: ColorPair = match
    ? {
        light: mixColors({ r: 24, g: 26, b: 33 }, match.light, 0.12),
        dark: mixColors({ r: 238, g: 239, b: 243 }, match.dark, 0.06),
      }
    : { light: { r: 24, g: 26, b: 33 }, dark: { r: 236, g: 237, b: 241 } }
  const grey = (share: number): ColorPair => ({
    light: mixColors(ground.light, ink.light, share),
    dark: mixColors(ground.dark, ink.dark, share),
  })
  const soft = grey(0.62)
  const raised: ColorPair = {
    light: mixColors(ground.light, white, 0.6),
    dark: mixColors(ground.dark, white, 0.03),
  }
  const sunken = grey(0.035)
  const properties: Record<string, string> = {
    '--ground': formatLightDark(ground.light, ground.dark),
    '--raised': formatLightDark(raised.light, raised.dark),
    '--sunken': formatLightDark(sunken.light, sunken.dark),
    '--ink': formatLightDark(ink.light, ink.dark),
    '--soft': formatLightDark(
      ensureContrast(soft.light, sunken.light, 4.6),
      ensureContrast(soft.dark, sunken.dark, 4.6),
    ),
    '--line': formatLightDark(grey(0.11).light, grey(0.14).dark),
    '--line-strong': formatLightDark(grey(0.2).light, grey(0.24).dark),
    '--hover': formatLightDark(grey(0.05).light, grey(0.07).dark),
    '--primary': formatLightDark(primary.light, primary.dark),
    '--on-primary': formatLightDark(textOn(primary.light), textOn(primary.dark)),
    '--primary-text': formatReadable(primary, sunken),
    '--primary-soft': formatLightDark(
      mixColors(ground.light, primary.light, 0.09),
      mixColors(ground.dark, primary.dark, 0.16),
    ),
    '--primary-line': formatLightDark(
      mixColors(ground.light, primary.light, 0.35),
      mixColors(ground.dark, primary.dark, 0.4),
    ),
  }
  for (const name of ['info', 'success', 'warning', 'danger'] as const) {
    const color = parseColorPair(styling[`${name}Color`], defaults.styling[`${name}Color`])
    const back: ColorPair = {
      light: mixColors(ground.light, color.light, 0.08),
      dark: mixColors(ground.dark, color.dark, 0.13),
    }
    properties[`--${name}`] = formatReadable(color, back)
    properties[`--${name}-soft`] = formatLightDark(back.light, back.dark)
    properties[`--${name}-line`] = formatLightDark(
      mixColors(ground.light, color.light, 0.28),
      mixColors(ground.dark, color.dark, 0.32),
    )
  }
  Object.assign(properties, createHeaderProperties(customization, primary, ground, ink))
  const corners = radiiByCorners[styling.corners] ?? radiiByCorners.rounded
  properties['--corner-s'] = corners.small
  properties['--corner'] = corners.medium
  properties['--corner-l'] = corners.large
  const text = loadFont(styling.font, 'text', fontBase)
  const heading = styling.headingFont ? loadFont(styling.headingFont, 'text', fontBase) : undefined
  const code = loadFont(styling.monospaceFont, 'code', fontBase)
  properties['--font'] = text.stack
  properties['--font-heading'] = heading?.stack ?? 'var(--font)'
  properties['--font-code'] = code.stack
  const codeTheme = styling.codeTheme?.default
  const [day, night] = await Promise.all([
    loadCodeColors(codeTheme?.light ?? 'default-light', 'light'),
    loadCodeColors(codeTheme?.dark ?? 'default-dark', 'dark'),
  ])
  Object.assign(properties, createCodeProperties(day, night))
  const api = styling.codeTheme?.openapi
  const apiRule =
    api && (api.light !== codeTheme?.light || api.dark !== codeTheme?.dark)
      ? `.api .code{${formatDeclarations(
          createCodeProperties(
            await loadCodeColors(api.light, 'light'),
            await loadCodeColors(api.dark, 'dark'),
          ),
        )}}`
      : ''
  const faces = new Set([text.faces, heading?.faces ?? '', code.faces])
  return {
    css: `${[...faces].join('')}:root{${formatDeclarations(properties)}}${apiRule}`,
    preload: text.preload === undefined ? [] : [text.preload],
    fontHosts: [...new Set([...text.hosts, ...(heading?.hosts ?? []), ...code.hosts])],
    colors: { light: formatColor(ground.light), dark: formatColor(ground.dark) },
  }
}

const formatDeclarations = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The header's own colours: what the bold and gradient themes, or the older presets, make of the primary one. */
function createHeaderProperties(
  customization: Customization,
  primary: ColorPair,
  ground: ColorPair,
  ink: ColorPair,
): Record<string, string> {
  const { header, styling } = customization
  const own =
    header.backgroundColor && header.preset === 'custom'
      ? parseColorPair(header.backgroundColor, customization.styling.primaryColor)
      : undefined
  const filled =
    own ??
    (styling.theme === 'bold' || header.preset === 'bold'
      ? primary
      : header.preset === 'contrast'
        ? { light: ink.light, dark: ink.dark }
        : undefined)
  if (!filled) {
    const link =
      header.linkColor && header.preset === 'custom'
        ? parseColorPair(header.linkColor, customization.styling.primaryColor)
        : undefined
    return {
      '--header': 'color-mix(in srgb, var(--ground) 93%, transparent)',
      '--header-ink': 'var(--ink)',
      '--header-link': link ? formatReadable(link, ground) : 'var(--soft)',
      '--header-line': 'var(--line)',
      '--header-hover': 'var(--hover)',
    }
  }
  const on: ColorPair = { light: textOn(filled.light), dark: textOn(filled.dark) }
  const link =
    header.linkColor && header.preset === 'custom'
      ? parseColorPair(header.linkColor, customization.styling.primaryColor)
      : on
  return {
    '--header': formatLightDark(filled.light, filled.dark),
    '--header-ink': formatLightDark(on.light, on.dark),
    '--header-link': formatLightDark(
      ensureContrast(link.light, filled.light),
      ensureContrast(link.dark, filled.dark),
    ),
    '--header-line': 'transparent',
    '--header-hover': 'color-mix(in srgb, var(--header-ink) 14%, transparent)',
  }
}

const formatLightDarkValue = (light: string, dark: string): string => `light-dark(${light},${dark})`

function createCodeProperties(day: CodeColors, night: CodeColors): Record<string, string> {
  const properties: Record<string, string> = {
    '--code-ink': formatLightDarkValue(day.foreground, night.foreground),
    '--code-ground': formatLightDarkValue(
      day.background ?? 'var(--sunken)',
      night.background ?? 'var(--sunken)',
    ),
  }
  for (const kind of Object.keys(scopesByKind) as TokenKind[]) {
    properties[`--t-${kind}`] = formatLightDarkValue(
      day.kinds[kind] ?? day.foreground,
      night.kinds[kind] ?? night.foreground,
    )
  }
  return properties
}

interface SiteFont {
  stack: string
  faces: string
  preload: string | undefined
  hosts: string[]
}

function loadFont(font: Font, kind: 'text' | 'code', base: string): SiteFont {
  if (typeof font === 'string') {
    return {
      stack: getFontStack(font, kind),
      faces: readFontFaces(font, kind, base),
      preload: getPreloadFile(font, kind),
      hosts: [],
    }
  }
  return createCustomFont(font, kind)
}

const fontFormats = new Set(['woff2', 'woff', 'truetype', 'opentype'])

/** A font of the owner's: its files stay where they are, and only these hosts are let in for them. */
function createCustomFont(font: FontDefinition, kind: 'text' | 'code'): SiteFont {
  const family = font.fontFamily.replaceAll(/[^\p{L}\p{N} _-]/gu, '').slice(0, 60)
  const fallback = getFontStack(kind === 'text' ? 'Inter' : 'JetBrainsMono', kind)
  const hosts: string[] = []
  const faces = font.fontFaces.flatMap(({ weight, sources }) => {
    const usable = sources.flatMap(({ url, format }) => {
      const parsed = URL.parse(safeUrl(url) ?? '')
      if (!parsed || parsed.protocol !== 'https:') return []
      hosts.push(parsed.origin)
      const kindOf = format !== undefined && fontFormats.has(format) ? ` format("${format}")` : ''
      return `url("${parsed.href.replaceAll(/["\\()<>]/g, (char) => encodeURIComponent(char))}")${kindOf}`
    })
    const safeWeight = Number.isInteger(weight) && weight >= 1 && weight <= 1000 ? weight : 400
    return usable.length > 0
      ? `@font-face{font-family:"${family}";font-weight:${safeWeight};font-display:swap;src:${usable.join(',')}}`
      : []
  })
  return {
    stack: `"${family}", ${fallback}`,
    faces: faces.join(''),
    preload: undefined,
    hosts: [...new Set(hosts)],
  }
}
