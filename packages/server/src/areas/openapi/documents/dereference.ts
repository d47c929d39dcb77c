import { resolvePointer } from './pointer.ts'
import { isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** Which parts of a description somebody needs. */
export interface PartSelection {
  paths: Set<string>
  webhooks: Set<string>
  schemas: Set<string>
}

/**
 * Parts of a description with its references followed. What refers to itself contains itself: the result is a graph,
 * in which everything that is referred to stands once. Only what is asked for is followed, and only once.
 */
export class DereferencedDocument {
  readonly #document: JsonObject
  readonly #targets = new Map<string, JsonObject>()
  /** What is referred to and not yet copied. A chain of references may be longer than any stack. */
  readonly #waiting: { from: JsonObject; into: JsonObject }[] = []

  constructor(document: JsonObject) {
    this.#document = document
  }

  /** The description with nothing but these parts, and what is said about all of them. */
  selectParts({ paths, webhooks, schemas }: PartSelection): JsonObject {
    const { info, servers, security } = this.#document
    const components = isJsonObject(this.#document['components']) ? this.#document['components'] : {}
    const result: JsonObject = {
      ...(info !== undefined && { info }),
      ...(servers !== undefined && { servers }),
      ...(security !== undefined && { security }),
      paths: this.#pick(this.#document['paths'], paths),
      webhooks: this.#pick(this.#document['webhooks'], webhooks),
      components: {
        schemas: this.#pick(components['schemas'], schemas),
        securitySchemes: this.#copy(components['securitySchemes'] ?? {}),
      },
    }
    this.#finish()
    return result
  }

  #pick(from: JsonValue | undefined, names: ReadonlySet<string>): JsonObject {
    const picked: JsonObject = {}
    if (!isJsonObject(from)) return picked
    for (const name of names) if (Object.hasOwn(from, name)) picked[name] = this.#copy(from[name] ?? null)
    return picked
  }

  #copy(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (!isJsonObject(value)) return value
    const { $ref, ...beside } = value
    if (typeof $ref !== 'string') return this.#fill({}, value)
    const target = this.#target($ref)
    // What stands beside a reference says it better for this place. A target that is not filled yet cannot be said better.
    return Object.keys(beside).length === 0 || Object.keys(target).length === 0
      ? target
      : { ...target, ...this.#fill({}, beside) }
  }

  #fill(into: JsonObject, from: JsonObject): JsonObject {
    for (const [name, part] of Object.entries(from)) into[name] = this.#copy(part)
    return into
  }

  #target(ref: string): JsonObject {
    const known = this.#targets.get(ref)
    if (known) return known
    const into: JsonObject = {}
    this.#targets.set(ref, into)
    const from = this.#followed(ref)
    if (from) this.#waiting.push({ from, into })
    return into
  }

  /** The first object on the way that is no reference itself. */
  #followed(ref: string): JsonObject | undefined {
    let found = resolvePointer(this.#document, ref)
    for (let steps = 0; steps < 50 && isJsonObject(found); steps++) {
      if (typeof found['$ref'] !== 'string') return found
      found = resolvePointer(this.#document, found['$ref'])
    }
    return undefined
  }

  #finish(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#fill(next.into, next.from)
  }
}
