import type { OrganizationEvent } from './operations.ts'
import { streamEventsInOrganization } from './operations.ts'

/** A browser opens few connections to a server: a window that nobody sees gives its own back after a while. */
const CLOSE_HIDDEN_AFTER_MS = 30_000
const BASE_RETRY_MS = 5000
const MAX_RETRY_MS = 60_000

export interface EventFollower {
  /** The browser tells only of types that it was asked for. */
  types: readonly OrganizationEvent['type'][]
  onEvent: (event: OrganizationEvent) => void
  /** The server refused the stream. Says whether to try again later. */
  onRefused: () => Promise<boolean>
}

/**
 * Follows the events of an organization until the returned function is called. A stream that breaks is opened again and
 * goes on after the last event that came; one whose window is hidden is closed, and goes on when it is shown.
 */
export function followEvents(
  organizationId: string,
  { types, onEvent, onRefused }: EventFollower,
): () => void {
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
    for (const type of types) opened.addEventListener(type, receive)
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
