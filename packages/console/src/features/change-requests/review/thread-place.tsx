import { Link } from '@tanstack/react-router'
import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { useIds } from '../use-change-request.ts'

interface ThreadPlaceProps {
  page: NonNullable<Comment['target']['page']>
  /** The comment on words of the page that the link leads to. */
  commentId?: string | undefined
}

/** The page that a comment is on. */
export function ThreadPlace({ page, commentId }: ThreadPlaceProps) {
  const { reviews } = useReviewWords()
  const ids = useIds()
  return (
    <p className="thread-place">
      <Link
        className="link"
        to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
        params={{ ...ids, pageId: page.id }}
        {...(commentId !== undefined && { hash: `comment-${commentId}` })}
      >
        {reviews.onPage(page.title)}
      </Link>
    </p>
  )
}

interface ThreadQuoteProps {
  text: string | undefined
  onGoToWords: (() => void) | undefined
}

/** The words that a comment is on; a button where it can lead to them. */
export function ThreadQuote({ text, onGoToWords }: ThreadQuoteProps) {
  const { reviews } = useReviewWords()
  if (text === undefined) return null
  if (!onGoToWords) return <blockquote className="thread-quote">{text}</blockquote>
  return (
    <button type="button" className="thread-quote" aria-label={reviews.showWords(text)} onClick={onGoToWords}>
      {text}
    </button>
  )
}

/** Says that what a comment is on is gone, or that its page is another by now. */
export function ThreadState({ target: { page, quote, outdated } }: Pick<Comment, 'target'>) {
  const { reviews } = useReviewWords()
  if (outdated === true) return <p className="thread-place soft">{reviews.outdatedWordsText}</p>
  return page?.outdated === true && !quote ? <p className="thread-place soft">{reviews.pageChanged}</p> : null
}
