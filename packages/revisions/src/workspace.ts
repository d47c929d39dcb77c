import { decodeObject, encodeObject, hashObject, parseJson } from './encoding.ts'
import type { Hash, ObjectKind } from './encoding.ts'
import { CorruptObject, InvalidValue, MissingObject } from './errors.ts'
import { isLeafBytes } from './leaf-entries.ts'
import { decodeRoot, type Root } from './model.ts'
import { decodeNode, isLeaf, type TreeNode } from './tree.ts'

/**
 * Reads objects from a store. One call is one round trip: this package asks for a whole level of a tree at once,
 * and never for the same object twice within an operation. The result omits objects that do not exist.
 */
export interface ObjectReader {
  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>>
  /** Where a store remembers objects that operations have parsed. Without it, each operation parses them anew. */
  readonly parsedObjects?: ParsedObjects
}

/** An object that is JSON, parsed. Nobody may change it: other operations read the same one. */
export type ParsedObject =
  | { readonly kind: 'root'; readonly root: Root }
  | { readonly kind: 'node'; readonly node: TreeNode }

/**
 * Roots and inner nodes by hash. They never become stale, because an object never changes. Leaves are not among them: most are
 * needed for one entry of many, and would displace the nodes that all pages of a space are read through.
 */
export interface ParsedObjects {
  get(hash: Hash): ParsedObject | undefined
  set(hash: Hash, object: ParsedObject, byteLength: number): void
}

/**
 * The result of an operation: the root of the new content, and the objects to store before anything refers to it.
 */
export interface WrittenRevision {
  readonly root: Hash
  readonly objects: ReadonlyMap<Hash, Uint8Array>
}

/** The objects that one operation has read and written. Operations that write must not share a workspace. */
export class Workspace {
  readonly #reader: ObjectReader
  readonly #readObjects = new Map<Hash, Uint8Array>()
  readonly #writtenObjects = new Map<Hash, Uint8Array>()
  readonly #parsedObjects = new Map<Hash, ParsedObject>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** Reads objects into memory in one round trip, except those that are already in memory. */
  async load(hashes: Iterable<Hash>): Promise<void> {
    const missingHashes = new Set<Hash>()
    for (const hash of hashes) {
      if (this.#isRead(hash) || this.#writtenObjects.has(hash)) continue
      const parsedObject = this.#reader.parsedObjects?.get(hash)
      if (parsedObject) this.#parsedObjects.set(hash, parsedObject)
      else missingHashes.add(hash)
    }
    if (missingHashes.size === 0) return
    const foundObjects = await this.#reader.get([...missingHashes])
    for (const hash of missingHashes) {
      const bytes = foundObjects.get(hash)
      if (bytes === undefined) throw new MissingObject(hash)
      this.#readObjects.set(hash, bytes)
    }
  }

  readText(kind: ObjectKind, hash: Hash): string {
    return decodeObject(hash, kind, this.readBytes(hash))
  }

  readRoot(hash: Hash): Root {
    const object = this.#parsedObjects.get(hash) ?? this.#parse('root', hash)
    if (object.kind !== 'root') throw new CorruptObject(hash, 'it is not a root')
    return object.root
  }

  readNode(hash: Hash): TreeNode {
    const object = this.#parsedObjects.get(hash) ?? this.#parse('node', hash)
    if (object.kind !== 'node') throw new CorruptObject(hash, 'it is not a node')
    return object.node
  }

  /** The bytes of a node that is a leaf, unless it is parsed already. */
  findLeafBytes(hash: Hash): Uint8Array | undefined {
    if (this.#parsedObjects.has(hash)) return undefined
    const bytes = this.readBytes(hash)
    return isLeafBytes(bytes) ? bytes : undefined
  }

  #parse(kind: ParsedObject['kind'], hash: Hash): ParsedObject {
    const json = parseJson(hash, this.readText(kind, hash))
    const object: ParsedObject =
      kind === 'root' ? { kind, root: decodeRoot(hash, json) } : { kind, node: decodeNode(hash, json) }
    this.#parsedObjects.set(hash, object)
    const bytes = this.#readObjects.get(hash)
    // What this operation has written may never be stored.
    if (bytes && !(object.kind === 'node' && isLeaf(object.node))) {
      this.#reader.parsedObjects?.set(hash, object, bytes.byteLength)
    }
    return object
  }

  readBytes(hash: Hash): Uint8Array {
    const bytes = this.#readObjects.get(hash) ?? this.#writtenObjects.get(hash)
    if (bytes === undefined) throw new MissingObject(hash)
    return bytes
  }

  put(kind: ObjectKind, payload: string): Hash {
    const bytes = encodeObject(kind, payload)
    const hash = hashObject(bytes)
    if (!this.#isRead(hash)) this.#writtenObjects.set(hash, bytes)
    return hash
  }

  putDocument(markdown: string): Hash {
    // UTF-8 cannot encode a lone surrogate, so the stored text would differ from the given one.
    if (!markdown.isWellFormed()) throw new InvalidValue('The Markdown is not well-formed Unicode')
    return this.put('document', markdown)
  }

  /** Removes an object that was written but is not needed. */
  discard(hash: Hash): void {
    this.#writtenObjects.delete(hash)
  }

  async readDocuments(hashes: Iterable<Hash>): Promise<Map<Hash, string>> {
    const uniqueHashes = new Set(hashes)
    await this.load(uniqueHashes)
    return new Map([...uniqueHashes].map((hash) => [hash, this.readText('document', hash)]))
  }

  /** Whether the store has the object. One that was parsed without being read is there, too. */
  #isRead(hash: Hash): boolean {
    return this.#readObjects.has(hash) || (this.#parsedObjects.has(hash) && !this.#writtenObjects.has(hash))
  }

  collectWrittenObjects(root: Hash): WrittenRevision {
    return { root, objects: this.#writtenObjects }
  }
}
