/**
 * What the template is given: plain data, in which every text is text. `template.typ` reads it as JSON and knows
 * these very names, kept short because a book holds many.
 */
export interface Book {
  title: string
  subtitle: string | null
  /** Whose book it is, and of when: at the foot of the cover. */
  owner: string
  date: string
  language: string
  rtl: boolean
  /** Font families, after those for Latin, Greek and Cyrillic, for the scripts that the text has. */
  fonts: string[]
  /** Whether there is a table of contents. */
  contents: boolean
  pages: BookPage[]
}

export interface BookPage {
  label: string
  title: string
  about: string | null
  depth: number
  /** The groups that begin with this page. */
  groups: { label: string; title: string; depth: number }[]
  b: BookBlock[]
}

/** Where a link goes: a place in the book or an address. */
export type BookTarget = { label: string } | { url: string }

export type BookInline =
  | { t: 's'; v: string; m: string[]; color?: string; back?: string }
  | { t: 'br' }
  | { t: 'a'; to: BookTarget | null; c: BookInline[] }
  | BookFormula
  | { t: 'img'; src: string; alt: string; line: boolean }
  | { t: 'note'; c: BookInline[]; note: BookInline[] }
  | { t: 'button'; label: string; primary: boolean; to: BookTarget | null }

/** A formula as it was written, and in Typst's notation where that could be made and was found to work. */
export interface BookFormula {
  t: 'math'
  tex: string
  typst: string | null
}

export interface BookCell {
  b: BookBlock[]
  align?: string
  /** Columns and rows that it spans, where more than one. */
  w?: number
  h?: number
}

export type BookBlock =
  | { t: 'p'; c: BookInline[]; align?: string }
  | { t: 'h'; level: number; label: string | null; c: BookInline[]; align?: string }
  | { t: 'ul'; tight: boolean; items: { b: BookBlock[] }[] }
  | { t: 'ol'; tight: boolean; start: number; items: { b: BookBlock[] }[] }
  | { t: 'tasks'; items: { checked: boolean; b: BookBlock[] }[] }
  | { t: 'hr' }
  | { t: 'quote'; b: BookBlock[] }
  | { t: 'hint'; style: string; b: BookBlock[] }
  | {
      t: 'img'
      src: string
      alt: string
      width: number
      ratio: number
      caption: BookBlock[] | null
      align?: string
    }
  | { t: 'code'; v: string; lang?: string; title: string | null; numbers: boolean }
  | BookFormula
  | { t: 'details'; summary: BookBlock[]; b: BookBlock[] }
  | { t: 'tabs'; items: { title: string; b: BookBlock[] }[] }
  | { t: 'table'; widths: number[]; header: BookCell[] | null; rows: BookCell[][] }
  | {
      t: 'cards'
      items: { cells: BookBlock[][]; cover: string | null; to: BookTarget | null; toTitle: string }[]
    }
  | { t: 'steps'; items: BookBlock[][] }
  | { t: 'columns'; widths: number[]; items: BookBlock[][] }
  | { t: 'ref'; title: string; about: string | null; to: BookTarget | null }
  | { t: 'update'; date: string; tags: string[]; b: BookBlock[] }
  | { t: 'api'; verb: string; path: string }
