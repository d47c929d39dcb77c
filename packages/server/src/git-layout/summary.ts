import { escapeHeading, stripMarkup, singleLine } from './head.ts'
import { getFolder, relativePath, resolvePath } from './paths.ts'

/** A line of `SUMMARY.md` that is a page, a link, a group, or the end of a group. */
export interface SummaryItem {
  kind: 'page' | 'link' | 'group' | 'break'
  /** Identifies the page, link or group. It is the same in every version of the file. */
  key: string
  title: string
  /** The label in the navigation, if it differs from the title. */
  linkTitle?: string
  /** The path of a page from the top of the repository. */
  path?: string
  url?: string
  /** The level of nesting, which is 0 at the top and directly in a group. */
  depth: number
  /** The unchanged line. */
  raw: string
  /** The line without indentation and bullet. */
  content: string
  /** The lines before it that are no items, such as empty lines and comments. */
  lead: string[]
}

export interface Summary {
  preamble: string[]
  items: SummaryItem[]
  trailer: string[]
  /** Messages for people about lines that were skipped. */
  problems: string[]
}

const MAX_LINE_CHARACTERS = 4000
const MAX_DEPTH = 25
const heading = /^(#{1,6})[ \t]+(.*?)[ \t]*$/
const thematicBreak = /^ {0,3}([*_-])(?:[ \t]*\1){2,}[ \t]*$/
const bullet = /^([ \t]*)[*+-][ \t]+(.*?)[ \t]*$/
const link =
  /^\[((?:\\.|\[[^[\]]*\]|[^[\]\\])*)\]\((<[^<>]*>|(?:\\.|\([^()]*\)|[^()\\\s])*)(?:[ \t]+(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'))?[ \t]*\)$/

/**
 * Parses the table of contents. A file that is linked twice counts once, where it comes first. A link to a missing file,
 * out of the repository or to a file that is no page is skipped with a message, and its line stays where it is.
 */
export function parseSummary(
  text: string,
  { path: summaryPath, isPage }: { path: string; isPage: (path: string) => boolean },
): Summary {
  const items: SummaryItem[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  let preamble: string[] | undefined
  let pending: string[] = []
  let indents: number[] = []
  const lines = text.split('\n')
  let hasTitle = false
  for (const raw of lines) {
    const line = raw.replace(/\r$/, '')
    const item = line.length > MAX_LINE_CHARACTERS ? undefined : readLine(line)
    if (!item) {
      pending.push(raw)
      continue
    }
    if (item.kind === 'title') {
      // The first heading of level 1 is the title of the file.
      if (hasTitle || items.length > 0) problems.push(`SUMMARY.md: "${item.content}" was skipped.`)
      hasTitle = true
      pending.push(raw)
      continue
    }
    if (item.kind === 'group' && item.indent === undefined) indents = []
    if (item.kind === 'break') indents = []
    let depth = 0
    if (item.indent !== undefined) {
      const { indent } = item
      indents = indents.filter((above) => above < indent)
      depth = Math.min(indents.length, MAX_DEPTH)
    }
    const problem = item.kind === 'page' ? findPageProblem(item.target, summaryPath, isPage, seen) : undefined
    if (problem !== undefined) {
      problems.push(problem)
      pending.push(raw)
      continue
    }
    if (item.indent !== undefined) indents.push(item.indent)
    const path = item.kind === 'page' ? resolveTarget(item.target, summaryPath) : undefined
    items.push({
      kind: item.kind,
      key: makeItemKey(item.kind, path ?? item.target ?? item.title, item.indent !== undefined),
      title: item.title,
      ...(item.linkTitle !== undefined && { linkTitle: item.linkTitle }),
      ...(path !== undefined && { path }),
      ...(item.kind === 'link' && { url: item.target ?? '' }),
      depth,
      raw,
      content: item.content,
      lead: items.length === 0 ? [] : pending,
    })
    if (items.length === 1) preamble = pending
    pending = []
  }
  return preamble === undefined
    ? { preamble: lines, items, trailer: [], problems }
    : { preamble, items, trailer: pending, problems }
}

interface Line {
  kind: 'title' | SummaryItem['kind']
  indent?: number
  content: string
  title: string
  linkTitle?: string
  target?: string
}

function readLine(line: string): Line | undefined {
  if (thematicBreak.test(line)) return { kind: 'break', content: line, title: '' }
  const [, level, name = ''] = heading.exec(line) ?? []
  if (level !== undefined) {
    return {
      kind: level.length === 1 ? 'title' : 'group',
      content: name,
      title: stripMarkup(name) || 'Untitled',
    }
  }
  const [, space, content = ''] = bullet.exec(line) ?? []
  if (space === undefined || content === '') return undefined
  const indent = space.replaceAll('\t', '    ').length
  const [, label, target, double, single] = link.exec(content) ?? []
  if (label === undefined || target === undefined) {
    return { kind: 'group', indent, content, title: stripMarkup(content).slice(0, 256) || 'Untitled' }
  }
  const bare = target.replace(/^<(.*)>$/, '$1').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  const linkTitle = stripMarkup(double ?? single ?? '').slice(0, 256)
  return {
    kind: /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(bare) ? 'link' : 'page',
    indent,
    content,
    title: stripMarkup(label).slice(0, 256),
    ...(linkTitle !== '' && { linkTitle }),
    target: bare,
  }
}

const makeItemKey = (kind: SummaryItem['kind'], name: string, listed: boolean): string =>
  `${kind}${kind === 'group' && listed ? ' in list' : ''} ${name}`

function resolveTarget(target: string | undefined, summaryPath: string): string | undefined {
  const bare = (target ?? '').replace(/[#?].*$/s, '')
  let decoded = bare
  try {
    decoded = decodeURIComponent(bare)
  } catch {
    // A percent sign that encodes nothing is part of the name.
  }
  return resolvePath(getFolder(summaryPath), decoded)
}

function findPageProblem(
  target: string | undefined,
  summaryPath: string,
  isPage: (path: string) => boolean,
  seen: Set<string>,
): string | undefined {
  const path = resolveTarget(target, summaryPath)
  const quotedTarget = JSON.stringify((target ?? '').slice(0, 200))
  if (path === undefined) return `SUMMARY.md links to ${quotedTarget}, which is outside of the repository.`
  if (path === summaryPath) return 'SUMMARY.md links to itself.'
  if (!isPage(path)) return `SUMMARY.md links to ${quotedTarget}, which is no page.`
  if (seen.has(path)) return `SUMMARY.md links to ${quotedTarget} more than once; the first counts.`
  seen.add(path)
  return undefined
}

/** An entry of the table of contents that is to be written. */
export interface SummaryNode {
  kind: 'page' | 'link' | 'group'
  title: string
  linkTitle?: string
  path?: string
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
  options: { path: string; isPage: (path: string) => boolean },
): string {
  const old = parseSummary(text ?? '# Table of contents\n', options)
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
          line: `## ${escapeHeading(singleLine(node.title))}`,
        })
        inGroup = true
        for (const child of node.children) this.#writeItem(child, 0)
        continue
      }
      // Only a thematic break ends a group.
      if (inGroup) this.#writeSection({ kind: 'break', key: makeItemKey('break', '', false), line: '***' })
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

  #writeSection({ key, line }: { kind: 'group' | 'break'; key: string; line: string }): void {
    const old = this.#takeItem(key)
    this.#writeLead(old, true)
    this.#lines.push(old?.raw ?? line + this.#eol)
    this.#last = old
    this.#isSectionStart = true
  }

  #writeItem(node: SummaryNode, depth: number): void {
    const listed = makeItemKey('group', node.title, true)
    const old =
      node.kind === 'page'
        ? (this.#takeItem(makeItemKey('page', node.path ?? '', true)) ??
          (node.oldPath === undefined ? undefined : this.#takeItem(makeItemKey('page', node.oldPath, true))))
        : this.#takeItem(node.kind === 'link' ? makeItemKey('link', node.url ?? '', true) : listed)
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
      (node.keepLabel || (old.title === singleLine(node.title) && old.linkTitle === node.linkTitle))
    if (isUnchanged && old.depth === depth) return old.raw
    const content = isUnchanged ? old.content : this.#formatContent(node)
    return `${' '.repeat(this.#unit * depth)}${this.#bullet} ${content}${this.#eol}`
  }

  #formatContent(node: SummaryNode): string {
    const title = escapeHeading(singleLine(node.title)) || 'Untitled'
    if (node.kind === 'group') return title
    const target = node.kind === 'link' ? (node.url ?? '') : relativePath(this.#folder, node.path ?? '')
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

/** Encodes only those characters of a path that would end it between angle brackets or be decoded. */
const encodePath = (path: string): string =>
  path.replaceAll(/[%<>\\?#\n\r]/g, (character) => encodeURIComponent(character))
