import type { PageOutline } from '../../content/index.ts'
import type { Change, FileRecord } from '@verso/revisions'
import { DomainError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { slugifyPageTitle } from '../../../common/slug.ts'
import { normalizeAnchor } from '../conversion/anchors.ts'
import type { PageConverter } from '../conversion/page-converter.ts'
import { embeddedPrefix, type ReadPage, type WriteRequest } from '../conversion/types.ts'
import {
  type SourceContent,
  type ImportFailure,
  importLimits,
  type ImportProgress,
  type LoadedFile,
  type ImportTarget,
} from '../sources/source.ts'

/** The changes of an import, with the number of imported resources and the failures. */
export interface AssembledImport {
  changes: Change[]
  /** Every new page, in its order. */
  pages: ImportedPage[]
  imported: number
  failures: ImportFailure[]
  /** The heading of the summary of the source. */
  summaryHeading: string | undefined
}

export interface ImportedPage {
  id: string
  title: string
  type: 'page' | 'folder'
  /** The URL or the path that it was read from. A folder has none. */
  resource?: string
}

/** How many pages and files were found, imported or not. */
export const countResources = ({ imported, failures }: AssembledImport): number =>
  failures.reduce((sum, { count = 1 }) => sum + count, imported)

const MAX_PAGE_DEPTH = 25
const MAX_CONCURRENT_LOADS = 6

type StoreFile = (file: Exclude<LoadedFile, { failureReason: string }>) => Promise<FileRecord>

interface AssembleOptions {
  converter: PageConverter
  store: StoreFile
  onProgress: ImportProgress
  signal: AbortSignal
  now: Date
}

/** Gives pages and files ids, stores the files, rewrites links to them, and puts the pages in their order. */
export async function assembleImport(
  source: SourceContent,
  { converter, store, onProgress, signal, now }: AssembleOptions,
): Promise<AssembledImport> {
  const pageIds = new Map(source.pages.map(({ key }) => [key, newId()]))
  const reusableIds = new Map(source.reusable.map(({ key }) => [key, newId()]))
  const failures = [...source.failures]
  const texts = [...source.pages, ...source.reusable]
  const byKey = new Map(texts.map((page) => [page.key, page]))
  const targets = new Map(texts.map((page) => [page.key, resolveTargets(source, page, byKey)]))
  const files = await importFiles(source, texts, targets, {
    store,
    failures,
    signal,
    onProgress,
  })
  const anchors = collectLinkedAnchors(targets)

  const makeAddress = (target: ImportTarget): string | undefined => {
    if ('file' in target) {
      const id = files.get(target.file)?.id
      return id && `/files/${id}`
    }
    if ('reusable' in target) {
      const id = reusableIds.get(target.reusable)
      return id && `/reusable-contents/${id}`
    }
    const id = pageIds.get(target.page)
    return id && `/pages/${id}${target.anchor === undefined ? '' : `#${target.anchor}`}`
  }
  const requests = texts.map(({ key }): WriteRequest => {
    const resolved = [...(targets.get(key) ?? [])].map(
      ([address, target]) => [address, makeAddress(target)] as const,
    )
    return {
      key,
      addresses: Object.fromEntries(
        resolved.filter((each): each is [string, string] => each[1] !== undefined),
      ),
      anchors: [...(anchors.get(key) ?? [])],
    }
  })
  const written = await converter.write(requests, (done) => onProgress('convert', done, requests.length))
  const markdownByKey = new Map(written.map(({ key, markdown }) => [key, markdown]))

  const timestamp = now.toISOString()
  const changes: Change[] = [...files.values()].map(({ id, record }) => ({
    type: 'put-file',
    id,
    file: record,
  }))
  for (const { key, title } of source.reusable) {
    changes.push({
      type: 'put-reusable-content',
      id: reusableIds.get(key) ?? '',
      title: cleanTitle(title ?? source.deriveName(key)),
      document: { markdown: markdownByKey.get(key) ?? '' },
    })
  }
  const pages: ImportedPage[] = []
  for (const placement of orderPages(source)) {
    const id = placement.page ? (pageIds.get(placement.page.key) ?? '') : placement.id
    const parent = placement.parent === undefined ? null : (pageIds.get(placement.parent) ?? placement.parent)
    const insertion = createInsertion(source, placement, {
      id,
      parent,
      timestamp,
      markdown: markdownByKey.get(placement.page?.key ?? ''),
    })
    changes.push(insertion)
    pages.push({
      id,
      title: insertion.fields.title,
      type: placement.page ? 'page' : 'folder',
      ...(placement.page && { resource: placement.page.key }),
    })
  }
  return {
    changes,
    pages,
    imported: source.pages.length + source.reusable.length + files.size,
    failures,
    summaryHeading: source.summaryHeading,
  }
}

const cleanTitle = (text: string): string => Array.from(text.trim()).slice(0, 200).join('') || 'Untitled'

function createInsertion(
  source: SourceContent,
  { page, title }: PlacedPage,
  {
    id,
    parent,
    timestamp,
    markdown,
  }: { id: string; parent: string | null; timestamp: string; markdown: string | undefined },
): Extract<Change, { type: 'insert-page' }> {
  const name = cleanTitle(page?.title ?? title ?? (page ? source.deriveName(page.key) : ''))
  const times = { createdAt: timestamp, updatedAt: timestamp }
  if (!page) {
    return {
      type: 'insert-page',
      id,
      parent,
      fields: { type: 'group', title: name, slug: slugifyPageTitle(name), ...times },
    }
  }
  const { description, icon, hidden } = page
  return {
    type: 'insert-page',
    id,
    parent,
    fields: {
      type: 'document',
      title: name,
      slug: slugifyPageTitle(name),
      ...(description !== undefined && { description }),
      ...(icon !== undefined && { icon }),
      ...(hidden === true && { hidden }),
      ...times,
    },
    document: { markdown: markdown ?? '' },
  }
}

/** Resolves the addresses of a page. Pictures that were embedded in it are files of the import. */
function resolveTargets(
  source: SourceContent,
  page: ReadPage,
  byKey: ReadonlyMap<string, ReadPage>,
): Map<string, ImportTarget> {
  const targets = new Map<string, ImportTarget>()
  for (const { address, media } of page.addresses) {
    const target = address.startsWith(embeddedPrefix)
      ? { file: address }
      : address.startsWith('#')
        ? { page: page.key, anchor: address.slice(1) }
        : source.resolveAddress(address, page.key, media)
    if (target)
      targets.set(address, 'page' in target ? withKnownAnchor(target, byKey.get(target.page)) : target)
  }
  return targets
}

/** Keeps an anchor if the page has a heading with that id. A link to any other anchor becomes one to the page. */
function withKnownAnchor(
  target: { page: string; anchor?: string },
  page: ReadPage | undefined,
): ImportTarget {
  if (target.anchor === undefined || page?.anchors === undefined) return target
  const anchor = normalizeAnchor(target.anchor)
  return page.anchors.includes(anchor) ? { ...target, anchor } : { page: target.page }
}

function collectLinkedAnchors(targets: Map<string, Map<string, ImportTarget>>): Map<string, Set<string>> {
  const anchors = new Map<string, Set<string>>()
  for (const own of targets.values()) {
    for (const target of own.values()) {
      if (!('page' in target) || target.anchor === undefined) continue
      const known = anchors.get(target.page) ?? new Set()
      anchors.set(target.page, known.add(target.anchor))
    }
  }
  return anchors
}

/** Loads and stores every file that pages use. A file that is used twice is stored once. */
async function importFiles(
  source: SourceContent,
  texts: ReadPage[],
  targets: Map<string, Map<string, ImportTarget>>,
  {
    store,
    failures,
    signal,
    onProgress,
  }: Pick<AssembleOptions, 'store' | 'signal' | 'onProgress'> & { failures: ImportFailure[] },
): Promise<Map<string, { id: string; record: FileRecord }>> {
  const embedded = new Map(
    texts.flatMap((page) => page.embeddedFiles.map((file) => [file.address, file] as const)),
  )
  const fileKeys = new Set<string>()
  for (const own of targets.values())
    for (const target of own.values()) if ('file' in target) fileKeys.add(target.file)
  const queue = [...fileKeys]
  for (const file of queue.splice(importLimits.files)) {
    failures.push({ resource: file, reason: `At most ${importLimits.files} files are imported at once.` })
  }
  const files = new Map<string, { id: string; record: FileRecord }>()
  let remainingBytes: number = importLimits.allFileBytes
  const fail = (resource: string, reason: string) => void failures.push({ resource, reason })
  const importFile = async (file: string): Promise<void> => {
    const loadedFile: LoadedFile = embedded.get(file) ?? (await source.loadFile(file))
    if ('failureReason' in loadedFile) return fail(file, loadedFile.failureReason)
    remainingBytes -= loadedFile.bytes.byteLength
    if (remainingBytes < 0) return fail(file, 'The files are too large together.')
    try {
      files.set(file, { id: newId(), record: await store(loadedFile) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      fail(file, error.message)
    }
  }
  const total = queue.length
  let doneCount = 0
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      signal.throwIfAborted()
      await importFile(file)
      doneCount += 1
      await onProgress('files', doneCount, total)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LOADS }, work))
  return files
}

interface PlacedPage {
  page: ReadPage | undefined
  /** The id, which only a group uses. */
  id: string
  title: string | undefined
  /** The key of the parent page, or the id of the parent group. */
  parent: string | undefined
}

/** Lists every page once and after its parent: first those of the outline, then the others. */
function orderPages(source: SourceContent): PlacedPage[] {
  const pages = new Map(source.pages.map((page) => [page.key, page]))
  const placements: PlacedPage[] = []
  const placedKeys = new Set<string>()
  const depths = new Map<string, number>()
  const placePage = (entry: Omit<PlacedPage, 'id'>): string => {
    const id = newId()
    const depth = entry.parent === undefined ? 0 : (depths.get(entry.parent) ?? 0) + 1
    // A page that is nested too deep becomes a sibling of its parent.
    const parent = depth > MAX_PAGE_DEPTH ? findParentOf(placements, entry.parent) : entry.parent
    placements.push({ ...entry, parent, id })
    const parentKey = entry.page?.key ?? id
    depths.set(parentKey, Math.min(depth, MAX_PAGE_DEPTH))
    if (entry.page) placedKeys.add(entry.page.key)
    return parentKey
  }
  const placeOutline = (outline: PageOutline[], parent: string | undefined) => {
    for (const { title, address, children } of outline) {
      const page = address === undefined || placedKeys.has(address) ? undefined : pages.get(address)
      if (page) {
        placeOutline(children, placePage({ page, title, parent }))
        continue
      }
      // Groups exist only at the top of a space. A group further down is replaced by its children.
      const isGroup = parent === undefined && title !== undefined && hasPages(children, pages, placedKeys)
      placeOutline(children, isGroup ? placePage({ page: undefined, title, parent }) : parent)
    }
  }
  placeOutline(source.outline, undefined)
  const placeWithParents = (page: ReadPage, path: ReadonlySet<string>): void => {
    if (placedKeys.has(page.key)) return
    const parentKey = source.findParent(page)
    const parent = parentKey === undefined || path.has(parentKey) ? undefined : pages.get(parentKey)
    if (parent) placeWithParents(parent, new Set([...path, page.key]))
    placePage({ page, title: undefined, parent: parent?.key })
  }
  for (const page of source.pages) placeWithParents(page, new Set([page.key]))
  return placements
}

const findParentOf = (placements: PlacedPage[], name: string | undefined): string | undefined =>
  placements.find(({ id, page }) => (page?.key ?? id) === name)?.parent

const hasPages = (
  outline: PageOutline[],
  pages: ReadonlyMap<string, ReadPage>,
  placedKeys: ReadonlySet<string>,
): boolean =>
  outline.some(
    ({ address, children }) =>
      (address !== undefined && pages.has(address) && !placedKeys.has(address)) ||
      hasPages(children, pages, placedKeys),
  )
