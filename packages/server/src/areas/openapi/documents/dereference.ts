import { at } from './pointer.ts'
import { isTreeObject, type Tree, type TreeObject } from './tree.ts'

/** Which parts of a description somebody needs. */
export interface Wanted {
  paths: Set<string>
  webhooks: Set<string>
  schemas: Set<string>
}

/**
 * Parts of a description with its references followed. What refers to itself contains itself: the result is a graph,
 * in which everything that is referred to stands once. Only what is asked for is followed, and only once.
 */
export class Dereferenced {
  readonly #document: TreeObject
  readonly #targets = new Map<string, TreeObject>()
  /** What is referred to and not yet copied. A chain of references may be longer than any stack. */
  readonly #waiting: { from: TreeObject; into: TreeObject }[] = []

  constructor(document: TreeObject) {
    this.#document = document
  }

  /** The description with nothing but these parts, and what is said about all of them. */
  parts({ paths, webhooks, schemas }: Wanted): TreeObject {
    const { info, servers, security } = this.#document
    const components = isTreeObject(this.#document['components']) ? this.#document['components'] : {}
    const result: TreeObject = {
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

  #pick(from: Tree | undefined, names: ReadonlySet<string>): TreeObject {
    const picked: TreeObject = {}
    if (!isTreeObject(from)) return picked
    for (const name of names) if (Object.hasOwn(from, name)) picked[name] = this.#copy(from[name] ?? null)
    return picked
  }

  #copy(value: Tree): Tree {
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (!isTreeObject(value)) return value
    const { $ref, ...beside } = value
    if (typeof $ref !== 'string') return this.#fill({}, value)
    const target = this.#target($ref)
    // What stands beside a reference says it better for this place. A target that is not filled yet cannot be said better.
    return Object.keys(beside).length === 0 || Object.keys(target).length === 0
      ? target
      : { ...target, ...this.#fill({}, beside) }
  }

  #fill(into: TreeObject, from: TreeObject): TreeObject {
    for (const [name, part] of Object.entries(from)) into[name] = this.#copy(part)
    return into
  }

  #target(ref: string): TreeObject {
    const known = this.#targets.get(ref)
    if (known) return known
    const into: TreeObject = {}
    this.#targets.set(ref, into)
    const from = this.#followed(ref)
    if (from) this.#waiting.push({ from, into })
    return into
  }

  /** The first object on the way that is no reference itself. */
  #followed(ref: string): TreeObject | undefined {
    let found = at(this.#document, ref)
    for (let steps = 0; steps < 50 && isTreeObject(found); steps++) {
      if (typeof found['$ref'] !== 'string') return found
      found = at(this.#document, found['$ref'])
    }
    return undefined
  }

  #finish(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#fill(next.into, next.from)
  }
}
