export interface Rgb {
  r: number
  g: number
  b: number
}

/** Parses a hex colour. Returns `undefined` for anything else, so that no other text reaches a style sheet. */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text.trim())?.[1]
  if (hex === undefined) return undefined
  const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  const value = Number.parseInt(full, 16)
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}

export function formatColor({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

const linearizeChannel = (value: number): number => {
  const part = value / 255
  return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Computes the relative luminance as defined by WCAG. */
export const computeLuminance = ({ r, g, b }: Rgb): number =>
  0.2126 * linearizeChannel(r) + 0.7152 * linearizeChannel(g) + 0.0722 * linearizeChannel(b)

/** Computes the contrast ratio as defined by WCAG. */
export function computeContrast(first: Rgb, second: Rgb): number {
  const [darker, lighter] = [computeLuminance(first), computeLuminance(second)].sort((a, b) => a - b)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

export const mixColors = (from: Rgb, to: Rgb, share: number): Rgb => ({
  r: from.r + (to.r - from.r) * share,
  g: from.g + (to.g - from.g) * share,
  b: from.b + (to.b - from.b) * share,
})

export const white: Rgb = { r: 255, g: 255, b: 255 }
export const black: Rgb = { r: 0, g: 0, b: 0 }

/**
 * Moves a colour towards black or white until it has enough contrast on the background. The default ratio is a little
 * above the 4.5 of WCAG, because rounding to hex changes both colours.
 */
export function ensureContrast(color: Rgb, background: Rgb, ratio = 4.6): Rgb {
  const towards = computeLuminance(background) > 0.18 ? black : white
  for (let share = 0; share <= 1; share += 0.04) {
    const candidate = mixColors(color, towards, share)
    if (computeContrast(candidate, background) >= ratio) return candidate
  }
  return towards
}

/** Chooses black or white text for a background. White is preferred where it is readable. */
export const chooseTextColor = (background: Rgb): Rgb =>
  computeContrast(white, background) >= 3.2 ||
  computeContrast(white, background) >= computeContrast(black, background)
    ? white
    : { r: 17, g: 17, b: 17 }
