import { decodeUri } from '../../../common/decode-uri.ts'
import { posix } from 'node:path'

export interface AddressParts {
  path: string
  anchor?: string
}

/** Splits an address into path and anchor, without the query. */
export function splitAddress(address: string): AddressParts {
  const hash = address.indexOf('#')
  const before = hash === -1 ? address : address.slice(0, hash)
  const path = before.split('?', 1)[0] ?? ''
  const anchor = hash === -1 ? '' : address.slice(hash + 1)
  return { path, ...(anchor !== '' && { anchor: decodeUri(anchor) }) }
}

const pageExtension = /\.(md|markdown|mdx|mdown|html?|docx|txt|csv)$/i

export const removeExtension = (path: string): string => path.replace(pageExtension, '')

/** Makes a title of a file name such as `Title 0123…` (Notion), `Title_12345` (Confluence) or `01-title`. */
export function deriveName(path: string): string {
  const base = removeExtension(posix.basename(path))
  const folder = posix.basename(posix.dirname(path))
  const own = /^(readme|index|_index|home)$/i.test(base) && folder !== '.' && folder !== '' ? folder : base
  const words = own
    .replace(/[ _-]?[0-9a-f]{32}$/i, '')
    .replace(/^\d{1,3}[-_. ]+(?=\D)/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Compares names by the numbers in them, so that 2 comes before 10, and without regard to case. */
export const compareNaturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare
