import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const secret = 'a secret of sixteen or more'.replaceAll(' ', '-')
const notifications: { body: string; signature: string; plainSignature: string }[] = []
/** How many of the next requests the external cache answers with an error. */
let failures = 0

const network = new TestNetwork()
let app: TestApp
let organization: string
let admin: Person

async function receiveNotification(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString()
  const isAccepted = failures-- <= 0
  if (isAccepted) {
    notifications.push({
      body,
      signature: String(request.headers['x-verso-signature']),
      plainSignature: String(request.headers['x-gitbook-signature']),
    })
  }
  response.writeHead(isAccepted ? 204 : 500).end()
}

beforeAll(async () => {
  const { url } = await network.listen((request, response) => void receiveNotification(request, response))
  app = await TestApp.start({ revalidate: { url: `${url}/forget`, secret } }, { role: 'all', network })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

const insert = { operation: 'insert_page', title: 'A', document: { markdown: 'a' } }

/** Creates a space with a merged change request, and returns its id. */
async function createMergedSpace(): Promise<string> {
  const { id } = await app.space(admin, organization)
  const path = `/spaces/${id}/change-requests`
  expectStatus(201, await admin.post(path, {}))
  expectStatus(200, await admin.post(`${path}/1/content`, { changes: [insert] }))
  expectStatus(200, await admin.post(`${path}/1/merge`))
  return id
}

const waitForNotification = (space: string) =>
  waitFor(`the notification about space ${space}`, () =>
    notifications.find(({ body }) => body.includes(`"space:${space}"`)),
  )

test('a merge sends its tags with a signature', async () => {
  const space = await createMergedSpace()
  const { body, signature, plainSignature } = await waitForNotification(space)
  const { tags } = JSON.parse(body) as { tags: string[] }
  expect(tags).toContain(`space:${space}`)
  expect(tags).toContain(`change-request:${space}/1`)
  expect(plainSignature).toBe(createHmac('sha256', secret).update(body).digest('hex'))
  expect(signature).toBe(`sha256=${plainSignature}`)
  // An edit of a change request does not change the content of the space, so nothing is sent for it.
  expect(notifications.filter((each) => each.body.includes(space))).toHaveLength(1)
})

test('a notification that fails is sent again', async () => {
  failures = 1
  const space = await createMergedSpace()
  expect((await waitForNotification(space)).body).toContain(space)
})
