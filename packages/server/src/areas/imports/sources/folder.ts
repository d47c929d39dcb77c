import { resolveRelativePath, type PageOutline } from '../../content/index.ts'
import { posix } from 'node:path'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { Invalid } from '../../../common/errors.ts'
import type { Flavour, ReadPage, ReadRequest } from '../conversion/types.ts'
import {
  type SourceContent,
  type ImportFailure,
  type ImportContext,
  isReadPage,
  importLimits,
  type LoadedFile,
  type ImportTarget,
} from './source.ts'
import { decodeUri, deriveName, compareNaturally, splitAddress, removeExtension } from './links.ts'
import { readOutline } from './folder-outline.ts'

/** Files by path, wherever they are: an archive, a repository. */
export interface Folder {
  paths: string[]
  size(path: string): number
  read(path: string): Promise<Buffer>
  /** Entries that could not even be looked at. */
  failures: ImportFailure[]
}

export interface FolderOptions {
  flavour: Flavour
  /** Beyond files: other addresses that mean a page, such as those of the site that the folder came from. */
  resolvePage?: (address: string) => string | undefined
  /** Gives the order where the folder itself has nothing that does. */
  outline?: (pages: ReadPage[]) => PageOutline[]
  /** The page to begin with, where nothing gives the order. */
  isFirst?: (path: string) => boolean
  /** Pages that only hold others together. */
  isIndex?: (path: string) => boolean
  findParent?: (path: string, paths: ReadonlySet<string>) => string | undefined
  deriveName?: (path: string) => string
}

const formats: [RegExp, ReadRequest['format']][] = [
  [/\.(md|markdown|mdx|mdown)$/i, 'markdown'],
  [/\.html?$/i, 'html'],
  [/\.docx$/i, 'docx'],
]
const formatOf = (path: string) => formats.find(([pattern]) => pattern.test(path))?.[1]

const ignored = /(^|\/)(__MACOSX|\.git|node_modules)\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i
const reusablePath = /(^|\/)\.gitbook\/includes\/[^/]+\.md$/
const hidden = /(^|\/)\./
/** Files that give the order and are no pages. */
const structural = /(^|\/)(SUMMARY\.md|_Sidebar\.md|_Footer\.md|_Header\.md)$/i

/** Reads every page in a folder, and knows what addresses between them mean. */
export async function collectFolder(
  context: ImportContext,
  folder: Folder,
  options: FolderOptions,
): Promise<SourceContent> {
  const paths = folder.paths.filter((path) => !ignored.test(path))
  const failures = [...folder.failures]
  const isPage = (path: string) =>
    formatOf(path) !== undefined &&
    !hidden.test(path) &&
    !structural.test(path) &&
    options.isIndex?.(path) !== true
  const candidates = paths.filter((path) => isPage(path) || reusablePath.test(path)).sort(compareNaturally)
  if (candidates.length === 0) {
    throw new Invalid('There are no pages in it: no Markdown, HTML or Word files.')
  }
  for (const path of candidates.splice(importLimits.archivedPages)) {
    failures.push({ resource: path, reason: `At most ${importLimits.archivedPages} pages are imported at once.` })
  }
  const read: ReadPage[] = []
  for (const batch of splitIntoChunks(candidates, 200)) {
    const requests: ReadRequest[] = []
    for (const path of batch) {
      const request = await requestFor(folder, path, options.flavour)
      if ('reason' in request) failures.push(request)
      else requests.push(request)
    }
    for (const page of await context.converter.read(requests)) {
      if (isReadPage(page)) read.push(page)
      else failures.push({ resource: page.key, reason: page.failed })
    }
  }
  const pages = inOrder(
    read.filter(({ key }) => !reusablePath.test(key)),
    options.isFirst,
  )
  const outline = options.outline?.(pages) ?? []
  const lookup = new PathLookup(paths, new Set(read.map(({ key }) => key)))
  const keys = new Set(pages.map(({ key }) => key))
  return {
    pages,
    reusable: read.filter(({ key }) => reusablePath.test(key)),
    outline: outline.length > 0 ? outline : await readOutline(folder, paths, lookup),
    findParent: ({ key }) => (options.findParent ?? parentPath)(key, keys),
    deriveName: options.deriveName ?? deriveName,
    resolveAddress: (address, from, media) => resolve(lookup, options, address, from, media),
    loadFile: (file) => loadFile(folder, file),
    failures,
  }
}

/** Where pages say themselves where they stand, there; the first page first. */
function inOrder(pages: ReadPage[], isFirst: FolderOptions['isFirst']): ReadPage[] {
  const opening = pages
    .map(({ key }) => key)
    .filter(isFirst ?? ((path) => /(^|\/)(readme|index|_index)\.[^./]+$/i.test(path)))
    .sort((one, other) => one.split('/').length - other.split('/').length)[0]
  const place = ({ key, position }: ReadPage) => (key === opening ? -Infinity : (position ?? Infinity))
  return pages.toSorted((one, other) => {
    const [a, b] = [place(one), place(other)]
    return a === b ? 0 : a - b
  })
}

async function requestFor(folder: Folder, path: string, flavour: Flavour): Promise<ReadRequest | ImportFailure> {
  const format = formatOf(path) ?? 'markdown'
  if (folder.size(path) > importLimits.pageBytes && format !== 'docx') {
    return { resource: path, reason: 'It is too large for a page.' }
  }
  try {
    return { key: path, format, flavour: format === 'docx' ? 'docx' : flavour, body: await folder.read(path) }
  } catch (error) {
    return { resource: path, reason: error instanceof Error ? error.message : 'It cannot be read.' }
  }
}

/** Finds what is meant by a path that people shortened: without an extension, or with that of another format. */
export class PathLookup {
  readonly #pages = new Map<string, string>()
  readonly #files: ReadonlySet<string>
  readonly #reusable = new Set<string>()

  constructor(paths: string[], pages: ReadonlySet<string>) {
    this.#files = new Set(paths)
    for (const page of pages) {
      if (reusablePath.test(page)) {
        this.#reusable.add(page)
        continue
      }
      const bare = removeExtension(page)
      const names = [page, bare, ...(/(^|\/)(readme|index|_index)$/i.test(bare) ? [posix.dirname(bare)] : [])]
      for (const name of names)
        if (!this.#pages.has(name.toLowerCase())) this.#pages.set(name.toLowerCase(), page)
    }
  }

  /** Exactly this, where there is such a page or file; otherwise what people mean by it. */
  findPage(path: string): string | undefined {
    const name = (path === '' ? '.' : path).toLowerCase()
    const page = this.#pages.get(name)
    if (page !== undefined || this.#files.has(path)) return page
    return this.#pages.get(removeExtension(name))
  }

  findFile(path: string): string | undefined {
    return this.#files.has(path) && !this.#reusable.has(path) ? path : undefined
  }

  findReusable(path: string): string | undefined {
    return this.#reusable.has(path) ? path : undefined
  }
}

function resolve(
  lookup: PathLookup,
  options: FolderOptions,
  address: string,
  from: string,
  media: boolean,
): ImportTarget | undefined {
  const { path, anchor } = splitAddress(address)
  const elsewhere = options.resolvePage?.(path)
  const joined = elsewhere ?? resolveRelativePath(from, path)
  if (joined === undefined || path === '') return undefined
  for (const candidate of new Set([decodeUri(joined), joined])) {
    const page = media ? undefined : lookup.findPage(candidate)
    if (page !== undefined) return { page, ...(anchor !== undefined && { anchor }) }
    const reusable = lookup.findReusable(candidate)
    if (reusable !== undefined) return { reusable }
    const file = lookup.findFile(candidate)
    if (file !== undefined) return { file }
  }
  return undefined
}

async function loadFile(folder: Folder, path: string): Promise<LoadedFile> {
  if (folder.size(path) > importLimits.fileBytes) return { failed: 'It is too large.' }
  try {
    return { name: posix.basename(path), bytes: await folder.read(path) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'It cannot be read.' }
  }
}

/** A page stands below the page of its folder: `guide/README.md`, or `guide.md` beside the folder. */
function parentPath(path: string, paths: ReadonlySet<string>): string | undefined {
  const bare = removeExtension(path)
  const isFolderPage = /(^|\/)(readme|index|_index)$/i.test(bare)
  let at = isFolderPage ? posix.dirname(posix.dirname(bare)) : posix.dirname(bare)
  for (; at !== '.' && at !== ''; at = posix.dirname(at)) {
    for (const name of ['README', 'readme', 'index', '_index', 'Readme', 'Index']) {
      for (const extension of ['md', 'html', 'markdown', 'mdx', 'htm']) {
        const candidate = `${at}/${name}.${extension}`
        if (candidate !== path && paths.has(candidate)) return candidate
      }
    }
    for (const extension of ['md', 'html', 'markdown', 'mdx', 'htm', 'docx']) {
      const candidate = `${at}.${extension}`
      if (candidate !== path && paths.has(candidate)) return candidate
    }
  }
  return undefined
}
