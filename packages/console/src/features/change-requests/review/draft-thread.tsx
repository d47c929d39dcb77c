import type { DraftComment } from '../../../api/operations.ts'
import { useSession } from '../../../app/session.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Avatar, Chip } from '../../../ui/badges.tsx'
import { Button } from '../../../ui/button.tsx'
import { pen, trashCan } from '../../../ui/icon-paths.ts'
import { CommentField } from './comment-field.tsx'
import { CommentText } from './comment-view.tsx'
import { useKeptEdit } from './kept-comment.ts'
import { readDraft, writeDraft } from './mentions.ts'
import { SuggestedWords } from './suggestion-view.tsx'
import { ThreadPlace, ThreadQuote, ThreadState } from './thread-place.tsx'
import { useDraftWrites } from './use-drafts.ts'

interface DraftThreadProps {
  draft: DraftComment
  /** Whether its page is what one looks at. */
  isOnItsPage?: boolean
  /** Leads to the words that it is on, where these are on the screen. */
  onGoToWords?: () => void
}

/** One's own comment that is part of a review, before anybody else sees it. */
export function DraftThread({ draft, isOnItsPage = false, onGoToWords }: DraftThreadProps) {
  const { common, reviews } = useReviewWords()
  const { displayName, photoURL } = useSession()
  const { send, discard, isBusy } = useDraftWrites()
  const { edited, hasBegun, begin, change, end } = useKeptEdit(draft.id)
  const { page, node, quote, outdated } = draft.target
  const goToWords = outdated === true ? undefined : onGoToWords
  const text = draft.body.markdown ?? ''
  return (
    <div className="thread is-draft">
      {page && !isOnItsPage && <ThreadPlace page={page} />}
      {draft.suggestion ? (
        <section className="suggestion" aria-label={reviews.suggestion}>
          <SuggestedWords
            words={quote?.exact ?? ''}
            replacement={draft.suggestion.replacement}
            onGoToWords={goToWords}
          />
        </section>
      ) : (
        <ThreadQuote text={quote?.exact ?? node?.preview} onGoToWords={goToWords} />
      )}
      <ThreadState target={draft.target} />
      <article className="comment" aria-label={reviews.draft}>
        <Avatar name={displayName} imageUrl={photoURL} isDecorative />
        <header className="comment-head">
          <Chip label={reviews.draft} />
          <span className="soft">{reviews.onlyYouSeeIt}</span>
          <span className="grow" />
          {/* Once it is being edited, beginning anew would lose what was typed. */}
          {edited === undefined && (
            <Button
              look="quiet"
              isDense
              isIconOnly
              icon={pen}
              label={reviews.editDraft}
              onPress={() => begin(readDraft(text))}
            />
          )}
          <Button
            look="quiet"
            isDense
            isIconOnly
            icon={trashCan}
            label={reviews.deleteDraft}
            onPress={() => discard(draft)}
          />
        </header>
        {edited === undefined ? (
          text !== '' && <CommentText markdown={text} />
        ) : (
          <form
            className="stack-s"
            onSubmit={(event) => {
              event.preventDefault()
              if (edited.text.trim() === '' || isBusy) return
              const write = { kind: 'edit', draftId: draft.id, text: writeDraft(edited) } as const
              send(write, end)
            }}
          >
            <CommentField label={reviews.draft} draft={edited} onChange={change} autoFocus={hasBegun} />
            <div className="actions">
              <Button type="submit" look="primary" label={common.save} isBusy={isBusy} />
              <Button look="quiet" label={common.cancel} onPress={end} />
            </div>
          </form>
        )}
      </article>
    </div>
  )
}
