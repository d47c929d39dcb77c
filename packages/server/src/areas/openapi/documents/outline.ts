import { resolveObject } from './pointer.ts'
import { isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** An operation or a webhook of an API. */
export interface OutlineOperation {
  /** A path, or the name of a webhook. */
  path: string
  /** In lower case, also for webhooks. */
  method: string
  webhook?: true
  title: string
  description?: string
  deprecated?: true
}

/** The operations of one tag, or of paths with the same first segment. */
export interface OutlineGroup {
  /** Stable across versions. */
  key: string
  title: string
  /** In Markdown. */
  intro?: string
  /** On one line. */
  description?: string
  icon?: string
  emoji?: string
  operations: OutlineOperation[]
  groups: OutlineGroup[]
}

/** The contents of a description, from which its pages are generated. */
export interface DescriptionOutline {
  title: string
  groups: OutlineGroup[]
  /** The names of its schemas. */
  models: string[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const
const MAX_TEXT_LENGTH = 20_000
const MAX_TITLE_LENGTH = 200
const MAX_DESCRIPTION_LENGTH = 300
const MAX_ICON_LENGTH = 50

export function buildOutline(document: JsonObject): DescriptionOutline {
  const builder = new OutlineBuilder(document)
  for (const [path, item] of listEntries(document['paths'])) builder.addPathItem(path, item, false)
  for (const [name, item] of listEntries(document['webhooks'])) builder.addPathItem(name, item, true)
  const components = isJsonObject(document['components']) ? document['components'] : {}
  const info = isJsonObject(document['info']) ? document['info'] : {}
  return {
    title: readText(info['title'], MAX_TITLE_LENGTH) ?? 'API',
    groups: builder.buildGroups(),
    models: listEntries(components['schemas'])
      .filter(([, schema]) => isPublic(schema))
      .map(([name]) => name),
  }
}

class OutlineBuilder {
  readonly #document: JsonObject
  /** The declared tags, by name. */
  readonly #tags = new Map<string, JsonObject>()
  readonly #groups = new Map<string, OutlineGroup>()

  constructor(document: JsonObject) {
    this.#document = document
    for (const tag of Array.isArray(document['tags']) ? document['tags'] : []) {
      const name = isJsonObject(tag) ? readText(tag['name'], MAX_TITLE_LENGTH) : undefined
      if (isJsonObject(tag) && name !== undefined && !this.#tags.has(name)) this.#tags.set(name, tag)
    }
    // Declared tags come first, in their order; others follow in the order of the operations.
    for (const name of this.#tags.keys()) this.#getTagGroup(name)
  }

  addPathItem(path: string, value: JsonValue, webhook: boolean): void {
    const item = resolveObject(this.#document, value)
    if (!item || !isPublic(item)) return
    for (const method of methods) {
      const operation = resolveObject(this.#document, item[method])
      if (!operation || !isPublic(operation)) continue
      const description = readText(operation['description'] ?? item['description'], MAX_TEXT_LENGTH)
      const outlineOperation: OutlineOperation = {
        path,
        method,
        ...(webhook && { webhook }),
        title: readTitle(operation, item) ?? (webhook ? path : `${method.toUpperCase()} ${path}`),
        ...(description !== undefined && { description }),
        ...(operation['deprecated'] === true && { deprecated: true }),
      }
      for (const group of this.#getGroups(path, operation, webhook)) group.operations.push(outlineOperation)
    }
  }

  /** The groups that are not empty, each below the group of its parent tag. */
  buildGroups(): OutlineGroup[] {
    const topGroups: OutlineGroup[] = []
    for (const [key, group] of this.#groups) {
      const parent = this.#findParent(key)
      if (parent) parent.groups.push(group)
      else topGroups.push(group)
    }
    const removeEmptyGroups = (groups: OutlineGroup[]): OutlineGroup[] =>
      groups.flatMap((group) => {
        group.groups = removeEmptyGroups(group.groups)
        return group.operations.length > 0 || group.groups.length > 0 ? [group] : []
      })
    return removeEmptyGroups(topGroups)
  }

  #findParent(key: string): OutlineGroup | undefined {
    const readParent = (name: string) => {
      const tag = this.#tags.get(name)
      return tag && readText(tag['parent'] ?? tag['x-parent'], MAX_TITLE_LENGTH)
    }
    const parent = readParent(key)
    if (parent === undefined || !this.#groups.has(parent)) return undefined
    // A tag that is its own ancestor has no parent.
    const visited = new Set([key])
    for (let next: string | undefined = parent; next !== undefined; next = readParent(next)) {
      if (visited.has(next)) return undefined
      visited.add(next)
    }
    return this.#groups.get(parent)
  }

  #getGroups(path: string, operation: JsonObject, webhook: boolean): OutlineGroup[] {
    const tags = Array.isArray(operation['tags']) ? operation['tags'] : []
    const names = new Set(tags.flatMap((tag) => readText(tag, MAX_TITLE_LENGTH) ?? []))
    if (names.size > 0) return [...names].map((name) => this.#getTagGroup(name))
    if (webhook) return [this.#getGroup('webhooks', 'Webhooks')]
    const segment = readFirstSegment(path)
    return [this.#getGroup(`/${segment}`, segment === '' ? 'Operations' : humanize(segment))]
  }

  #getTagGroup(name: string): OutlineGroup {
    const tag = this.#tags.get(name)
    const group = this.#getGroup(name, (tag && readTagTitle(tag)) ?? humanize(name))
    if (!tag) return group
    const intro = readText(tag['description'], MAX_TEXT_LENGTH)
    const description = readText(tag['x-page-description'], MAX_DESCRIPTION_LENGTH)
    const icon = readText(tag['x-page-icon'], MAX_ICON_LENGTH)
    const emoji = readText(tag['x-page-emoji'], MAX_ICON_LENGTH)
    if (intro !== undefined) group.intro = intro
    if (description !== undefined) group.description = description
    if (icon !== undefined) group.icon = icon
    if (emoji !== undefined) group.emoji = emoji
    return group
  }

  #getGroup(key: string, title: string): OutlineGroup {
    let group = this.#groups.get(key)
    if (!group) this.#groups.set(key, (group = { key, title, operations: [], groups: [] }))
    return group
  }
}

const listEntries = (value: JsonValue | undefined): [string, JsonValue][] =>
  isJsonObject(value) ? Object.entries(value).filter(([name]) => !name.startsWith('x-')) : []

/** Whether a part is for readers: a description can mark parts as internal. */
const isPublic = (value: JsonValue): boolean =>
  !isJsonObject(value) ||
  (value['x-internal'] !== true && value['x-gitbook-ignore'] !== true && value['x-hidden'] !== true)

const readText = (value: JsonValue | undefined, maxLength: number): string | undefined => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? undefined : trimmed.slice(0, maxLength)
}

const toOneLine = (value: string | undefined): string | undefined => value?.replaceAll(/\s+/g, ' ')

const readTitle = (operation: JsonObject, item: JsonObject): string | undefined =>
  toOneLine(readText(operation['summary'] ?? item['summary'] ?? operation['operationId'], MAX_TITLE_LENGTH))

const readTagTitle = (tag: JsonObject): string | undefined =>
  toOneLine(readText(tag['x-page-title'] ?? tag['x-displayName'] ?? tag['summary'], MAX_TITLE_LENGTH))

/** The first segment of a path that is neither a parameter nor a version. */
const readFirstSegment = (path: string): string =>
  path.split('/').find((part) => part !== '' && !part.includes('{') && !/^(api|v\d+(\.\d+)*)$/i.test(part)) ??
  ''

/** Turns a name into a title: `change-requests` becomes "Change requests". */
function humanize(name: string): string {
  const words = /^[\w.-]+$/.test(name) ? name.replaceAll(/[-_.]+/g, ' ').trim() : name
  const title = words === '' ? name : words
  return title.charAt(0).toUpperCase() + title.slice(1)
}
