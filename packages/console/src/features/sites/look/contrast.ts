import { lookControls } from './controls.ts'
import { isSame, readValues } from './look-values.ts'

/** The grounds of the site's pages, which text in a colour stands on. */
const grounds = { light: '#ffffff', dark: '#111216' } as const

/** WCAG asks for this much for text. */
const MIN_CONTRAST = 4.5

function readChannels(color: string): [number, number, number] | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(color) ?? []
  const hex = long ?? short?.replaceAll(/./g, '$&$&')
  if (hex === undefined) return undefined
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [channel(0), channel(2), channel(4)]
}

export const isColor = (color: string): boolean => readChannels(color) !== undefined

/** A colour as the browser's own field takes it. */
export function writeLongColor(color: string): string {
  const channels = readChannels(color) ?? [0, 0, 0]
  return `#${channels
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function getLuminance(color: string): number | undefined {
  const channels = readChannels(color)?.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  const [red = 0, green = 0, blue = 0] = channels ?? []
  return channels && 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How well text in a colour can be read on a page of a theme, as WCAG counts it: from 1 to 21. */
export function getContrast(color: string, theme: keyof typeof grounds): number | undefined {
  const [one, other] = [getLuminance(color), getLuminance(grounds[theme])]
  if (one === undefined || other === undefined) return undefined
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

export const isReadable = (contrast: number): boolean => contrast >= MIN_CONTRAST

interface ThemedColor {
  light: string
  dark: string
}

const isThemedColor = (value: unknown): value is ThemedColor =>
  typeof value === 'object' &&
  value !== null &&
  'light' in value &&
  typeof value.light === 'string' &&
  'dark' in value &&
  typeof value.dark === 'string'

/** The paths of the colours of a customization that somebody chose and that are hard to read in a theme. */
export function findHardColors(customization: unknown): string[] {
  const values = readValues(customization)
  return lookControls.flatMap((control) => {
    const value = values[control.path]
    const isChosen = control.path.startsWith('styling.') && !isSame(value, control.default)
    if (control.kind !== 'color' || !isChosen || !isThemedColor(value)) return []
    const isHard = (['light', 'dark'] as const).some((theme) => {
      const contrast = getContrast(value[theme], theme)
      return contrast !== undefined && !isReadable(contrast)
    })
    return isHard ? [control.path] : []
  })
}
