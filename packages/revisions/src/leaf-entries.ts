/**
 * Reads single entries from the bytes of a leaf. Somebody who reads one page needs one entry of each leaf on the way, and decoding
 * and parsing all of them would take several times as long, most of it for objects that are garbage a moment later.
 *
 * The bytes are canonical JSON, `[0,[entry,entry,…]]`, where an entry is a key, or a pair of a key and a value. What is looked for
 * in them is ASCII, which is no part of any other character in UTF-8.
 */
import { encodeObject, type Hash, type Json, parseJson } from './encoding.ts'
import type { Entry } from './tree.ts'

/** How a leaf begins. Inner nodes have another level. */
const leafStart = encodeObject('node', '[0,[')

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

export const isLeafBytes = (bytes: Uint8Array): boolean => startsAt(bytes, 0, leafStart)

/** Finds the entries with some keys in the leaf with this hash. */
export function findLeafEntries(hash: Hash, bytes: Uint8Array, keys: readonly string[]): Entry[] {
  const foundEntries: Entry[] = []
  const wantedKeys = keys.map((key) => Buffer.from(JSON.stringify(key)))
  let start = leafStart.length
  while (isEntryStart(bytes, start) && foundEntries.length < wantedKeys.length) {
    const end = findValueEnd(bytes, start)
    const keyStart = bytes[start] === QUOTE ? start : start + 1
    if (wantedKeys.some((key) => startsAt(bytes, keyStart, key))) {
      foundEntries.push(parseEntry(hash, bytes, start, end))
    }
    start = end + 1
  }
  return foundEntries
}

export function readFirstLeafEntry(hash: Hash, bytes: Uint8Array): Entry | undefined {
  const start = leafStart.length
  return isEntryStart(bytes, start) ? parseEntry(hash, bytes, start, findValueEnd(bytes, start)) : undefined
}

const isEntryStart = (bytes: Uint8Array, index: number): boolean =>
  bytes[index] === QUOTE || bytes[index] === OPENING_BRACKET

function startsAt(bytes: Uint8Array, index: number, beginning: Uint8Array): boolean {
  for (let offset = 0; offset < beginning.length; offset += 1) {
    if (bytes[index + offset] !== beginning[offset]) return false
  }
  return true
}

function parseEntry(hash: Hash, bytes: Uint8Array, start: number, end: number): Entry {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString()
  // Only putNode writes leaves, and it makes nothing else of an entry.
  return decodeEntry(parseJson(hash, text) as string | [string, Json])
}

export const decodeEntry = (item: string | [string, Json]): Entry =>
  typeof item === 'string' ? { key: item, value: null } : { key: item[0], value: item[1] }

/** The index behind the string or array that starts at an index; the end of the bytes if it is cut off. */
function findValueEnd(bytes: Uint8Array, start: number): number {
  let depth = 0
  for (let index = start; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE:
        index = findStringEnd(bytes, index)
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
    if (depth === 0) return Math.min(index + 1, bytes.length)
  }
  return bytes.length
}

/** The index of the quote that ends a string. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  for (let index = start + 1; index < bytes.length; index += 1) {
    if (bytes[index] === QUOTE) return index
    if (bytes[index] === BACKSLASH) index += 1
  }
  return bytes.length
}
