import { read, readAlone, readList } from '../../api/index.ts'
import { getPageBlame, getPageInRevisionById, listPageRevisions } from '../../api/operations.ts'

export interface PageOfSpace {
  spaceId: string
  pageId: string
}

/** The revisions in which a page changed, newest first. */
export const pageRevisionsRead = ({ spaceId, pageId }: PageOfSpace) =>
  readList(listPageRevisions, { spaceId, pageId })

/** A page as its readers saw it. */
export const formerPageRead = ({ spaceId, pageId }: PageOfSpace, revisionId: string) =>
  readAlone(getPageInRevisionById, { spaceId, pageId, revisionId, query: { format: 'html' } })

/** Which revision last changed each line of a page. */
export const pageBlameRead = ({ spaceId, pageId }: PageOfSpace) => read(getPageBlame, { spaceId, pageId })
