import { isMap, isScalar as isScalarNode, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { isPlainPath, joinPaths, resolvePath } from './paths.ts'
import {
  childTypes,
  fieldRules,
  type SiteConfigNode,
  type SiteFields,
  type SiteNodeType,
  siteNodeTypes,
} from './site-config-fields.ts'

/** The names of the file that says what a site consists of. The first is the one that Verso writes. */
export const siteConfigNames = ['gitbook-docs.yaml', 'docs.yaml'] as const

/** What a repository says a site consists of. */
export interface SiteConfig {
  title: string
  nodes: SiteConfigNode[]
}

export interface ParsedSiteConfig {
  config: SiteConfig
  /** Where each node stands in the file, for messages. */
  places: ReadonlyMap<string, string>
  /** What the file says and Verso does not do. */
  problems: string[]
}

/** The file cannot be used. Each message names the line and the key. */
export class SiteConfigError extends Error {
  constructor(messages: readonly string[]) {
    super(messages.slice(0, MAX_MESSAGES).join('\n'))
  }
}

const MAX_FILE_CHARACTERS = 512 * 1024
const MAX_NODES = 1000
const MAX_MESSAGES = 20
const MAX_GROUP_DEPTH = 3
const languagePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Reads the file of a site. Throws SiteConfigError when a site cannot be made of it. */
export function parseSiteConfig(
  source: string,
  { name, projectDirectory }: { name: string; projectDirectory: string },
): ParsedSiteConfig {
  return new SiteConfigParser(source, name, projectDirectory).parse()
}

class SiteConfigParser {
  readonly #source: string
  readonly #name: string
  readonly #projectDirectory: string
  readonly #lines = new LineCounter()
  readonly #errors: string[] = []
  readonly #problems: string[] = []
  readonly #places = new Map<string, string>()
  /** The first space of each directory. */
  readonly #spacesByDirectory = new Map<string, { fields: SiteFields; place: string }>()

  constructor(source: string, name: string, projectDirectory: string) {
    this.#source = source
    this.#name = name
    this.#projectDirectory = projectDirectory
  }

  parse(): ParsedSiteConfig {
    const site = this.#readSite()
    const title = this.#readText(site, 'title', 'site', { min: 2, max: 128, required: true }) ?? ''
    const structure = site.get('structure', true)
    const items = isSeq(structure) ? structure.items : []
    if (!isSeq(structure)) this.#fail(site, 'site.structure', 'must be a list.')
    const nodes = this.#readNodes(items, 'site.structure', null, 0)
    this.#checkRoot(nodes)
    if (this.#errors.length > 0) throw new SiteConfigError(this.#errors)
    return { config: { title, nodes }, places: this.#places, problems: this.#problems }
  }

  #readSite(): YAMLMap {
    if (this.#source.length > MAX_FILE_CHARACTERS)
      throw new SiteConfigError([`${this.#name} is larger than ${MAX_FILE_CHARACTERS / 1024} KB.`])
    let document
    try {
      // Aliases are never resolved: only scalars are read, and an alias is none. So nothing can grow.
      document = parseDocument(this.#source, { schema: 'core', lineCounter: this.#lines, logLevel: 'silent' })
    } catch {
      throw new SiteConfigError([`${this.#name} is nested too deeply.`])
    }
    const [error] = document.errors
    if (error) {
      const line = this.#lines.linePos(error.pos[0]).line
      const [message = ''] = error.message.split(/ at line \d/)
      throw new SiteConfigError([`${this.#name}, line ${line}: ${message}`])
    }
    const root = document.contents
    if (!isMap(root)) throw new SiteConfigError([`${this.#name} must be an object with the key \`site\`.`])
    const version: unknown = root.get('version')
    if (version !== undefined && version !== 1) this.#fail(root, 'version', 'must be 1.')
    const site = root.get('site', true)
    if (isMap(site)) return site
    throw new SiteConfigError([
      `${this.#name}, line 1: site: must be an object with a title and a structure.`,
    ])
  }

  #readNodes(
    items: readonly unknown[],
    name: string,
    parent: SiteNodeType | null,
    groupDepth: number,
  ): SiteConfigNode[] {
    const nodes = items.flatMap((item, index): SiteConfigNode[] => {
      const itemName = `${name}[${index}]`
      if (isMap(item)) return this.#readNode(item, itemName, parent, groupDepth)
      this.#fail(item, itemName, 'must be an object with a type.')
      return []
    })
    this.#checkSiblings(nodes)
    return nodes
  }

  #readNode(map: YAMLMap, name: string, parent: SiteNodeType | null, groupDepth: number): SiteConfigNode[] {
    const type = siteNodeTypes.find((each) => each === map.get('type'))
    if (type === undefined) {
      this.#fail(map, `${name}.type`, `must be one of ${siteNodeTypes.join(', ')}.`)
      return []
    }
    if (parent !== null && !childTypes[parent].includes(type)) {
      this.#fail(map, `${name}.type`, `a ${parent} holds no ${type}.`)
      return []
    }
    const depth = type === 'section-group' ? groupDepth + 1 : groupDepth
    if (depth > MAX_GROUP_DEPTH) {
      this.#fail(map, name, `section groups are nested at most ${MAX_GROUP_DEPTH} deep.`)
      return []
    }
    const key = this.#readText(map, 'key', name, { min: 1, max: 256, required: true })
    if (key === undefined || !this.#addPlace(map, name, key)) return []
    const fields = this.#readFields(map, name, type)
    if (type === 'space') this.#readContent(map, name, fields)
    const children = map.get('children', true)
    const childItems = isSeq(children) ? children.items : []
    if (children != null && !isSeq(children) && !isEmpty(children))
      this.#fail(map, `${name}.children`, 'must be a list.')
    if ((type === 'space' || type === 'external-link') && childItems.length > 0)
      this.#fail(map, `${name}.children`, `a ${type} holds nothing.`)
    return [{ type, key, fields, children: this.#readNodes(childItems, `${name}.children`, type, depth) }]
  }

  /** Remembers where a node is. Returns false for a key that was there before, or for too many nodes. */
  #addPlace(map: YAMLMap, name: string, key: string): boolean {
    const otherPlace = this.#places.get(key)
    if (otherPlace !== undefined) {
      this.#fail(map, `${name}.key`, `"${key}" is the key of another node: ${otherPlace}.`)
      return false
    }
    if (this.#places.size === MAX_NODES) this.#fail(map, name, `a site has at most ${MAX_NODES} nodes.`)
    this.#places.set(key, this.#locate(map, name))
    return this.#places.size <= MAX_NODES && this.#errors.length < MAX_MESSAGES
  }

  #readFields(map: YAMLMap, name: string, type: SiteNodeType): SiteFields {
    const fields: SiteFields = { title: '' }
    for (const rule of fieldRules) {
      if (!rule.types.includes(type)) continue
      if (rule.kind === 'flag') {
        const value = map.get(rule.name)
        if (value === true) fields[rule.name] = true
        else if (value != null && value !== false)
          this.#fail(map, `${name}.${rule.name}`, 'must be true or false.')
      } else if (rule.kind === 'localized') {
        const texts = this.#readLocalized(map, rule.name, name, rule.max)
        if (texts) fields[rule.name] = texts
      } else {
        const text = this.#readText(map, rule.name, name, { ...rule, ...rule.limits?.[type] })
        if (text !== undefined && text !== '') fields[rule.name] = text
      }
    }
    return fields
  }

  /** A text in other languages. Entries that say nothing are left out. */
  #readLocalized(
    map: YAMLMap,
    key: string,
    parentName: string,
    max: number,
  ): Record<string, string> | undefined {
    const node = map.get(key, true)
    const name = `${parentName}.${key}`
    if (node === undefined || isEmpty(node)) return undefined
    if (!isMap(node)) {
      this.#fail(node, name, 'must be an object with a text for each language.')
      return undefined
    }
    const texts: Record<string, string> = {}
    for (const pair of node.items) {
      const language = isScalarNode(pair.key) ? String(pair.key.value) : ''
      if (!languagePattern.test(language)) {
        this.#fail(pair.key, name, 'must have codes of languages, such as fr or pt-br.')
        continue
      }
      const text = this.#readText(node, language, name, { min: 0, max })
      if (text !== undefined && text !== '') texts[language] = text
    }
    return Object.keys(texts).length === 0 ? undefined : texts
  }

  #readContent(map: YAMLMap, name: string, fields: SiteFields): void {
    const content = map.get('content', true)
    if (!isMap(content)) {
      this.#fail(map, `${name}.content`, 'must be an object with a directory.')
      return
    }
    const language = this.#readText(content, 'language', `${name}.content`, { min: 1, max: 16 })
    if (language !== undefined) fields.language = language
    const value = content.get('directory')
    if (value === null) {
      fields.directory = null
      return
    }
    const directory = typeof value === 'string' ? resolveDirectory(this.#projectDirectory, value) : undefined
    if (directory === undefined) {
      this.#fail(content, `${name}.content.directory`, 'must be a directory inside of the repository.')
      return
    }
    fields.directory = directory
    const place = this.#locate(map, name)
    const first = this.#spacesByDirectory.get(directory)
    if (!first) {
      this.#spacesByDirectory.set(directory, { fields, place })
      return
    }
    if (first.fields.language !== language)
      this.#fail(
        content,
        `${name}.content.language`,
        `"${directory}" is read once, so all its spaces have one language: ${first.place}.`,
      )
    // A directory is one space, which the site then shows twice, and a space has one title.
    if (first.fields.title !== fields.title) {
      this.#problems.push(
        `${place}.title: has the title of the other space of its directory: ${first.place}.`,
      )
      fields.title = first.fields.title
    }
  }

  /** Checks paths and defaults among the nodes of one level. */
  #checkSiblings(nodes: readonly SiteConfigNode[]): void {
    const spaces = nodes.filter(({ type }) => type === 'space')
    this.#requireDistinctPaths(spaces)
    if (spaces.length > 0) this.#requireOneDefault(spaces, 'space')
  }

  #checkRoot(nodes: readonly SiteConfigNode[]): void {
    const sections = listNodes(nodes).filter(({ type }) => type === 'section')
    const space = nodes.find(({ type }) => type === 'space')
    const other = nodes.find(({ type }) => type !== 'space')
    if (space && other) {
      this.#errors.push(
        `${this.#places.get(space.key)}: a site with sections lists no space at the top level: put it into a section.`,
      )
    }
    if (other && sections.length === 0)
      this.#errors.push(`${this.#places.get(other.key)}: a site with groups or links needs a section.`)
    if (nodes.length === 0 && this.#errors.length === 0)
      this.#errors.push(`${this.#name}: site.structure: names no space.`)
    this.#requireDistinctPaths(sections)
    for (const section of sections)
      if (section.children.length === 0)
        this.#errors.push(`${this.#places.get(section.key)}.children: a section needs a space.`)
    if (sections.length > 0) this.#requireOneDefault(sections, 'section')
  }

  #requireDistinctPaths(nodes: readonly SiteConfigNode[]): void {
    const placesByPath = new Map<string, string>()
    for (const { key, fields } of nodes) {
      const path = fields.path ?? ''
      const other = placesByPath.get(path)
      const place = this.#places.get(key) ?? ''
      if (other !== undefined)
        this.#errors.push(`${place}.path: "${path}" is also the path of another node: ${other}.`)
      placesByPath.set(path, place)
    }
  }

  #requireOneDefault(nodes: readonly SiteConfigNode[], type: 'space' | 'section'): void {
    const defaults = nodes.filter(({ fields }) => fields.default)
    if (defaults.length === 1) return
    const place = this.#places.get((defaults[1] ?? nodes[0])?.key ?? '') ?? ''
    this.#errors.push(
      defaults.length === 0
        ? `${place}: one ${type} here must have \`default: true\`.`
        : `${place}.default: only one ${type} here may be the default.`,
    )
  }

  #readText(
    map: YAMLMap,
    key: string,
    parentName: string,
    rule: { min: number; max: number; required?: boolean; pattern?: RegExp; shortened?: boolean },
  ): string | undefined {
    const node = map.get(key, true)
    const name = `${parentName}.${key}`
    const value = isScalarNode(node) ? node.value : undefined
    if (node === undefined || value === null) {
      if (rule.required) this.#fail(map, name, 'is missing.')
      return undefined
    }
    // A number is what people write for the path `2` or the title `2024`, so its text is taken as it stands.
    const text =
      typeof value === 'string'
        ? value
        : isScalarNode(node) && typeof value === 'number'
          ? node.source
          : undefined
    if (text === undefined) {
      this.#fail(node, name, 'must be a text.')
      return undefined
    }
    if (rule.shortened && text.length > rule.max) {
      this.#problems.push(`${this.#locate(node, name)}: is shortened to ${rule.max} characters.`)
      return Array.from(text).slice(0, rule.max).join('')
    }
    if (text.length < rule.min || text.length > rule.max) {
      this.#fail(node, name, `must have ${rule.min} to ${rule.max} characters.`)
      return undefined
    }
    if (rule.pattern && !rule.pattern.test(text)) {
      this.#fail(node, name, 'may have letters, digits, dots, dashes and underscores only.')
      return undefined
    }
    return text
  }

  #fail(node: unknown, name: string, message: string): void {
    if (this.#errors.length < MAX_MESSAGES) this.#errors.push(`${this.#locate(node, name)}: ${message}`)
  }

  #locate(node: unknown, name: string): string {
    const offset = hasRange(node) ? node.range[0] : 0
    return `${this.#name}, line ${this.#lines.linePos(offset).line}: ${name}`
  }
}

const hasRange = (node: unknown): node is { range: [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)

const isEmpty = (node: unknown): boolean => isScalarNode(node) && node.value === null

/** The directory from the top of the repository; undefined if it is outside of it, or not one that Git can have. */
function resolveDirectory(projectDirectory: string, text: string): string | undefined {
  if (text.length > 1024 || text.split('/').includes('..')) return undefined
  const directory = resolvePath(text.startsWith('/') ? '' : projectDirectory, text)
  return directory === undefined || (directory !== '' && !isPlainPath(directory)) ? undefined : directory
}

/** How the file names a directory that is given from the top of the repository. */
export function formatDirectory(projectDirectory: string, directory: string): string {
  if (projectDirectory === '') return joinPaths('.', directory)
  if (directory === projectDirectory) return '.'
  return directory.startsWith(`${projectDirectory}/`)
    ? `.${directory.slice(projectDirectory.length)}`
    : `/${directory}`
}

/** All nodes, each before its children. */
export const listNodes = (nodes: readonly SiteConfigNode[]): SiteConfigNode[] =>
  nodes.flatMap((node) => [node, ...listNodes(node.children)])
