/** References of a document to pages, files, spaces and other things, in the terms of the contract. */

export interface FileRef {
  kind: 'file'
  /** An id, or a path relative to the page. References to pages and reusable contents have the same two forms. */
  file: string
  space?: string
}
export interface UrlRef {
  kind: 'url'
  url: string
}
export interface PageRef {
  kind: 'page'
  page: string
  space?: string
}
export interface AnchorRef {
  kind: 'anchor'
  anchor: string
  page?: string
  space?: string
}
export interface UserRef {
  kind: 'user'
  user: string
}
export interface CollectionRef {
  kind: 'collection'
  collection: string
}
export interface SpaceRef {
  kind: 'space'
  space: string
}
export interface ReusableContentRef {
  kind: 'reusable-content'
  reusableContent: string
  space?: string
}
export interface TagRef {
  kind: 'tag'
  tag: string
  space?: string
}
export interface OpenAPIRef {
  kind: 'openapi'
  spec: string
}

export type ContentRef =
  | FileRef
  | UrlRef
  | PageRef
  | AnchorRef
  | UserRef
  | CollectionRef
  | SpaceRef
  | ReusableContentRef
  | TagRef
  | OpenAPIRef

export type MediaRef = FileRef | UrlRef
