import { decodeUri } from '../../../common/decode-uri.ts'
import { posix } from 'node:path'

/** A page or group of a navigation, with the pages below it. */
export interface PageOutline {
  title?: string
  /** The address of the page in the navigation. Without one, the entry only groups its children. */
  address?: string
  children: PageOutline[]
}

/** Finds the page that a path of a navigation leads to. */
export interface PageLookup {
  findPage(path: string): string | undefined
}

const listItem = /^(\s*)(?:[*+-]|\d+[.)])\s+(.*)$/
const markdownLink = /^\[((?:[^\]\\]|\\.)*)\]\(\s*(<[^>]*>|[^)\s]*)[^)]*\)/
const wikiLink = /^\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/

/** Parses an outline from a nested list of links in Markdown. Headings between the lists become groups. */
export function parseOutline(markdown: string, from: string, pages: PageLookup): PageOutline[] {
  const top: PageOutline[] = []
  let group = top
  let openEntries: { indent: number; children: PageOutline[] }[] = []
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^#{2,6}\s+(.*?)\s*(?:<a .*)?$/.exec(line)?.[1]
    if (heading !== undefined) {
      const headingGroup: PageOutline = { title: toPlainText(heading), children: [] }
      top.push(headingGroup)
      group = headingGroup.children
      openEntries = []
      continue
    }
    const [, indentation, text] = listItem.exec(line) ?? []
    if (indentation === undefined || text === undefined) continue
    const indent = indentation.replaceAll('\t', '    ').length
    openEntries = openEntries.filter((openEntry) => openEntry.indent < indent)
    const entry = parseEntry(text.trim(), from, pages)
    const siblings = openEntries.at(-1)?.children ?? group
    siblings.push(entry)
    openEntries.push({ indent, children: entry.children })
  }
  return pruneOutline(top)
}

function parseEntry(text: string, from: string, pages: PageLookup): PageOutline {
  // The link may be emphasised.
  const linkText = text.replace(/^[*_]{1,3}(?=\[)/, '')
  const [, title, address] = markdownLink.exec(linkText) ?? []
  if (title !== undefined && address !== undefined) {
    const path = resolveRelativePath(from, decodeUri(address.replace(/^<|>$/g, '').replace(/[#?].*$/, '')))
    const page = path === undefined ? undefined : pages.findPage(path)
    return { title: toPlainText(title), ...(page !== undefined && { address: page }), children: [] }
  }
  const [, first, second] = wikiLink.exec(linkText) ?? []
  if (first !== undefined) {
    const page = pages.findPage((second ?? first).trim().replaceAll(' ', '-').replace(/#.*$/, ''))
    return { title: first.trim(), ...(page !== undefined && { address: page }), children: [] }
  }
  return { title: toPlainText(text), children: [] }
}

const toPlainText = (text: string): string => text.replaceAll(/[*_`]|\\(?=\W)/g, '').trim()

/** Removes entries without a page and children, and every repeated mention of a page. */
export function pruneOutline(outline: PageOutline[], seen = new Set<string>()): PageOutline[] {
  return outline.flatMap(({ address, title, children }) => {
    const isNew = address !== undefined && !seen.has(address)
    if (isNew) seen.add(address)
    const keptChildren = pruneOutline(children, seen)
    if (!isNew && keptChildren.length === 0) return []
    return [{ ...(title !== undefined && { title }), ...(isNew && { address }), children: keptChildren }]
  })
}

/** Resolves a relative address of a page in an archive to a path in the archive; undefined when it leads out of it. */
export function resolveRelativePath(from: string, address: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return undefined
  const path = posix.normalize(
    address.startsWith('/') ? address.slice(1) : posix.join(posix.dirname(from), address),
  )
  return path.startsWith('../') || path === '..' ? undefined : path.replace(/^\.\//, '').replace(/\/$/, '')
}
