import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus } from '../../testing/app.ts'
import { GitWorld, guideFiles, mainRef } from '../../testing/git-world.ts'
import { readList } from '../../testing/lists.ts'
import type { Job } from '../tasks/schema.ts'
import type { GitWebhook } from './schema.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

const sign = (secret: string, text: string) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

describe('webhooks', () => {
  const push = { ref: mainRef, after: 'x', repository: { id: 1 } }

  async function createWebhook() {
    const space = await world.createSyncedSpace(guideFiles)
    const body = { url: space.repository.url, ref: mainRef }
    const { secret, url } = expectStatus(
      200,
      await world.admin.put<GitWebhook>(`${space.path}/git/webhook`, body),
    )
    expect(url).toMatch(new RegExp(`/v1${space.path}/git/webhook$`))
    expect((await space.info()).webhookUrl).toBe(url)
    const call = (headers: Record<string, string>, sent: object = push) =>
      world.app.anonymous.send('POST', `${space.path}/git/webhook`, sent, headers)
    return { space, secret, call }
  }

  test('204 imports on a push that GitHub signed; 409 when it is sent again', async () => {
    const { space, secret, call } = await createWebhook()
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': sign(secret, JSON.stringify(push)) }
    expect((await call({ ...headers, 'x-github-event': 'ping' })).status).toBe(204)
    expect((await call(headers)).status).toBe(204)
    await space.waitUntilIdle()
    expect(await space.pages()).toHaveLength(2)

    expect((await call({ ...headers, 'x-github-delivery': 'another' })).status).toBe(409)
    const other = { ...push, ref: 'refs/heads/other' }
    expect((await call({ 'x-hub-signature-256': sign(secret, JSON.stringify(other)) }, other)).status).toBe(
      204,
    )
    expect(
      await readList<Job>(world.admin, `/orgs/${world.organization}/jobs?space=${space.id}`),
    ).toMatchObject({
      count: 1,
    })
  })

  test('204 imports on a push with the token of GitLab', async () => {
    const { space, secret, call } = await createWebhook()
    expect((await call({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret })).status).toBe(204)
    await space.waitUntilIdle()
    expect(await space.pages()).toHaveLength(2)
  })

  test('401 for a wrong signature, another body, another space, a missing space, and after the webhook was removed', async () => {
    const { space, secret, call } = await createWebhook()
    const rightSignature = sign(secret, JSON.stringify(push))
    const [other] = [await createWebhook()]
    const wrongHeaders: Record<string, string>[] = [
      {},
      { 'x-hub-signature-256': sign('wrong', JSON.stringify(push)) },
      { 'x-hub-signature-256': rightSignature.slice(0, -1) },
      { 'x-hub-signature-256': sign(secret, `${JSON.stringify(push)} `) },
      { 'x-hub-signature-256': sign(other.secret, JSON.stringify(push)) },
      { 'x-gitlab-token': other.secret },
      { 'x-gitlab-token': '' },
    ]
    for (const headers of wrongHeaders) expect((await call(headers)).status).toBe(401)
    expect(
      (
        await world.app.anonymous.send('POST', '/spaces/nowhere/git/webhook', push, {
          'x-hub-signature-256': rightSignature,
        })
      ).status,
    ).toBe(401)

    expect((await world.admin.delete(`${space.path}/git/webhook`)).status).toBe(205)
    expect((await world.admin.delete(`${space.path}/git/webhook`)).status).toBe(204)
    expect((await space.info()).webhookUrl).toBeUndefined()
    expect((await call({ 'x-hub-signature-256': rightSignature })).status).toBe(401)
    expect(
      (await readList<Job>(world.admin, `/orgs/${world.organization}/jobs?space=${space.id}`)).items,
    ).toEqual([])
  })
  test('204, and nothing is imported once an admin has chosen another repository', async () => {
    const { space, secret, call } = await createWebhook()
    const other = world.server.createRepository({ 'README.md': '# Other\n' })
    await space.synchronise('import', { url: other.url })
    space.repository.commit('Newer', { 'README.md': '# Newer\n' })
    expect((await call({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret })).status).toBe(204)
    expect(await space.waitUntilIdle()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('another repository'),
    })
    expect((await space.pages()).map(({ title }) => title)).toEqual(['Other'])
  })
})
