import { readAlone } from '../../api/index.ts'
import { getPageById, listPages } from '../../api/operations.ts'

/** The pages of a space, flat and in the order of the tree. */
export const pagesRead = (spaceId: string) => readAlone(listPages, { spaceId, query: { fields: 'tree' } })

/** A page as its readers see it. */
export const pageRead = (spaceId: string, pageId: string) =>
  readAlone(getPageById, { spaceId, pageId, query: { format: 'html' } })
