import type { DocumentReader } from '../content/index.ts'
import type { Job, Results } from './page-job.ts'
import type { LocalPageRenderer, PageRenderer } from './page-renderer.ts'
import type { PageThread } from './page-thread.ts'
import type { RenderContext } from './site-references.ts'
import type { PageEntry } from './page-index.ts'

/** Characters of Markdown up to which a page is made where it is asked for: sending it to a thread would take longer. */
const longestHere = 200_000

interface LongPagesDependencies {
  maker: LocalPageRenderer
  reader: DocumentReader
  thread: PageThread
}

/** Makes pages: long ones in a thread, all others here. */
export class LongPages implements PageRenderer {
  readonly #deps: LongPagesDependencies

  constructor(deps: LongPagesDependencies) {
    this.#deps = deps
  }

  async renderPage(reading: RenderContext, shown: PageEntry): Promise<Results['page']> {
    return (await this.#isLong(reading, shown))
      ? this.#aside('page', reading, shown)
      : this.#deps.maker.renderPage(reading, shown)
  }

  async renderMarkdown(reading: RenderContext, shown: PageEntry): Promise<string> {
    return (await this.#isLong(reading, shown))
      ? this.#aside('markdown', reading, shown)
      : this.#deps.maker.renderMarkdown(reading, shown)
  }

  async renderFeed(reading: RenderContext, shown: PageEntry, language: string): Promise<string | undefined> {
    return (await this.#isLong(reading, shown))
      ? this.#aside('feed', reading, shown, language)
      : this.#deps.maker.renderFeed(reading, shown, language)
  }

  async #isLong(reading: RenderContext, shown: PageEntry): Promise<boolean> {
    const source = await this.#deps.maker.readSource(reading, shown)
    return source !== undefined && this.#deps.reader.isLongerThan(reading.view, source, longestHere)
  }

  async #aside<Kind extends keyof Results>(
    make: Kind,
    { site, location: place, paths, claims }: RenderContext,
    { page }: PageEntry,
    language = '',
  ): Promise<Results[Kind]> {
    const { lookup, url, preview } = paths.visitAddress
    const job: Job = {
      make,
      site: site.json,
      siteSpaceId: place.siteSpace.id,
      way: { lookup, url: url.href, preview },
      claims,
      pageId: page.id,
      language,
    }
    // What the thread makes is what the job says.
    return (await this.#deps.thread.run(job)) as Results[Kind]
  }
}
