import type { Page, PageTree } from '@verso/revisions'
import type { Urls } from '../../common/urls.ts'
import type { RevisionPage } from './schema.ts'

const defaultLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}

/** What older clients call the types. */
const kinds = { document: 'sheet', group: 'group', link: 'link', computed: undefined } as const

/** A page without its text and without the pages below it. */
function presentPage(urls: Urls, spaceId: string, page: Page & { path: string | undefined }): RevisionPage {
  const { type, layout, ...fields } = page.fields
  const kind = kinds[type]
  return {
    ...fields,
    id: page.id,
    type,
    ...(kind && { kind }),
    ...(page.path !== undefined && { path: page.path }),
    ...(type === 'document' && {
      layout: { ...defaultLayout, ...layout },
      urls: { app: urls.object(`/spaces/${spaceId}/pages/${page.id}`).app },
    }),
  }
}

/** A page with all that is below it. */
export function presentTree(urls: Urls, spaceId: string, tree: PageTree): RevisionPage {
  const page = presentPage(urls, spaceId, tree)
  if (page.type === 'link' || page.type === 'computed') return page
  return { ...page, pages: tree.pages.map((below) => presentTree(urls, spaceId, below)) }
}
