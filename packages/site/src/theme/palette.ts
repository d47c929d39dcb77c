import {
  black,
  chooseTextColor,
  ensureContrast,
  formatColor,
  mixColors,
  parseColor,
  type Rgb,
  white,
} from './colors.ts'
import type { Customization, ThemedColor } from './customization.ts'

/** A colour in the light and in the dark mode. */
export interface ColorPair {
  light: Rgb
  dark: Rgb
}

/** CSS custom properties by name. */
export type CssProperties = Record<string, string>

const defaultBackground: ColorPair = { light: white, dark: { r: 17, g: 18, b: 22 } }
const defaultText: ColorPair = { light: { r: 24, g: 26, b: 33 }, dark: { r: 236, g: 237, b: 241 } }

/** Text that is tinted starts from these, because a tint darkens the dark mode's text. */
const tintedText: ColorPair = { light: { r: 24, g: 26, b: 33 }, dark: { r: 238, g: 239, b: 243 } }

/** Parses a themed colour. A mode whose colour cannot be parsed takes the fallback. */
export function parseColorPair(color: ThemedColor | undefined, fallback: ThemedColor): ColorPair {
  const parseMode = (mode: 'light' | 'dark'): Rgb =>
    parseColor(color?.[mode] ?? '') ?? parseColor(fallback[mode]) ?? black
  return { light: parseMode('light'), dark: parseMode('dark') }
}

/** Mixes two colours. The share can differ between the modes. */
export const mixPairs = (
  from: ColorPair,
  to: ColorPair,
  lightShare: number,
  darkShare = lightShare,
): ColorPair => ({
  light: mixColors(from.light, to.light, lightShare),
  dark: mixColors(from.dark, to.dark, darkShare),
})

const formatPair = ({ light, dark }: ColorPair): string =>
  `light-dark(${formatColor(light)},${formatColor(dark)})`

const ensurePairContrast = (color: ColorPair, background: ColorPair): ColorPair => ({
  light: ensureContrast(color.light, background.light),
  dark: ensureContrast(color.dark, background.dark),
})

const chooseTextPair = (background: ColorPair): ColorPair => ({
  light: chooseTextColor(background.light),
  dark: chooseTextColor(background.dark),
})

/** The colours that all others are mixed from. */
export interface BaseColors {
  primary: ColorPair
  background: ColorPair
  text: ColorPair
}

/** Reads the base colours of a site. A tint colours the greys and, faintly, the background. */
export function createBaseColors({ styling }: Customization, defaults: Customization): BaseColors {
  const primary = parseColorPair(styling.primaryColor, defaults.styling.primaryColor)
  const customTint = styling.tint
    ? parseColorPair(styling.tint.color, defaults.styling.primaryColor)
    : undefined
  const tint = customTint ?? (styling.background === 'match' ? primary : undefined)
  return {
    primary,
    background: tint ? mixPairs(defaultBackground, tint, 0.025, 0.05) : defaultBackground,
    text: tint ? mixPairs(tintedText, tint, 0.12, 0.06) : defaultText,
  }
}

/** Creates the properties for surfaces, text, lines and the primary colour. */
export function createSurfaceProperties({ primary, background, text }: BaseColors): CssProperties {
  const mixGrey = (lightShare: number, darkShare = lightShare) =>
    mixPairs(background, text, lightShare, darkShare)
  const sunken = mixGrey(0.035)
  const raised: ColorPair = {
    light: mixColors(background.light, white, 0.6),
    dark: mixColors(background.dark, white, 0.03),
  }
  return {
    '--ground': formatPair(background),
    '--raised': formatPair(raised),
    '--sunken': formatPair(sunken),
    '--ink': formatPair(text),
    '--soft': formatPair(ensurePairContrast(mixGrey(0.62), sunken)),
    '--line': formatPair(mixGrey(0.11, 0.14)),
    '--line-strong': formatPair(mixGrey(0.2, 0.24)),
    '--hover': formatPair(mixGrey(0.05, 0.07)),
    '--primary': formatPair(primary),
    '--on-primary': formatPair(chooseTextPair(primary)),
    '--primary-text': formatPair(ensurePairContrast(primary, sunken)),
    '--primary-soft': formatPair(mixPairs(background, primary, 0.09, 0.16)),
    '--primary-line': formatPair(mixPairs(background, primary, 0.35, 0.4)),
  }
}

/** Creates the properties of hints and announcements: text, background and line of each style. */
export function createStatusProperties(
  { styling }: Customization,
  defaults: Customization,
  background: ColorPair,
): CssProperties {
  const properties: CssProperties = {}
  for (const name of ['info', 'success', 'warning', 'danger'] as const) {
    const color = parseColorPair(styling[`${name}Color`], defaults.styling[`${name}Color`])
    const statusBackground = mixPairs(background, color, 0.08, 0.13)
    properties[`--${name}`] = formatPair(ensurePairContrast(color, statusBackground))
    properties[`--${name}-soft`] = formatPair(statusBackground)
    properties[`--${name}-line`] = formatPair(mixPairs(background, color, 0.28, 0.32))
  }
  return properties
}

/** Creates the colours of the header. The bold theme and some presets fill it with a colour. */
export function createHeaderProperties(
  customization: Customization,
  { primary, background, text }: BaseColors,
): CssProperties {
  const { header, styling } = customization
  const isCustom = header.preset === 'custom'
  const linkColor =
    header.linkColor && isCustom ? parseColorPair(header.linkColor, styling.primaryColor) : undefined
  const customFill =
    header.backgroundColor && isCustom
      ? parseColorPair(header.backgroundColor, styling.primaryColor)
      : undefined
  const presetFill =
    styling.theme === 'bold' || header.preset === 'bold'
      ? primary
      : header.preset === 'contrast'
        ? text
        : undefined
  const fill = customFill ?? presetFill
  if (!fill) {
    return {
      '--header': 'color-mix(in srgb, var(--ground) 93%, transparent)',
      '--header-ink': 'var(--ink)',
      '--header-link': linkColor ? formatPair(ensurePairContrast(linkColor, background)) : 'var(--soft)',
      '--header-line': 'var(--line)',
      '--header-hover': 'var(--hover)',
    }
  }
  const textOnFill = chooseTextPair(fill)
  return {
    '--header': formatPair(fill),
    '--header-ink': formatPair(textOnFill),
    '--header-link': formatPair(ensurePairContrast(linkColor ?? textOnFill, fill)),
    '--header-line': 'transparent',
    '--header-hover': 'color-mix(in srgb, var(--header-ink) 14%, transparent)',
  }
}
