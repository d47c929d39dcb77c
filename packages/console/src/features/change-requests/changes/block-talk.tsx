import { type RefObject, useState } from 'react'
import type { Comment } from '../../../api/operations.ts'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { commentDots, rotateLeft } from '../../../ui/icon-paths.ts'
import { CommentThread } from '../review/comment-thread.tsx'
import { DraftThread } from '../review/draft-thread.tsx'
import { NewComment } from '../review/new-comment.tsx'
import type { DiffPlaces } from './diff-places.ts'
import { countLetters } from './letters.ts'
import type { DiffComments } from './use-diff-comments.ts'

interface BlockTalkProps {
  index: number
  /** It is not there any more, so there is nothing to talk about. */
  isRemoved: boolean
  places: DiffPlaces
  comments: DiffComments
  /** Those of the comments that are on words of this block. */
  onBlock: DiffComments['items']
  blockRef: RefObject<HTMLDivElement | null>
  onRevert: (() => void) | undefined
}

/** What is said about a block of the differences, a field to say more, and a button to take the change back. */
export function BlockTalk({
  index,
  isRemoved,
  places,
  comments,
  onBlock,
  blockRef,
  onRevert,
}: BlockTalkProps) {
  const { reviews, changes } = useWords()
  const [isOpen, setOpen] = useState(true)
  const [quote, setQuote] = useState<Comment['target']['quote']>()
  const [hasNoWords, setHasNoWords] = useState(false)
  const begin = (): void => {
    const block = blockRef.current
    const next = places.quoteBlock(index, block ? readSelectedLetters(block) : undefined)
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
            className="block-tool"
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

/** Which letters of a block are selected, without those that are removed; undefined where none are. */
function readSelectedLetters(block: HTMLElement): { first: number; count: number } | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!block.contains(range.startContainer) || !block.contains(range.endContainer)) return undefined
  const before = document.createRange()
  before.setStart(block, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const count = countShownLetters(range)
  return count === 0 ? undefined : { first: countShownLetters(before), count }
}

function countShownLetters(range: Range): number {
  const content = range.cloneContents()
  for (const element of content.querySelectorAll('del, .sr')) element.remove()
  return countLetters(content.textContent)
}
