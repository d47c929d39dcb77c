import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Comment, DraftComment } from '../../../api/operations.ts'
import { useDrafts } from '../review/use-drafts.ts'
import { pageCommentsRead, useChangeRequest } from '../use-change-request.ts'

/** What is said about a page, to be shown where it stands in the differences. */
export interface DiffComments {
  pageId: string
  /** The open ones, and one's own drafts. */
  items: (Comment | DraftComment)[]
  canComment: boolean
}

/** The open comments on one page, and one's own drafts on it. */
export function useDiffComments(pageId: string): DiffComments {
  const { ids, rights, changeRequest } = useChangeRequest()
  const { data } = useQuery({
    ...pageCommentsRead(ids, pageId),
    enabled: (changeRequest?.comments ?? 0) > 0,
  })
  const drafts = useDrafts()
  const { canComment } = rights
  return useMemo(
    () => ({
      pageId,
      items: [
        ...(data?.items.filter(({ status }) => status === 'open').toReversed() ?? []),
        ...drafts.filter(({ target }) => target.page?.id === pageId),
      ],
      canComment,
    }),
    [pageId, data, drafts, canComment],
  )
}
