import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CommentPlace } from './comment-place.ts'

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

/** The address of a comment or a reply: beside the page that it is on, or in the conversation of the change request. */
export const buildCommentUrl = (
  { spaceId, changeRequestId }: CommentPlace,
  id: string,
  textPageId?: string,
): string => {
  const place = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`
  const screen =
    textPageId !== undefined ? `/pages/${textPageId}` : changeRequestId === undefined ? '' : '/review'
  return `${location.origin}/app/spaces/${spaceId}${place}${screen}#${PREFIX}${id}`
}
