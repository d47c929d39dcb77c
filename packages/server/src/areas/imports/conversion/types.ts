import type { PageOutline } from '../../content/index.ts'

/** The program that wrote the HTML, which decides how its special elements are read. */
export type Flavour = 'plain' | 'website' | 'confluence' | 'notion' | 'google-docs' | 'docx' | 'wiki'

export interface ReadRequest {
  /** The path of the page in an archive, or its URL. */
  key: string
  format: 'markdown' | 'html' | 'docx'
  flavour: Flavour
  body: string | Uint8Array
  /** The base URL, if relative addresses are to become absolute. */
  base?: string
}

export interface Address {
  address: string
  /** Whether the target is a picture or a download, and not a page. */
  media: boolean
}

export interface ReadPage {
  key: string
  title?: string
  description?: string
  icon?: string
  hidden?: boolean
  /** The position among its siblings that the page itself declares. */
  position?: number
  addresses: Address[]
  /** Pictures that were embedded in the page, with addresses that we made. */
  embeddedFiles: { address: string; name: string; bytes: Uint8Array }[]
  /** The addresses of all links of the page, including those around its content. */
  links: string[]
  navigation: PageOutline[]
  /** The ids of its headings, if the source has ids. */
  anchors?: string[]
  /** Whether it has no content. */
  isEmpty: boolean
}

export interface UnreadPage {
  key: string
  failureReason: string
}

export interface WriteRequest {
  key: string
  /** The new address of each old one. */
  addresses: Record<string, string>
  /** The anchors that links lead to. Other ids of headings are removed. */
  anchors: string[]
}

export interface WrittenPage {
  key: string
  markdown: string
}

/** The prefix of the addresses of embedded pictures. */
export const embeddedPrefix = './verso-embedded-'
