import { escapeHeading, singleLine } from './head.ts'
import { getFolder, relativePath, slugifyTitle } from './paths.ts'
import {
  formatPlace,
  makeComputedKey,
  makeItemKey,
  type PagePlace,
  parseSummary,
  removeIndentation,
  type Summary,
  type SummaryItem,
} from './summary.ts'
import { writeYaml, type YamlObject } from './yaml-lines.ts'

/** An entry of the table of contents that is to be written. */
export interface SummaryNode {
  kind: 'page' | 'link' | 'group' | 'computed'
  title: string
  linkTitle?: string
  path?: string
  place?: PagePlace
  /** The slug of a group. */
  slug?: string
  computed?: YamlObject
  /** The path in the current line of a page that was moved to another file. */
  oldPath?: string
  url?: string
  /** Whether a line with another label than the title may stay as it is. */
  keepLabel: boolean
  children: SummaryNode[]
}

/** Returns the file with these nodes. Lines that are right already stay as they are, whatever their form. */
export function writeSummary(
  text: string | undefined,
  nodes: readonly SummaryNode[],
  options: { path: string; isPage: (path: string) => boolean; heading?: string | undefined },
): string {
  const old = parseSummary(text ?? `# ${options.heading ?? 'Table of contents'}\n`, options)
  return new SummaryWriter(old, options.path).write(nodes)
}

class SummaryWriter {
  readonly #old: Summary
  readonly #folder: string
  readonly #unused = new Map<string, SummaryItem[]>()
  readonly #follows = new Map<SummaryItem, SummaryItem | undefined>()
  readonly #lines: string[]
  readonly #eol: string
  readonly #unit: number
  readonly #bullet: string
  #last: SummaryItem | undefined
  /** Whether the last line begins a section. */
  #isSectionStart = false

  constructor(old: Summary, path: string) {
    this.#old = old
    this.#folder = getFolder(path)
    let before: SummaryItem | undefined
    for (const item of old.items) {
      const same = this.#unused.get(item.key)
      if (same) same.push(item)
      else this.#unused.set(item.key, [item])
      this.#follows.set(item, before)
      before = item
    }
    this.#lines = [...old.preamble]
    this.#eol = old.preamble[0]?.endsWith('\r') || old.items[0]?.raw.endsWith('\r') ? '\r' : ''
    const nested = old.items.find(({ depth }) => depth === 1)
    this.#unit = nested ? Math.max(/^\s*/.exec(nested.raw)?.[0].replaceAll('\t', '    ').length ?? 2, 1) : 2
    this.#bullet =
      /^[ \t]*([*+-])[ \t]/.exec(old.items.find(({ kind }) => kind === 'page')?.raw ?? '')?.[1] ?? '*'
  }

  write(nodes: readonly SummaryNode[]): string {
    let inGroup = false
    for (const node of nodes) {
      if (node.kind === 'group') {
        this.#writeSection({
          kind: 'group',
          key: makeItemKey('group', node.title, false),
          line: `## ${escapeHeading(singleLine(node.title))}${formatHeadingAnchor(node)}`,
          isUnchanged: ({ slug }) =>
            node.keepLabel || (slug ?? slugifyTitle(node.title)) === (node.slug ?? slugifyTitle(node.title)),
        })
        inGroup = true
        for (const child of node.children) this.#writeItem(child, 0)
        continue
      }
      // Only a thematic break ends a group.
      if (inGroup) {
        this.#writeSection({
          kind: 'break',
          key: makeItemKey('break', '', false),
          line: '***',
          isUnchanged: () => true,
        })
      }
      inGroup = false
      this.#writeItem(node, 0)
    }
    for (const item of [...this.#unused.values()].flat()) {
      this.#lines.push(...item.lead.filter((line) => line.trim() !== ''))
    }
    if (this.#old.items.length === 0 && nodes.length > 0) {
      if (this.#lines.at(-1)?.trim() !== '') this.#lines.push(this.#eol)
      return `${this.#lines.join('\n').replace(/\n+$/, '')}\n`
    }
    return [...this.#lines, ...this.#old.trailer].join('\n')
  }

  #takeItem(key: string): SummaryItem | undefined {
    return this.#unused.get(key)?.shift()
  }

  #writeSection({
    key,
    line,
    isUnchanged,
  }: {
    kind: 'group' | 'break'
    key: string
    line: string
    isUnchanged: (old: SummaryItem) => boolean
  }): void {
    const old = this.#takeItem(key)
    this.#writeLead(old, true)
    this.#lines.push(old && isUnchanged(old) ? old.raw : line + this.#eol)
    this.#last = old
    this.#isSectionStart = true
  }

  #writeItem(node: SummaryNode, depth: number): void {
    const listed = makeItemKey('group', node.title, true)
    const old =
      node.kind === 'page'
        ? (this.#takeItem(makeItemKey('page', node.path ?? '', true)) ??
          (node.oldPath === undefined ? undefined : this.#takeItem(makeItemKey('page', node.oldPath, true))))
        : this.#takeItem(
            node.kind === 'link'
              ? makeItemKey('link', node.place ? formatPlace(node.place) : (node.url ?? ''), true)
              : node.kind === 'computed'
                ? makeItemKey('computed', makeComputedKey(node.computed ?? {}), true)
                : listed,
          )
    this.#writeLead(old, false)
    this.#lines.push(this.#formatLine(node, depth, old))
    this.#last = old
    this.#isSectionStart = false
    for (const child of node.children) this.#writeItem(child, depth + 1)
  }

  #formatLine(node: SummaryNode, depth: number, old: SummaryItem | undefined): string {
    const isUnchanged =
      old !== undefined &&
      old.path === node.path &&
      (node.keepLabel ||
        node.kind === 'computed' ||
        (old.title === singleLine(node.title) && old.linkTitle === node.linkTitle))
    if (isUnchanged && old.depth === depth) return old.raw
    if (node.kind === 'computed') return this.#formatBlock(node, depth, old)
    const content = isUnchanged ? old.content : this.#formatContent(node)
    return `${' '.repeat(this.#unit * depth)}${this.#bullet} ${content}${this.#eol}`
  }

  /** Writes computed content. The lines of a block that only moves keep what is on them. */
  #formatBlock(node: SummaryNode, depth: number, old: SummaryItem | undefined): string {
    const indent = ' '.repeat(this.#unit * depth)
    const [, ...oldLines] = old?.raw.replaceAll('\r', '').split('\n').slice(0, -1) ?? []
    const lines = old
      ? removeIndentation(oldLines)
      : writeYaml(orderSource(node.computed ?? {}))
          .trimEnd()
          .split('\n')
    return [
      `${indent}${this.#bullet} \`\`\`yaml`,
      ...lines.map((line) => `${indent}  ${line}`),
      `${indent}  \`\`\``,
    ]
      .map((line) => line + this.#eol)
      .join('\n')
  }

  #formatContent(node: SummaryNode): string {
    const title = escapeHeading(singleLine(node.title)) || 'Untitled'
    if (node.kind === 'group') return title
    const target = node.place
      ? `${relativePath(this.#folder, node.place.path)}#${node.place.anchor}`
      : node.kind === 'link'
        ? (node.url ?? '')
        : relativePath(this.#folder, node.path ?? '')
    const safe = /[\s()<>\\%?#]/.test(target) && node.kind === 'page' ? `<${encodePath(target)}>` : target
    const label =
      node.linkTitle === undefined
        ? ''
        : ` "${singleLine(node.linkTitle).replaceAll(/["\\]/g, String.raw`\$&`)}"`
    return `[${title}](${safe}${label})`
  }

  /** Writes the lines before an item as they were, and an empty line around the beginning of a section. */
  #writeLead(old: SummaryItem | undefined, section: boolean): void {
    const lead = old?.lead ?? []
    const hasText = lead.some((line) => line.trim() !== '')
    const followsSameItem = old !== undefined && this.#follows.get(old) === this.#last
    const isFirst = this.#lines.length === this.#old.preamble.length && this.#last === undefined
    if (followsSameItem || hasText) this.#lines.push(...lead)
    const isSeparated = this.#lines.length === 0 || this.#lines.at(-1)?.trim() === ''
    if (!isSeparated && !followsSameItem && (section || this.#isSectionStart || isFirst))
      this.#lines.push(this.#eol)
  }
}

/** The parts of a computed source, in the order in which GitBook writes them. */
const orderSource = ({ type, props, dependencies, ...rest }: YamlObject): YamlObject => ({
  ...(type !== undefined && { type }),
  ...(props !== undefined && { props }),
  ...(dependencies !== undefined && { dependencies }),
  ...rest,
})

/** GitBook keeps the slug of a group as the anchor of its heading, where it is not that of the title. */
const formatHeadingAnchor = ({ title, slug }: SummaryNode): string =>
  slug === undefined || slug === slugifyTitle(title) ? '' : ` <a href="#${slug}" id="${slug}"></a>`

/** Encodes only those characters of a path that would end it between angle brackets or be decoded. */
const encodePath = (path: string): string =>
  path.replaceAll(/[%<>\\?#\n\r]/g, (character) => encodeURIComponent(character))
