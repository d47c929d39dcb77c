import { Highlighter } from '@verso/site'
import { parentPort, workerData } from 'node:worker_threads'
import { DomainError } from '../../common/errors.ts'
import { Urls } from '../../common/urls.ts'
import { RevisionStore } from '../content/store/revision-store.ts'
import { DocumentParser } from '../content/documents/document-parser.ts'
import { ObjectStore } from '../content/store/object-store.ts'
import { DocumentReader } from '../content/documents/document-reader.ts'
import { ReferenceResolver } from '../content/documents/reference-resolver.ts'
import type { Queryable, Sql } from '../../database/database.ts'
import { SpecDescriptions } from '../openapi/specs/spec-descriptions.ts'
import { SitePaths } from './site-paths.ts'
import {
  asBuffers,
  type FromThread,
  type Job,
  type Question,
  type Results,
  type ThreadParts,
  type ToThread,
} from './page-job.ts'
import { LocalPageRenderer } from './page-renderer.ts'
import { SiteReferenceResolver } from './site-references.ts'
import { PublishedSite } from './published-site.ts'
import type { LoadedSources, OpenAPISource, SpaceScope } from './openapi-sources.ts'
import { PageIndexCache } from './page-index.ts'

/** Makes what it is asked to of pages, one after the other; what it needs to know for that it asks for. */

// Given by the one who starts the thread.
const { publicUrl, sitesHost, assets } = workerData as ThreadParts
const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
let questions = 0

function send(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message)
}

function ask(question: Question): Promise<unknown> {
  const id = questions++
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    send({ id, question })
  })
}

async function rows<Row extends object>({ strings, values }: Sql): Promise<Row[]> {
  // What the database gives for the statement, as it would have been given here.
  const found = (await ask({ strings, values })) as Record<string, unknown>[]
  return found.map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asBuffers(value)])) as Row,
  )
}

const database: Queryable = {
  rows,
  row: async <Row extends object>(query: Sql) => (await rows<Row>(query))[0],
  execute: () => Promise.reject(new Error('pages are made without changing anything')),
}

/** Asks for them one by one: one that cannot be sent costs its own block, and no other. */
async function findSources(space: SpaceScope, sources: readonly OpenAPISource[]): Promise<LoadedSources> {
  const found: LoadedSources[] = []
  for (const source of sources) {
    // Found by the one who is asked, as this is the answer to that.
    found.push((await ask({ space, sources: [source] })) as LoadedSources)
  }
  return {
    documents: new Map(found.flatMap(({ documents }) => [...documents])),
    states: new Map(found.flatMap(({ states }) => [...states])),
    isComplete: found.every(({ isComplete: complete }) => complete),
  }
}

const urls = new Urls(publicUrl, { sitesHost })
const content = new RevisionStore(new ObjectStore({ cacheBytes: 16 * 1024 * 1024 }))
const indexes = new PageIndexCache()
const maker = new LocalPageRenderer({
  database,
  revisionStore: content,
  reader: new DocumentReader({
    documentParser: new DocumentParser({ aside: false }),
    referenceResolver: new ReferenceResolver(),
  }),
  indexes,
  references: new SiteReferenceResolver({
    revisionStore: content,
    indexes,
    descriptions: SpecDescriptions.createStandalone(),
    sources: { loadSources: findSources },
    urls,
  }),
  highlighter: new Highlighter(),
  assets,
})

async function make(job: Job): Promise<Results[keyof Results]> {
  const site = new PublishedSite(job.site)
  const place = site.listLocations(job.claims).find(({ siteSpace }) => siteSpace.id === job.siteSpaceId)
  const { lookup, url, preview } = job.way
  const paths = new SitePaths(urls, site, { lookup, url: new URL(url), preview })
  const reading = place && (await maker.createContext(site, place, paths, job.claims))
  const shown = reading?.index.findById(job.pageId)
  if (!reading || !shown) throw new Error('the page is not where it was')
  if (job.make === 'feed') return maker.renderFeed(reading, shown, job.language)
  return job.make === 'page' ? maker.renderPage(reading, shown) : maker.renderMarkdown(reading, shown)
}

parentPort?.on('message', (message: ToThread) => {
  if ('job' in message) {
    make(message.job).then(
      (result) => send({ result }),
      (error: unknown) => {
        if (error instanceof DomainError) send({ refused: error.message })
        else send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      },
    )
    return
  }
  const asked = waiting.get(message.id)
  waiting.delete(message.id)
  if ('error' in message) asked?.reject(new Error(message.error))
  else asked?.resolve(message.answer)
})
