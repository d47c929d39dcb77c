import { resolveObject } from './pointer.ts'
import { isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** What can be done with an API, as far as pages are made of it. */
export interface OutlineOperation {
  /** A path, or the name of a webhook. */
  path: string
  /** In lower case; those of webhooks too. */
  method: string
  webhook?: true
  title: string
  description?: string
  deprecated?: true
}

/** The operations that belong together: those of a tag, or those whose paths begin alike. */
export interface OutlineGroup {
  /** The same in every version. */
  key: string
  title: string
  /** Markdown. */
  intro?: string
  /** A line. */
  description?: string
  icon?: string
  emoji?: string
  operations: OutlineOperation[]
  groups: OutlineGroup[]
}

/** What the pages of a description are made of. */
export interface DescriptionOutline {
  title: string
  groups: OutlineGroup[]
  /** The names of its schemas. */
  models: string[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const
const longestText = 20_000
const longestTitle = 200

export function buildOutline(document: JsonObject): DescriptionOutline {
  const groups = new OutlineBuilder(document)
  for (const [path, item] of entries(document['paths'])) groups.addItem(path, item, false)
  for (const [name, item] of entries(document['webhooks'])) groups.addItem(name, item, true)
  const components = isJsonObject(document['components']) ? document['components'] : {}
  const info = isJsonObject(document['info']) ? document['info'] : {}
  return {
    title: text(info['title'], longestTitle) ?? 'API',
    groups: groups.nested(),
    models: entries(components['schemas'])
      .filter(([, schema]) => isShown(schema))
      .map(([name]) => name),
  }
}

class OutlineBuilder {
  readonly #document: JsonObject
  /** What the description says of tags, by name. */
  readonly #tags = new Map<string, JsonObject>()
  readonly #groups = new Map<string, OutlineGroup>()

  constructor(document: JsonObject) {
    this.#document = document
    for (const tag of Array.isArray(document['tags']) ? document['tags'] : []) {
      const name = isJsonObject(tag) ? text(tag['name'], longestTitle) : undefined
      if (isJsonObject(tag) && name !== undefined && !this.#tags.has(name)) this.#tags.set(name, tag)
    }
    // They come in the order they are declared in; others follow as they are met.
    for (const name of this.#tags.keys()) this.#ofTag(name)
  }

  addItem(path: string, given: JsonValue, webhook: boolean): void {
    const item = resolveObject(this.#document, given)
    if (!item || !isShown(item)) return
    for (const method of methods) {
      const operation = resolveObject(this.#document, item[method])
      if (!operation || !isShown(operation)) continue
      const description = text(operation['description'] ?? item['description'], longestText)
      const made: OutlineOperation = {
        path,
        method,
        ...(webhook && { webhook }),
        title: titleOf(operation, item) ?? (webhook ? path : `${method.toUpperCase()} ${path}`),
        ...(description !== undefined && { description }),
        ...(operation['deprecated'] === true && { deprecated: true }),
      }
      for (const group of this.#of(path, operation, webhook)) group.operations.push(made)
    }
  }

  /** Those that have something in them, each below the one that its tag names. */
  nested(): OutlineGroup[] {
    const top: OutlineGroup[] = []
    for (const [key, group] of this.#groups) {
      const parent = this.#parentOf(key)
      if (parent) parent.groups.push(group)
      else top.push(group)
    }
    const filled = (groups: OutlineGroup[]): OutlineGroup[] =>
      groups.flatMap((group) => {
        group.groups = filled(group.groups)
        return group.operations.length > 0 || group.groups.length > 0 ? [group] : []
      })
    return filled(top)
  }

  #parentOf(key: string): OutlineGroup | undefined {
    const above = (name: string) => {
      const tag = this.#tags.get(name)
      return tag && text(tag['parent'] ?? tag['x-parent'], longestTitle)
    }
    const parent = above(key)
    if (parent === undefined || !this.#groups.has(parent)) return undefined
    // A tag that is below itself is below nobody.
    const seen = new Set([key])
    for (let next: string | undefined = parent; next !== undefined; next = above(next)) {
      if (seen.has(next)) return undefined
      seen.add(next)
    }
    return this.#groups.get(parent)
  }

  #of(path: string, operation: JsonObject, webhook: boolean): OutlineGroup[] {
    const tags = Array.isArray(operation['tags']) ? operation['tags'] : []
    const names = new Set(tags.flatMap((tag) => text(tag, longestTitle) ?? []))
    if (names.size > 0) return [...names].map((name) => this.#ofTag(name))
    if (webhook) return [this.#named('webhooks', 'Webhooks')]
    const first = firstSegment(path)
    return [this.#named(`/${first}`, first === '' ? 'Operations' : readable(first))]
  }

  #ofTag(name: string): OutlineGroup {
    const tag = this.#tags.get(name)
    const group = this.#named(name, (tag && tagTitle(tag)) ?? readable(name))
    if (!tag) return group
    const intro = text(tag['description'], longestText)
    const description = text(tag['x-page-description'], 300)
    const icon = text(tag['x-page-icon'], 50)
    const emoji = text(tag['x-page-emoji'], 50)
    if (intro !== undefined) group.intro = intro
    if (description !== undefined) group.description = description
    if (icon !== undefined) group.icon = icon
    if (emoji !== undefined) group.emoji = emoji
    return group
  }

  #named(key: string, title: string): OutlineGroup {
    let group = this.#groups.get(key)
    if (!group) this.#groups.set(key, (group = { key, title, operations: [], groups: [] }))
    return group
  }
}

const entries = (value: JsonValue | undefined): [string, JsonValue][] =>
  isJsonObject(value) ? Object.entries(value).filter(([name]) => !name.startsWith('x-')) : []

/** What a description keeps to its authors. */
const isShown = (value: JsonValue): boolean =>
  !isJsonObject(value) ||
  (value['x-internal'] !== true && value['x-gitbook-ignore'] !== true && value['x-hidden'] !== true)

const text = (value: JsonValue | undefined, longest: number): string | undefined => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? undefined : trimmed.slice(0, longest)
}

const oneLine = (value: string | undefined): string | undefined => value?.replaceAll(/\s+/g, ' ')

const titleOf = (operation: JsonObject, item: JsonObject): string | undefined =>
  oneLine(text(operation['summary'] ?? item['summary'] ?? operation['operationId'], longestTitle))

const tagTitle = (tag: JsonObject): string | undefined =>
  oneLine(text(tag['x-page-title'] ?? tag['x-displayName'] ?? tag['summary'], longestTitle))

/** The first part of a path that says what it is about: neither a parameter nor a version. */
const firstSegment = (path: string): string =>
  path.split('/').find((part) => part !== '' && !part.includes('{') && !/^(api|v\d+(\.\d+)*)$/i.test(part)) ??
  ''

/** A name as people write it: `change-requests` is "Change requests". */
function readable(name: string): string {
  const words = /^[\w.-]+$/.test(name) ? name.replaceAll(/[-_.]+/g, ' ').trim() : name
  const shown = words === '' ? name : words
  return shown.charAt(0).toUpperCase() + shown.slice(1)
}
