import { expectStatus, type ListBody, type Person, type TestApp } from './app.ts'
import type { Notification } from '../areas/inbox/notifications/schema.ts'
import { waitFor } from './wait-for.ts'

type NotificationList = ListBody<Notification> & { unread: number }

/** Reads the notifications of a person. */
export const listNotifications = async (person: Person, query = ''): Promise<NotificationList> =>
  expectStatus(200, await person.get<NotificationList>(`/user/notifications${query}`))

/** Waits until somebody has notifications of exactly these kinds, the latest first. */
export const waitForKinds = async (person: Person, kinds: string[]): Promise<Notification[]> => {
  const wanted = kinds.join(', ')
  return waitFor(`notifications: ${wanted}`, async () => {
    const { items } = await listNotifications(person)
    return items.map(({ kind }) => kind).join(', ') === wanted && items
  })
}

/** A mention of somebody, as Markdown. */
export const writeMention = ({ id }: Person, name = 'somebody'): string =>
  `[@${name}](/users/${id} "mention")`

/** A new change request, and what people say about it. */
export class DiscussedChangeRequest {
  readonly id: string
  readonly space: string
  readonly path: string

  private constructor(id: string, space: string) {
    this.id = id
    this.space = space
    this.path = `/spaces/${space}/change-requests/${id}`
  }

  static async create(
    app: TestApp,
    { admin, author, organization }: { admin: Person; author: Person; organization: string },
    spaceBody: object = { title: 'Guide' },
  ): Promise<DiscussedChangeRequest> {
    const { id: space } = await app.space(admin, organization, spaceBody)
    const answer = await author.post<{ id: string }>(`/spaces/${space}/change-requests`, {
      subject: 'Better words',
    })
    return new DiscussedChangeRequest(expectStatus(201, answer).id, space)
  }

  async comment(by: Person, markdown: string): Promise<string> {
    const answer = await by.post<{ id: string }>(`${this.path}/comments`, { body: { markdown } })
    return expectStatus(200, answer).id
  }

  async reply(by: Person, commentId: string, markdown: string): Promise<string> {
    const path = `${this.path}/comments/${commentId}/replies`
    return expectStatus(200, await by.post<{ id: string }>(path, { body: { markdown } })).id
  }
}
