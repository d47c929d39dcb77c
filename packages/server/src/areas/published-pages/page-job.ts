import type { Assets } from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { SiteLookup } from '../../common/site-addresses.ts'
import type { PageWithDependencies } from './page-renderer.ts'
import type { OpenAPISource, SpaceScope } from './openapi-sources.ts'

/** What can be made of a page, and what that is. */
export interface Results {
  page: { value: PageWithDependencies; keep: boolean }
  markdown: string
  feed: string | undefined
}

/** Something to make of a page, in words that can be sent to a thread. */
export interface Job {
  make: keyof Results
  /** The facts of the site. */
  site: string
  siteSpaceId: string
  way: { lookup: SiteLookup; url: string; preview: string | undefined }
  claims: Claims
  pageId: string
  /** Of a feed. */
  language: string
}

/** What the thread knows from the beginning. */
export interface ThreadParts {
  publicUrl: string
  sitesHost: string | undefined
  assets: Assets
}

/** A statement whose rows are asked for. */
export interface RowsQuestion {
  strings: string[]
  values: unknown[]
}

export interface SourcesQuestion {
  space: SpaceScope
  sources: readonly OpenAPISource[]
}

/** What the thread asks for meanwhile: it has no connection to anything of its own. */
export type Question = RowsQuestion | SourcesQuestion

export type ToThread = { job: Job } | { id: number; answer: unknown } | { id: number; error: string }

export type FromThread =
  | { id: number; question: Question }
  | { result: Results[keyof Results] }
  | { refused: string }
  | { failed: string }

/** Bytes as drivers give and take them: in another thread they arrive as plainer ones. */
export const asBuffers = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Array.isArray(value)
      ? value.map(asBuffers)
      : value
