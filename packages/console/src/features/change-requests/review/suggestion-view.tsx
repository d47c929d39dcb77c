import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { check } from '../../../ui/icon-paths.ts'
import { useChangeRequest } from '../use-change-request.ts'
import { useCommentWrites } from './use-comments.ts'

interface SuggestionViewProps {
  comment: Comment
  suggestion: NonNullable<Comment['suggestion']>
  /** Leads to the words that it is on, where these are on the screen. */
  onGoToWords: (() => void) | undefined
}

/** Words, and those that somebody suggests instead, for whoever may edit to apply or to dismiss. */
export function SuggestionView({ comment, suggestion, onGoToWords }: SuggestionViewProps) {
  const { reviews } = useReviewWords()
  const { rights } = useChangeRequest()
  const { send, isBusy } = useCommentWrites()
  const { replacement, appliedBy } = suggestion
  const { quote, outdated } = comment.target
  const isOpen = comment.status === 'open' && !appliedBy
  return (
    <section className="suggestion" aria-label={reviews.suggestion}>
      <header className="suggestion-head">
        <span className="grow">{reviews.suggestion}</span>
        {appliedBy && <span>{reviews.appliedBy(appliedBy.displayName)}</span>}
      </header>
      <SuggestedWords words={quote?.exact ?? ''} replacement={replacement} onGoToWords={onGoToWords} />
      {isOpen && (rights.canWrite || comment.permissions.edit) && (
        <div className="actions">
          {rights.canWrite && outdated !== true && (
            <Button
              look="primary"
              isDense
              icon={check}
              label={reviews.apply}
              isBusy={isBusy}
              onPress={() => send({ kind: 'apply', commentId: comment.id })}
            />
          )}
          <Button
            isDense
            label={reviews.dismiss}
            onPress={() => send({ kind: 'resolve', commentId: comment.id, resolved: true })}
          />
        </div>
      )}
    </section>
  )
}

interface SuggestedWordsProps {
  words: string
  replacement: string
  onGoToWords: (() => void) | undefined
}

/** Words, and those instead of them. */
export function SuggestedWords({ words, replacement, onGoToWords }: SuggestedWordsProps) {
  const { reviews } = useReviewWords()
  return (
    <p>
      {onGoToWords ? (
        <button
          type="button"
          className="suggested-words"
          aria-label={reviews.showWords(words)}
          onClick={onGoToWords}
        >
          <del>{words}</del>
        </button>
      ) : (
        <del>{words}</del>
      )}{' '}
      {replacement === '' ? <em>{reviews.deletesWords}</em> : <ins>{replacement}</ins>}
    </p>
  )
}
