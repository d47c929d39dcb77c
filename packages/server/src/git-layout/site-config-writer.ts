import { isMap, isScalar, isSeq, type Pair, parseDocument, stringify, type YAMLMap, YAMLSeq } from 'yaml'
import { fieldRules, type SiteConfigNode, type SiteFields } from './site-config-fields.ts'
import { formatDirectory, listNodes, parseSiteConfig, type SiteConfig } from './site-config.ts'
import { isSameValue } from './yaml-lines.ts'

interface WriteOptions {
  name: string
  projectDirectory: string
}

/** Creates the file of a site that has none. */
export function createSiteConfig({ title, nodes }: SiteConfig, { projectDirectory }: WriteOptions): string {
  const structure = nodes.map((node) => buildItem(node, projectDirectory))
  return stringify({ site: { title, structure } }, { lineWidth: 0 })
}

/**
 * Writes the changes of a site into its file. Lines of what did not change stay byte for byte, with their comments and
 * with keys that mean nothing to Verso; nodes that move take their lines along. If that does not give the right
 * structure, such as in flow style, it is written anew, and only comments and unknown keys are kept.
 */
export function updateSiteConfig(source: string, wanted: SiteConfig, options: WriteOptions): string {
  const { config } = parseSiteConfig(source, options)
  if (isSameValue(config, wanted)) return source
  const isRight = (text: string): boolean => {
    try {
      return isSameValue(parseSiteConfig(text, options).config, wanted)
    } catch {
      return false
    }
  }
  const edited = new SiteConfigEditor(source, config, options).edit(wanted)
  if (edited !== undefined && isRight(edited)) return edited
  const rewritten = rewriteDocument(source, wanted, options)
  return isRight(rewritten) ? rewritten : createSiteConfig(wanted, options)
}

interface Edit {
  start: number
  end: number
  text: string
}

/** A node as it stands in the source. */
interface SourceItem {
  map: YAMLMap
  node: SiteConfigNode
  /** From the comments above it to the end of its last line. */
  start: number
  end: number
  /** How far its dash is indented. */
  indent: number
}

/** The source is written in a way that is not edited line by line. */
class UnusualStyleError extends Error {}

class SiteConfigEditor {
  readonly #source: string
  readonly #config: SiteConfig
  readonly #options: WriteOptions
  readonly #eol: string
  readonly #items = new Map<string, SourceItem>()

  constructor(source: string, config: SiteConfig, options: WriteOptions) {
    this.#source = source
    this.#config = config
    this.#options = options
    this.#eol = source.includes('\r\n') ? '\r\n' : '\n'
  }

  /** Returns the new source, or undefined if it has to be written anew. */
  edit(wanted: SiteConfig): string | undefined {
    try {
      return this.#edit(wanted)
    } catch (error) {
      if (error instanceof UnusualStyleError) return undefined
      throw error
    }
  }

  #edit(wanted: SiteConfig): string {
    const root = parseDocument(this.#source).contents
    const site = isMap(root) ? root.get('site', true) : undefined
    const structure = isMap(site) ? site.get('structure', true) : undefined
    if (!isMap(site) || !isSeq(structure)) throw new UnusualStyleError()
    this.#collectItems(structure, new Map(listNodes(this.#config.nodes).map((node) => [node.key, node])))
    const edits: Edit[] = []
    if (wanted.title !== this.#config.title) edits.push(this.#setValue(site, 'title', wanted.title))
    const edit = this.#editList(structure, wanted.nodes, this.#config.nodes)
    if (edit) edits.push(edit)
    return this.#applyEdits(edits, 0, this.#source.length)
  }

  /** Finds the lines of each node. */
  #collectItems(seq: YAMLSeq, nodes: ReadonlyMap<string, SiteConfigNode>): void {
    if (seq.flow) throw new UnusualStyleError()
    let end = this.#findStart(seq)
    for (const map of seq.items) {
      if (!isMap(map) || !map.range) throw new UnusualStyleError()
      const node = nodes.get(String(map.get('key')))
      const lineStart = this.#findLineStart(map.range[0])
      const lead = this.#source.slice(lineStart, map.range[0])
      if (!node || !/^ *- +$/.test(lead)) throw new UnusualStyleError()
      const item = { map, node, start: end, end: this.#findEnd(map), indent: lead.indexOf('-') }
      this.#items.set(node.key, item)
      end = item.end
      const children = map.get('children', true)
      if (isSeq(children) && children.items.length > 0) this.#collectItems(children, nodes)
    }
  }

  /** The start of the line after the key of the list, where the comments above its first node begin. */
  #findStart(seq: YAMLSeq): number {
    const [first] = seq.items
    if (!isMap(first) || !first.range) throw new UnusualStyleError()
    let start = this.#findLineStart(first.range[0])
    while (start > 0) {
      const previous = this.#findLineStart(start - 1)
      if (!/^\s*(#.*)?\r?\n$/.test(this.#source.slice(previous, start))) break
      start = previous
    }
    return start
  }

  #findLineStart(offset: number): number {
    return this.#source.lastIndexOf('\n', offset - 1) + 1
  }

  /** The end of the last line of a value, after its line break. */
  #findEnd(value: unknown): number {
    const offset = findLastOffset(value)
    if (offset === undefined) throw new UnusualStyleError()
    if (offset > 0 && this.#source[offset - 1] === '\n') return offset
    const lineEnd = this.#source.indexOf('\n', offset)
    return lineEnd === -1 ? this.#source.length : lineEnd + 1
  }

  /** The edit that makes a list hold these nodes, or undefined if it does already. */
  #editList(
    seq: YAMLSeq,
    wanted: readonly SiteConfigNode[],
    current: readonly SiteConfigNode[],
  ): Edit | undefined {
    if (isSameValue(wanted, current)) return undefined
    const [first] = current
    const firstItem = first && this.#items.get(first.key)
    const lastItem = current.length > 0 ? this.#items.get(current.at(-1)?.key ?? '') : undefined
    if (!firstItem || !lastItem || seq.flow) throw new UnusualStyleError()
    const text = this.#renderNodes(wanted, firstItem.indent)
    return { start: firstItem.start, end: lastItem.end, text }
  }

  #renderNodes(nodes: readonly SiteConfigNode[], indent: number): string {
    return nodes
      .map((node) => {
        const item = this.#items.get(node.key)
        if (!item || item.node.type !== node.type) return this.#renderNew(node, indent)
        return shiftLines(this.#ensureLineEnd(this.#renderItem(item, node)), indent - item.indent)
      })
      .join('')
  }

  #renderNew(node: SiteConfigNode, indent: number): string {
    // Children that moved into a new node keep their lines, so they are rendered apart.
    const own = buildItem({ ...node, children: [] }, this.#options.projectDirectory)
    const text = indentLines(stringify([own], { lineWidth: 0 }), indent, this.#eol)
    if (node.children.length === 0) return text
    const inner = ' '.repeat(indent + 2)
    return `${text}${inner}children:${this.#eol}${this.#renderNodes(node.children, indent + 4)}`
  }

  /** The lines of a node with its changes, indented as they were. */
  #renderItem(item: SourceItem, wanted: SiteConfigNode): string {
    const { map, node, start, end, indent } = item
    if (isSameValue(node, wanted)) return this.#source.slice(start, end)
    if (map.flow) throw new UnusualStyleError()
    const edits: Edit[] = []
    for (const { name } of fieldRules) {
      const [now, before] = [wanted.fields[name], node.fields[name]]
      if (isSameValue(now, before)) continue
      edits.push(
        typeof now === 'object' || typeof before === 'object'
          ? this.#setMap(map, name, now, indent + 2)
          : this.#setValue(map, name, now, indent + 2),
      )
    }
    edits.push(...this.#editContent(map, node.fields, wanted.fields))
    const children = map.get('children', true)
    if (wanted.children.length === 0) {
      if (node.children.length > 0) edits.push(this.#removePair(map, 'children'))
    } else if (isSeq(children) && node.children.length > 0) {
      const edit = this.#editList(children, wanted.children, node.children)
      if (edit) edits.push(edit)
    } else {
      if (map.has('children')) throw new UnusualStyleError()
      const head = `${' '.repeat(indent + 2)}children:${this.#eol}`
      edits.push({ start: end, end, text: `${head}${this.#renderNodes(wanted.children, indent + 4)}` })
    }
    return this.#applyEdits(edits, start, end)
  }

  #editContent(map: YAMLMap, current: SiteFields, wanted: SiteFields): Edit[] {
    const content = map.get('content', true)
    if (!isMap(content)) return []
    const edits: Edit[] = []
    const indent = this.#columnOf(content) ?? 0
    if (current.directory !== wanted.directory) {
      const { directory = null } = wanted
      const text = directory === null ? null : formatDirectory(this.#options.projectDirectory, directory)
      edits.push(this.#setValue(content, 'directory', text, indent))
    }
    if (current.language !== wanted.language)
      edits.push(this.#setValue(content, 'language', wanted.language, indent))
    return edits
  }

  #columnOf(map: YAMLMap): number | undefined {
    return map.range ? map.range[0] - this.#findLineStart(map.range[0]) : undefined
  }

  /** The edit that sets, adds or removes a key of a map. */
  #setValue(map: YAMLMap, name: string, value: string | boolean | null | undefined, indent = 0): Edit {
    if (map.flow) throw new UnusualStyleError()
    const pair = findPair(map, name)
    if (value === undefined) return this.#removePair(map, name)
    const text = stringify(value, { lineWidth: 0, blockQuote: false }).trimEnd()
    if (!pair) {
      const before = this.#findInsertionPoint(map)
      return { start: before, end: before, text: `${' '.repeat(indent)}${name}: ${text}${this.#eol}` }
    }
    if (!isScalar(pair.value) || !pair.value.range) throw new UnusualStyleError()
    const [start, end] = pair.value.range
    const hasLineEnd = this.#source[end - 1] === '\n'
    const separator = start === end && this.#source[start - 1] === ':' ? ' ' : ''
    return { start, end, text: `${separator}${text}${hasLineEnd ? this.#eol : ''}` }
  }

  /** The edit that writes a key with texts by language anew, or removes it. */
  #setMap(map: YAMLMap, name: string, value: SiteFields[keyof SiteFields], indent: number): Edit {
    const pair = findPair(map, name)
    if (value === undefined) return this.#removePair(map, name)
    const text = indentLines(stringify({ [name]: value }, { lineWidth: 0 }), indent, this.#eol)
    if (pair) return { ...this.#removePair(map, name), text }
    const before = this.#findInsertionPoint(map)
    return { start: before, end: before, text }
  }

  /** New keys stand before those that hold others, so that they are not lost below long lists. */
  #findInsertionPoint(map: YAMLMap): number {
    const index = map.items.findIndex(({ key }) => ['content', 'children'].includes(readKey(key)))
    const previous = map.items[index === -1 ? map.items.length - 1 : index - 1] ?? map.items[0]
    const end = this.#findEnd(previous?.value ?? previous?.key)
    if (this.#source[end - 1] !== '\n') throw new UnusualStyleError()
    return end
  }

  #removePair(map: YAMLMap, name: string): Edit {
    const index = map.items.findIndex(({ key }) => readKey(key) === name)
    const pair = map.items[index]
    // The first key shares its line with the dash of the node.
    if (!pair || index === 0 || !isScalar(pair.key) || !pair.key.range || map.flow)
      throw new UnusualStyleError()
    return {
      start: this.#findLineStart(pair.key.range[0]),
      end: this.#findEnd(pair.value ?? pair.key),
      text: '',
    }
  }

  #applyEdits(edits: readonly Edit[], start: number, end: number): string {
    let text = ''
    let position = start
    for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
      if (edit.start < position) throw new UnusualStyleError()
      text += this.#source.slice(position, edit.start)
      // What follows the last line of a file that does not end with a line break begins a new line.
      if (edit.start === edit.end && edit.start === this.#source.length) text = this.#ensureLineEnd(text)
      text += edit.text
      position = edit.end
    }
    return text + this.#source.slice(position, end)
  }

  #ensureLineEnd(text: string): string {
    return text === '' || text.endsWith('\n') ? text : text + this.#eol
  }
}

const findPair = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => readKey(key) === name)

const readKey = (key: unknown): string => (isScalar(key) ? String(key.value) : '')

/** Where the last scalar of a value ends. */
function findLastOffset(value: unknown): number | undefined {
  if ((isMap(value) || isSeq(value)) && !value.flow) {
    const last = value.items.at(-1)
    if (isMap(value)) {
      const pair = value.items.at(-1)
      return pair && findLastOffset(pair.value ?? pair.key)
    }
    return findLastOffset(last)
  }
  if (isScalar(value) || isMap(value) || isSeq(value)) return value.range?.[1]
  return undefined
}

/** Indents lines by more or fewer spaces. Lines that have too few of them stay. */
function shiftLines(text: string, by: number): string {
  if (by === 0) return text
  return by > 0
    ? text.replaceAll(/^(?=[^\r\n])/gm, ' '.repeat(by))
    : text.replaceAll(new RegExp(`^ {${-by}}`, 'gm'), '')
}

const indentLines = (text: string, by: number, eol: string): string =>
  shiftLines(text, by).replaceAll('\n', eol)

/** The node as it is written into a file, with its keys in their usual order. */
function buildItem({ type, key, fields, children }: SiteConfigNode, projectDirectory: string): object {
  const { directory = null, language } = fields
  const values = fieldRules.flatMap(({ name }) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  return {
    type,
    key,
    ...(Object.fromEntries(values) as object),
    ...(type === 'space' && {
      content: {
        directory: directory === null ? null : formatDirectory(projectDirectory, directory),
        ...(language !== undefined && { language }),
      },
    }),
    ...(children.length > 0 && { children: children.map((child) => buildItem(child, projectDirectory)) }),
  }
}

/** Writes the structure anew in the document, with the keys of each node that mean nothing to Verso. */
function rewriteDocument(source: string, wanted: SiteConfig, { projectDirectory }: WriteOptions): string {
  const document = parseDocument(source)
  const maps = new Map<string, YAMLMap>()
  const collect = (seq: unknown): void => {
    for (const map of isSeq(seq) ? seq.items : []) {
      if (!isMap(map)) continue
      maps.set(String(map.get('key')), map)
      collect(map.get('children', true))
    }
  }
  collect(document.getIn(['site', 'structure'], true))
  const build = (node: SiteConfigNode): unknown => {
    const map = maps.get(node.key)
    if (!map) return document.createNode(buildItem(node, projectDirectory))
    for (const { name } of fieldRules) {
      const value = node.fields[name]
      if (value === undefined) map.delete(name)
      else map.set(name, value)
    }
    map.set('type', node.type)
    if (node.type === 'space') {
      const { directory = null, language } = node.fields
      const text = directory === null ? null : formatDirectory(projectDirectory, directory)
      map.setIn(['content', 'directory'], text)
      if (language === undefined) map.deleteIn(['content', 'language'])
      else map.setIn(['content', 'language'], language)
    }
    if (node.children.length === 0) map.delete('children')
    else map.set('children', createList(node.children, map.get('children', true)))
    return map
  }
  const createList = (nodes: readonly SiteConfigNode[], previous: unknown) => {
    const list = new YAMLSeq()
    if (isSeq(previous) && previous.commentBefore != null) list.commentBefore = previous.commentBefore
    for (const node of nodes) list.add(build(node))
    return list
  }
  const structure = document.getIn(['site', 'structure'], true)
  document.setIn(['site', 'title'], wanted.title)
  document.setIn(['site', 'structure'], createList(wanted.nodes, structure))
  const text = document.toString({ lineWidth: 0 })
  return source.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text
}
