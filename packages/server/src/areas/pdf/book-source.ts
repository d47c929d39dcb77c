import { type ContentRef, type Document, references, walkBlocks } from '@verso/markdown'
import type { BookReferences, BookSource, PageSource, ResolvedImage } from '@verso/pdf'
import { type File, type PageTree, type RevisionView, UnknownPage } from '@verso/revisions'
import { NotFound } from '../../common/errors.ts'
import { type DocumentReader, createEvaluation, type FileService } from '../content/index.ts'

/** What of a revision a book is made of. */
export interface PageSelection {
  /** This page and those below; without one, all. */
  page?: string
  /** Without those below. */
  only?: boolean
}

/** Pictures together beyond this many bytes are left out: a book is held in memory while it is made. */
const mostImageBytes = 256 * 1024 * 1024

/** The kinds of pictures that Typst takes. */
const imageTypes: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
}

export interface BookMaterial {
  pages: BookSource['pages']
  references: BookReferences
  images: Map<string, Uint8Array>
}

/** Reads what a book needs: pages with their documents, what these refer to, and the pictures. */
export async function loadBookMaterial(
  parts: { reader: DocumentReader; files: FileService },
  view: RevisionView,
  excerpt: PageSelection,
): Promise<BookMaterial> {
  const chosen = await selectPages(view, excerpt)
  // All texts in one go; the reader then finds them in memory.
  await view.documents(chosen.flatMap(({ page }) => page.document ?? []))
  const pages: PageSource[] = []
  const variables = Object.fromEntries(await view.variables())
  for (const { page, depth } of chosen) {
    pages.push(await loadPage(parts.reader, view, variables, page, depth))
  }

  return addReferences(parts.files, view, pages)
}

/** Where a reference leads that is not to a page of the book itself. */
export type LinkResolver = (ref: ContentRef) => { url: string; title?: string } | undefined

/** What pages of a book refer to. Files are at signed addresses of ours, unless it is said where they are. */
export async function addReferences(
  service: FileService,
  view: RevisionView,
  pages: readonly PageSource[],
  link?: LinkResolver,
): Promise<BookMaterial> {
  const files = await readFiles(view, pages)
  const images = new Map<string, Uint8Array>()
  const pictures = await readImages(service, pages, files, images)
  const titles = new Map(pages.map(({ id, title, description }) => [id, { title, description }]))
  const surroundings: BookReferences = {
    resolveReference(ref, from) {
      if (ref.kind === 'url') return { url: ref.url }
      if (ref.kind === 'file') {
        const file = files.get(ref.file)
        if (link) return link(ref)
        return file && { url: service.createDownloadUrl(file), title: file.name }
      }
      if (ref.kind !== 'page' && ref.kind !== 'anchor') return link?.(ref)
      const id = ref.page ?? from
      const known = ref.space === undefined ? titles.get(id) : undefined
      if (!known) return link?.(ref)
      const { title, description } = known
      return {
        page: id,
        title,
        ...(description && { description }),
        ...(ref.kind === 'anchor' && { anchor: ref.anchor }),
      }
    },
    resolveImage: (ref) => (ref.kind === 'file' ? pictures.get(ref.file) : undefined),
    evaluateExpression: () => undefined,
  }
  return { pages: [...pages], references: surroundings, images }
}

interface SelectedPage {
  page: PageTree
  depth: number
}

/** In reading order. What is hidden is left out, unless it is what was asked for. */
async function selectPages(view: RevisionView, { page, only = false }: PageSelection): Promise<SelectedPage[]> {
  const chosen: SelectedPage[] = []
  const visit = (pages: readonly PageTree[], depth: number) => {
    for (const each of pages) {
      if (each.fields.hidden) continue
      chosen.push({ page: each, depth })
      visit(each.pages, depth + 1)
    }
  }
  if (page === undefined) {
    visit(await view.tree(), 0)
    return chosen
  }
  const top = await view.subtree(page).catch((error: unknown) => {
    throw error instanceof UnknownPage ? new NotFound('page', page) : error
  })
  chosen.push({ page: top, depth: 0 })
  if (!only) visit(top.pages, 1)
  return chosen
}

async function loadPage(
  reader: DocumentReader,
  view: RevisionView,
  variables: Readonly<Record<string, string>>,
  tree: PageTree,
  depth: number,
): Promise<PageSource> {
  const { fields } = tree
  const place = {
    id: tree.id,
    title: fields.title,
    depth,
    ...(fields.description && { description: fields.description }),
  }
  if (fields.type === 'group') return { ...place, document: 'group' }
  if (fields.type === 'link') return { ...place, document: { url: readUrl(fields.target) } }
  const page = await view.page(tree.id)
  const source = await reader.loadPageSource(view, page)
  // What depends on who reads is there for everyone: it is the editors' book.
  const evaluation = createEvaluation({ variables, pageVariables: fields.variables ?? {} }, { knownOnly: true })
  const document = source && (await reader.readDocument(view, source, { expanded: true, evaluation }))
  return { ...place, document: document ?? { object: 'document', data: {}, nodes: [] } }
}

const readUrl = (target: unknown): string =>
  typeof target === 'object' && target !== null && 'url' in target && typeof target.url === 'string'
    ? target.url
    : ''

const listDocuments = (pages: readonly PageSource[]): Document[] =>
  pages.flatMap(({ document }) => (typeof document === 'object' && 'nodes' in document ? [document] : []))

/** The files that the pages refer to. */
async function readFiles(
  view: RevisionView,
  pages: readonly PageSource[],
): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>()
  const asked = new Set<string>()
  for (const { ref } of listDocuments(pages).flatMap((document) => references(document))) {
    if (ref.kind !== 'file' || ref.space !== undefined || asked.has(ref.file)) continue
    asked.add(ref.file)
    const file = await view.file(ref.file)
    if (file) files.set(ref.file, file)
  }
  return files
}

/** The bytes of those among the files that are shown as pictures, as far as there is room. */
async function readImages(
  service: FileService,
  pages: readonly PageSource[],
  files: ReadonlyMap<string, File>,
  images: Map<string, Uint8Array>,
): Promise<ReadonlyMap<string, ResolvedImage>> {
  const pictures = new Map<string, ResolvedImage>()
  let room = mostImageBytes
  for (const id of listShownFiles(pages)) {
    const file = files.get(id)
    const ending = file && imageTypes[file.contentType]
    if (!file?.dimensions || ending === undefined || file.size > room) continue
    room -= file.size
    const src = `image-${images.size}.${ending}`
    images.set(src, await service.read(file))
    pictures.set(id, { src, ...file.dimensions })
  }
  return pictures
}

function listShownFiles(pages: readonly PageSource[]): Set<string> {
  const shown = new Set<string>()
  const add = (ref: unknown) => {
    if (typeof ref === 'object' && ref !== null && 'file' in ref && typeof ref.file === 'string')
      shown.add(ref.file)
  }
  for (const document of listDocuments(pages)) {
    for (const { block } of walkBlocks(document)) {
      if (block.type === 'image' || block.type === 'drawing') add(block.data.ref)
      if (block.type === 'table') {
        for (const { values } of Object.values(block.data.records)) {
          for (const value of Object.values(values)) {
            if (typeof value === 'object' && 'ref' in value) add(value.ref)
          }
        }
      }
      if ('nodes' in block) {
        for (const node of block.nodes) {
          if (node.object === 'inline' && node.type === 'inline-image') add(node.data.ref)
        }
      }
    }
  }
  return shown
}
