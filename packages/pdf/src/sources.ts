import type { ContentRef, Document, MediaRef } from '@verso/markdown'

/** What a book is made from. */
export interface BookSource {
  title: string
  subtitle?: string
  owner: string
  date: string
  language?: string
  /** In reading order. */
  pages: PageSource[]
}

export interface PageSource {
  id: string
  title: string
  description?: string
  /** How many pages it stands under. */
  depth: number
  /** A group has a title only; a link leads elsewhere. */
  document: Document | 'group' | { url: string }
}

/** Answers what a page cannot know about itself. */
export interface Surroundings {
  /** Where a reference leads; nothing where it is broken. */
  resolve(ref: ContentRef, page: string): Resolved | undefined
  image(ref: MediaRef, page: string): Picture | undefined
  /** The value of an expression, such as a variable of the space. */
  evaluate(expression: string, page: string): string | undefined
}

export type Resolved =
  | { page: string; anchor?: string; title: string; about?: string }
  | { url: string; title?: string }

export interface Picture {
  /** Names the bytes among the images that are given with the book. */
  src: string
  /** In pixels. */
  width: number
  height: number
}
