import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'

const secret = 'a secret of sixteen or more'.replaceAll(' ', '-')
const heard: { body: string; signature: string | undefined }[] = []
/** How often they do not listen before they do. */
let deaf = 0

const network = new TestNetwork()
let app: TestApp
let organization: string
let admin: Person

async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString()
  const isHeard = deaf-- <= 0
  if (isHeard) heard.push({ body, signature: String(request.headers['x-verso-signature']) })
  response.writeHead(isHeard ? 204 : 500).end()
}

beforeAll(async () => {
  const { url } = await network.listen((request, response) => void hear(request, response))
  app = await TestApp.start({ revalidate: { url: `${url}/forget`, secret } }, { role: 'all', network })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

const insert = { operation: 'insert_page', title: 'A', document: { markdown: 'a' } }

async function merged(): Promise<string> {
  const { id } = await app.space(admin, organization)
  const path = `/spaces/${id}/change-requests`
  expectStatus(201, await admin.post(path, {}))
  expectStatus(200, await admin.post(`${path}/1/content`, { changes: [insert] }))
  expectStatus(200, await admin.post(`${path}/1/merge`))
  return id
}

const tagsOf = (space: string) =>
  vi.waitUntil(() => heard.find(({ body }) => body.includes(`"space:${space}"`)), { timeout: 25_000 })

test('a merge is told to whoever keeps answers, signed', async () => {
  const space = await merged()
  const { body, signature } = await tagsOf(space)
  const { tags } = JSON.parse(body) as { tags: string[] }
  expect(tags).toContain(`space:${space}`)
  expect(tags).toContain(`change-request:${space}/1`)
  expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  // What is written in a change request changes nothing that is shown.
  expect(heard.filter((each) => each.body.includes(space))).toHaveLength(1)
})

test('it is told again until it was heard', async () => {
  deaf = 1
  const space = await merged()
  expect((await tagsOf(space)).body).toContain(space)
})
