/**
 * The data that `template.typ` reads as JSON. Every string in it is plain text, never Typst source. The template reads
 * the fields by these names, which are short because a book holds many nodes: `t` is the type of a node, `c` its inline
 * content, `b` its blocks, `v` its text and `m` its marks.
 */
export interface Book {
  title: string
  subtitle: string | null
  /** The organization, printed at the foot of the cover beside the date. */
  owner: string
  date: string
  language: string
  rtl: boolean
  /** Fallback font families, tried after the one for Latin, Greek and Cyrillic, for the scripts in the text. */
  fonts: string[]
  /** Whether the book has a table of contents. */
  contents: boolean
  pages: BookPage[]
}

export interface BookPage {
  label: string
  title: string
  description: string | null
  depth: number
  /** The groups whose first page this is. Their titles are printed above its own. */
  groups: { label: string; title: string; depth: number }[]
  b: BookBlock[]
}

/** The target of a link: a label in the book or a URL. */
export type BookTarget = { label: string } | { url: string }

export type BookInline =
  | { t: 's'; v: string; m: string[]; color?: string; back?: string }
  | { t: 'br' }
  | { t: 'a'; to: BookTarget | null; c: BookInline[] }
  | BookFormula
  | { t: 'img'; src: string; alt: string; line: boolean }
  | { t: 'note'; c: BookInline[]; note: BookInline[] }
  | { t: 'button'; label: string; primary: boolean; to: BookTarget | null }

/** A formula in TeX, and in Typst's notation if it could be converted. `typst` is `null` if it could not be. */
export interface BookFormula {
  t: 'math'
  tex: string
  typst: string | null
}

export interface BookCell {
  b: BookBlock[]
  align?: string
  /** The number of columns that the cell spans, if more than one. */
  w?: number
  /** The number of rows that the cell spans, if more than one. */
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
  | { t: 'ref'; title: string; description: string | null; to: BookTarget | null }
  | { t: 'update'; date: string; tags: string[]; b: BookBlock[] }
  | { t: 'api'; method: string; path: string }
