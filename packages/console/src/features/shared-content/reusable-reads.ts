import { read, readList } from '../../api/index.ts'
import { getReusableContentById, listSpaceReusableContentUses } from '../../api/operations.ts'

interface ReusableContentIds {
  spaceId: string
  reusableContentId: string
}

export const reusableContentRead = (ids: ReusableContentIds) =>
  read(getReusableContentById, { ...ids, query: { format: 'markdown' } })

/** The pages that include it. */
export const usesRead = (ids: ReusableContentIds) => readList(listSpaceReusableContentUses, ids)
