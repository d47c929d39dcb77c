import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'
import { buildOutline, type OutlineGroup, type OutlineOperation } from './outline.ts'
import { resolveObject, resolvePointer } from './pointer.ts'
import { replaceReferences } from './references.ts'

export type DescriptionChange = 'added' | 'removed' | 'changed'

export interface ChangedOperation extends Pick<OutlineOperation, 'path' | 'method' | 'webhook' | 'title'> {
  change: DescriptionChange
}

export interface ChangedModel {
  name: string
  change: DescriptionChange
}

/** What differs between two versions of a description, in the order of the later one; what was removed comes last. */
export interface DescriptionChanges {
  operations: ChangedOperation[]
  models: ChangedModel[]
}

/**
 * Compares the operations and schemas of two descriptions. An operation has changed when anything has that it says or refers to,
 * through any number of references, so that whoever calls it sees each change that may concern them.
 */
export function compareDescriptions(before: JsonObject, after: JsonObject): DescriptionChanges {
  return {
    operations: listChanges(listOperations(before), listOperations(after)).map(([, operation, change]) =>
      describeOperation(operation, change),
    ),
    models: listChanges(listModels(before), listModels(after)).map(([name, , change]) => ({ name, change })),
  }
}

function describeOperation(
  { path, method, webhook, title }: OutlineOperation,
  change: DescriptionChange,
): ChangedOperation {
  return { path, method, ...(webhook && { webhook }), title, change }
}

interface Signed {
  /** Two that say the same have the same signature, whatever the order of their fields. */
  signature: string
}

function listChanges<Item extends Signed>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
): [key: string, item: Item, change: DescriptionChange][] {
  const changes: [string, Item, DescriptionChange][] = []
  for (const [key, item] of after) {
    const earlier = before.get(key)
    if (!earlier) changes.push([key, item, 'added'])
    else if (earlier.signature !== item.signature) changes.push([key, item, 'changed'])
  }
  for (const [key, item] of before) if (!after.has(key)) changes.push([key, item, 'removed'])
  return changes
}

function listOperations(document: JsonObject): Map<string, OutlineOperation & Signed> {
  const signer = new Signer(document)
  const operations = new Map<string, OutlineOperation & Signed>()
  const addGroup = (group: OutlineGroup): void => {
    for (const operation of group.operations) {
      const { path, method, webhook } = operation
      // One that has several tags is in several groups.
      const key = JSON.stringify([webhook === true, path, method])
      if (operations.has(key)) continue
      const items = document[webhook ? 'webhooks' : 'paths']
      const item = resolveObject(document, isJsonObject(items) ? items[path] : undefined)
      const own = resolveObject(document, item?.[method])
      const shared = { parameters: item?.['parameters'] ?? null, servers: item?.['servers'] ?? null }
      operations.set(key, { ...operation, signature: signer.sign({ ...shared, operation: own ?? null }) })
    }
    group.groups.forEach(addGroup)
  }
  buildOutline(document).groups.forEach(addGroup)
  return operations
}

function listModels(document: JsonObject): Map<string, Signed> {
  const components = isJsonObject(document['components']) ? document['components'] : {}
  const schemas = isJsonObject(components['schemas']) ? components['schemas'] : {}
  return new Map(
    buildOutline(document).models.map((name) => [name, { signature: hashValue(schemas[name] ?? null) }]),
  )
}

/** Signs parts of a document together with everything that they refer to. */
class Signer {
  readonly #document: JsonObject
  /** What references point to: their own content, and where they point themselves. */
  readonly #targets = new Map<string, { hash: string; refs: readonly string[] }>()

  constructor(document: JsonObject) {
    this.#document = document
  }

  sign(value: JsonObject): string {
    const hashes = new Map<string, string>()
    const waiting = listReferences(value)
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      if (hashes.has(ref)) continue
      const target = this.#read(ref)
      hashes.set(ref, target.hash)
      waiting.push(...target.refs)
    }
    const referred = [...hashes].sort(([a], [b]) => (a < b ? -1 : 1))
    return hashValue([value, referred])
  }

  #read(ref: string): { hash: string; refs: readonly string[] } {
    let target = this.#targets.get(ref)
    if (!target) {
      const value = resolvePointer(this.#document, ref) ?? null
      target = { hash: hashValue(value), refs: listReferences({ value }) }
      this.#targets.set(ref, target)
    }
    return target
  }
}

function listReferences(value: JsonObject): string[] {
  const refs: string[] = []
  replaceReferences(value, (ref) => {
    refs.push(ref)
    return ref
  })
  return refs
}

const hashValue = (value: JsonValue): string => {
  const sorted = JSON.stringify(value, (_key, part: JsonValue) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return createHash('sha256').update(sorted).digest('base64url')
}
