import { useQuery } from '@tanstack/react-query'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { commentsRead, useChangeRequest } from '../use-change-request.ts'
import { CommentThread } from './comment-thread.tsx'
import { DraftThread } from './draft-thread.tsx'
import { NewComment } from './new-comment.tsx'
import { useDrafts } from './use-drafts.ts'

interface PageCommentsProps {
  pageId: string
  /** Those that are shown with their words. */
  except: ReadonlySet<string>
}

/** The open comments on one page, below what is changed in it. */
export function PageComments({ pageId, except }: PageCommentsProps) {
  const { reviews } = useReviewWords()
  const { ids, rights, changeRequest } = useChangeRequest()
  const { data } = useQuery({ ...commentsRead(ids), enabled: (changeRequest?.comments ?? 0) > 0 })
  const open =
    data?.items.filter(
      ({ id, status, target }) => status === 'open' && target.page?.id === pageId && !except.has(id),
    ) ?? []
  const drafts = useDrafts().filter(({ id, target }) => target.page?.id === pageId && !except.has(id))
  if (open.length === 0 && !rights.canComment) return null
  return (
    <section className="conversation page-comments" aria-labelledby="page-comments">
      <h3 id="page-comments">{reviews.commentsOnPage}</h3>
      {open.map((comment) => (
        <CommentThread key={comment.id} comment={comment} isOnItsPage />
      ))}
      {drafts.map((draft) => (
        <DraftThread key={draft.id} draft={draft} isOnItsPage />
      ))}
      {rights.canComment && <NewComment pageId={pageId} />}
    </section>
  )
}
