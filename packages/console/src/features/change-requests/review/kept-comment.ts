import { useMemo, useState } from 'react'
import { useKeptText } from '../../../app/kept-text.ts'
import { useCommentPlace } from './comment-place.ts'
import { type CommentDraft, emptyDraft } from './mentions.ts'

interface TypedComment {
  draft: CommentDraft
  /** The words instead of those that the comment is on; undefined while nothing is suggested. */
  replacement?: string | undefined
}

/** How a comment is kept: maps have no JSON. */
interface KeptComment {
  text: string
  people: [string, string][]
  replacement?: string
}

function readKept(kept: string): TypedComment {
  if (kept === '') return { draft: emptyDraft }
  // Only `writeKept` writes there.
  const { text, people, replacement } = JSON.parse(kept) as KeptComment
  return { draft: { text, people: new Map(people) }, replacement }
}

const makeKept = ({ draft: { text, people }, replacement }: TypedComment): KeptComment => ({
  text,
  people: [...people],
  ...(replacement !== undefined && { replacement }),
})

const writeKept = (typed: TypedComment): string =>
  typed.draft.text === '' && typed.replacement === undefined ? '' : JSON.stringify(makeKept(typed))

/**
 * What somebody makes of a comment that is there already; undefined while they do not edit it. It stays when they look at
 * another screen meanwhile.
 *
 * @param id of the comment, reply or draft.
 */
export function useKeptEdit(id: string) {
  const { text, keep } = useKeptText(`edit/${id}`)
  const [hasBegun, setHasBegun] = useState(false)
  const edited = useMemo(() => (text === '' ? undefined : readKept(text).draft), [text])
  return {
    edited,
    /** Whether it was begun on this screen, and not before somebody came back to it. */
    hasBegun,
    begin: (draft: CommentDraft): void => {
      setHasBegun(true)
      keep(JSON.stringify(makeKept({ draft })))
    },
    change: (draft: CommentDraft): void => keep(JSON.stringify(makeKept({ draft }))),
    end: (): void => keep(''),
  }
}

/**
 * A comment that is typed and not sent, which stays when somebody looks at another screen meanwhile.
 *
 * @param about what it is about, in the change request or the space.
 */
export function useKeptComment(about: string) {
  const { spaceId, changeRequestId = spaceId } = useCommentPlace()
  const { text, keep, forget } = useKeptText(`comment/${changeRequestId}/${about}`)
  const typed = useMemo(() => readKept(text), [text])
  return {
    ...typed,
    keep: (next: TypedComment): void => keep(writeKept(next)),
    /** Forgets what was sent, unless it has become something else meanwhile. */
    forget: (): void => forget(text),
  }
}
