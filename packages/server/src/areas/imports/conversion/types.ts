import type { PageOutline } from '../../content/index.ts'
/** Who laid out the HTML, so that what only they write is understood. */
export type Flavour = 'plain' | 'website' | 'confluence' | 'notion' | 'google-docs' | 'docx' | 'wiki'

export interface ReadRequest {
  /** How the page is known: a path in an archive, or a URL. */
  key: string
  format: 'markdown' | 'html' | 'docx'
  flavour: Flavour
  body: string | Uint8Array
  /** What relative addresses are relative to, where they are to become absolute. */
  base?: string
}

export interface Address {
  address: string
  /** It is shown or offered for download, not gone to. */
  media: boolean
}

export interface ReadPage {
  key: string
  title?: string
  description?: string
  icon?: string
  hidden?: boolean
  /** Where it wants to stand among its siblings. */
  position?: number
  addresses: Address[]
  /** Pictures that were inside the page itself, under addresses of ours. */
  embeddedFiles: { address: string; name: string; bytes: Uint8Array }[]
  /** Every address that a link of the whole page leads to, the parts around its content included. */
  links: string[]
  navigation: PageOutline[]
  /** The ids of its headings, where it came with ids of its own. */
  anchors?: string[]
  /** There is nothing in it to read. */
  isEmpty: boolean
}

export interface UnreadPage {
  key: string
  failureReason: string
}

export interface WriteRequest {
  key: string
  /** What addresses become. */
  addresses: Record<string, string>
  /** The anchors that links lead to; others that only the page's HTML had are dropped. */
  anchors: string[]
}

export interface WrittenPage {
  key: string
  markdown: string
}

/** The prefix of addresses of pictures that came inside a page. */
export const embeddedPrefix = './verso-embedded-'
