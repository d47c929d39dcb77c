import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Comment, DraftComment } from '../../../api/operations.ts'
import type { EditorComment, PageEditorHandle, QuotedWords } from '../../../editor/index.ts'
import { useLinkedComment } from '../review/linked-comment.ts'
import { useDrafts } from '../review/use-drafts.ts'
import { pageCommentsRead, useChangeRequest } from '../use-change-request.ts'

/** What an editor does with the comments on its words. */
export type CommentedEditor = Pick<
  PageEditorHandle,
  'showComments' | 'goToComment' | 'quoteSelection' | 'focus'
>

/** What an editor tells of comments, and where it is told of them. */
export interface CommentConnection {
  attach: (editor: CommentedEditor | undefined) => void
  /** Missing for whoever may not comment. */
  onComment?: (quote: QuotedWords) => void
  onOpenComment: (id: string, takesFocus: boolean) => void
}

/** A comment on words, or one's own draft of one. */
export type WordComment = Comment | DraftComment

/** The open comments on words of a page, and which of them is looked at. */
export interface TextComments {
  /** Those whose words are in the page. */
  placed: WordComment[]
  /** Those whose words are gone. */
  outdated: WordComment[]
  connection: CommentConnection
  isOpen: boolean
  activeId: string | undefined
  /** Whether the thread that is looked at was asked for by key. */
  takesFocus: boolean
  /** The words that a new comment is going to be on. */
  quote: QuotedWords | undefined
  open: () => void
  close: () => void
  finishNew: () => void
  goToWords: (id: string) => void
  /** Begins a comment on the selected words. */
  begin: () => void
}

export function useTextComments(pageId: string): TextComments {
  const { ids, rights, changeRequest } = useChangeRequest()
  const linkedId = useLinkedComment()
  const { data, refetch } = useQuery({
    ...pageCommentsRead(ids, pageId),
    enabled: linkedId !== undefined || (changeRequest?.comments ?? 0) > 0,
  })
  const [editor, setEditor] = useState<CommentedEditor>()
  const [view, setView] = useState<{ isOpen: boolean; activeId?: string; takesFocus?: boolean }>({
    isOpen: false,
  })
  const [quote, setQuote] = useState<QuotedWords>()
  const drafts = useDrafts()
  const onPage = useMemo<WordComment[]>(
    () => [
      ...(data?.items
        .filter(
          // Whoever follows a link to a comment sees it, resolved or not.
          ({ id, status, target }) => (status === 'open' || id === linkedId) && target.quote !== undefined,
        )
        .toReversed() ?? []),
      ...drafts.filter(({ target }) => target.page?.id === pageId && target.quote !== undefined),
    ],
    [data, linkedId, drafts, pageId],
  )
  const placed = useMemo(() => onPage.filter(({ target }) => target.outdated !== true), [onPage])
  const { canComment } = rights
  const connection = useMemo<CommentConnection>(
    () => ({
      attach: setEditor,
      ...(canComment && {
        onComment: (words: QuotedWords) => {
          setQuote(words)
          setView({ isOpen: true })
        },
      }),
      onOpenComment: (activeId, takesFocus) => setView({ isOpen: true, activeId, takesFocus }),
    }),
    [canComment],
  )
  useNewestPlaces(onPage.length > 0, changeRequest?.revision, () => void refetch())
  useEffect(() => {
    editor?.showComments(placed.map(describeWords), view.isOpen ? view.activeId : undefined)
  }, [editor, placed, view])
  // Whoever follows a link to a comment is brought to its words, once.
  const isLinked = editor !== undefined && onPage.some(({ id }) => id === linkedId)
  useEffect(() => {
    if (!isLinked || linkedId === undefined) return
    setView({ isOpen: true, activeId: linkedId })
    editor?.goToComment(linkedId)
  }, [isLinked, linkedId, editor])
  return {
    placed,
    outdated: onPage.filter(({ target }) => target.outdated === true),
    connection,
    isOpen: view.isOpen,
    activeId: view.activeId,
    takesFocus: view.takesFocus === true,
    quote,
    open: () => setView({ isOpen: true }),
    close: () => {
      setView({ isOpen: false })
      setQuote(undefined)
      editor?.focus()
    },
    finishNew: () => setQuote(undefined),
    goToWords: (id) => {
      setView({ isOpen: true, activeId: id })
      if (editor?.goToComment(id) === true) editor.focus()
    },
    begin: () => {
      const words = editor?.quoteSelection()
      if (words) connection.onComment?.(words)
    },
  }
}

/** Asks again where the words are when the text is saved. */
function useNewestPlaces(isActive: boolean, revision: string | undefined, refetch: () => void): void {
  const known = useRef(revision)
  useEffect(() => {
    const isNew = known.current !== undefined && known.current !== revision
    known.current = revision
    if (isActive && isNew) refetch()
  })
}

/** The words as they stand in the page now. */
const describeWords = ({ id, target: { quote, position } }: WordComment): EditorComment => ({
  id,
  quote: {
    exact: quote?.exact ?? '',
    prefix: position?.prefix ?? quote?.prefix ?? '',
    suffix: position?.suffix ?? quote?.suffix ?? '',
  },
})
