import { Highlighter, runHighlightJobs } from '@verso/site'
import { workerData } from 'node:worker_threads'
import { DomainError } from '../../common/errors.ts'
import { CacheBudget } from '../../common/memory-cache.ts'
import { Urls } from '../../common/urls.ts'
import { createThreadDatabase } from '../../database/thread-database.ts'
import { type Ask, defineTask } from '../../workers/worker-entry.ts'
import { DocumentParser } from '../content/documents/document-parser.ts'
import { DocumentReader } from '../content/documents/document-reader.ts'
import { ReferenceResolver } from '../content/documents/reference-resolver.ts'
import { ObjectStore } from '../content/store/object-store.ts'
import { RevisionStore } from '../content/store/revision-store.ts'
import { SpecDescriptions } from '../openapi/specs/spec-descriptions.ts'
import { prepareBook } from '../pdf/book-preparation.ts'
import { loadPageMaterial } from '../pdf/book-source.ts'
import type { BookCover, PreparedBook } from '../pdf/book-task.ts'
import type { LoadedSources, OpenAPISource, SpaceScope } from './openapi-sources.ts'
import { type PageEntry, PageIndexCache } from './page-index.ts'
import { LocalPageRenderer } from './page-renderer.ts'
import { PublishedSite } from './published-site.ts'
import {
  type RenderOutcome,
  type RenderQuestion,
  type RenderResults,
  type RenderTask,
  type RenderWorkerData,
} from './render-task.ts'
import { SitePaths } from './site-paths.ts'
import { type RenderContext, SiteReferenceResolver } from './site-references.ts'

// `pooled-page-renderer.ts` starts this thread with it.
const { publicUrl, sitesHost, assets, cacheBytes } = workerData as RenderWorkerData
const urls = new Urls(publicUrl, { sitesHost })
const caches = new CacheBudget(cacheBytes)

/** Tasks run one after another, so one variable says whom the running one asks. */
let ask: Ask = () => Promise.reject(new Error('no task is running'))
const askProcess = (question: RenderQuestion): Promise<unknown> => ask(question)

const database = createThreadDatabase(askProcess)

const revisionStore = new RevisionStore(new ObjectStore(caches), caches)
const indexes = new PageIndexCache(caches)
const renderer = new LocalPageRenderer({
  database,
  revisionStore,
  reader: new DocumentReader({
    documentParser: new DocumentParser({ caches }),
    referenceResolver: new ReferenceResolver(caches),
    caches,
  }),
  indexes,
  references: new SiteReferenceResolver({
    revisionStore,
    indexes,
    descriptions: SpecDescriptions.createStandalone(caches),
    sources: { loadSources },
    urls,
  }),
  // This is a thread already.
  highlighter: new Highlighter(runHighlightJobs),
  assets,
  caches,
})

export default defineTask(async (task: RenderTask, askForTask): Promise<RenderOutcome> => {
  ask = askForTask
  try {
    return { result: await render(task) }
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.message }
    throw error
  }
})

async function render(task: RenderTask): Promise<RenderResults[keyof RenderResults]> {
  const site = new PublishedSite(task.site)
  const location = site.listLocations(task.claims).find(({ siteSpace }) => siteSpace.id === task.siteSpaceId)
  const { lookup, url, preview } = task.visitAddress
  const paths = new SitePaths(urls, site, { lookup, url: new URL(url), preview })
  const context = location && (await renderer.createContext(site, location, paths, task.claims))
  const entry = context?.index.findById(task.pageId)
  if (!context || !entry) throw new Error('the page was moved or deleted before it was rendered')
  switch (task.output) {
    case 'page':
      return renderer.renderPage(context, entry)
    case 'markdown':
      return renderer.renderMarkdown(context, entry)
    case 'feed':
      return renderer.renderFeed(context, entry, task.language)
    case 'book':
      return preparePageBook(context, entry, task.cover)
  }
}

/** Makes the data of a PDF, with absolute URLs of the site as links. */
async function preparePageBook(
  context: RenderContext,
  entry: PageEntry,
  cover: BookCover | undefined,
): Promise<PreparedBook> {
  if (!cover) throw new Error('a book needs a cover')
  const document = await renderer.readDocument(context, entry)
  const references = await renderer.resolveReferences(context, document, entry)
  const { title, description } = entry.page.fields
  const canonicalUrl = context.paths.buildCanonicalUrl(context.location, entry)
  const material = await loadPageMaterial(
    context.view,
    { id: entry.page.id, title, depth: 0, document, ...(description && { description }) },
    (ref) => {
      const target = references.resolveLink(ref)
      return target && { url: new URL(target.href, canonicalUrl).href, title: target.title }
    },
  )
  return prepareBook(material, cover)
}

/** Asks for one source at a time: one that cannot be sent costs its own block and no other. */
async function loadSources(space: SpaceScope, sources: readonly OpenAPISource[]): Promise<LoadedSources> {
  const loaded: LoadedSources[] = []
  for (const source of sources) {
    const question = { space, sources: [source] }
    // The process answers this question with the sources.
    loaded.push(
      (await askProcess(question).catch(() =>
        askProcess({ ...question, withoutDocuments: true }),
      )) as LoadedSources,
    )
  }
  return {
    documents: new Map(loaded.flatMap(({ documents }) => [...documents])),
    states: new Map(loaded.flatMap(({ states }) => [...states])),
    isComplete: loaded.every(({ isComplete }) => isComplete),
  }
}
