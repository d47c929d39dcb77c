import { Highlighter } from '@verso/site'
import { parentPort, workerData } from 'node:worker_threads'
import { DomainError } from '../../common/errors.ts'
import { Urls } from '../../common/urls.ts'
import { Content } from '../content/store/content.ts'
import { Documents } from '../content/documents/documents.ts'
import { ObjectStore } from '../content/store/objects.ts'
import { DocumentReader } from '../content/documents/reading.ts'
import { References } from '../content/documents/references.ts'
import type { Queryable, Sql } from '../../database/database.ts'
import { SpecDescriptions } from '../openapi/specs/descriptions.ts'
import { SitePaths } from './address.ts'
import {
  asBuffers,
  type FromThread,
  type Job,
  type Question,
  type Results,
  type ThreadParts,
  type ToThread,
} from './page-job.ts'
import { PageMaker } from './page-maker.ts'
import { ReferenceFinder } from './references.ts'
import { PublishedSite } from './site.ts'
import type { FoundSources, PageSource, SpaceOfSite } from './sources.ts'
import { SpaceIndexes } from './space-index.ts'

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
async function findSources(space: SpaceOfSite, sources: readonly PageSource[]): Promise<FoundSources> {
  const found: FoundSources[] = []
  for (const source of sources) {
    // Found by the one who is asked, as this is the answer to that.
    found.push((await ask({ space, sources: [source] })) as FoundSources)
  }
  return {
    documents: new Map(found.flatMap(({ documents }) => [...documents])),
    states: new Map(found.flatMap(({ states }) => [...states])),
    complete: found.every(({ complete }) => complete),
  }
}

const urls = new Urls(publicUrl, { sitesHost })
const content = new Content(new ObjectStore({ cacheBytes: 16 * 1024 * 1024 }))
const indexes = new SpaceIndexes()
const maker = new PageMaker({
  database,
  content,
  reader: new DocumentReader({ documents: new Documents({ aside: false }), references: new References() }),
  indexes,
  finder: new ReferenceFinder({
    content,
    indexes,
    descriptions: SpecDescriptions.alone(),
    sources: { find: findSources },
    urls,
  }),
  highlighter: new Highlighter(),
  assets,
})

async function make(job: Job): Promise<Results[keyof Results]> {
  const site = new PublishedSite(job.site)
  const place = site.places(job.claims).find(({ siteSpace }) => siteSpace.id === job.siteSpaceId)
  const { lookup, url, preview } = job.way
  const paths = new SitePaths(urls, site, { lookup, url: new URL(url), preview })
  const reading = place && (await maker.reading(site, place, paths, job.claims))
  const shown = reading?.index.byId(job.pageId)
  if (!reading || !shown) throw new Error('the page is not where it was')
  if (job.make === 'feed') return maker.feed(reading, shown, job.language)
  return job.make === 'page' ? maker.page(reading, shown) : maker.markdown(reading, shown)
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
