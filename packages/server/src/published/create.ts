import { buildAssets, Highlighter } from '@verso/site'
import type { Clock } from '../common/clock.ts'
import type { Urls } from '../common/urls.ts'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import { Delivery } from './delivery.ts'
import { MachineFiles } from './machines.ts'
import { PublishedPages } from './pages.ts'
import type { PublishedParts } from './published.ts'
import { ReferenceFinder } from './references.ts'
import { PublishedSearch } from './search.ts'
import { PublishedSites } from './sites.ts'
import { PageSources } from './sources.ts'
import { SpaceIndexes } from './space-index.ts'

/** What published sites are served with. */
export async function createPublished({
  database,
  clock,
  urls,
  services,
}: {
  database: Database
  clock: Clock
  urls: Urls
  services: Services
}): Promise<{ parts: PublishedParts; close(): Promise<void> }> {
  const assets = await buildAssets()
  const highlighter = new Highlighter()
  const indexes = new SpaceIndexes()
  const sources = new PageSources({
    files: services.fileDescriptions,
    sources: services.sourceDescriptions,
  })
  const finder = new ReferenceFinder({
    content: services.content,
    indexes,
    descriptions: services.descriptions,
    sources,
    urls,
  })
  const pages = new PublishedPages({
    database,
    content: services.content,
    reader: services.reader,
    indexes,
    finder,
    highlighter,
    assets,
    pdfs: services.pdfs,
    descriptions: services.descriptions,
    sources,
  })
  return {
    parts: {
      database,
      urls,
      clock,
      sites: new PublishedSites({ database, audiences: services.audiences }),
      pages,
      machines: new MachineFiles({ database, pages, finder }),
      search: new PublishedSearch({ database, search: services.search }),
      files: services.files,
      redirects: services.redirects,
      delivery: new Delivery(),
      assets,
    },
    close: () => highlighter.close(),
  }
}
