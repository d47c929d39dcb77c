import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { read } from '../../../api/index.ts'
import { type Comment, getSpaceById } from '../../../api/operations.ts'
import { spacePageCommentsRead } from '../review/comment-place.ts'
import { useLinkedComment } from '../review/linked-comment.ts'

/** From this width on there is room for comments beside the text. */
const WIDE_SCREEN = '(min-width: 76rem)'

export type QuotedWords = NonNullable<Comment['target']['quote']>

interface View {
  isOpen: boolean
  activeId?: string
  /** The words that a new comment is going to be on. */
  quote?: QuotedWords
}

/** The open comments on a page of a space and on its words, and which of them is looked at. */
export function usePageComments(spaceId: string, pageId: string) {
  const linkedId = useLinkedComment()
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const { data } = useQuery({
    ...spacePageCommentsRead(spaceId, pageId),
    enabled: linkedId !== undefined || (space?.comments ?? 0) > 0,
  })
  const [view, show] = useState<View>()
  const comments = useMemo(
    () => data?.items.filter(({ id, status }) => status === 'open' || id === linkedId).toReversed() ?? [],
    [data, linkedId],
  )
  return {
    comments,
    canComment: space?.permissions.comment === true,
    // Where there is room, comments are beside the text from the beginning.
    isOpen:
      view?.isOpen ?? (linkedId !== undefined || (comments.length > 0 && matchMedia(WIDE_SCREEN).matches)),
    activeId: view ? view.activeId : linkedId,
    quote: view?.quote,
    show,
  }
}
