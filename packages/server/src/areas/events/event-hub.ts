import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, seconds } from '../../common/clock.ts'
import { TooManyRequests, Unavailable } from '../../common/errors.ts'
import type { Database } from '../../database/database.ts'
import type { Notifications } from '../../database/notifications.ts'
import { EventStream } from './event-stream.ts'
import { presentEvent, presentMark } from './present.ts'
import {
  type EventRange,
  type EventRepository,
  type EventRow,
  subjectScopes,
  type WatchingCaller,
} from './repository.ts'

/** How many streams one person may have open in one process: a stream for each window. */
export const MAX_STREAMS_PER_PERSON = 20
const MAX_STREAMS = 10_000
/** How many events are read at once. */
const BATCH_SIZE = 500
/** Whoever was away for so many events reads everything again instead. */
const MAX_MISSED_EVENTS = 5000
/** Events that come close together are read together. */
const PAUSE_MS = 50
const RETRY_DELAY_MS = 1 * seconds
/** How often streams get a sign of life, and everybody's access is checked, whatever happens. */
const CHECK_INTERVAL_MS = 10 * seconds
const RETRY_AFTER_SECONDS = 10

interface EventHubDependencies {
  database: Database
  notifications: Notifications
  events: EventRepository
  clock: Clock
  onError: (error: unknown) => void
}

/**
 * The open streams of this process. Whatever their number, one connection is told that there are events, and one statement
 * reads the events for all of them.
 */
export class EventHub {
  readonly #deps: EventHubDependencies
  readonly #streams = new Set<EventStream>()
  #stopListening: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isNeeded = false
  #isClosed = false

  constructor(deps: EventHubDependencies) {
    this.#deps = deps
  }

  get size(): number {
    return this.#streams.size
  }

  /** Opens a stream that begins after a position, or now. */
  async open(
    caller: WatchingCaller,
    { since, follows }: { since: number | undefined; follows: boolean },
  ): Promise<EventStream> {
    this.#requireRoom(caller)
    await this.#deps.events.placeEvents(this.#deps.database)
    const range = await this.#deps.events.readRange(this.#deps.database)
    // Others may have opened streams meanwhile.
    this.#requireRoom(caller)
    const isResumed = since !== undefined && canResume(since, range)
    const stream = new EventStream(caller, {
      position: isResumed ? since : range.current,
      follows,
      onClose: (closed) => this.#remove(closed),
    })
    this.#add(stream)
    const mark = since === undefined || isResumed ? 'ready' : 'reset'
    stream.send(presentMark(mark, stream.position, this.#deps.clock.now()))
    this.#wake()
    return stream
  }

  /** Ends all streams, so that their responses do not keep the server from closing. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
    this.#stop()
    await this.#running
  }

  #requireRoom({ userId }: WatchingCaller): void {
    if (this.#isClosed) throw new Unavailable('Verso is stopping. Try again in a moment.')
    if (this.#streams.size >= MAX_STREAMS) {
      throw new TooManyRequests('Too many streams are open. Try again later.', RETRY_AFTER_SECONDS)
    }
    const own = Iterator.from(this.#streams).filter(({ caller }) => caller.userId === userId)
    if ([...own].length >= MAX_STREAMS_PER_PERSON) {
      throw new TooManyRequests(
        `You have ${MAX_STREAMS_PER_PERSON} streams open. Close one, then open another.`,
        RETRY_AFTER_SECONDS,
      )
    }
  }

  #add(stream: EventStream): void {
    this.#streams.add(stream)
    if (this.#stopListening.length > 0) return
    const { notifications } = this.#deps
    this.#stopListening = [
      notifications.listen('verso_events', () => this.#wake()),
      notifications.listen('verso_sessions', () => void this.#checkAccess()),
    ]
    this.#timer = setInterval(() => {
      void this.#checkAccess()
      this.#wake()
    }, CHECK_INTERVAL_MS).unref()
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stop()
  }

  #stop(): void {
    for (const stop of this.#stopListening) stop()
    this.#stopListening = []
    clearInterval(this.#timer)
  }

  /** Looks for events now or, while they are being read, right after. */
  #wake(): void {
    this.#isNeeded = true
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  async #run(): Promise<void> {
    while (this.#isNeeded && this.#streams.size > 0 && !this.#isClosed) {
      this.#isNeeded = false
      try {
        await this.#deps.events.placeEvents(this.#deps.database)
        await this.#deliver()
        await sleep(PAUSE_MS, undefined, { ref: false })
      } catch (error) {
        this.#deps.onError(error)
        this.#isNeeded = true
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
  }

  async #deliver(): Promise<void> {
    for (;;) {
      const streams = [...this.#streams]
      const positions = new Map<string, number>()
      for (const { caller, position } of streams) {
        const { organizationId } = caller
        positions.set(organizationId, Math.min(positions.get(organizationId) ?? position, position))
      }
      const rows = await this.#deps.events.listEvents(
        this.#deps.database,
        Array.from(positions, ([organizationId, since]) => ({ organizationId, since })),
        BATCH_SIZE,
      )
      if (rows.length === 0) {
        for (const stream of streams) if (!stream.follows) stream.end()
        return
      }
      for (const [organizationId, events] of Map.groupBy(rows, (row) => row.organizationId)) {
        await this.#send(
          organizationId,
          events,
          streams.filter(({ caller }) => caller.organizationId === organizationId),
        )
      }
    }
  }

  /** Sends events of one organization to those who may hear of them now. */
  async #send(organizationId: string, events: EventRow[], streams: EventStream[]): Promise<void> {
    const admitted = await this.#endForbidden(streams)
    const userIds = [...new Set(Array.from(admitted.keys(), ({ caller }) => caller.userId))]
    const visible = await this.#findVisible(organizationId, events, userIds)
    const last = events.at(-1)?.position ?? 0
    for (const [stream, { isGuest }] of admitted) {
      for (const event of events) {
        if (event.position <= stream.position) continue
        if (isAudible(event, { userId: stream.caller.userId, isGuest }, visible)) {
          stream.send(presentEvent(event))
        }
      }
      stream.position = Math.max(stream.position, last)
    }
  }

  /** Finds who sees the subjects of the events, as `userId subjectId`. */
  async #findVisible(
    organizationId: string,
    events: readonly EventRow[],
    userIds: readonly string[],
  ): Promise<Set<string>> {
    const pairs = await Promise.all(
      subjectScopes.map(async (scope) => {
        const ids = new Set(events.flatMap((event) => (event.scope === scope ? (event.subjectId ?? []) : [])))
        return ids.size === 0
          ? []
          : this.#deps.events.findViewers(this.#deps.database, organizationId, scope, [...ids], userIds)
      }),
    )
    return new Set(pairs.flat().map(({ userId, subjectId }) => `${userId} ${subjectId}`))
  }

  /** Ends the streams of those whose session or membership has ended, and returns the others. */
  async #endForbidden(streams: readonly EventStream[]): Promise<Map<EventStream, { isGuest: boolean }>> {
    const admitted = await this.#deps.events.findAdmitted(
      this.#deps.database,
      streams.map(({ caller }) => caller),
      this.#deps.clock.now(),
    )
    const result = new Map<EventStream, { isGuest: boolean }>()
    streams.forEach((stream, index) => {
      const member = admitted.get(index)
      if (member) result.set(stream, member)
      else stream.end()
    })
    return result
  }

  async #checkAccess(): Promise<void> {
    try {
      const admitted = await this.#endForbidden([...this.#streams])
      for (const stream of admitted.keys()) stream.sendHeartbeat()
    } catch (error) {
      this.#deps.onError(error)
    }
  }
}

/** Whether all events after the position are kept, and not too many. */
const canResume = (since: number, { first, last, current }: EventRange): boolean =>
  since <= last && since >= (first ?? last + 1) - 1 && current - since <= MAX_MISSED_EVENTS

function isAudible(
  { scope, subjectId }: EventRow,
  { userId, isGuest }: { userId: string; isGuest: boolean },
  visible: ReadonlySet<string>,
): boolean {
  switch (scope) {
    case 'organization':
      return true
    case 'members':
      return !isGuest
    case 'user':
      return subjectId === userId
    case 'space':
    case 'collection':
    case 'site':
      return visible.has(`${userId} ${subjectId}`)
  }
}
