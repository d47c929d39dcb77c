import type { Language } from './languages.ts'

export interface Formats {
  number: (value: number) => string
  /** "2 days ago" */
  relativeTime: (date: string | Date) => string
  /** "4 May 2026" */
  date: (date: string | Date) => string
  /** "4 May 2026, 14:05" */
  dateTime: (date: string | Date) => string
  /** "14:05" */
  time: (date: string | Date) => string
  /** "Ada, Grace and Mary" */
  list: (items: readonly string[]) => string
  /** "1.2 MB" */
  bytes: (value: number) => string
  /** "3 min" */
  duration: (seconds: number) => string
  /** "Brazilian Portuguese" for `pt-br`. */
  languageName: (code: string) => string
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
]

const durationUnits: ['hour' | 'minute' | 'second', number][] = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A format is made when it is first used: a page uses few of them, and the first takes the browser long. */
function once<Format>(create: () => Format): () => Format {
  let format: Format | undefined
  return () => (format ??= create())
}

export function createFormats(language: Language): Formats {
  const number = once(() => new Intl.NumberFormat(language))
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }))
  const date = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
  const dateTime = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))
  const time = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
  const list = once(() => new Intl.ListFormat(language, { type: 'conjunction' }))
  return {
    number: (value) => number().format(value),
    relativeTime: (value) => {
      const seconds = (new Date(value).getTime() - Date.now()) / 1000
      for (const [unit, size] of units) {
        if (Math.abs(seconds) >= size) return relative().format(Math.round(seconds / size), unit)
      }
      return relative().format(0, 'second')
    },
    date: (value) => date().format(new Date(value)),
    dateTime: (value) => dateTime().format(new Date(value)),
    time: (value) => time().format(new Date(value)),
    list: (items) => list().format(items),
    bytes: (value) => {
      const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3))
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit: byteUnits[power] ?? 'byte',
        unitDisplay: 'short',
        maximumFractionDigits: power === 0 ? 0 : 1,
      }).format(value / 1000 ** power)
    },
    duration: (seconds) => {
      const [unit, size] = durationUnits.find(([, each]) => seconds >= each) ?? ['second', 1]
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
      return format.format(Math.round(seconds / size))
    },
    languageName: (code) => new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code,
  }
}
