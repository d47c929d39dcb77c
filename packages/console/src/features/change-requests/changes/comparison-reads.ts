import { read } from '../../../api/index.ts'
import { compareRevisions, getRevisionById } from '../../../api/operations.ts'

/** How many changes are shown: as many as the API lists at once. */
const SHOWN_CHANGES = 1000

export interface ComparedRevisions {
  spaceId: string
  baseRevisionId: string
  revisionId: string
}

export const comparisonRead = (compared: ComparedRevisions) =>
  read(compareRevisions, { ...compared, query: { limit: SHOWN_CHANGES } })

/** A revision without its pages: when it was made. */
export const revisionRead = (spaceId: string, revisionId: string) =>
  read(getRevisionById, { spaceId, revisionId, query: { fields: 'shared' } })
