import { resolvePointer } from './pointer.ts'
import { isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** A chain of more references is taken for a circle. */
const MAX_REFERENCE_STEPS = 50

/** The names of the parts of a description to select. */
export interface PartSelection {
  paths: Set<string>
  webhooks: Set<string>
  schemas: Set<string>
}

/**
 * Selects parts of a description with their references resolved. The result is a graph in which every target of a
 * reference exists once, so a schema that refers to itself contains itself. Only the selected parts are resolved, each
 * once.
 */
export class DereferencedDocument {
  readonly #document: JsonObject
  readonly #targets = new Map<string, JsonObject>()
  /** The targets that are not copied yet. They are in a list, because a chain of references may be longer than the stack. */
  readonly #pendingTargets: { from: JsonObject; into: JsonObject }[] = []

  constructor(document: JsonObject) {
    this.#document = document
  }

  /** The description with only these parts, and the fields that apply to all of them. */
  selectParts({ paths, webhooks, schemas }: PartSelection): JsonObject {
    const { info, servers, security } = this.#document
    const components = isJsonObject(this.#document['components']) ? this.#document['components'] : {}
    const result: JsonObject = {
      ...(info !== undefined && { info }),
      ...(servers !== undefined && { servers }),
      ...(security !== undefined && { security }),
      paths: this.#select(this.#document['paths'], paths),
      webhooks: this.#select(this.#document['webhooks'], webhooks),
      components: {
        schemas: this.#select(components['schemas'], schemas),
        securitySchemes: this.#copy(components['securitySchemes'] ?? {}),
      },
    }
    this.#copyTargets()
    return result
  }

  #select(from: JsonValue | undefined, names: ReadonlySet<string>): JsonObject {
    const selected: JsonObject = {}
    if (!isJsonObject(from)) return selected
    for (const name of names) if (Object.hasOwn(from, name)) selected[name] = this.#copy(from[name] ?? null)
    return selected
  }

  #copy(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (!isJsonObject(value)) return value
    const { $ref, ...overrides } = value
    if (typeof $ref !== 'string') return this.#fill({}, value)
    const target = this.#getTarget($ref)
    // Fields beside a reference override those of its target. A target that is not copied yet cannot be merged.
    return Object.keys(overrides).length === 0 || Object.keys(target).length === 0
      ? target
      : { ...target, ...this.#fill({}, overrides) }
  }

  #fill(into: JsonObject, from: JsonObject): JsonObject {
    for (const [name, part] of Object.entries(from)) into[name] = this.#copy(part)
    return into
  }

  #getTarget(ref: string): JsonObject {
    const knownTarget = this.#targets.get(ref)
    if (knownTarget) return knownTarget
    const into: JsonObject = {}
    this.#targets.set(ref, into)
    const from = this.#resolveTarget(ref)
    if (from) this.#pendingTargets.push({ from, into })
    return into
  }

  /** Follows references until an object that is not a reference. */
  #resolveTarget(ref: string): JsonObject | undefined {
    let value = resolvePointer(this.#document, ref)
    for (let steps = 0; steps < MAX_REFERENCE_STEPS && isJsonObject(value); steps++) {
      if (typeof value['$ref'] !== 'string') return value
      value = resolvePointer(this.#document, value['$ref'])
    }
    return undefined
  }

  #copyTargets(): void {
    for (let next = this.#pendingTargets.pop(); next; next = this.#pendingTargets.pop())
      this.#fill(next.into, next.from)
  }
}
