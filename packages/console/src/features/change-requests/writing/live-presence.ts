import { call } from '../../../api/index.ts'
import { type LivePage, setLivePresence } from '../../../api/operations.ts'
import type { LiveDocument, LivePerson } from '../../../editor/index.ts'
import { getLiveClient } from './live-store.ts'
import { chooseColour } from './person-colour.ts'

/** Somebody who is in the page. */
export type PresentPerson = LivePage['people'][number]

/** A page of a change request. */
export interface LiveAddress {
  spaceId: string
  changeRequestId: string
  pageId: string
}

interface PresenceOptions {
  address: LiveAddress
  session: string
  live: LiveDocument
  getCursor: () => { anchor: number; head: number } | undefined
  onPeople: (people: PresentPerson[]) => void
}

/** Who is in a page, and where. */
export class LivePresence {
  readonly #options: PresenceOptions
  /** The others. */
  #people: readonly PresentPerson[] = []

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** Shows the others. Without a list, those who are known are shown at the places where they are now. */
  show(people = this.#people): void {
    const others = people.filter(({ client }) => client !== getLiveClient())
    const isAlone = others.length === 0 && this.#people.length === 0
    this.#people = others
    if (isAlone) return
    this.#options.live.showPeople(others.map(describePerson))
    this.#options.onPeople(others)
  }

  /** Says that one is here, and where. */
  async tell(): Promise<void> {
    const { address, session, live, getCursor } = this.#options
    // Positions are those of a version: what is about to be sent tells of the cursor itself.
    if (document.hidden || live.hasUnconfirmed) return
    const cursor = getCursor()
    const body = { session, client: getLiveClient(), version: live.version, ...(cursor && { cursor }) }
    await call(setLivePresence, { ...address, body })
  }

  leave(): void {
    const { address, session, live } = this.#options
    const body = { session, client: getLiveClient(), version: live.version, left: true }
    call(setLivePresence, { ...address, body }, { keepalive: true }).catch(() => {
      // Others see it some seconds later.
    })
  }
}

const describePerson = ({ client, user, version, cursor }: PresentPerson): LivePerson => ({
  client,
  name: user.displayName,
  colour: chooseColour(user.id),
  version,
  ...(cursor && { cursor }),
})
