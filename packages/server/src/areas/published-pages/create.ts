import { buildAssets, Highlighter } from '@verso/site'
import type { Clock } from '../../common/clock.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database } from '../../database/database.ts'
import type { Services } from '../../services.ts'
import { Delivery } from './delivery.ts'
import { LongPages } from './long-pages.ts'
import { MachineFiles } from './machines.ts'
import { PageMaker } from './page-maker.ts'
import { PageThread } from './page-thread.ts'
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
  const { content, reader, descriptions } = services
  const maker = new PageMaker({ database, content, reader, indexes, finder, highlighter, assets })
  const thread = new PageThread({
    database,
    sources,
    publicUrl: urls.base,
    sitesHost: urls.sitesHost,
    assets,
  })
  const making = new LongPages({ maker, reader, thread })
  return {
    parts: {
      database,
      urls,
      clock,
      sites: new PublishedSites({ database, audiences: services.audiences }),
      pages: new PublishedPages({ database, maker, making, pdfs: services.pdfs, descriptions, sources }),
      machines: new MachineFiles({ pages: making }),
      search: new PublishedSearch({ database, search: services.search }),
      files: services.files,
      redirects: services.redirects,
      delivery: new Delivery(),
      assets,
    },
    close: async () => {
      await thread.close()
      await highlighter.close()
    },
  }
}
