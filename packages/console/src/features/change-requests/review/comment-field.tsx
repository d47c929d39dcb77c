import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { read } from '../../../api/index.ts'
import { listPermissionsAggregateInSpace } from '../../../api/operations.ts'
import { useSession } from '../../../app/session.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { useCommentPlace } from './comment-place.ts'
import { type CommentDraft, findMentionQuery, insertMention } from './mentions.ts'

interface CommentFieldProps {
  label: string
  placeholder?: string
  draft: CommentDraft
  onChange: (draft: CommentDraft) => void
  /** One line as long as it is empty. */
  isShort?: boolean
  autoFocus?: boolean
}

interface MentionablePerson {
  id: string
  name: string
  photoURL: string | undefined
}

const MAX_SHOWN_PEOPLE = 6

/** A field for a comment. "@" offers people to mention, and Ctrl with Enter sends. */
export function CommentField({
  label,
  placeholder,
  draft,
  onChange,
  isShort = false,
  autoFocus = false,
}: CommentFieldProps) {
  const { reviews } = useReviewWords()
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [place, setPlace] = useState(0)
  const [isClosed, setClosed] = useState(true)
  const nextCaret = useRef<number>(undefined)
  const people = usePeople(isClosed ? undefined : findMentionQuery(draft.text, caret))
  const chosen = people[Math.min(place, people.length - 1)]
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    fieldRef.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  }, [draft.text])
  const pick = (person: MentionablePerson): void => {
    const result = insertMention(draft, caret, person)
    nextCaret.current = result.caret
    setCaret(result.caret)
    setClosed(true)
    onChange(result.draft)
    fieldRef.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) fieldRef.current?.form?.requestSubmit()
    else if (!chosen) return
    else if (event.key === 'ArrowDown') setPlace((place + 1) % people.length)
    else if (event.key === 'ArrowUp') setPlace((place + people.length - 1) % people.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen)
    else if (event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="comment-field">
      <textarea
        ref={fieldRef}
        className="textarea"
        aria-label={label}
        aria-autocomplete="list"
        {...(chosen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${chosen.id}` })}
        placeholder={placeholder}
        rows={isShort && draft.text === '' ? 1 : 3}
        value={draft.text}
        // Whoever asked to edit a comment goes on in it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
        onChange={(event) => {
          setClosed(false)
          setPlace(0)
          setCaret(event.target.selectionStart)
          onChange({ ...draft, text: event.target.value })
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
      />
      {chosen && (
        <div className="mention-list" id={listId} role="listbox" aria-label={reviews.mention}>
          {people.map((person) => (
            <div
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={person.id === chosen.id}
              // The field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                pick(person)
              }}
            >
              <Avatar name={person.name} imageUrl={person.photoURL} isDecorative />
              <bdi className="cut">{person.name}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Others who see the space and whose name has a word that begins so; nobody while no name is being typed. */
function usePeople(query: string | undefined): MentionablePerson[] {
  const { spaceId } = useCommentPlace()
  const { id: ownId } = useSession()
  const { data } = useQuery({
    ...read(listPermissionsAggregateInSpace, { spaceId, query: { limit: 1000 } }),
    enabled: query !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  if (query === undefined) return []
  const wanted = query.toLocaleLowerCase()
  return (data?.items ?? [])
    .filter(
      ({ user }) => user.id !== ownId && ` ${user.displayName.toLocaleLowerCase()}`.includes(` ${wanted}`),
    )
    .slice(0, MAX_SHOWN_PEOPLE)
    .map(({ user }) => ({ id: user.id, name: user.displayName, photoURL: user.photoURL }))
}
