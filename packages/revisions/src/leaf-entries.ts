/**
 * Reads single entries from the text of a leaf. Somebody who reads one page needs one entry of each leaf on the way, and parsing
 * all of them would take several times as long, most of it for objects that are garbage a moment later.
 *
 * The text is canonical JSON: `[0,[entry,entry,…]]`, where an entry is a key, or a pair of a key and a value.
 */
import { type Hash, type Json, parseJson } from './encoding.ts'
import type { Entry } from './tree.ts'

/** How the payload of a leaf begins. Inner nodes have another level. */
export const leafStart = '[0,['

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** Finds the entries with some keys in the leaf with this hash. */
export function findLeafEntries(hash: Hash, text: string, keys: readonly string[]): Entry[] {
  const foundEntries: Entry[] = []
  const wantedKeys = keys.map((key) => JSON.stringify(key))
  for (
    let start = leafStart.length;
    isEntryStart(text, start) && foundEntries.length < wantedKeys.length;
    start = findValueEnd(text, start) + 1
  ) {
    const keyStart = text.charCodeAt(start) === QUOTE ? start : start + 1
    if (wantedKeys.some((key) => text.startsWith(key, keyStart)))
      foundEntries.push(parseEntry(hash, text, start))
  }
  return foundEntries
}

export function readFirstLeafEntry(hash: Hash, text: string): Entry | undefined {
  return isEntryStart(text, leafStart.length) ? parseEntry(hash, text, leafStart.length) : undefined
}

function isEntryStart(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit === QUOTE || unit === OPENING_BRACKET
}

function parseEntry(hash: Hash, text: string, start: number): Entry {
  const item = parseJson(hash, text.slice(start, findValueEnd(text, start)))
  // Only putNode writes leaves, and it makes nothing else of an entry.
  return decodeEntry(item as string | [string, Json])
}

export const decodeEntry = (item: string | [string, Json]): Entry =>
  typeof item === 'string' ? { key: item, value: null } : { key: item[0], value: item[1] }

/** The index behind the string or array that starts at an index; that of the end of a text that is cut off. */
function findValueEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = findStringEnd(text, index)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1
        continue
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1
        break
      default:
        continue
    }
    if (depth === 0) return index + 1
  }
  return text.length
}

/** The index of the quote that ends a string. */
function findStringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) return index
    if (unit === BACKSLASH) index += 1
  }
  return text.length
}
