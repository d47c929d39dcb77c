import type { Assets } from '@verso/site'
import { Invalid } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import { type Queryable, Sql } from '../../database/database.ts'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../workers/worker-pool.ts'
import type { DocumentReader } from '../content/index.ts'
import type { OpenAPISourceLoader } from './openapi-sources.ts'
import type { PageEntry } from './page-index.ts'
import type { LocalPageRenderer, PageRenderer } from './page-renderer.ts'
import {
  type RenderOutcome,
  type RenderQuestion,
  type RenderResults,
  type RenderTask,
  type RenderWorkerData,
  restoreBuffers,
} from './render-task.ts'
import type { RenderContext } from './site-references.ts'

/** Pages with up to this many characters of Markdown are rendered here: sending them to a thread would take longer. */
const MAX_LOCAL_LENGTH = 200_000
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
}

/**
 * Renders long pages in a thread, and all others here. The thread has no connections of its own: what it asks for is
 * answered from here. A page that takes too long or too much memory is refused.
 */
export class PooledPageRenderer implements PageRenderer {
  readonly #deps: PooledPageRendererDependencies
  readonly #pool: WorkerPool

  constructor(deps: PooledPageRendererDependencies) {
    this.#deps = deps
    const workerData: RenderWorkerData = {
      publicUrl: deps.urls.base,
      sitesHost: deps.urls.sitesHost,
      assets: deps.assets,
      cacheBytes: WORKER_CACHE_BYTES,
    }
    this.#pool = new WorkerPool({
      entry: new URL('./render-worker.ts', import.meta.url),
      maxThreads: 1,
      timeoutMs: RENDER_TIMEOUT_MS,
      memoryMb: RENDER_MEMORY_MB,
      workerData,
    })
  }

  async renderPage(context: RenderContext, entry: PageEntry): Promise<RenderResults['page']> {
    return (await this.#isLong(context, entry))
      ? this.#renderInWorker('page', context, entry)
      : this.#deps.localRenderer.renderPage(context, entry)
  }

  async renderMarkdown(context: RenderContext, entry: PageEntry): Promise<string> {
    return (await this.#isLong(context, entry))
      ? this.#renderInWorker('markdown', context, entry)
      : this.#deps.localRenderer.renderMarkdown(context, entry)
  }

  async renderFeed(context: RenderContext, entry: PageEntry, language: string): Promise<string | undefined> {
    return (await this.#isLong(context, entry))
      ? this.#renderInWorker('feed', context, entry, language)
      : this.#deps.localRenderer.renderFeed(context, entry, language)
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #isLong(context: RenderContext, entry: PageEntry): Promise<boolean> {
    const source = await this.#deps.localRenderer.readSource(context, entry)
    return source !== undefined && this.#deps.reader.isLongerThan(context.view, source, MAX_LOCAL_LENGTH)
  }

  async #renderInWorker<Output extends keyof RenderResults>(
    output: Output,
    { site, location, paths, claims }: RenderContext,
    { page }: PageEntry,
    language = '',
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
    }
    const outcome = await this.#pool
      // The worker asks nothing else.
      .run<RenderOutcome>(task, (question) => this.#answer(question as RenderQuestion))
      .catch(toInvalid)
    if ('refusal' in outcome) throw new Invalid(outcome.refusal)
    // The worker renders the output that the task names.
    return outcome.result as RenderResults[Output]
  }

  async #answer(question: RenderQuestion): Promise<unknown> {
    if ('strings' in question) {
      return this.#deps.database.rows(new Sql(question.strings, question.values.map(restoreBuffers)))
    }
    const loaded = await this.#deps.sources.loadSources(question.space, question.sources)
    return question.withoutDocuments ? { ...loaded, documents: new Map() } : loaded
  }
}

function toInvalid(error: unknown): never {
  if (error instanceof WorkerTimeoutError) throw new Invalid('The page takes too long to make.')
  if (error instanceof WorkerMemoryError) throw new Invalid('The page takes too much memory to make.')
  throw error
}
