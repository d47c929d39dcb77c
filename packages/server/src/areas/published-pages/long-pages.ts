import type { DocumentReader } from '../content/index.ts'
import type { Job, Results } from './page-job.ts'
import type { PageMaker, PageMaking } from './page-maker.ts'
import type { PageThread } from './page-thread.ts'
import type { Reading } from './references.ts'
import type { ShownPage } from './space-index.ts'

/** Characters of Markdown up to which a page is made where it is asked for: sending it to a thread would take longer. */
const longestHere = 200_000

interface LongPagesDependencies {
  maker: PageMaker
  reader: DocumentReader
  thread: PageThread
}

/** Makes pages: long ones in a thread, all others here. */
export class LongPages implements PageMaking {
  readonly #deps: LongPagesDependencies

  constructor(deps: LongPagesDependencies) {
    this.#deps = deps
  }

  async page(reading: Reading, shown: ShownPage): Promise<Results['page']> {
    return (await this.#isLong(reading, shown))
      ? this.#aside('page', reading, shown)
      : this.#deps.maker.page(reading, shown)
  }

  async markdown(reading: Reading, shown: ShownPage): Promise<string> {
    return (await this.#isLong(reading, shown))
      ? this.#aside('markdown', reading, shown)
      : this.#deps.maker.markdown(reading, shown)
  }

  async feed(reading: Reading, shown: ShownPage, language: string): Promise<string | undefined> {
    return (await this.#isLong(reading, shown))
      ? this.#aside('feed', reading, shown, language)
      : this.#deps.maker.feed(reading, shown, language)
  }

  async #isLong(reading: Reading, shown: ShownPage): Promise<boolean> {
    const source = await this.#deps.maker.source(reading, shown)
    return source !== undefined && this.#deps.reader.isLong(reading.view, source, longestHere)
  }

  async #aside<Kind extends keyof Results>(
    make: Kind,
    { site, place, paths, claims }: Reading,
    { page }: ShownPage,
    language = '',
  ): Promise<Results[Kind]> {
    const { lookup, url, preview } = paths.way
    const job: Job = {
      make,
      site: site.text,
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
