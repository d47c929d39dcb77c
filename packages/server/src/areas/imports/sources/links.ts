import { posix } from 'node:path'

export interface AddressParts {
  path: string
  anchor?: string
}

/** An address without what follows `?`, its anchor apart. */
export function splitAddress(address: string): AddressParts {
  const hash = address.indexOf('#')
  const before = hash === -1 ? address : address.slice(0, hash)
  const path = before.split('?', 1)[0] ?? ''
  const anchor = hash === -1 ? '' : address.slice(hash + 1)
  return { path, ...(anchor !== '' && { anchor: decodeUri(anchor) }) }
}

export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const pageExtension = /\.(md|markdown|mdx|mdown|html?|docx|txt|csv)$/i

export const removeExtension = (path: string): string => path.replace(pageExtension, '')

/** `Title 0123…` of Notion, `Title_12345` of Confluence, `01-title` of many. */
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

/** Names in the order people expect: 2 before 10, whatever the case. */
export const compareNaturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare
