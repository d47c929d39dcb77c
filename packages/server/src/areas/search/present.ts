import type { Urls } from '../../common/urls.ts'
import type { PageHit } from './query/page-searcher.ts'
import type { SearchPage } from './schema.ts'

export function presentPageHit(urls: Urls, { spaceId, pageId, title, path, sections }: PageHit): SearchPage {
  const { app } = urls.object(`/spaces/${spaceId}/pages/${pageId}`)
  return {
    id: pageId,
    title,
    path,
    sections: sections.map(({ anchor, title, body }) => {
      const fragment = anchor === undefined ? '' : `#${anchor}`
      return {
        id: `${pageId}${fragment}`,
        title,
        path: `${path}${fragment}`,
        body,
        urls: { app: `${app}${anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`}` },
      }
    }),
    urls: { app },
  }
}
