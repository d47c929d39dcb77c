import type { Attrs, Mark, Node } from 'prosemirror-model'
import { InvalidEditorDocument } from '../errors.ts'
import { schema } from '../schema/schema.ts'

/** Much deeper documents would overflow the stack of recursive functions. Parsing creates none of them. */
const MAX_DEPTH = 250

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * A value of a document and where it stands. Documents come from the API, so nothing is believed about their types before it
 * is read.
 */
export class DocumentReader {
  readonly value: unknown
  readonly #parent: DocumentReader | undefined
  readonly #step: string | number
  readonly #depth: number

  constructor(value: unknown, parent?: DocumentReader, step: string | number = '') {
    this.value = value
    this.#parent = parent
    this.#step = step
    this.#depth = parent ? parent.#depth + 1 : 0
  }

  createError(problem: string): InvalidEditorDocument {
    return new InvalidEditorDocument(this.#listSteps(), problem)
  }

  #listSteps(): (string | number)[] {
    return this.#parent ? [...this.#parent.#listSteps(), this.#step] : []
  }

  readObject(): JsonObject {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value))
      throw this.createError('must be an object')
    // The value is an object, and its properties are typed as unknown.
    return this.value as JsonObject
  }

  get(name: string): DocumentReader {
    const object = this.readObject()
    return new DocumentReader(Object.hasOwn(object, name) ? object[name] : undefined, this, name)
  }

  /** The items of a list that may be missing. */
  list(name: string): DocumentReader[] {
    if (this.#depth > MAX_DEPTH) throw this.createError(`nests deeper than ${MAX_DEPTH} levels`)
    const reader = this.get(name)
    if (reader.value === undefined) return []
    if (!Array.isArray(reader.value)) throw reader.createError('must be a list')
    return reader.value.map((item, index) => new DocumentReader(item, reader, index))
  }

  text(name: string): string {
    const reader = this.get(name)
    if (typeof reader.value !== 'string') throw reader.createError('must be text')
    return reader.value
  }

  /** The data of a block or an inline, without what is undefined. */
  data(): JsonObject {
    const reader = this.get('data')
    if (reader.value === undefined) return {}
    return Object.fromEntries(Object.entries(reader.readObject()).filter(([, value]) => value !== undefined))
  }

  /** Creates a node, with an error that says where in the document its attributes or its content are wrong. */
  createNode(
    name: string,
    attrs: Attrs | null,
    content: readonly Node[] = [],
    marks: readonly Mark[] = [],
  ): Node {
    const type = schema.nodes[name]
    if (!type) throw this.createError(`has no node ${name}`)
    this.#requireKnownAttributes(name, attrs ?? {}, Object.keys(type.spec.attrs ?? {}))
    const node = this.#explainErrors(() => type.create(attrs, [...content], marks))
    if (!type.validContent(node.content)) throw this.createError('contains what is not allowed there')
    return node
  }

  createMark(name: string, attrs: Attrs | null): Mark {
    this.#requireKnownAttributes(name, attrs ?? {}, Object.keys(schema.marks[name]?.spec.attrs ?? {}))
    return this.#explainErrors(() => schema.mark(name, attrs))
  }

  #requireKnownAttributes(owner: string, attrs: Attrs, names: readonly string[]): void {
    for (const name of Object.keys(attrs))
      if (!names.includes(name)) throw this.createError(`has a setting ${name}, which ${owner} does not have`)
  }

  /** ProseMirror throws a RangeError for attributes that the schema does not allow. */
  #explainErrors<Result>(create: () => Result): Result {
    try {
      return create()
    } catch (error) {
      if (error instanceof RangeError) throw this.createError(`cannot be edited: ${error.message}`)
      throw error
    }
  }
}
