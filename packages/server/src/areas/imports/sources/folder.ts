import { decodeUri } from '../../../common/decode-uri.ts'
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
import { deriveName, compareNaturally, splitAddress, removeExtension } from './links.ts'
import { readOutline } from './folder-outline.ts'

/** The files of an archive or a repository, by path. */
export interface Folder {
  paths: string[]
  size(path: string): number
  read(path: string): Promise<Buffer>
  /** Entries that are no files. */
  failures: ImportFailure[]
}

export interface FolderOptions {
  flavour: Flavour
  /** Resolves addresses that are no paths, such as those of the site that the folder came from. */
  resolvePage?: (address: string) => string | undefined
  /** Returns the order of pages. Without it, a file of the folder gives the order. */
  outline?: (pages: ReadPage[]) => PageOutline[]
  /** Tells which page comes first, if nothing else gives the order. */
  isFirst?: (path: string) => boolean
  /** Tells which pages are only lists of others, which are not imported. */
  isIndex?: (path: string) => boolean
  findParent?: (path: string, paths: ReadonlySet<string>) => string | undefined
  deriveName?: (path: string) => string
}

const formats: [RegExp, ReadRequest['format']][] = [
  [/\.(md|markdown|mdx|mdown)$/i, 'markdown'],
  [/\.html?$/i, 'html'],
  [/\.docx$/i, 'docx'],
]
const getFormat = (path: string) => formats.find(([pattern]) => pattern.test(path))?.[1]

const ignoredPath = /(^|\/)(__MACOSX|\.git|node_modules)\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i
const reusablePath = /(^|\/)\.gitbook\/includes\/[^/]+\.md$/
const hiddenPath = /(^|\/)\./
/** These files give the order and are no pages. */
const structuralPath = /(^|\/)(SUMMARY\.md|_Sidebar\.md|_Footer\.md|_Header\.md)$/i

/** Reads every page of a folder and resolves the addresses between them. */
export async function collectFolder(
  context: ImportContext,
  folder: Folder,
  options: FolderOptions,
): Promise<SourceContent> {
  const paths = folder.paths.filter((path) => !ignoredPath.test(path))
  const failures = [...folder.failures]
  const isPage = (path: string) =>
    getFormat(path) !== undefined &&
    !hiddenPath.test(path) &&
    !structuralPath.test(path) &&
    options.isIndex?.(path) !== true
  const candidates = paths.filter((path) => isPage(path) || reusablePath.test(path)).sort(compareNaturally)
  if (candidates.length === 0) {
    throw new Invalid('There are no pages in it: no Markdown, HTML or Word files.')
  }
  for (const path of candidates.splice(importLimits.archivedPages)) {
    failures.push({
      resource: path,
      reason: `At most ${importLimits.archivedPages} pages are imported at once.`,
    })
  }
  const readPages: ReadPage[] = []
  for (const batch of splitIntoChunks(candidates, 200)) {
    await context.onProgress('read', readPages.length, candidates.length)
    const requests: ReadRequest[] = []
    for (const path of batch) {
      const request = await createReadRequest(folder, path, options.flavour)
      if ('reason' in request) failures.push(request)
      else requests.push(request)
    }
    for (const page of await context.converter.read(requests)) {
      if (isReadPage(page)) readPages.push(page)
      else failures.push({ resource: page.key, reason: page.failureReason })
    }
  }
  const pages = sortPages(
    readPages.filter(({ key }) => !reusablePath.test(key)),
    options.isFirst,
  )
  const outline = options.outline?.(pages) ?? []
  const lookup = new PathLookup(paths, new Set(readPages.map(({ key }) => key)))
  const keys = new Set(pages.map(({ key }) => key))
  return {
    pages,
    reusable: readPages.filter(({ key }) => reusablePath.test(key)),
    ...(outline.length > 0 ? { outline } : await readOutline(folder, paths, lookup)),
    findParent: ({ key }) => (options.findParent ?? findParentPath)(key, keys),
    deriveName: options.deriveName ?? deriveName,
    resolveAddress: (address, from, media) => resolve(lookup, options, address, from, media),
    loadFile: (file) => loadFile(folder, file),
    failures,
  }
}

/** Sorts pages by their own positions, with the first page first. */
function sortPages(pages: ReadPage[], isFirst: FolderOptions['isFirst']): ReadPage[] {
  const firstKey = pages
    .map(({ key }) => key)
    .filter(isFirst ?? ((path) => /(^|\/)(readme|index|_index)\.[^./]+$/i.test(path)))
    .sort((one, other) => one.split('/').length - other.split('/').length)[0]
  const getPosition = ({ key, position }: ReadPage) => (key === firstKey ? -Infinity : (position ?? Infinity))
  return pages.toSorted((one, other) => {
    const [a, b] = [getPosition(one), getPosition(other)]
    return a === b ? 0 : a - b
  })
}

async function createReadRequest(
  folder: Folder,
  path: string,
  flavour: Flavour,
): Promise<ReadRequest | ImportFailure> {
  const format = getFormat(path) ?? 'markdown'
  if (folder.size(path) > importLimits.pageBytes && format !== 'docx') {
    return { resource: path, reason: 'It is too large for a page.' }
  }
  try {
    return { key: path, format, flavour: format === 'docx' ? 'docx' : flavour, body: await folder.read(path) }
  } catch (error) {
    return { resource: path, reason: error instanceof Error ? error.message : 'It cannot be read.' }
  }
}

/** Finds pages and files by path, also by paths without an extension or with that of another format. */
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

  /** Finds the page with exactly this path. If there is neither such a page nor such a file, ignores the extension. */
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
  const fullPath = options.resolvePage?.(path) ?? resolveRelativePath(from, path)
  if (fullPath === undefined || path === '') return undefined
  for (const candidate of new Set([decodeUri(fullPath), fullPath])) {
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
  if (folder.size(path) > importLimits.fileBytes) return { failureReason: 'It is too large.' }
  try {
    return { name: posix.basename(path), bytes: await folder.read(path) }
  } catch (error) {
    return { failureReason: error instanceof Error ? error.message : 'It cannot be read.' }
  }
}

/** Finds the parent of a page, which is the page of its folder: `guide/README.md`, or `guide.md` next to the folder. */
function findParentPath(path: string, paths: ReadonlySet<string>): string | undefined {
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
