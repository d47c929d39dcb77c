import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, followEvents, isStatus, onSignedOut } from '../api/index.ts'
import { getAuthenticatedUser, type OrganizationEvent } from '../api/operations.ts'
import { eventTypes, findStaleReads } from './stale-reads.ts'

/** Events that come close together make reads stale together. */
const GATHER_MS = 150
/** Going from one screen to another leaves the organization for a moment. */
const LEAVE_AFTER_MS = 2000

interface Following {
  organizationId: string
  stop: () => void
}

let following: Following | undefined
let watchers = 0
let leaving: ReturnType<typeof setTimeout> | undefined

/** What others change in the organization is read again while a screen of it is open. */
export function useLiveUpdates(organizationId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (organizationId === undefined) return undefined
    clearTimeout(leaving)
    watchers++
    if (following?.organizationId !== organizationId) {
      following?.stop()
      following = { organizationId, stop: follow(client, organizationId) }
    }
    return () => {
      watchers--
      if (watchers > 0) return
      leaving = setTimeout(() => {
        following?.stop()
        following = undefined
      }, LEAVE_AFTER_MS)
    }
  }, [client, organizationId])
}

function follow(client: QueryClient, organizationId: string): () => void {
  let events: OrganizationEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = (): void => {
    // A write that is under way has shown its result already: what is read meanwhile would take it back for a moment.
    if (client.isMutating() > 0) {
      timer = setTimeout(refresh, GATHER_MS)
      return
    }
    timer = undefined
    const isStale = findStaleReads(events, organizationId)
    events = []
    void client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  }
  const stopFollowing = followEvents(organizationId, {
    types: eventTypes,
    onEvent: (event) => {
      if (event.type === 'ready') return
      events.push(event)
      timer ??= setTimeout(refresh, GATHER_MS)
    },
    // The answer to any request says whether the session has ended, and the console then asks to sign in again.
    onRefused: () =>
      call(getAuthenticatedUser).then(
        () => true,
        (error: unknown) => !isStatus(error, 401),
      ),
  })
  const stopWaiting = onSignedOut(() => {
    stopFollowing()
    following = undefined
  })
  return () => {
    clearTimeout(timer)
    stopWaiting()
    stopFollowing()
  }
}
