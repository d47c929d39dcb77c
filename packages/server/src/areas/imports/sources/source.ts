import type { PageOutline } from '../../content/index.ts'
import type { Git } from '../../../git/git.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import type { PageConverter } from '../conversion/page-converter.ts'
import type { ReadPage } from '../conversion/types.ts'

/** Something that was found and could not be brought in, and why. */
export interface ImportFailure {
  resource: string
  reason: string
  /** How many things it stands for, where they are not named one by one. */
  count?: number
}

/** A file's bytes, or why there are none. */
export type LoadedFile = { name: string; bytes: Uint8Array; contentType?: string } | { failed: string }

/** What an address leads to, in the words of the source: the key of a page, perhaps of a place in it, or of a file. */
export type ImportTarget = { page: string; anchor?: string } | { file: string } | { reusable: string }

/** Everything a source has, before any of it is stored. */
export interface SourceContent {
  /** In the order they have when nothing else gives one. */
  pages: ReadPage[]
  /** What pages include, which is not a page itself. */
  reusable: ReadPage[]
  /** What gives the order and the places; its addresses are keys of pages. Pages it does not name follow. */
  outline: PageOutline[]
  /** The key of the page above a page, for those that the outline does not name. */
  findParent(page: ReadPage): string | undefined
  /** What to call a page that does not say it itself. */
  deriveName(key: string): string
  resolveAddress(address: string, from: string, media: boolean): ImportTarget | undefined
  loadFile(file: string): Promise<LoadedFile>
  failures: ImportFailure[]
}

export interface ImportContext {
  fetcher: Fetcher
  git: Git
  converter: PageConverter
  signal: AbortSignal
  /** Ends in milliseconds of `Date`; what is not there by then is left out. */
  deadline: number
}

export type SourceImporter = (context: ImportContext, url: string) => Promise<SourceContent>

export const importLimits = {
  pages: 500,
  /** In an archive or a wiki, where nothing has to be asked for one by one. */
  archivedPages: 5000,
  pageBytes: 5 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  files: 5000,
  allFileBytes: 512 * 1024 * 1024,
  archiveBytes: 200 * 1024 * 1024,
  /** What one request of many may take. */
  requestMs: 20_000,
  /** The one download that an archive is. */
  downloadMs: 120_000,
  importMs: 240_000,
  failures: 200,
} as const

export const isReadPage = (page: object): page is ReadPage => !('failed' in page)
