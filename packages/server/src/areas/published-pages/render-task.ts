import type { Assets } from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { SiteLookup } from '../../common/site-addresses.ts'
import type { RowsQuestion } from '../../database/thread-database.ts'
import type { BookCover, PreparedBook } from '../pdf/index.ts'
import type { OpenAPISource, SpaceScope } from './openapi-sources.ts'
import type { PageRenderer, TextWithDependencies } from './page-renderer.ts'

/** What can be rendered of a page, and what that gives. */
export interface RenderResults {
  page: Awaited<ReturnType<PageRenderer['renderPage']>>
  markdown: TextWithDependencies
  feed: TextWithDependencies
  /** The data that a PDF of the page is compiled from. */
  book: PreparedBook
}

/** Something to render of a page, as plain data that can be sent to a thread. */
export interface RenderTask {
  output: keyof RenderResults
  /** The site, as `PublishedSite` reads it. */
  site: string
  siteSpaceId: string
  visitAddress: { lookup: SiteLookup; url: string; preview: string | undefined }
  claims: Claims
  pageId: string
  /** The language of a feed. */
  language: string
  /** The cover of a book. */
  cover: BookCover | undefined
}

/** What came of a task. A page that cannot be rendered says why; the message is for its readers. */
export type RenderOutcome = { result: RenderResults[keyof RenderResults] } | { refusal: string }

/** What a thread knows from its start. */
export interface RenderWorkerData {
  publicUrl: string
  sitesHost: string | undefined
  assets: Assets
  cacheBytes: number
}

export interface SourcesQuestion {
  space: SpaceScope
  sources: readonly OpenAPISource[]
  /** Leaves the documents out: a document in which references go in circles cannot be sent to a thread. */
  withoutDocuments?: boolean
}

export type RenderQuestion = RowsQuestion | SourcesQuestion
