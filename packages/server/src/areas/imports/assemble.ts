import type { PageOutline } from '../content/index.ts'
import type { Change, FileRecord } from '@verso/revisions'
import { DomainError } from '../../common/errors.ts'
import { newId } from '../../common/ids.ts'
import { slugifyPageTitle } from '../../common/slug.ts'
import { normalizeAnchor } from './conversion/anchors.ts'
import type { PageConverter } from './conversion/page-converter.ts'
import { embeddedPrefix, type ReadPage, type WriteRequest } from './conversion/types.ts'
import { type SourceContent, type ImportFailure, importLimits, type LoadedFile, type ImportTarget } from './sources/source.ts'

/** What an import adds to a space, and what became of everything that was found. */
export interface AssembledImport {
  changes: Change[]
  imported: number
  failures: ImportFailure[]
}

const deepestPage = 25
const loadingAtOnce = 6

type StoreFile = (file: Exclude<LoadedFile, { failed: string }>) => Promise<FileRecord>

/** Gives everything an id, brings files in, points links at them, and puts pages where they belong. */
export async function assembleImport(
  source: SourceContent,
  { converter, store, now }: { converter: PageConverter; store: StoreFile; now: Date },
): Promise<AssembledImport> {
  const pageIds = new Map(source.pages.map(({ key }) => [key, newId()]))
  const reusableIds = new Map(source.reusable.map(({ key }) => [key, newId()]))
  const failures = [...source.failures]
  const texts = [...source.pages, ...source.reusable]
  const byKey = new Map(texts.map((page) => [page.key, page]))
  const targets = new Map(texts.map((page) => [page.key, targetsOf(source, page, byKey)]))
  const files = await bringFiles(source, texts, targets, store, failures)
  const anchors = anchorsLinkedTo(targets)

  const addressOf = (target: ImportTarget): string | undefined => {
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
      ([address, target]) => [address, addressOf(target)] as const,
    )
    return {
      key,
      addresses: Object.fromEntries(
        resolved.filter((each): each is [string, string] => each[1] !== undefined),
      ),
      anchors: [...(anchors.get(key) ?? [])],
    }
  })
  const written = new Map((await converter.write(requests)).map(({ key, markdown }) => [key, markdown]))

  const moment = now.toISOString()
  const changes: Change[] = [...files.values()].map(({ id, record }) => ({
    type: 'put-file',
    id,
    file: record,
  }))
  for (const { key, title } of source.reusable) {
    changes.push({
      type: 'put-reusable-content',
      id: reusableIds.get(key) ?? '',
      title: titled(title ?? source.deriveName(key)),
      document: { markdown: written.get(key) ?? '' },
    })
  }
  for (const placed of arrange(source)) {
    const id = placed.page ? (pageIds.get(placed.page.key) ?? '') : placed.id
    const parent = placed.parent === undefined ? null : (pageIds.get(placed.parent) ?? placed.parent)
    changes.push(
      insertion(source, placed, { id, parent, moment, markdown: written.get(placed.page?.key ?? '') }),
    )
  }
  return { changes, imported: source.pages.length + source.reusable.length + files.size, failures }
}

const titled = (text: string): string => Array.from(text.trim()).slice(0, 200).join('') || 'Untitled'

function insertion(
  source: SourceContent,
  { page, title }: Placed,
  {
    id,
    parent,
    moment,
    markdown,
  }: { id: string; parent: string | null; moment: string; markdown: string | undefined },
): Change {
  const name = titled(page?.title ?? title ?? (page ? source.deriveName(page.key) : ''))
  const times = { createdAt: moment, updatedAt: moment }
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

/** What each address of a page leads to. Pictures that came inside it are files of the import under that address. */
function targetsOf(
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

/** Headings of pages that came with ids of their own keep them; what else was linked to is the page itself. */
function withKnownAnchor(target: { page: string; anchor?: string }, page: ReadPage | undefined): ImportTarget {
  if (target.anchor === undefined || page?.anchors === undefined) return target
  const anchor = normalizeAnchor(target.anchor)
  return page.anchors.includes(anchor) ? { ...target, anchor } : { page: target.page }
}

function anchorsLinkedTo(targets: Map<string, Map<string, ImportTarget>>): Map<string, Set<string>> {
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

/** Loads and stores every file that a page shows or offers. A file that is used twice is there once. */
async function bringFiles(
  source: SourceContent,
  texts: ReadPage[],
  targets: Map<string, Map<string, ImportTarget>>,
  store: StoreFile,
  failures: ImportFailure[],
): Promise<Map<string, { id: string; record: FileRecord }>> {
  const embedded = new Map(
    texts.flatMap((page) => page.embeddedFiles.map((file) => [file.address, file] as const)),
  )
  const wanted = new Set<string>()
  for (const own of targets.values())
    for (const target of own.values()) if ('file' in target) wanted.add(target.file)
  const waiting = [...wanted]
  for (const file of waiting.splice(importLimits.files)) {
    failures.push({ resource: file, reason: `At most ${importLimits.files} files are imported at once.` })
  }
  const files = new Map<string, { id: string; record: FileRecord }>()
  let room: number = importLimits.allFileBytes
  const fail = (resource: string, reason: string) => void failures.push({ resource, reason })
  const bring = async (file: string): Promise<void> => {
    const loaded: LoadedFile = embedded.get(file) ?? (await source.loadFile(file))
    if ('failed' in loaded) return fail(file, loaded.failed)
    room -= loaded.bytes.byteLength
    if (room < 0) return fail(file, 'The files are too large together.')
    try {
      files.set(file, { id: newId(), record: await store(loaded) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      fail(file, error.message)
    }
  }
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await bring(file)
  }
  await Promise.all(Array.from({ length: loadingAtOnce }, work))
  return files
}

interface Placed {
  page: ReadPage | undefined
  /** Of a group. */
  id: string
  title: string | undefined
  /** The key of the page, or the id of the group, that it stands below. */
  parent: string | undefined
}

/** Every page once, each after the one it stands below: first as the outline has them, then the others. */
function arrange(source: SourceContent): Placed[] {
  const pages = new Map(source.pages.map((page) => [page.key, page]))
  const placed: Placed[] = []
  const done = new Set<string>()
  const depths = new Map<string, number>()
  const put = (entry: Omit<Placed, 'id'>): string => {
    const id = newId()
    const depth = entry.parent === undefined ? 0 : (depths.get(entry.parent) ?? 0) + 1
    // What is nested deeper than anyone draws it stands beside what it was below.
    const parent = depth > deepestPage ? parentAt(placed, entry.parent) : entry.parent
    placed.push({ ...entry, parent, id })
    const name = entry.page?.key ?? id
    depths.set(name, Math.min(depth, deepestPage))
    if (entry.page) done.add(entry.page.key)
    return name
  }
  const follow = (outline: PageOutline[], parent: string | undefined) => {
    for (const { title, address, children } of outline) {
      const page = address === undefined || done.has(address) ? undefined : pages.get(address)
      if (page) {
        follow(children, put({ page, title, parent }))
        continue
      }
      // Groups stand at the top of a space; further down what they hold takes their place.
      const isGroup = parent === undefined && title !== undefined && hasPages(children, pages, done)
      follow(children, isGroup ? put({ page: undefined, title, parent }) : parent)
    }
  }
  follow(source.outline, undefined)
  const putWithParents = (page: ReadPage, path: ReadonlySet<string>): void => {
    if (done.has(page.key)) return
    const above = source.findParent(page)
    const parent = above === undefined || path.has(above) ? undefined : pages.get(above)
    if (parent) putWithParents(parent, new Set([...path, page.key]))
    put({ page, title: undefined, parent: parent?.key })
  }
  for (const page of source.pages) putWithParents(page, new Set([page.key]))
  return placed
}

const parentAt = (placed: Placed[], name: string | undefined): string | undefined =>
  placed.find(({ id, page }) => (page?.key ?? id) === name)?.parent

const hasPages = (
  outline: PageOutline[],
  pages: ReadonlyMap<string, ReadPage>,
  done: ReadonlySet<string>,
): boolean =>
  outline.some(
    ({ address, children }) =>
      (address !== undefined && pages.has(address) && !done.has(address)) || hasPages(children, pages, done),
  )
