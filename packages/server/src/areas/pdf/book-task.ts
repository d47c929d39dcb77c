import type { BookData } from '@verso/pdf'
import type { FileEntry, Hash } from '@verso/revisions'
import type { RowsQuestion } from '../../database/thread-database.ts'

/** Which pages of a revision a PDF has. */
export interface PageSelection {
  /** This page and the pages below it; all pages if undefined. */
  page?: string
  /** Leaves out the pages below. */
  only?: boolean
}

/** The texts on the cover of a PDF. */
export interface BookCover {
  /** The title of the space. A PDF of some of its pages has it as its second title. */
  spaceTitle: string
  isExcerpt: boolean
  owner: string
  date: string
  language: string | null
}

/** What a thread makes a book of, as plain data. */
export interface BookTask {
  root: Hash
  selection: PageSelection
  cover: BookCover
  maxPages: number
}

/** An image of a book, with the blob that has its bytes. */
export interface BookImage {
  name: string
  blob: string
}

/** A book that is ready to be compiled. */
export interface PreparedBook extends BookData {
  images: BookImage[]
}

/** Why there is no PDF. The message is for whoever asked for it. */
export interface BookRefusal {
  refusal: string
}

export type BookOutcome = PreparedBook | BookRefusal

/** What the thread asks the process: rows of the database, and the URLs that files are downloaded from. */
export type BookQuestion = RowsQuestion | { files: FileEntry[] }
