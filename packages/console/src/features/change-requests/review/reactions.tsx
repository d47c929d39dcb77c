import type { Comment } from '../../../api/operations.ts'
import { useSession } from '../../../app/session.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { readEmoji } from '../../../ui/emoji.ts'
import { faceSmile } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useCommentWrites } from './use-comments.ts'

/** 👍 👎 🎉 ❤️ 😄 🤔, as the API names them. */
const offeredEmojis = ['1f44d', '1f44e', '1f389', '2764-fe0f', '1f604', '1f914']

interface ReactionsProps {
  reactions: Comment['reactions']
  commentId: string
  replyId?: string | undefined
  canReact: boolean
}

/** What people answered with a sign, and one's own. */
export function Reactions({ reactions, commentId, replyId, canReact }: ReactionsProps) {
  const { reviews } = useReviewWords()
  const { id: userId } = useSession()
  const { send, isBusy } = useCommentWrites()
  const isOwn = (emoji: string): boolean =>
    reactions.some(
      (reaction) => reaction.emoji === emoji && reaction.users.some(({ user }) => user.id === userId),
    )
  const toggle = (emoji: string): void => {
    if (!isBusy) send({ kind: 'react', commentId, replyId, emoji, isAdded: !isOwn(emoji) })
  }
  if (reactions.length === 0 && !canReact) return null
  return (
    <div className="reactions">
      {reactions.map(({ emoji, count, users }) => {
        const names = users.map(({ user }) => user.displayName).join(', ')
        return (
          <button
            key={emoji}
            type="button"
            className="reaction"
            aria-pressed={isOwn(emoji)}
            aria-label={reviews.reactedWith(readEmoji(emoji), names)}
            title={names}
            disabled={!canReact}
            onClick={() => toggle(emoji)}
          >
            <span aria-hidden="true">
              {readEmoji(emoji)} {count}
            </span>
          </button>
        )
      })}
      {canReact && (
        <Menu
          label={reviews.react}
          items={offeredEmojis.map((emoji) => ({
            id: emoji,
            label: readEmoji(emoji),
            isChecked: isOwn(emoji),
            onAction: () => toggle(emoji),
          }))}
        >
          <Button look="quiet" isDense isIconOnly icon={faceSmile} label={reviews.react} />
        </Menu>
      )}
    </div>
  )
}
