import { useState } from 'react'
import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { comment, commentDots, rotateLeft } from '../../../ui/icon-paths.ts'
import { CommentThread } from '../review/comment-thread.tsx'
import { DraftThread } from '../review/draft-thread.tsx'
import { NewComment } from '../review/new-comment.tsx'
import type { DiffComments } from './use-diff-comments.ts'

interface BlockTalkProps {
  /** It is not there any more, so there is nothing to talk about. */
  isRemoved: boolean
  comments: DiffComments
  /** Those of the comments that are on words of this block. */
  onBlock: DiffComments['items']
  /** Quotes the words to talk about: those that are selected, or all. Undefined where there are none. */
  startComment: () => Comment['target']['quote']
  onRevert: (() => void) | undefined
}

/** What is said about a block of the differences, a field to say more, and a button to take the change back. */
export function BlockTalk({ isRemoved, comments, onBlock, startComment, onRevert }: BlockTalkProps) {
  const { reviews, changes } = useReviewWords()
  const [isOpen, setOpen] = useState(true)
  const [quote, setQuote] = useState<Comment['target']['quote']>()
  const [hasNoWords, setHasNoWords] = useState(false)
  const begin = (): void => {
    const next = startComment()
    setQuote(next)
    setHasNoWords(!next)
  }
  return (
    <>
      <div className="block-tools">
        {onBlock.length > 0 && (
          <Button
            look="quiet"
            isDense
            icon={commentDots}
            label={reviews.blockComments(onBlock.length)}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        )}
        {onRevert && (
          <Button
            look="quiet"
            isDense
            isIconOnly
            className="block-tool"
            icon={rotateLeft}
            label={changes.revertBlock}
            onPress={onRevert}
          />
        )}
        {comments.canComment && !isRemoved && (
          <Button
            look="quiet"
            isDense
            isIconOnly
            className="block-tool"
            icon={comment}
            label={reviews.commentOnBlock}
            onPress={begin}
          />
        )}
      </div>
      {(quote || hasNoWords || (isOpen && onBlock.length > 0)) && (
        <div className="block-talk conversation">
          {isOpen &&
            onBlock.map((item) =>
              item.object === 'comment' ? (
                <CommentThread key={item.id} comment={item} isOnItsPage />
              ) : (
                <DraftThread key={item.id} draft={item} isOnItsPage />
              ),
            )}
          {hasNoWords && <p className="soft">{reviews.noWordsHere}</p>}
          {quote && (
            <div className="thread new-thread">
              <blockquote className="thread-quote">{quote.exact}</blockquote>
              <NewComment
                key={quote.prefix + quote.exact}
                pageId={comments.pageId}
                quote={quote}
                onDone={() => {
                  setQuote(undefined)
                  setOpen(true)
                }}
              />
            </div>
          )}
        </div>
      )}
    </>
  )
}
