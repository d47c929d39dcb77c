import type { LayoutConfig } from './config.ts'
import { folderOf, isInside, isMarkdown, nameOf, titleOfPath } from './paths.ts'
import { parseSummary, type SummaryItem } from './summary.ts'

/** What the repository says the pages are, in their order. */
export type Entry =
  | { kind: 'page'; path: string; title?: string; linkTitle?: string; children: Entry[] }
  | { kind: 'group'; title: string; children: Entry[] }
  | { kind: 'link'; title: string; url: string; children: Entry[] }

/** By the summary; without one, by the folders. */
export function readStructure(
  config: LayoutConfig,
  paths: readonly string[],
  summary: string | undefined,
): { entries: Entry[]; problems: string[] } {
  const isPage = pagesOf(config, paths)
  if (summary === undefined) return { entries: byFolders(config, paths.filter(isPage)), problems: [] }
  const { items, problems } = parseSummary(summary, { path: config.summary, isPage })
  return { entries: nested(items), problems }
}

/** Whether a file can be a page. */
export function pagesOf(config: LayoutConfig, paths: readonly string[]): (path: string) => boolean {
  const all = new Set(paths)
  return (path) =>
    all.has(path) &&
    isMarkdown(path) &&
    isInside(config.root, path) &&
    path !== config.summary &&
    !isInside(config.includes, path)
}

function nested(items: readonly SummaryItem[]): Entry[] {
  const top: Entry[] = []
  let section = top
  let way: Entry[] = []
  for (const item of items) {
    if (item.kind === 'break') {
      section = top
      way = []
      continue
    }
    const entry = entryOf(item)
    if (entry.kind === 'group' && !/^[ \t]*[*+-][ \t]/.test(item.raw)) {
      top.push(entry)
      section = entry.children
      way = []
      continue
    }
    way = way.slice(0, item.depth)
    ;(way.at(-1)?.children ?? section).push(entry)
    way.push(entry)
  }
  return top
}

function entryOf({ kind, path, title, linkTitle, url }: SummaryItem): Entry {
  if (kind === 'page' && path !== undefined) {
    return {
      kind,
      path,
      ...(title !== '' && { title }),
      ...(linkTitle !== undefined && { linkTitle }),
      children: [],
    }
  }
  if (kind === 'link') return { kind, title: title || (url ?? ''), url: url ?? '', children: [] }
  return { kind: 'group', title, children: [] }
}

const isReadme = (path: string) => /^readme\.(md|markdown)$/i.test(nameOf(path))

function byFolders(config: LayoutConfig, pages: readonly string[]): Entry[] {
  const top: Entry[] = []
  const folders = new Map<string, Entry[]>([[config.root, top]])
  const readmes = new Map(pages.filter(isReadme).map((path) => [folderOf(path), path]))
  const inside = (folder: string): Entry[] => {
    const known = folders.get(folder)
    if (known) return known
    const above = inside(folderOf(folder))
    const readme = readmes.get(folder)
    const children: Entry[] = []
    if (readme !== undefined) above.push({ kind: 'page', path: readme, children })
    else above.push({ kind: 'group', title: titleOfPath(config.root, `${folder}/README.md`), children })
    folders.set(folder, children)
    return children
  }
  const hidden = (path: string) =>
    path
      .slice(config.root === '' ? 0 : config.root.length + 1)
      .split('/')
      .some((part) => part.startsWith('.') || part === 'node_modules')
  // Code units decide, so that every machine has the same order; a folder stands where its name does.
  const order = (a: string, b: string) => {
    const [first, second] = [sortKey(a), sortKey(b)]
    return first < second ? -1 : first > second ? 1 : 0
  }
  const sortKey = (path: string) =>
    path === config.readme ? '' : path.replace(/\.(md|markdown)$/i, '').toLowerCase()
  for (const path of pages.filter((path) => !hidden(path)).sort(order)) {
    const folder = folderOf(path)
    if (isReadme(path) && folder !== config.root) inside(folder)
    else inside(folder).push({ kind: 'page', path, children: [] })
  }
  return top
}
