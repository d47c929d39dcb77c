import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { commentDots } from '../../../ui/icon-paths.ts'
import { quoteSelectedWords } from './commented-words.ts'
import type { QuotedWords } from './use-page-comments.ts'

interface CommentOnWordsProps {
  root: ShadowRoot
  onComment: (words: QuotedWords) => void
}

/** Room for the button above the words; where there is none, it is below them. */
const BUTTON_HEIGHT_PIXELS = 44
const WINDOW_EDGE_PIXELS = 8

/** A button beside words that are selected in a page. */
export function CommentOnWords({ root, onComment }: CommentOnWordsProps) {
  const { reviews } = useReviewWords()
  const [selected, setSelected] = useState<{ quote: QuotedWords; place: DOMRect }>()
  useEffect(() => {
    const onChange = (): void => {
      const words = quoteSelectedWords(root)
      setSelected(words && { quote: words.quote, place: words.range.getBoundingClientRect() })
    }
    // Words may have been selected before this was loaded.
    onChange()
    document.addEventListener('selectionchange', onChange)
    // What is fixed to the window would stay behind.
    document.addEventListener('scroll', onChange, { capture: true, passive: true })
    return () => {
      document.removeEventListener('selectionchange', onChange)
      document.removeEventListener('scroll', onChange, { capture: true })
    }
  }, [root])
  const commentOnSelection = (): void => {
    const words = quoteSelectedWords(root)
    if (words) onComment(words.quote)
  }
  useShortcuts([{ keys: 'Ctrl Alt M', label: reviews.commentOnWords, run: commentOnSelection }])
  if (!selected) return null
  const { left, top, bottom } = selected.place
  const hasRoomAbove = top > BUTTON_HEIGHT_PIXELS + WINDOW_EDGE_PIXELS
  // On small screens what is beside the text is not shown, so it is outside of that.
  return createPortal(
    <div
      className="float comment-on-words"
      style={{
        left: Math.max(WINDOW_EDGE_PIXELS, left),
        top: hasRoomAbove ? top - BUTTON_HEIGHT_PIXELS : bottom + WINDOW_EDGE_PIXELS,
      }}
      // The words stay selected.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Button
        look="quiet"
        isDense
        icon={commentDots}
        label={reviews.commentOnWords}
        onPress={() => {
          onComment(selected.quote)
          setSelected(undefined)
        }}
      />
    </div>,
    document.body,
  )
}
