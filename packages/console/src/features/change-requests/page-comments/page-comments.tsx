import { useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Count } from '../../../ui/badges.tsx'
import { Button } from '../../../ui/button.tsx'
import { commentDots } from '../../../ui/icon-paths.ts'
import { CommentOnWords } from './comment-on-words.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { findCommentAt, findCommentedRange, markWords } from './commented-words.ts'
import { usePageComments } from './use-page-comments.ts'
import './page-comments.css'

/** What a page is shown in. It is filled again when the page changes, so each time is a new object. */
export interface FilledContent {
  root: ShadowRoot
}

interface PageCommentsProps {
  spaceId: string
  pageId: string
  content: FilledContent | undefined
  /** Where the button that opens the comments stands. */
  buttonPlace: HTMLElement | null
}

/** The comments on a page, beside its text: their words are marked, and words that are selected can be commented on. */
export function PageComments({ spaceId, pageId, content, buttonPlace }: PageCommentsProps) {
  const { comments, isOpen, activeId, canComment, quote, show } = usePageComments(spaceId, pageId)
  const ranges = useMemo(() => findRanges(content?.root, comments), [content, comments])
  useEffect(() => {
    markWords(ranges, isOpen ? activeId : undefined)
    return () => markWords(new Map(), undefined)
  }, [ranges, isOpen, activeId])
  useEffect(() => {
    const root = content?.root
    const onClick = (event: Event): void => {
      const id = event instanceof MouseEvent ? findCommentAt(ranges, event) : undefined
      if (id !== undefined) show({ isOpen: true, activeId: id })
    }
    root?.addEventListener('click', onClick)
    return () => root?.removeEventListener('click', onClick)
  }, [content, ranges, show])
  if (comments.length === 0 && !canComment) return null
  return (
    <>
      {buttonPlace &&
        createPortal(
          <CommentsButton
            count={comments.length}
            isOpen={isOpen}
            onPress={() => show({ isOpen: !isOpen })}
          />,
          buttonPlace,
        )}
      {canComment && content && (
        <CommentOnWords root={content.root} onComment={(words) => show({ isOpen: true, quote: words })} />
      )}
      {isOpen && (
        <CommentsPanel
          pageId={pageId}
          comments={comments}
          canComment={canComment}
          activeId={activeId}
          quote={quote}
          onClose={() => show({ isOpen: false })}
          onDone={() => show({ isOpen: true })}
          onGoToWords={(id) => {
            show({ isOpen: true, activeId: id })
            ranges.get(id)?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
          }}
        />
      )}
    </>
  )
}

function findRanges(root: ShadowRoot | undefined, comments: readonly Comment[]): Map<string, Range> {
  const ranges = new Map<string, Range>()
  for (const comment of root ? comments : []) {
    const range = root && findCommentedRange(root, comment)
    if (range) ranges.set(comment.id, range)
  }
  return ranges
}

interface CommentsButtonProps {
  count: number
  isOpen: boolean
  onPress: () => void
}

/** Opens the comments on a page, and says how many there are. */
function CommentsButton({ count, isOpen, onPress }: CommentsButtonProps) {
  const { reviews } = useReviewWords()
  return (
    <span className="comments-button">
      <Button
        look="quiet"
        icon={commentDots}
        label={reviews.commentsOnPage}
        isIconOnly
        aria-expanded={isOpen}
        onPress={onPress}
      />
      {count > 0 && <Count value={count} />}
    </span>
  )
}
