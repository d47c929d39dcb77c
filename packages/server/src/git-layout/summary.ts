import { decodeUri } from '../common/decode-uri.ts'
import { stripMarkup } from './head.ts'
import { getFolder, isPlainPath, resolvePath } from './paths.ts'
import { isYamlObject, readYaml, type YamlObject } from './yaml-lines.ts'

/** A line of `SUMMARY.md` that is a page, a link, a group, or the end of a group. */
export interface SummaryItem {
  kind: 'page' | 'link' | 'group' | 'computed' | 'break'
  /** Identifies the page, link or group. It is the same in every version of the file. */
  key: string
  title: string
  /** The label in the navigation, if it differs from the title. */
  linkTitle?: string
  /** The path of a page from the top of the repository. */
  path?: string
  url?: string
  /** The place in a listed page that a link leads to. Its URL is the path with the anchor. */
  place?: PagePlace
  /** The slug of a group, which its heading may have as an anchor. */
  slug?: string
  /** What the pages in this place are computed from. */
  computed?: YamlObject
  /** The level of nesting, which is 0 at the top and directly in a group. */
  depth: number
  /** The unchanged line; that of computed content has several. */
  raw: string
  /** The line without indentation and bullet. */
  content: string
  /** The lines before it that are no items, such as empty lines and comments. */
  lead: string[]
}

/** An anchor in a file. The path is from the top of the repository. */
export interface PagePlace {
  path: string
  anchor: string
}

export interface Summary {
  preamble: string[]
  items: SummaryItem[]
  trailer: string[]
  /** Messages for people about lines that were skipped. */
  problems: string[]
}

const MAX_LINE_CHARACTERS = 4000
const MAX_HEADING_CHARACTERS = 256
const MAX_DEPTH = 25
const heading = /^(#{1,6})[ \t]+(.*?)[ \t]*$/
const thematicBreak = /^ {0,3}([*_-])(?:[ \t]*\1){2,}[ \t]*$/
const headingAnchor = /[ \t]*<a (?:href="#[^"]*" )?id="([^"<>]{1,100})">\s*<\/a>/
const openingFence = /^([ \t]*)[*+-][ \t]+(`{3,}|~{3,})ya?ml[ \t]*$/
const bullet = /^([ \t]*)[*+-][ \t]+(.*?)[ \t]*$/
const link =
  /^\[((?:\\.|\[[^[\]]*\]|[^[\]\\])*)\]\((<[^<>]*>|(?:\\.|\([^()]*\)|[^()\\\s])*)(?:[ \t]+(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'))?[ \t]*\)$/

/** Reads the heading of the file itself, which comes before its entries; undefined where it has none. */
export function readSummaryHeading(text: string): string | undefined {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [, level, name = ''] = line.length > MAX_LINE_CHARACTERS ? [] : (heading.exec(line) ?? [])
    if (level === '#' && name !== '') return name.slice(0, MAX_HEADING_CHARACTERS)
    if (level !== undefined || bullet.test(line)) return undefined
  }
  return undefined
}

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
  for (let index = 0; index < lines.length; index++) {
    const block = readComputedBlock(lines, index)
    const raw = block?.raw ?? lines[index] ?? ''
    if (block) index = block.end
    const line = raw.replace(/\r$/, '')
    const item = block ?? (line.length > MAX_LINE_CHARACTERS ? undefined : readLine(line))
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
    const place = item.kind === 'page' ? readPlace(item.target, summaryPath, seen) : undefined
    if (place) item.kind = 'link'
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
      key: makeItemKey(
        item.kind,
        place ? formatPlace(place) : (path ?? item.target ?? item.title),
        item.indent !== undefined,
      ),
      title: item.title,
      ...(item.linkTitle !== undefined && { linkTitle: item.linkTitle }),
      ...(path !== undefined && { path }),
      ...(item.kind === 'link' && { url: place ? formatPlace(place) : (item.target ?? '') }),
      ...(place && { place }),
      ...(item.slug !== undefined && { slug: item.slug }),
      ...(item.computed && { computed: item.computed }),
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
  slug?: string
  computed?: YamlObject
}

/**
 * Reads computed content: an item of the list that is a block of YAML. Undefined where no such block begins, or where it is
 * not about anything that can be computed.
 */
function readComputedBlock(
  lines: readonly string[],
  start: number,
): (Line & { raw: string; end: number }) | undefined {
  const [, space, fence] = openingFence.exec((lines[start] ?? '').replace(/\r$/, '')) ?? []
  if (space === undefined || fence === undefined) return undefined
  const end = lines.findIndex((line, index) => index > start && line.trim() === fence)
  if (end < 0 || end - start > MAX_BLOCK_LINES) return undefined
  const computed = readYaml(removeIndentation(lines.slice(start + 1, end)).join('\n'))
  if (!computed || !isComputedSource(computed)) return undefined
  return {
    kind: 'computed',
    indent: space.replaceAll('\t', '    ').length,
    content: '',
    title: '',
    target: makeComputedKey(computed),
    computed,
    raw: lines.slice(start, end + 1).join('\n'),
    end,
  }
}

const MAX_BLOCK_LINES = 200

export function removeIndentation(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents, MAX_LINE_CHARACTERS)
  return lines.map((line) => line.slice(indent))
}

/** Equal sources have equal keys, in whatever order they were written. */
export const makeComputedKey = (computed: YamlObject): string =>
  JSON.stringify(computed, (_, value: unknown) =>
    isYamlObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

function isComputedSource({ type, dependencies }: YamlObject): boolean {
  const spec = isYamlObject(dependencies) ? dependencies['spec'] : undefined
  const ref = isYamlObject(spec) ? spec['ref'] : undefined
  return type === 'builtin:openapi' && isYamlObject(ref) && typeof ref['spec'] === 'string'
}

export const formatPlace = ({ path, anchor }: PagePlace): string => `${path}#${anchor}`

/** The place that a link to a page leads to which is listed already: an entry of its own, and not the page again. */
function readPlace(
  target: string | undefined,
  summaryPath: string,
  seen: ReadonlySet<string>,
): PagePlace | undefined {
  const anchor = /#([^#\s]{1,512})$/.exec(target ?? '')?.[1]
  const path = resolveTarget(target, summaryPath)
  return anchor !== undefined && path !== undefined && seen.has(path) ? { path, anchor } : undefined
}

function readLine(line: string): Line | undefined {
  if (thematicBreak.test(line)) return { kind: 'break', content: line, title: '' }
  const [, level, name = ''] = heading.exec(line) ?? []
  if (level !== undefined) {
    return {
      kind: level.length === 1 ? 'title' : 'group',
      content: name,
      title: stripMarkup(name) || 'Untitled',
      ...readHeadingSlug(name),
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

function readHeadingSlug(name: string): { slug?: string } {
  const slug = headingAnchor.exec(name)?.[1]
  return slug !== undefined && isPlainPath(slug) && !slug.includes('/') ? { slug } : {}
}

export const makeItemKey = (kind: SummaryItem['kind'], name: string, listed: boolean): string =>
  `${kind}${kind === 'group' && listed ? ' in list' : ''} ${name}`

function resolveTarget(target: string | undefined, summaryPath: string): string | undefined {
  const bare = (target ?? '').replace(/[#?].*$/s, '')
  return resolvePath(getFolder(summaryPath), decodeUri(bare))
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
