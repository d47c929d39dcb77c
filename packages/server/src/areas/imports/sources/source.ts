import type { PageOutline } from '../../content/index.ts'
import type { Git } from '../../../git/git.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import type { PageConverter } from '../conversion/page-converter.ts'
import type { ReadPage } from '../conversion/types.ts'

/** Something that was found and could not be imported, with the reason. */
export interface ImportFailure {
  resource: string
  reason: string
  /** The number of resources, if they are not listed one by one. */
  count?: number
}

/** The bytes of a file, or the reason why it could not be loaded. */
export type LoadedFile = { name: string; bytes: Uint8Array; contentType?: string } | { failureReason: string }

/** The target of an address: the key of a page, perhaps with an anchor, of a file, or of a reusable content. */
export type ImportTarget = { page: string; anchor?: string } | { file: string } | { reusable: string }

/** The content of a source, before any of it is stored. */
export interface SourceContent {
  /** The pages, in their order if there is no outline. */
  pages: ReadPage[]
  /** The contents that pages include and that are no pages themselves. */
  reusable: ReadPage[]
  /** The order and nesting of pages. Its addresses are keys of pages. Pages that are not in it follow. */
  outline: PageOutline[]
  /** The heading of the file that the outline was read from. */
  summaryHeading?: string | undefined
  /** Returns the key of the parent page, for pages that are not in the outline. */
  findParent(page: ReadPage): string | undefined
  /** Returns the title of a page that has none. */
  deriveName(key: string): string
  resolveAddress(address: string, from: string, media: boolean): ImportTarget | undefined
  loadFile(file: string): Promise<LoadedFile>
  failures: ImportFailure[]
}

/** The steps of an import, in their order. */
export const importSteps = ['read', 'files', 'convert', 'save'] as const
export type ImportStep = (typeof importSteps)[number]

/** Tells how many of the pages or files of a step are done. */
export type ImportProgress = (step: ImportStep, done: number, total: number) => Promise<void>

export interface ImportContext {
  fetcher: Fetcher
  /** The bytes of a file that was uploaded to this Verso; undefined for addresses elsewhere. */
  readOwnFile: (url: string) => Promise<Buffer | undefined>
  git: Git
  converter: PageConverter
  signal: AbortSignal
  onProgress: ImportProgress
  /** The time, in milliseconds of `Date`, after which nothing more is fetched. */
  deadline: number
}

export type SourceImporter = (context: ImportContext, url: string) => Promise<SourceContent>

export const importLimits = {
  pages: 500,
  /** The limit for an archive or a wiki, whose pages are not fetched one by one. */
  archivedPages: 5000,
  pageBytes: 5 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  files: 5000,
  allFileBytes: 512 * 1024 * 1024,
  archiveBytes: 200 * 1024 * 1024,
  /** The time limit of one request of many. */
  requestMs: 20_000,
  /** The time limit of the single download of an archive. */
  downloadMs: 120_000,
  failures: 200,
} as const

export const isReadPage = (page: object): page is ReadPage => !('failureReason' in page)
