import { buildAssets, Highlighter } from '@verso/site'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { FileDescriptions, type OpenAPIArea } from '../openapi/index.ts'
import type { Pdf } from '../pdf/index.ts'
import type { SearchArea } from '../search/index.ts'
import type { SitesArea } from '../sites/index.ts'
import { TextSender } from './text-sender.ts'
import { LongPages } from './long-pages.ts'
import { MachineReadableFiles } from './machine-readable-files.ts'
import { LocalPageRenderer } from './page-renderer.ts'
import { PageThread } from './page-thread.ts'
import { PublishedPageCache } from './page-cache.ts'
import { registerPublishedPages } from './request-handler.ts'
import { SiteReferenceResolver } from './site-references.ts'
import { PublishedSiteSearch } from './site-search.ts'
import { PublishedSiteLoader } from './site-loader.ts'
import { StoredSourceLoader } from './openapi-sources.ts'
import { PageIndexCache } from './page-index.ts'

/** The pages of sites that readers open. */
export async function createPublishedPages(
  { database, clock, urls }: Platform,
  areas: { openapi: OpenAPIArea; content: ContentArea; pdf: Pdf; search: SearchArea; sites: SitesArea },
): Promise<AreaLifecycle> {
  const { openapi, sites } = areas
  const { revisionStore, reader, files } = areas.content
  const { descriptions } = openapi
  const assets = await buildAssets()
  const highlighter = new Highlighter()
  const indexes = new PageIndexCache()
  const sources = new StoredSourceLoader({
    files: new FileDescriptions({ files, documents: openapi.documents }),
    sources: openapi.sourceDescriptions,
  })
  const finder = new SiteReferenceResolver({ revisionStore, indexes, descriptions, sources, urls })
  const maker = new LocalPageRenderer({ database, revisionStore, reader, indexes, references: finder, highlighter, assets })
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
      registerPublishedPages(app, {
        database,
        urls,
        clock,
        sites: new PublishedSiteLoader({ database, audiences: sites.audiences }),
        pages: new PublishedPageCache({ database, localRenderer: maker, renderer: making, pdfs: areas.pdf.pdfs, descriptions, sources }),
        machineFiles: new MachineReadableFiles({ pages: making }),
        search: new PublishedSiteSearch({ database, search: areas.search.search }),
        files,
        redirects: sites.redirects,
        textSender: new TextSender(),
        assets,
      }),
    close: async () => {
      await thread.close()
      await highlighter.close()
    },
  }
}
