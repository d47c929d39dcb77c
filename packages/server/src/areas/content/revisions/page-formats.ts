import type { SerializeBySchema } from '../../../common/cacheable-response.ts'
import type { PageFormat } from './page-fragments.ts'
import { presentOutlinePage } from './page-outline.ts'
import { isClosed, listTagSlugs, presentPage, type PresentationContext } from './present.ts'
import { RevisionPage } from './schema.ts'

/** Pages with the pages below them, as `presentTree` presents them. */
export const createTreeFormat = (context: PresentationContext, serialize: SerializeBySchema): PageFormat => ({
  name: `all/${context.metadata}`,
  isNested: true,
  fragmentPages: 32,
  render: (page, depth) => {
    const presented = presentPage(context, page)
    const withPages = isClosed(presented) ? presented : { ...presented, pages: [] }
    // The schema does not say what pages below others are, so they are written as they are.
    const json = depth === 0 ? serialize(RevisionPage, withPages) : JSON.stringify(withPages)
    return { json, tags: listTagSlugs(presented) }
  },
})

/** The flat list of `fields=tree`. */
export const createOutlineFormat = (serialize: SerializeBySchema): PageFormat => ({
  name: 'tree',
  isNested: false,
  fragmentPages: 128,
  render: (page) => ({ json: serialize(RevisionPage, presentOutlinePage(page)), tags: [] }),
})
