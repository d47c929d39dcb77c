import { parse } from 'yaml'
import type { Outline } from './conversion/types.ts'
import { joinPath } from './links.ts'

interface Files {
  read(path: string): Promise<Buffer>
}

interface Pages {
  page(path: string): string | undefined
}

/** The order that a folder's own files give: a summary of GitBook's, a wiki's sidebar, a configuration of MkDocs. */
export async function outlineOfFolder(folder: Files, paths: string[], pages: Pages): Promise<Outline[]> {
  const shallowest = (pattern: RegExp) =>
    paths.filter((path) => pattern.test(path)).sort((one, other) => depth(one) - depth(other))[0]
  const list = shallowest(/(^|\/)SUMMARY\.md$/i) ?? shallowest(/(^|\/)_Sidebar\.md$/i)
  if (list !== undefined) {
    const outline = outlineOfList((await folder.read(list)).toString('utf8'), list, pages)
    if (outline.length > 0) return outline
  }
  const configuration = shallowest(/(^|\/)mkdocs\.ya?ml$/i)
  if (configuration === undefined) return []
  return outlineOfMkDocs((await folder.read(configuration)).toString('utf8'), configuration, pages)
}

const depth = (path: string): number => path.split('/').length

const item = /^(\s*)(?:[*+-]|\d+[.)])\s+(.*)$/
const linked = /^\[((?:[^\]\\]|\\.)*)\]\(\s*(<[^>]*>|[^)\s]*)[^)]*\)/
const wikiLinked = /^\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/

/** A nested list of links in Markdown; headings between the lists are groups. */
export function outlineOfList(markdown: string, from: string, pages: Pages): Outline[] {
  const top: Outline[] = []
  let group = top
  let open: { indent: number; children: Outline[] }[] = []
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^#{2,6}\s+(.*?)\s*(?:<a .*)?$/.exec(line)?.[1]
    if (heading !== undefined) {
      const made: Outline = { title: plain(heading), children: [] }
      top.push(made)
      group = made.children
      open = []
      continue
    }
    const [, indentation, text] = item.exec(line) ?? []
    if (indentation === undefined || text === undefined) continue
    const indent = indentation.replaceAll('\t', '    ').length
    open = open.filter((each) => each.indent < indent)
    const made = entryOf(text.trim(), from, pages)
    const siblings = open.at(-1)?.children ?? group
    siblings.push(made)
    open.push({ indent, children: made.children })
  }
  return pruned(top)
}

function entryOf(text: string, from: string, pages: Pages): Outline {
  const bold = text.replace(/^[*_]{1,3}(?=\[)/, '')
  const [, title, address] = linked.exec(bold) ?? []
  if (title !== undefined && address !== undefined) {
    const path = joinPath(from, decodePath(address.replace(/^<|>$/g, '').replace(/[#?].*$/, '')))
    const page = path === undefined ? undefined : pages.page(path)
    return { title: plain(title), ...(page !== undefined && { address: page }), children: [] }
  }
  const [, first, second] = wikiLinked.exec(bold) ?? []
  if (first !== undefined) {
    const page = pages.page((second ?? first).trim().replaceAll(' ', '-').replace(/#.*$/, ''))
    return { title: first.trim(), ...(page !== undefined && { address: page }), children: [] }
  }
  return { title: plain(text), children: [] }
}

const plain = (text: string): string => text.replaceAll(/[*_`]|\\(?=\W)/g, '').trim()

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Without what leads nowhere and holds nothing, and without a page's second mention. */
export function pruned(outline: Outline[], seen = new Set<string>()): Outline[] {
  return outline.flatMap(({ address, title, children }) => {
    const isNew = address !== undefined && !seen.has(address)
    if (isNew) seen.add(address)
    const below = pruned(children, seen)
    if (!isNew && below.length === 0) return []
    return [{ ...(title !== undefined && { title }), ...(isNew && { address }), children: below }]
  })
}

/** `nav` of `mkdocs.yml`: paths, `Title: path`, and `Title:` with a list. */
function outlineOfMkDocs(yaml: string, from: string, pages: Pages): Outline[] {
  let settings: unknown
  try {
    // Tags that name functions of Python are read as what they are on.
    settings = parse(yaml, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return []
  }
  if (!isRecord(settings) || !Array.isArray(settings.nav)) return []
  const folder = typeof settings.docs_dir === 'string' ? settings.docs_dir : 'docs'
  const pageAt = (path: string) => pages.page(joinPath(from, `${folder}/${path}`) ?? '')
  const entries = (nav: unknown[]): Outline[] =>
    nav.flatMap((entry): Outline[] => {
      if (typeof entry === 'string') {
        const page = pageAt(entry)
        return page === undefined ? [] : [{ address: page, children: [] }]
      }
      if (!isRecord(entry)) return []
      return Object.entries(entry).map(([title, value]) => {
        if (Array.isArray(value)) return { title, children: entries(value) }
        const page = typeof value === 'string' ? pageAt(value) : undefined
        return page === undefined ? { title, children: [] } : { title, address: page, children: [] }
      })
    })
  return pruned(entries(settings.nav))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
