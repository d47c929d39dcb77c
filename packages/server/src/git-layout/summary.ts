import { escapeHeading, plainText, singleLine } from './head.ts'
import { folderOf, relativePath, resolvePath } from './paths.ts'

/** A line of `SUMMARY.md` that stands for something: a page, a link, a group, or the end of a group. */
export interface SummaryItem {
  kind: 'page' | 'link' | 'group' | 'break'
  /** What it stands for; the same for the same thing in every version of the file. */
  key: string
  title: string
  /** The label in the navigation, where that is another than the title. */
  linkTitle?: string
  /** Of a page, from the top of the repository. */
  path?: string
  url?: string
  /** 0 for what stands at the top or directly in a group. */
  depth: number
  /** The line as it is. */
  raw: string
  /** The line without what makes it an item of a list. */
  content: string
  /** Lines before it that stand for nothing. */
  lead: string[]
}

export interface Summary {
  preamble: string[]
  items: SummaryItem[]
  trailer: string[]
  /** What could not be taken, in words for people. */
  problems: string[]
}

const longestLine = 4000
const deepest = 25
const heading = /^(#{1,6})[ \t]+(.*?)[ \t]*$/
const thematicBreak = /^ {0,3}([*_-])(?:[ \t]*\1){2,}[ \t]*$/
const bullet = /^([ \t]*)[*+-][ \t]+(.*?)[ \t]*$/
const link =
  /^\[((?:\\.|\[[^[\]]*\]|[^[\]\\])*)\]\((<[^<>]*>|(?:\\.|\([^()]*\)|[^()\\\s])*)(?:[ \t]+(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'))?[ \t]*\)$/

/**
 * Reads the table of contents. Each file is taken once, where it comes first; what leads nowhere, outside or to
 * something that is no page is left aside and named, and its line stays where it is.
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
  let titled = false
  for (const raw of lines) {
    const line = raw.replace(/\r$/, '')
    const item = line.length > longestLine ? undefined : readLine(line)
    if (!item) {
      pending.push(raw)
      continue
    }
    if (item.kind === 'title') {
      // The first heading of level 1 is the file's own.
      if (titled || items.length > 0) problems.push(`SUMMARY.md: "${item.content}" was left aside.`)
      titled = true
      pending.push(raw)
      continue
    }
    if (item.kind === 'group' && item.indent === undefined) indents = []
    if (item.kind === 'break') indents = []
    let depth = 0
    if (item.indent !== undefined) {
      const { indent } = item
      indents = indents.filter((above) => above < indent)
      depth = Math.min(indents.length, deepest)
    }
    const problem = item.kind === 'page' ? pageProblem(item.target, summaryPath, isPage, seen) : undefined
    if (problem !== undefined) {
      problems.push(problem)
      pending.push(raw)
      continue
    }
    if (item.indent !== undefined) indents.push(item.indent)
    const path = item.kind === 'page' ? pathOf(item.target, summaryPath) : undefined
    items.push({
      kind: item.kind,
      key: keyOf(item.kind, path ?? item.target ?? item.title, item.indent !== undefined),
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
      title: plainText(name) || 'Untitled',
    }
  }
  const [, space, content = ''] = bullet.exec(line) ?? []
  if (space === undefined || content === '') return undefined
  const indent = space.replaceAll('\t', '    ').length
  const [, label, target, double, single] = link.exec(content) ?? []
  if (label === undefined || target === undefined) {
    return { kind: 'group', indent, content, title: plainText(content).slice(0, 256) || 'Untitled' }
  }
  const bare = target.replace(/^<(.*)>$/, '$1').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  const linkTitle = plainText(double ?? single ?? '').slice(0, 256)
  return {
    kind: /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(bare) ? 'link' : 'page',
    indent,
    content,
    title: plainText(label).slice(0, 256),
    ...(linkTitle !== '' && { linkTitle }),
    target: bare,
  }
}

const keyOf = (kind: SummaryItem['kind'], name: string, listed: boolean): string =>
  `${kind}${kind === 'group' && listed ? ' in list' : ''} ${name}`

function pathOf(target: string | undefined, summaryPath: string): string | undefined {
  const bare = (target ?? '').replace(/[#?].*$/s, '')
  let decoded = bare
  try {
    decoded = decodeURIComponent(bare)
  } catch {
    // A percent sign that encodes nothing is part of the name.
  }
  return resolvePath(folderOf(summaryPath), decoded)
}

function pageProblem(
  target: string | undefined,
  summaryPath: string,
  isPage: (path: string) => boolean,
  seen: Set<string>,
): string | undefined {
  const path = pathOf(target, summaryPath)
  const shown = JSON.stringify((target ?? '').slice(0, 200))
  if (path === undefined) return `SUMMARY.md links to ${shown}, which is outside of the repository.`
  if (path === summaryPath) return 'SUMMARY.md links to itself.'
  if (!isPage(path)) return `SUMMARY.md links to ${shown}, which is no page.`
  if (seen.has(path)) return `SUMMARY.md links to ${shown} more than once; the first counts.`
  seen.add(path)
  return undefined
}

/** What the table of contents is to hold. */
export interface SummaryNode {
  kind: 'page' | 'link' | 'group'
  title: string
  linkTitle?: string
  path?: string
  /** Of a page that was moved to another file: the one its line has now. */
  oldPath?: string
  url?: string
  /** Whether its line may stay as it is, whatever it calls the page. */
  keepLabel: boolean
  children: SummaryNode[]
}

/** The file with the wanted content: a line that says it already stays as it is, whatever its form. */
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
  /** Whether what was written last begins a section. */
  #opened = false

  constructor(old: Summary, path: string) {
    this.#old = old
    this.#folder = folderOf(path)
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
        this.#section({
          kind: 'group',
          key: keyOf('group', node.title, false),
          line: `## ${escapeHeading(singleLine(node.title))}`,
        })
        inGroup = true
        for (const child of node.children) this.#item(child, 0)
        continue
      }
      // Only a break ends a group.
      if (inGroup) this.#section({ kind: 'break', key: keyOf('break', '', false), line: '***' })
      inGroup = false
      this.#item(node, 0)
    }
    for (const left of [...this.#unused.values()].flat()) {
      const kept = left.lead.filter((line) => line.trim() !== '')
      this.#lines.push(...kept)
    }
    if (this.#old.items.length === 0 && nodes.length > 0) {
      if (this.#lines.at(-1)?.trim() !== '') this.#lines.push(this.#eol)
      return `${this.#lines.join('\n').replace(/\n+$/, '')}\n`
    }
    return [...this.#lines, ...this.#old.trailer].join('\n')
  }

  #take(key: string): SummaryItem | undefined {
    return this.#unused.get(key)?.shift()
  }

  #section({ key, line }: { kind: 'group' | 'break'; key: string; line: string }): void {
    const old = this.#take(key)
    this.#lead(old, true)
    this.#lines.push(old?.raw ?? line + this.#eol)
    this.#last = old
    this.#opened = true
  }

  #item(node: SummaryNode, depth: number): void {
    const listed = keyOf('group', node.title, true)
    const old =
      node.kind === 'page'
        ? (this.#take(keyOf('page', node.path ?? '', true)) ??
          (node.oldPath === undefined ? undefined : this.#take(keyOf('page', node.oldPath, true))))
        : this.#take(node.kind === 'link' ? keyOf('link', node.url ?? '', true) : listed)
    this.#lead(old, false)
    this.#lines.push(this.#line(node, depth, old))
    this.#last = old
    this.#opened = false
    for (const child of node.children) this.#item(child, depth + 1)
  }

  #line(node: SummaryNode, depth: number, old: SummaryItem | undefined): string {
    const stays =
      old !== undefined &&
      old.path === node.path &&
      (node.keepLabel || (old.title === singleLine(node.title) && old.linkTitle === node.linkTitle))
    if (stays && old.depth === depth) return old.raw
    const content = stays ? old.content : this.#content(node)
    return `${' '.repeat(this.#unit * depth)}${this.#bullet} ${content}${this.#eol}`
  }

  #content(node: SummaryNode): string {
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

  /** Empty lines where they were, and one around a section's beginning. */
  #lead(old: SummaryItem | undefined, section: boolean): void {
    const lead = old?.lead ?? []
    const words = lead.some((line) => line.trim() !== '')
    const natural = old !== undefined && this.#follows.get(old) === this.#last
    const first = this.#lines.length === this.#old.preamble.length && this.#last === undefined
    if (natural || words) this.#lines.push(...lead)
    const apart = this.#lines.length === 0 || this.#lines.at(-1)?.trim() === ''
    if (!apart && !natural && (section || this.#opened || first)) this.#lines.push(this.#eol)
  }
}

/** As it can stand between angle brackets: only what would end it or be decoded is encoded. */
const encodePath = (path: string): string =>
  path.replaceAll(/[%<>\\?#\n\r]/g, (character) => encodeURIComponent(character))
