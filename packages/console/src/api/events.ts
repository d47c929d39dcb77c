import type { OrganizationEvent } from './operations.ts'
import { streamEventsInOrganization } from './operations.ts'

/** A browser opens few connections to a server: a window that nobody sees gives its own back after a while. */
const CLOSE_HIDDEN_AFTER_MS = 30_000
const BASE_RETRY_MS = 5000
const MAX_RETRY_MS = 60_000

export interface EventFollower {
  onEvent: (event: OrganizationEvent) => void
  /** The server refused the stream. Says whether to try again later. */
  onRefused: () => Promise<boolean>
}

/**
 * Follows the events of an organization until the returned function is called. A stream that breaks is opened again and
 * goes on after the last event that came; one whose window is hidden is closed, and goes on when it is shown.
 */
export function followEvents(organizationId: string, { onEvent, onRefused }: EventFollower): () => void {
  let source: EventSource | undefined
  let lastId: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let hasEnded = false

  const open = (): void => {
    clearTimeout(timer)
    if (source || hasEnded) return
    const path = streamEventsInOrganization.path.replace(
      '{organizationId}',
      encodeURIComponent(organizationId),
    )
    const opened = new EventSource(`/v1${path}${lastId === undefined ? '' : `?since=${lastId}`}`)
    source = opened
    const receive = (message: MessageEvent<string>): void => {
      refusals = 0
      lastId = message.lastEventId
      // The server holds events to the schema that the type was made from.
      onEvent(JSON.parse(message.data) as OrganizationEvent)
    }
    for (const type of eventTypes) opened.addEventListener(type, receive)
    opened.addEventListener('error', () => {
      // The browser connects again by itself, unless the server answered with an error.
      if (opened.readyState === EventSource.CLOSED && source === opened) void retry()
    })
  }
  const close = (): void => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const retry = async (): Promise<void> => {
    close()
    if (!(await onRefused()) || hasEnded) return
    timer = setTimeout(open, Math.min(BASE_RETRY_MS * 2 ** refusals++, MAX_RETRY_MS))
  }
  const followVisibility = (): void => {
    if (!document.hidden) return open()
    clearTimeout(timer)
    timer = setTimeout(close, CLOSE_HIDDEN_AFTER_MS)
  }
  document.addEventListener('visibilitychange', followVisibility)
  followVisibility()
  return () => {
    hasEnded = true
    document.removeEventListener('visibilitychange', followVisibility)
    close()
  }
}

/** The browser tells only of types that it was asked for. */
const eventTypes: readonly OrganizationEvent['type'][] = [
  'ready',
  'reset',
  'access_changed',
  'space_created',
  'space_updated',
  'space_removed',
  'space_content_updated',
  'collection_updated',
  'site_updated',
  'change_request_created',
  'change_request_updated',
  'change_request_status_updated',
  'change_request_content_updated',
  'change_request_conflicted',
  'comment_created',
  'comment_updated',
  'comment_deleted',
  'comment_replied',
  'review_requested',
  'review_submitted',
  'review_updated',
  'job_updated',
  'member_updated',
  'team_updated',
]
