import { codeColors, type CodeColors } from './code-themes.ts'
import { black, formatColor, mix, parseColor, readable, type Rgb, textOn, white } from './colors.ts'
import type { Customization, Font, FontDefinition, ThemedColor } from './customization.ts'
import { fontFaces, fontStack, mainFontFile } from './fonts.ts'
import { TOKEN_KINDS, type TokenKind } from '../content/tokenize.ts'
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

const GROUND = { light: white, dark: { r: 17, g: 18, b: 22 } }

interface Pair {
  light: Rgb
  dark: Rgb
}

function pair(color: ThemedColor | undefined, fallback: ThemedColor): Pair {
  const read = (mode: 'light' | 'dark'): Rgb =>
    parseColor(color?.[mode] ?? '') ?? parseColor(fallback[mode]) ?? black
  return { light: read('light'), dark: read('dark') }
}

const themed = (light: Rgb, dark: Rgb): string => `light-dark(${formatColor(light)},${formatColor(dark)})`

const readablePair = (color: Pair, ground: Pair): string =>
  themed(readable(color.light, ground.light), readable(color.dark, ground.dark))

const CORNERS = {
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
  const primary = pair(styling.primaryColor, defaults.styling.primaryColor)
  const tint = styling.tint ? pair(styling.tint.color, defaults.styling.primaryColor) : undefined
  const match = tint ?? (styling.background === 'match' ? primary : undefined)
  // A tint colours the greys and, faintly, the ground itself.
  const ground: Pair = match
    ? { light: mix(GROUND.light, match.light, 0.025), dark: mix(GROUND.dark, match.dark, 0.05) }
    : GROUND
  const ink: Pair = match
    ? {
        light: mix({ r: 24, g: 26, b: 33 }, match.light, 0.12),
        dark: mix({ r: 238, g: 239, b: 243 }, match.dark, 0.06),
      }
    : { light: { r: 24, g: 26, b: 33 }, dark: { r: 236, g: 237, b: 241 } }
  const grey = (share: number): Pair => ({
    light: mix(ground.light, ink.light, share),
    dark: mix(ground.dark, ink.dark, share),
  })
  const soft = grey(0.62)
  const raised: Pair = { light: mix(ground.light, white, 0.6), dark: mix(ground.dark, white, 0.03) }
  const sunken = grey(0.035)
  const properties: Record<string, string> = {
    '--ground': themed(ground.light, ground.dark),
    '--raised': themed(raised.light, raised.dark),
    '--sunken': themed(sunken.light, sunken.dark),
    '--ink': themed(ink.light, ink.dark),
    '--soft': themed(readable(soft.light, sunken.light, 4.6), readable(soft.dark, sunken.dark, 4.6)),
    '--line': themed(grey(0.11).light, grey(0.14).dark),
    '--line-strong': themed(grey(0.2).light, grey(0.24).dark),
    '--hover': themed(grey(0.05).light, grey(0.07).dark),
    '--primary': themed(primary.light, primary.dark),
    '--on-primary': themed(textOn(primary.light), textOn(primary.dark)),
    '--primary-text': readablePair(primary, sunken),
    '--primary-soft': themed(mix(ground.light, primary.light, 0.09), mix(ground.dark, primary.dark, 0.16)),
    '--primary-line': themed(mix(ground.light, primary.light, 0.35), mix(ground.dark, primary.dark, 0.4)),
  }
  for (const name of ['info', 'success', 'warning', 'danger'] as const) {
    const color = pair(styling[`${name}Color`], defaults.styling[`${name}Color`])
    const back: Pair = {
      light: mix(ground.light, color.light, 0.08),
      dark: mix(ground.dark, color.dark, 0.13),
    }
    properties[`--${name}`] = readablePair(color, back)
    properties[`--${name}-soft`] = themed(back.light, back.dark)
    properties[`--${name}-line`] = themed(
      mix(ground.light, color.light, 0.28),
      mix(ground.dark, color.dark, 0.32),
    )
  }
  Object.assign(properties, headerColors(customization, primary, ground, ink))
  const corners = CORNERS[styling.corners] ?? CORNERS.rounded
  properties['--corner-s'] = corners.small
  properties['--corner'] = corners.medium
  properties['--corner-l'] = corners.large
  const text = fontOf(styling.font, 'text', fontBase)
  const heading = styling.headingFont ? fontOf(styling.headingFont, 'text', fontBase) : undefined
  const code = fontOf(styling.monospaceFont, 'code', fontBase)
  properties['--font'] = text.stack
  properties['--font-heading'] = heading?.stack ?? 'var(--font)'
  properties['--font-code'] = code.stack
  const codeTheme = styling.codeTheme?.default
  const [day, night] = await Promise.all([
    codeColors(codeTheme?.light ?? 'default-light', 'light'),
    codeColors(codeTheme?.dark ?? 'default-dark', 'dark'),
  ])
  Object.assign(properties, codeProperties(day, night))
  const api = styling.codeTheme?.openapi
  const apiRule =
    api && (api.light !== codeTheme?.light || api.dark !== codeTheme?.dark)
      ? `.api .code{${declarations(
          codeProperties(await codeColors(api.light, 'light'), await codeColors(api.dark, 'dark')),
        )}}`
      : ''
  const faces = new Set([text.faces, heading?.faces ?? '', code.faces])
  return {
    css: `${[...faces].join('')}:root{${declarations(properties)}}${apiRule}`,
    preload: text.preload === undefined ? [] : [text.preload],
    fontHosts: [...new Set([...text.hosts, ...(heading?.hosts ?? []), ...code.hosts])],
    colors: { light: formatColor(ground.light), dark: formatColor(ground.dark) },
  }
}

const declarations = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The header's own colours: what the bold and gradient themes, or the older presets, make of the primary one. */
function headerColors(
  customization: Customization,
  primary: Pair,
  ground: Pair,
  ink: Pair,
): Record<string, string> {
  const { header, styling } = customization
  const own =
    header.backgroundColor && header.preset === 'custom'
      ? pair(header.backgroundColor, customization.styling.primaryColor)
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
        ? pair(header.linkColor, customization.styling.primaryColor)
        : undefined
    return {
      '--header': 'color-mix(in srgb, var(--ground) 93%, transparent)',
      '--header-ink': 'var(--ink)',
      '--header-link': link ? readablePair(link, ground) : 'var(--soft)',
      '--header-line': 'var(--line)',
      '--header-hover': 'var(--hover)',
    }
  }
  const on: Pair = { light: textOn(filled.light), dark: textOn(filled.dark) }
  const link =
    header.linkColor && header.preset === 'custom'
      ? pair(header.linkColor, customization.styling.primaryColor)
      : on
  return {
    '--header': themed(filled.light, filled.dark),
    '--header-ink': themed(on.light, on.dark),
    '--header-link': themed(readable(link.light, filled.light), readable(link.dark, filled.dark)),
    '--header-line': 'transparent',
    '--header-hover': 'color-mix(in srgb, var(--header-ink) 14%, transparent)',
  }
}

const either = (light: string, dark: string): string => `light-dark(${light},${dark})`

function codeProperties(day: CodeColors, night: CodeColors): Record<string, string> {
  const properties: Record<string, string> = {
    '--code-ink': either(day.foreground, night.foreground),
    '--code-ground': either(day.background ?? 'var(--sunken)', night.background ?? 'var(--sunken)'),
  }
  for (const kind of Object.keys(TOKEN_KINDS) as TokenKind[]) {
    properties[`--t-${kind}`] = either(
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

function fontOf(font: Font, kind: 'text' | 'code', base: string): SiteFont {
  if (typeof font === 'string') {
    return {
      stack: fontStack(font, kind),
      faces: fontFaces(font, kind, base),
      preload: mainFontFile(font, kind),
      hosts: [],
    }
  }
  return ownFont(font, kind)
}

const FORMATS = new Set(['woff2', 'woff', 'truetype', 'opentype'])

/** A font of the owner's: its files stay where they are, and only these hosts are let in for them. */
function ownFont(font: FontDefinition, kind: 'text' | 'code'): SiteFont {
  const family = font.fontFamily.replaceAll(/[^\p{L}\p{N} _-]/gu, '').slice(0, 60)
  const fallback = fontStack(kind === 'text' ? 'Inter' : 'JetBrainsMono', kind)
  const hosts: string[] = []
  const faces = font.fontFaces.flatMap(({ weight, sources }) => {
    const usable = sources.flatMap(({ url, format }) => {
      const parsed = URL.parse(safeUrl(url) ?? '')
      if (!parsed || parsed.protocol !== 'https:') return []
      hosts.push(parsed.origin)
      const kindOf = format !== undefined && FORMATS.has(format) ? ` format("${format}")` : ''
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
