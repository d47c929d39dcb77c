import { posix } from 'node:path'

/** Pages in the order and the places that a navigation gives them. */
export interface PageOutline {
  title?: string
  /** An address, as the navigation has it; without one it only groups what is below it. */
  address?: string
  children: PageOutline[]
}

/** Finds the page that a path means. */
export interface PageLookup {
  page(path: string): string | undefined
}

const item = /^(\s*)(?:[*+-]|\d+[.)])\s+(.*)$/
const linked = /^\[((?:[^\]\\]|\\.)*)\]\(\s*(<[^>]*>|[^)\s]*)[^)]*\)/
const wikiLinked = /^\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/

/** A nested list of links in Markdown; headings between the lists are groups. */
export function outlineOfList(markdown: string, from: string, pages: PageLookup): PageOutline[] {
  const top: PageOutline[] = []
  let group = top
  let open: { indent: number; children: PageOutline[] }[] = []
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^#{2,6}\s+(.*?)\s*(?:<a .*)?$/.exec(line)?.[1]
    if (heading !== undefined) {
      const made: PageOutline = { title: plain(heading), children: [] }
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

function entryOf(text: string, from: string, pages: PageLookup): PageOutline {
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
export function pruned(outline: PageOutline[], seen = new Set<string>()): PageOutline[] {
  return outline.flatMap(({ address, title, children }) => {
    const isNew = address !== undefined && !seen.has(address)
    if (isNew) seen.add(address)
    const below = pruned(children, seen)
    if (!isNew && below.length === 0) return []
    return [{ ...(title !== undefined && { title }), ...(isNew && { address }), children: below }]
  })
}

/** The path in an archive that a relative address of one of its pages leads to; undefined when it leads out of it. */
export function joinPath(from: string, address: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return undefined
  const path = posix.normalize(
    address.startsWith('/') ? address.slice(1) : posix.join(posix.dirname(from), address),
  )
  return path.startsWith('../') || path === '..' ? undefined : path.replace(/^\.\//, '').replace(/\/$/, '')
}
