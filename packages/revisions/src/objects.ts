import { decodeObject, encodeObject, hashOf, parseJson } from './encoding.ts'
import type { Hash, Json, ObjectKind } from './encoding.ts'
import { InvalidValue, MissingObject } from './errors.ts'

/**
 * Where objects come from. One call is one round trip: the package asks for a whole level of a tree at once
 * and never for the same object twice within an operation. Objects that do not exist are left out of the
 * answer.
 */
export interface ObjectReader {
  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>>
}

/** What an operation made: the root of the new content, and the objects to store before pointing at it. */
export interface Written {
  readonly root: Hash
  readonly objects: ReadonlyMap<Hash, Uint8Array>
}

/** The objects one operation has read and made. Not shared between operations that write. */
export class Workspace {
  readonly #reader: ObjectReader
  readonly #read = new Map<Hash, Uint8Array>()
  readonly #written = new Map<Hash, Uint8Array>()
  readonly #parsed = new Map<Hash, Json>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** Brings objects into memory in one round trip; those already here cost nothing. */
  async load(hashes: Iterable<Hash>): Promise<void> {
    const missing = new Set<Hash>()
    for (const hash of hashes) if (!this.#read.has(hash) && !this.#written.has(hash)) missing.add(hash)
    if (missing.size === 0) return
    const found = await this.#reader.get([...missing])
    for (const hash of missing) {
      const bytes = found.get(hash)
      if (bytes === undefined) throw new MissingObject(hash)
      this.#read.set(hash, bytes)
    }
  }

  text(kind: ObjectKind, hash: Hash): string {
    return decodeObject(hash, kind, this.bytes(hash))
  }

  json(kind: ObjectKind, hash: Hash): Json {
    const known = this.#parsed.get(hash)
    if (known !== undefined) return known
    const value = parseJson(hash, this.text(kind, hash))
    this.#parsed.set(hash, value)
    return value
  }

  bytes(hash: Hash): Uint8Array {
    const bytes = this.#read.get(hash) ?? this.#written.get(hash)
    if (bytes === undefined) throw new MissingObject(hash)
    return bytes
  }

  put(kind: ObjectKind, payload: string): Hash {
    const bytes = encodeObject(kind, payload)
    const hash = hashOf(bytes)
    if (!this.#read.has(hash)) this.#written.set(hash, bytes)
    return hash
  }

  putDocument(markdown: string): Hash {
    // UTF-8 has no form for a lone surrogate: stored, it would come back as another text.
    if (!markdown.isWellFormed()) throw new InvalidValue('The Markdown is not well-formed Unicode')
    return this.put('document', markdown)
  }

  /** Takes back an object that was put but is not needed after all. */
  forget(hash: Hash): void {
    this.#written.delete(hash)
  }

  async documents(hashes: Iterable<Hash>): Promise<Map<Hash, string>> {
    const wanted = new Set(hashes)
    await this.load(wanted)
    return new Map([...wanted].map((hash) => [hash, this.text('document', hash)]))
  }

  written(root: Hash): Written {
    return { root, objects: this.#written }
  }
}
