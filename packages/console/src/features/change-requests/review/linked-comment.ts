import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const PREFIX = 'comment-'

/** The id of the comment or the reply that the address leads to. */
export function useLinkedComment(): string | undefined {
  const { hash } = useLocation()
  return hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined
}

/**
 * Makes an element the place that a link to a comment leads to. The comments come after the address: whoever followed a
 * link is brought to the comment then, once.
 */
export function useCommentAnchor(id: string) {
  const ref = useRef<HTMLElement>(null)
  const isLinked = useLinkedComment() === id
  useEffect(() => {
    if (!isLinked) return
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [isLinked])
  return { id: `${PREFIX}${id}`, ref, isLinked }
}

/** The address of a comment or a reply: of the words that it is on, where it is on words of a page. */
export const buildCommentUrl = (
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
  id: string,
  textPageId?: string,
): string => {
  const screen = textPageId === undefined ? 'review' : `pages/${textPageId}`
  return `${location.origin}/app/spaces/${spaceId}/change-requests/${changeRequestId}/${screen}#${PREFIX}${id}`
}
