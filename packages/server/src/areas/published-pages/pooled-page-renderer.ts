import { type Assets, ExpensivePageError } from '@verso/site'
import { Invalid } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import type { Queryable } from '../../database/database.ts'
import { answerRowsQuestion } from '../../database/thread-database.ts'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../workers/worker-pool.ts'
import type { DocumentReader } from '../content/index.ts'
import type { BookCover, PreparedBook } from '../pdf/index.ts'
import type { OpenAPISourceLoader } from './openapi-sources.ts'
import type { PageEntry } from './page-index.ts'
import type { LocalPageRenderer, PageRenderer, TextWithDependencies } from './page-renderer.ts'
import {
  type RenderOutcome,
  type RenderQuestion,
  type RenderResults,
  type RenderTask,
  type RenderWorkerData,
} from './render-task.ts'
import type { RenderContext } from './site-references.ts'

/** Two, so that the pages of one organization leave a thread to the others. */
const RENDER_THREADS = 2
const RENDER_TIMEOUT_MS = 60_000
const RENDER_MEMORY_MB = 1024
const WORKER_CACHE_BYTES = 64 * 1024 * 1024

interface PooledPageRendererDependencies {
  localRenderer: LocalPageRenderer
  reader: DocumentReader
  database: Queryable
  sources: OpenAPISourceLoader
  urls: Urls
  assets: Assets
  /** How many PDFs are made at the same time. */
  pdfConcurrency: number
}

/**
 * Renders pages that take long in a thread, and all others here. The thread has no connections of its own: what it asks for is
 * answered from here. A page that takes too long or too much memory is refused.
 */
export class PooledPageRenderer implements PageRenderer {
  readonly #deps: PooledPageRendererDependencies
  readonly #pool: WorkerPool
  /** PDFs have threads of their own, so that pages do not wait for them. */
  readonly #bookPool: WorkerPool

  constructor(deps: PooledPageRendererDependencies) {
    this.#deps = deps
    const workerData: RenderWorkerData = {
      publicUrl: deps.urls.base,
      sitesHost: deps.urls.sitesHost,
      assets: deps.assets,
      cacheBytes: WORKER_CACHE_BYTES,
    }
    const poolOptions = {
      entry: new URL('./render-worker.ts', import.meta.url),
      timeoutMs: RENDER_TIMEOUT_MS,
      memoryMb: RENDER_MEMORY_MB,
      workerData,
    }
    this.#pool = new WorkerPool({ ...poolOptions, maxThreads: RENDER_THREADS })
    this.#bookPool = new WorkerPool({ ...poolOptions, maxThreads: deps.pdfConcurrency })
  }

  async renderPage(context: RenderContext, entry: PageEntry): Promise<RenderResults['page']> {
    if (await this.#isExpensive(context, entry)) return this.#renderInWorker('page', context, entry)
    try {
      return await this.#deps.localRenderer.renderPage(context, entry)
    } catch (error) {
      // A short text may show much of an API.
      if (error instanceof ExpensivePageError) return this.#renderInWorker('page', context, entry)
      throw error
    }
  }

  async renderMarkdown(context: RenderContext, entry: PageEntry): Promise<TextWithDependencies> {
    return (await this.#isExpensive(context, entry))
      ? this.#renderInWorker('markdown', context, entry)
      : this.#deps.localRenderer.renderMarkdown(context, entry)
  }

  async renderFeed(
    context: RenderContext,
    entry: PageEntry,
    language: string,
  ): Promise<TextWithDependencies> {
    return (await this.#isExpensive(context, entry))
      ? this.#renderInWorker('feed', context, entry, { language })
      : this.#deps.localRenderer.renderFeed(context, entry, language)
  }

  /** Makes the data that a PDF of a page is compiled from. */
  async prepareBook(context: RenderContext, entry: PageEntry, cover: BookCover): Promise<PreparedBook> {
    return this.#renderInWorker('book', context, entry, { cover, pool: this.#bookPool })
  }

  async close(): Promise<void> {
    await this.#bookPool.close()
    await this.#pool.close()
  }

  async #isExpensive(context: RenderContext, entry: PageEntry): Promise<boolean> {
    const source = await this.#deps.localRenderer.readSource(context, entry)
    return source !== undefined && !(await this.#deps.reader.isCheapToRead(context.view, source))
  }

  async #renderInWorker<Output extends keyof RenderResults>(
    output: Output,
    { site, location, paths, claims }: RenderContext,
    { page }: PageEntry,
    {
      language = '',
      cover,
      pool = this.#pool,
    }: { language?: string; cover?: BookCover; pool?: WorkerPool } = {},
  ): Promise<RenderResults[Output]> {
    const { lookup, url, preview } = paths.visitAddress
    const task: RenderTask = {
      output,
      site: site.json,
      siteSpaceId: location.siteSpace.id,
      visitAddress: { lookup, url: url.href, preview },
      claims,
      pageId: page.id,
      language,
      cover,
    }
    const outcome = await pool
      // The worker asks nothing else.
      .run<RenderOutcome>(task, (question) => this.#answer(question as RenderQuestion), {
        // PDFs wait for their turn elsewhere.
        ...(pool === this.#pool && { owner: site.data.organizationId }),
      })
      .catch(toInvalid)
    if ('refusal' in outcome) throw new Invalid(outcome.refusal)
    // The worker renders the output that the task names.
    return outcome.result as RenderResults[Output]
  }

  async #answer(question: RenderQuestion): Promise<unknown> {
    if ('strings' in question) return answerRowsQuestion(this.#deps.database, question)
    const loaded = await this.#deps.sources.loadSources(question.space, question.sources)
    return question.withoutDocuments ? { ...loaded, documents: new Map() } : loaded
  }
}

function toInvalid(error: unknown): never {
  if (error instanceof WorkerTimeoutError) throw new Invalid('The page takes too long to make.')
  if (error instanceof WorkerMemoryError) throw new Invalid('The page takes too much memory to make.')
  throw error
}
