import { buildAssets, Highlighter } from '@verso/site'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { FileDescriptions, type OpenAPI } from '../openapi/index.ts'
import type { Pdf } from '../pdf/index.ts'
import type { SearchArea } from '../search/index.ts'
import type { Sites } from '../sites/index.ts'
import { Delivery } from './delivery.ts'
import { LongPages } from './long-pages.ts'
import { MachineFiles } from './machines.ts'
import { PageMaker } from './page-maker.ts'
import { PageThread } from './page-thread.ts'
import { PublishedPages } from './pages.ts'
import { registerPublished } from './published.ts'
import { ReferenceFinder } from './references.ts'
import { PublishedSearch } from './search.ts'
import { PublishedSites } from './sites.ts'
import { PageSources } from './sources.ts'
import { SpaceIndexes } from './space-index.ts'

/** The pages of sites that readers open. */
export async function createPublishedPages(
  { database, clock, urls }: Platform,
  areas: { openapi: OpenAPI; content: ContentArea; pdf: Pdf; search: SearchArea; sites: Sites },
): Promise<AreaLifecycle> {
  const { openapi, sites } = areas
  const { content, reader, files } = areas.content
  const { descriptions } = openapi
  const assets = await buildAssets()
  const highlighter = new Highlighter()
  const indexes = new SpaceIndexes()
  const sources = new PageSources({
    files: new FileDescriptions({ files, documents: openapi.documents }),
    sources: openapi.sourceDescriptions,
  })
  const finder = new ReferenceFinder({ content, indexes, descriptions, sources, urls })
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
    register: (app) =>
      registerPublished(app, {
        database,
        urls,
        clock,
        sites: new PublishedSites({ database, audiences: sites.audiences }),
        pages: new PublishedPages({ database, maker, making, pdfs: areas.pdf.pdfs, descriptions, sources }),
        machines: new MachineFiles({ pages: making }),
        search: new PublishedSearch({ database, search: areas.search.search }),
        files,
        redirects: sites.redirects,
        delivery: new Delivery(),
        assets,
      }),
    close: async () => {
      await thread.close()
      await highlighter.close()
    },
  }
}
