import { loadAssets } from '@verso/site'
import { AddressLimiter } from '../../http/address-limiter.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { FileDescriptions, type OpenAPIArea } from '../openapi/index.ts'
import type { PdfArea } from '../pdf/index.ts'
import type { SearchArea } from '../search/index.ts'
import type { SitesArea } from '../sites/index.ts'
import { TextSender } from './text-sender.ts'
import { PooledPageRenderer } from './pooled-page-renderer.ts'
import { SiteLookPreviews } from './look-previews.ts'
import { MachineReadableFiles } from './machine-readable-files.ts'
import { LocalPageRenderer } from './page-renderer.ts'
import { PublishedPageCache } from './page-cache.ts'
import { PublishedPageRepository } from './repository.ts'
import { registerPublishedPages } from './request-handler.ts'
import type { SiteRateLimits } from './site-limits.ts'
import { SiteReferenceResolver } from './site-references.ts'
import { PublishedSiteSearch } from './site-search.ts'
import { PublishedSiteLoader } from './site-loader.ts'
import { StoredSourceLoader } from './openapi-sources.ts'
import { PageIndexCache } from './page-index.ts'
import { TextStates } from './text-states.ts'

/** The pages of published sites. */
export async function createPublishedPagesArea(
  { database, clock, urls, caches }: Platform,
  areas: { openapi: OpenAPIArea; content: ContentArea; pdf: PdfArea; search: SearchArea; sites: SitesArea },
  limits: SiteRateLimits,
): Promise<AreaLifecycle> {
  const { openapi, sites } = areas
  const { revisionStore, reader, files, highlighter } = areas.content
  const { descriptions } = openapi
  const assets = await loadAssets()
  const repository = new PublishedPageRepository()
  const indexes = new PageIndexCache(caches)
  const sources = new StoredSourceLoader({
    files: new FileDescriptions({ files, documents: openapi.documents, readers: openapi.readers, caches }),
    sources: openapi.sourceDescriptions,
  })
  const references = new SiteReferenceResolver({ revisionStore, indexes, descriptions, sources, urls })
  const localRenderer = new LocalPageRenderer({
    database,
    revisionStore,
    reader,
    indexes,
    references,
    highlighter,
    assets,
    caches,
    isCheapOnly: true,
  })
  const states = new TextStates({ database, descriptions, sources })
  const renderer = new PooledPageRenderer({
    localRenderer,
    reader,
    database,
    sources,
    urls,
    assets,
    pdfConcurrency: areas.pdf.concurrency,
  })
  const siteLoader = new PublishedSiteLoader({
    database,
    repository,
    audiences: sites.audiences,
    previewLinks: sites.previewLinks,
    clock,
    caches,
  })
  sites.lookPreviews.connect(new SiteLookPreviews({ sites: siteLoader, localRenderer, renderer, urls }))
  return {
    register: (app) =>
      registerPublishedPages(app, {
        database,
        repository,
        urls,
        clock,
        sites: siteLoader,
        pages: new PublishedPageCache({
          localRenderer,
          renderer,
          pdfs: areas.pdf.pdfs,
          states,
          caches,
        }),
        machineFiles: new MachineReadableFiles({ renderer, states, caches }),
        search: new PublishedSiteSearch({ database, search: areas.search.search }),
        files,
        pictureSizer: areas.content.pictureSizer,
        embeds: areas.content.embeds,
        visibleContent: areas.content.visibleContent,
        redirects: sites.redirects,
        missedPaths: sites.missedPaths,
        textSender: new TextSender(caches),
        limiter: new AddressLimiter(clock, limits),
        assets,
      }),
    cleanUp: (now) => sites.missedPaths.cleanUp(now),
    close: async () => {
      await sites.missedPaths.close()
      await renderer.close()
    },
  }
}
