/** Colours: read from what people write, and kept readable whatever they chose. */
export interface Rgb {
  r: number
  g: number
  b: number
}

/** A colour in hex, or nothing when the text is none. Nothing else may reach a style sheet. */
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

export const computeLuminance = ({ r, g, b }: Rgb): number =>
  0.2126 * linearizeChannel(r) + 0.7152 * linearizeChannel(g) + 0.0722 * linearizeChannel(b)

export function computeContrast(one: Rgb, other: Rgb): number {
  const [low, high] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

export const mixColors = (one: Rgb, other: Rgb, share: number): Rgb => ({
  r: one.r + (other.r - one.r) * share,
  g: one.g + (other.g - one.g) * share,
  b: one.b + (other.b - one.b) * share,
})

export const white: Rgb = { r: 255, g: 255, b: 255 }
export const black: Rgb = { r: 0, g: 0, b: 0 }

/** The colour nearest to the one asked for that can be read on the background; also when both are rounded to hex. */
export function ensureContrast(color: Rgb, background: Rgb, ratio = 4.6): Rgb {
  const towards = computeLuminance(background) > 0.18 ? black : white
  for (let share = 0; share <= 1; share += 0.04) {
    const tried = mixColors(color, towards, share)
    if (computeContrast(tried, background) >= ratio) return tried
  }
  return towards
}

/** Black or white, whichever is read better on a colour. */
export const textOn = (background: Rgb): Rgb =>
  computeContrast(white, background) >= 3.2 ||
  computeContrast(white, background) >= computeContrast(black, background)
    ? white
    : { r: 17, g: 17, b: 17 }
