import { createHash } from 'node:crypto'
import { CorruptObject, InvalidValue } from './errors.ts'

/** The SHA-256 of an object's bytes in base64url: 43 characters that are safe in a URL. */
export type Hash = string

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/**
 * The kind is part of an object's bytes, and therefore of its hash, so that no Markdown text can pass for a tree
 * node.
 */
export type ObjectKind = 'root' | 'node' | 'document'

// Every object has the version of its encoding, so that a store can hold objects of a later encoding as well.
const headers: Record<ObjectKind, Uint8Array> = {
  root: Buffer.from('verso1 root\n'),
  node: Buffer.from('verso1 node\n'),
  document: Buffer.from('verso1 document\n'),
}

export function hashObject(bytes: Uint8Array): Hash {
  return createHash('sha256').update(bytes).digest('base64url')
}

export function encodeObject(kind: ObjectKind, payload: string): Uint8Array {
  return Buffer.concat([headers[kind], Buffer.from(payload, 'utf8')])
}

export function decodeObject(hash: Hash, kind: ObjectKind, bytes: Uint8Array): string {
  const header = headers[kind]
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!view.subarray(0, header.length).equals(header)) throw new CorruptObject(hash, `it is not a ${kind}`)
  return view.toString('utf8', header.length)
}

export function parseJson(hash: Hash, text: string): Json {
  try {
    // JSON.parse returns `any`, and its result is always JSON.
    return JSON.parse(text) as Json
  } catch {
    throw new CorruptObject(hash, 'it is not JSON')
  }
}

/**
 * Writes JSON with the keys of every object in code unit order and without spaces, so that equal values have equal
 * bytes. It omits members that are `undefined`.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new InvalidValue(`${value} cannot be stored`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  const members: string[] = []
  for (const key of definedKeys(value).sort(compareKeys)) {
    members.push(`${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  }
  return `{${members.join(',')}}`
}

/** Whether two values have the same encoding. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isArray(a) || isArray(b)) {
    return isArray(a) && isArray(b) && a.length === b.length && a.every((item, i) => equalJson(item, b[i]))
  }
  const keys = definedKeys(a)
  return (
    keys.length === definedKeys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  )
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value)
}

/**
 * The order of keys everywhere in this package. It compares UTF-16 code units and does not depend on the locale.
 */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function definedKeys(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined)
}

// TypeScript does not narrow a readonly array with Array.isArray.
function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
