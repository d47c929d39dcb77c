import { InvalidDocument } from '../errors.ts'

/*
 * Checks of values of unknown type, composed like the schemas of a validation library: `object({ url: string })`.
 * A check throws `InvalidDocument` with the path of the value.
 */

/** Deeper documents are unreadable, and much deeper ones would overflow the stack of recursive functions. */
const MAX_DOCUMENT_DEPTH = 64
const MAX_DOCUMENT_NODES = 200_000

/** The position of a value in a document, for error messages. It also counts the nodes that were checked. */
export class DocumentPath {
  readonly #parent: DocumentPath | undefined
  readonly #step: string | number
  readonly #depth: number
  readonly #visited: { nodeCount: number }

  constructor(parent?: DocumentPath, step: string | number = '', depth = 0) {
    this.#parent = parent
    this.#step = step
    this.#depth = depth
    this.#visited = parent ? parent.#visited : { nodeCount: 0 }
  }

  child(step: string | number): DocumentPath {
    return new DocumentPath(this, step, this.#depth)
  }

  /** Counts a node and returns the path for its content, one level deeper. */
  enterNode(): DocumentPath {
    if (this.#depth >= MAX_DOCUMENT_DEPTH)
      throw this.createError(`nests deeper than ${MAX_DOCUMENT_DEPTH} levels`)
    if (++this.#visited.nodeCount > MAX_DOCUMENT_NODES)
      throw this.createError(`exceeds the ${MAX_DOCUMENT_NODES} nodes that a document may have`)
    return new DocumentPath(this.#parent, this.#step, this.#depth + 1)
  }

  createError(problem: string): InvalidDocument {
    return new InvalidDocument(this.#toArray(), problem)
  }

  #toArray(): (string | number)[] {
    return this.#parent ? [...this.#parent.#toArray(), this.#step] : []
  }
}

export type Check = (value: unknown, path: DocumentPath) => void
export interface OptionalCheck {
  optional: Check
}
export type Fields = Record<string, Check | OptionalCheck>

export const optional = (check: Check): OptionalCheck => ({ optional: check })

export const string: Check = (value, path) => {
  if (typeof value !== 'string') throw path.createError('must be text')
}
export const number: Check = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw path.createError('must be a number')
}
export const boolean: Check = (value, path) => {
  if (typeof value !== 'boolean') throw path.createError('must be true or false')
}
export const literal =
  (...allowedValues: (string | number)[]): Check =>
  (value, path) => {
    if (!allowedValues.includes(value as string)) {
      throw path.createError(`must be ${allowedValues.map((item) => JSON.stringify(item)).join(' or ')}`)
    }
  }
export const anyObject: Check = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw path.createError('must be an object')
}

export const list =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) throw path.createError('must be a list')
    for (const [index, item] of value.entries()) check(item, path.child(index))
  }

export const map =
  (check: Check): Check =>
  (value, path) => {
    anyObject(value, path)
    for (const [name, item] of Object.entries(value as object)) check(item, path.child(name))
  }

/** Checks that a value is an object without other properties than these. */
export function requireKnownProperties(
  value: unknown,
  path: DocumentPath,
  names: readonly string[],
): Record<string, unknown> {
  anyObject(value, path)
  for (const name of Object.keys(value as object)) {
    if (!names.includes(name)) throw path.child(name).createError('is not allowed here')
  }
  // The value is an object, and its properties are typed as unknown.
  return value as Record<string, unknown>
}

export const object =
  (fields: Fields): Check =>
  (value, path) => {
    checkFields(requireKnownProperties(value, path, Object.keys(fields)), fields, path)
  }

function checkFields(properties: Record<string, unknown>, fields: Fields, path: DocumentPath): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (typeof field === 'function') {
      if (value === undefined) throw path.child(name).createError('must be given')
      field(value, path.child(name))
    } else if (value !== undefined) field.optional(value, path.child(name))
  }
}

/** Checks one of several kinds of objects, which differ in the value of the discriminator property. */
export const variant =
  (discriminator: string, variants: Record<string, Fields>): Check =>
  (value, path) => {
    anyObject(value, path)
    const kind: unknown = Reflect.get(value as object, discriminator)
    const fields = typeof kind === 'string' && Object.hasOwn(variants, kind) ? variants[kind] : undefined
    if (!fields)
      throw path.child(discriminator).createError(`must be one of ${Object.keys(variants).join(', ')}`)
    object({ [discriminator]: literal(String(kind)), ...fields })(value, path)
  }

export const isTrue: Check = (value, path) => {
  if (value !== true) throw path.createError('must be true')
}
