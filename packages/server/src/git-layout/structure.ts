import type { LayoutConfig } from './config.ts'
import { getFolder, isInside, isMarkdown, getFileName, deriveTitle } from './paths.ts'
import { type PagePlace, parseSummary, type SummaryItem } from './summary.ts'
import type { YamlObject } from './yaml-lines.ts'

/** An entry of the table of contents of a repository. */
export type StructureEntry =
  | { kind: 'page'; path: string; title?: string; linkTitle?: string; children: StructureEntry[] }
  | { kind: 'group'; title: string; slug?: string; children: StructureEntry[] }
  | { kind: 'link'; title: string; url: string; place?: PagePlace; children: StructureEntry[] }
  | { kind: 'computed'; computed: YamlObject; title: string; children: StructureEntry[] }

/** Reads the table of contents from the summary, or from the folders if there is no summary. */
export function readStructure(
  config: LayoutConfig,
  paths: readonly string[],
  summary: string | undefined,
): { entries: StructureEntry[]; problems: string[] } {
  const isPage = createPageFilter(config, paths)
  if (summary === undefined) return { entries: readFolders(config, paths.filter(isPage)), problems: [] }
  const { items, problems } = parseSummary(summary, { path: config.summary, isPage })
  return { entries: nestItems(items), problems }
}

/** Creates a function that tells whether a file can be a page. */
export function createPageFilter(config: LayoutConfig, paths: readonly string[]): (path: string) => boolean {
  const allPaths = new Set(paths)
  return (path) =>
    allPaths.has(path) &&
    isMarkdown(path) &&
    isInside(config.root, path) &&
    path !== config.summary &&
    !isInside(config.includes, path)
}

function nestItems(items: readonly SummaryItem[]): StructureEntry[] {
  const top: StructureEntry[] = []
  let section = top
  let ancestors: StructureEntry[] = []
  for (const item of items) {
    if (item.kind === 'break') {
      section = top
      ancestors = []
      continue
    }
    const entry = createEntry(item)
    if (entry.kind === 'group' && !/^[ \t]*[*+-][ \t]/.test(item.raw)) {
      top.push(entry)
      section = entry.children
      ancestors = []
      continue
    }
    ancestors = ancestors.slice(0, item.depth)
    ;(ancestors.at(-1)?.children ?? section).push(entry)
    ancestors.push(entry)
  }
  return top
}

function createEntry(item: SummaryItem): StructureEntry {
  const { kind, path, title, linkTitle, url, place, slug, computed } = item
  if (kind === 'page' && path !== undefined) {
    return {
      kind,
      path,
      ...(title !== '' && { title }),
      ...(linkTitle !== undefined && { linkTitle }),
      children: [],
    }
  }
  if (kind === 'link') {
    return { kind, title: title || (url ?? ''), url: url ?? '', ...(place && { place }), children: [] }
  }
  if (computed) return { kind: 'computed', computed, title: 'API reference', children: [] }
  return { kind: 'group', title, ...(slug !== undefined && { slug }), children: [] }
}

const isReadme = (path: string) => /^readme\.(md|markdown)$/i.test(getFileName(path))

function readFolders(config: LayoutConfig, pages: readonly string[]): StructureEntry[] {
  const top: StructureEntry[] = []
  const folders = new Map<string, StructureEntry[]>([[config.root, top]])
  const readmes = new Map(pages.filter(isReadme).map((path) => [getFolder(path), path]))
  const findChildren = (folder: string): StructureEntry[] => {
    const knownChildren = folders.get(folder)
    if (knownChildren) return knownChildren
    const parentChildren = findChildren(getFolder(folder))
    const readme = readmes.get(folder)
    const children: StructureEntry[] = []
    if (readme !== undefined) parentChildren.push({ kind: 'page', path: readme, children })
    else
      parentChildren.push({ kind: 'group', title: deriveTitle(config.root, `${folder}/README.md`), children })
    folders.set(folder, children)
    return children
  }
  const isHidden = (path: string) =>
    path
      .slice(config.root === '' ? 0 : config.root.length + 1)
      .split('/')
      .some((part) => part.startsWith('.') || part === 'node_modules')
  // Comparing code units gives the same order on every machine. A folder is sorted by its name among the files.
  const order = (a: string, b: string) => {
    const [first, second] = [sortKey(a), sortKey(b)]
    return first < second ? -1 : first > second ? 1 : 0
  }
  const sortKey = (path: string) =>
    path === config.readme ? '' : path.replace(/\.(md|markdown)$/i, '').toLowerCase()
  for (const path of pages.filter((path) => !isHidden(path)).sort(order)) {
    const folder = getFolder(path)
    if (isReadme(path) && folder !== config.root) {
      findChildren(folder)
      continue
    }
    const page: StructureEntry = { kind: 'page', path, children: [] }
    findChildren(folder).push(page)
    // `kitchen.md` is the page of the folder `kitchen`, unless that has one of its own. It is sorted before the folder.
    const ownFolder = path.replace(/\.(md|markdown)$/i, '')
    if (!readmes.has(ownFolder) && !folders.has(ownFolder)) folders.set(ownFolder, page.children)
  }
  return top
}
