import { type ContentRef, type Document, listReferences, walkBlocks } from '@verso/markdown'
import type { BookReferences, BookSource, PageSource, ResolvedImage } from '@verso/pdf'
import { type FileEntry, type PageTree, type RevisionView, UnknownPage } from '@verso/revisions'
import { Invalid, NotFound } from '../../common/errors.ts'
import type { createEvaluation, DocumentReader } from '../content/index.ts'
import type { BookImage, PageSelection } from './book-task.ts'

/** Images beyond this total size are left out, because a PDF is compiled in memory. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024

/** The image formats that Typst supports, with their file name extensions. */
const imageExtensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
}

export interface BookMaterial {
  pages: BookSource['pages']
  references: BookReferences
  images: BookImage[]
}

interface BookLoadDependencies {
  reader: DocumentReader
  createEvaluation: typeof createEvaluation
  /** Makes the URLs that readers download files from. */
  createDownloadUrls: (files: FileEntry[]) => Promise<string[]>
  maxPages: number
}

/** Loads what a PDF is rendered from: pages with their documents, what these refer to, and the images. */
export async function loadBookMaterial(
  deps: BookLoadDependencies,
  view: RevisionView,
  selection: PageSelection,
): Promise<BookMaterial> {
  const selectedPages = await selectPages(view, selection)
  const { createDownloadUrls, maxPages } = deps
  // Every page begins on a sheet of its own, so this is refused before any of them is read.
  if (selectedPages.length > maxPages) throw new Invalid(describePageLimit(maxPages))
  // This loads all texts with one statement; the reader then finds them in the cache.
  await view.getDocuments(selectedPages.flatMap(({ page }) => page.document ?? []))
  const pages: PageSource[] = []
  const variables = Object.fromEntries(await view.getVariables())
  for (const { page, depth } of selectedPages) {
    pages.push(await loadPage(deps, view, variables, page, depth))
  }

  const files = await readFiles(view, pages)
  const urls = await createDownloadUrls([...files.values()])
  const links = new Map(
    [...files].map(([id, { name }], index) => [id, { url: urls[index] ?? '', title: name }] as const),
  )
  return addReferences(files, pages, (ref) => (ref.kind === 'file' ? links.get(ref.file) : undefined))
}

export const describePageLimit = (maxPages: number): string =>
  `The PDF has more than ${maxPages} pages. Ask for a part of it, with a page and the pages below it.`

/** Resolves a reference that does not lead to a page of the PDF itself. */
export type LinkResolver = (ref: ContentRef) => { url: string; title?: string } | undefined

/** Loads what one page of a published site refers to. */
export async function loadPageMaterial(
  view: RevisionView,
  page: PageSource,
  link: LinkResolver,
): Promise<BookMaterial> {
  return addReferences(await readFiles(view, [page]), [page], link)
}

function addReferences(
  files: ReadonlyMap<string, FileEntry>,
  pages: readonly PageSource[],
  link: LinkResolver,
): BookMaterial {
  const { images, resolvedImages } = chooseImages(pages, files)
  const titles = new Map(pages.map(({ id, title, description }) => [id, { title, description }]))
  const bookReferences: BookReferences = {
    resolveReference(ref, from) {
      if (ref.kind === 'url') return { url: ref.url }
      if (ref.kind !== 'page' && ref.kind !== 'anchor') return link(ref)
      const id = ref.page ?? from
      const page = ref.space === undefined ? titles.get(id) : undefined
      if (!page) return link(ref)
      const { title, description } = page
      return {
        page: id,
        title,
        ...(description && { description }),
        ...(ref.kind === 'anchor' && { anchor: ref.anchor }),
      }
    },
    resolveImage: (ref) => (ref.kind === 'file' ? resolvedImages.get(ref.file) : undefined),
    evaluateExpression: () => undefined,
  }
  return { pages: [...pages], references: bookReferences, images }
}

interface SelectedPage {
  page: PageTree
  depth: number
}

/** The pages in reading order. Hidden pages are left out, unless the hidden page itself is selected. */
async function selectPages(
  view: RevisionView,
  { page, only = false }: PageSelection,
): Promise<SelectedPage[]> {
  const selectedPages: SelectedPage[] = []
  const visit = (pages: readonly PageTree[], depth: number) => {
    for (const child of pages) {
      if (child.fields.hidden) continue
      selectedPages.push({ page: child, depth })
      visit(child.pages, depth + 1)
    }
  }
  if (page === undefined) {
    visit(await view.getPageTree(), 0)
    return selectedPages
  }
  const top = await view.getSubtree(page).catch((error: unknown) => {
    throw error instanceof UnknownPage ? new NotFound('page', page) : error
  })
  selectedPages.push({ page: top, depth: 0 })
  if (!only) visit(top.pages, 1)
  return selectedPages
}

async function loadPage(
  { reader, createEvaluation }: BookLoadDependencies,
  view: RevisionView,
  variables: Readonly<Record<string, string>>,
  tree: PageTree,
  depth: number,
): Promise<PageSource> {
  const { fields } = tree
  const base = {
    id: tree.id,
    title: fields.title,
    depth,
    ...(fields.description && { description: fields.description }),
  }
  if (fields.type === 'group') return { ...base, document: 'group' }
  if (fields.type === 'link') return { ...base, document: { url: readUrl(fields.target) } }
  const page = await view.getPage(tree.id)
  const source = await reader.loadPageSource(view, page)
  // Conditional content is included for everyone, because this PDF is for editors.
  const evaluation = createEvaluation(
    { variables, pageVariables: fields.variables ?? {} },
    { knownOnly: true },
  )
  const document = source && (await reader.readDocument(view, source, { expanded: true, evaluation }))
  return { ...base, document: document ?? { object: 'document', data: {}, nodes: [] } }
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
): Promise<ReadonlyMap<string, FileEntry>> {
  const files = new Map<string, FileEntry>()
  const requestedFiles = new Set<string>()
  for (const { ref } of listDocuments(pages).flatMap((document) => listReferences(document))) {
    if (ref.kind !== 'file' || ref.space !== undefined || requestedFiles.has(ref.file)) continue
    requestedFiles.add(ref.file)
    const file = await view.findFile(ref.file)
    if (file) files.set(ref.file, file)
  }
  return files
}

/** Names the files that are shown as images, up to the total size. */
function chooseImages(
  pages: readonly PageSource[],
  files: ReadonlyMap<string, FileEntry>,
): { images: BookImage[]; resolvedImages: ReadonlyMap<string, ResolvedImage> } {
  const images: BookImage[] = []
  const resolvedImages = new Map<string, ResolvedImage>()
  let bytesLeft = MAX_IMAGE_BYTES
  for (const id of listShownFiles(pages)) {
    const file = files.get(id)
    const extension = file && imageExtensions[file.contentType]
    if (!file?.dimensions || extension === undefined || file.size > bytesLeft) continue
    bytesLeft -= file.size
    const name = `image-${images.length}.${extension}`
    images.push({ name, blob: file.blob })
    resolvedImages.set(id, { src: name, ...file.dimensions })
  }
  return { images, resolvedImages }
}

function listShownFiles(pages: readonly PageSource[]): Set<string> {
  const files = new Set<string>()
  const add = (ref: unknown) => {
    if (typeof ref === 'object' && ref !== null && 'file' in ref && typeof ref.file === 'string')
      files.add(ref.file)
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
  return files
}
