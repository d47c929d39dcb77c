import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody } from '../../../testing/app.ts'
import { GitWorld, mainRef } from '../../../testing/git-world.ts'
import { siteFiles, siteProject } from '../../../testing/site-files.ts'
import type { GitWebhook } from '../../git-sync/index.ts'
import type { Site } from '../sites/schema.ts'
import type { SiteGitSyncState } from './schema.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

describe('who may', () => {
  test('409 when a space of the site is synchronised by itself', async () => {
    const { site } = await world.importSite()
    const space = await site.space('guides/en')
    expect(await space.info()).toMatchObject({ parentInstallationId: site.site.id })
    for (const direction of ['import', 'export'] as const)
      expect((await space.request(direction)).status).toBe(409)
    const webhook = { url: site.repository.url, ref: mainRef }
    expect((await world.admin.put(`${space.path}/git/webhook`, webhook)).status).toBe(409)
    // When the site ends it, the space can be synchronised by itself again.
    expectStatus(205, await world.admin.delete(`${site.path}/git`))
    expect((await world.admin.get(`${site.path}/git/info`)).status).toBe(404)
    expect((await space.request('import', { repoProjectDirectory: 'docs/guides/en' })).status).toBe(204)
  })

  test('an admin of the site who is no admin of a space that it shows cannot send its content anywhere', async () => {
    const repository = world.server.createRepository()
    const space = await world.app.space(world.admin, world.organization, { title: 'Secret' })
    const site = await world.createSiteFor(repository, { spaces: [space.id] })
    expectStatus(200, await world.admin.patch(`/spaces/${space.id}`, { defaultLevel: 'read' }))
    const person = await world.app.member(world.organization, 'read')
    const invite = { role: 'admin', users: [person.id] }
    expectStatus(204, await world.admin.post(`${site.path}/permissions`, invite))
    expect(await site.run('export', {}, person)).toMatchObject({
      status: 'failure',
      error: expect.stringContaining('admin role on the space') as string,
    })
    expect((await world.admin.get(`/spaces/${space.id}/git/info`)).status).toBe(404)
  })

  test('an admin of the site who is no admin of its spaces cannot let them follow another repository or branch', async () => {
    const { site } = await world.importSite()
    const space = await site.space('guides/en')
    const read = async () => JSON.stringify(await space.titles())
    const before = await read()
    for (const { id } of (await site.siteSpaces()).values().map(({ space: shown }) => shown))
      expectStatus(200, await world.admin.patch(`/spaces/${id}`, { defaultLevel: 'read' }))
    const person = await world.app.member(world.organization, 'read')
    const invite = { role: 'admin', users: [person.id] }
    expectStatus(204, await world.admin.post(`${site.path}/permissions`, invite))
    const files = { ...siteFiles, 'docs/guides/en/README.md': '# Replaced\n' }
    const other = world.server.createRepository(files)
    for (const repository of [{ url: other.url }, { ref: 'refs/heads/other' }]) {
      for (const direction of ['import', 'export'] as const) {
        const operation = await site.run(direction, { ...siteProject, ...repository }, person)
        expect(operation).toMatchObject({
          status: 'failure',
          error: expect.stringContaining('admin role on the space') as string,
        })
      }
    }
    expect(await read()).toBe(before)
    // Whoever is an admin of the spaces may.
    await site.synchronise('import', { ...siteProject, url: other.url })
    expect(await read()).toContain('Replaced')
  })

  test('an admin of the site who may not create content gets no spaces by an import', async () => {
    const site = await world.createSyncedSite(siteFiles)
    const person = await world.app.member(world.organization, 'read')
    expectStatus(
      204,
      await world.admin.post(`${site.path}/permissions`, { role: 'admin', users: [person.id] }),
    )
    expect(await site.run('import', siteProject, person)).toMatchObject({ status: 'failure' })
    expect((await site.structure()).structure).toEqual([])
  })

  test('400 for repositories that may not be reached; 404 for another organization', async () => {
    const site = await world.createSyncedSite(siteFiles)
    for (const url of ['file:///etc', 'http://169.254.169.254/x.git', '--upload-pack=x'])
      expect((await site.request('import', { url })).status).toBe(400)
    const { admin: stranger } = await world.app.organization('Other')
    expect((await site.request('import', siteProject, stranger)).status).toBe(404)
  })

  test('members who see the site see its state, others do not find it among the jobs', async () => {
    const { site } = await world.importSite()
    const member = await world.app.member(world.organization, 'read')
    const jobs = await member.get(`/orgs/${world.organization}/jobs`)
    expect(JSON.stringify(jobs.body)).not.toContain('site-git-import')
    const state = expectStatus(200, await member.get<SiteGitSyncState>(`${site.path}/git/info`))
    expect(state).toMatchObject({ webhook: false, ref: mainRef })
    expect(state).not.toHaveProperty('repoURL')
    const forAdmins = expectStatus(200, await world.admin.get<SiteGitSyncState>(`${site.path}/git/info`))
    expect(forAdmins).toMatchObject({ repoURL: site.repository.url, repoProjectDirectory: 'docs' })
  })

  test('who sees a site sees its runs by its id; 404 for a site of others', async () => {
    const { site } = await world.importSite()
    const { site: other } = await world.importSite()
    await site.synchronise('export', siteProject)
    const path = `/orgs/${world.organization}/jobs?site=${site.site.id}`
    const member = await world.app.member(world.organization, 'read')
    const { items } = expectStatus(200, await member.get<ListBody<{ type: string; status: string }>>(path))
    expect(items.map(({ type, status }) => [type, status])).toEqual([
      ['site-git-export', 'completed'],
      ['site-git-import', 'completed'],
    ])
    const narrowed = await member.get<ListBody<{ type: string; status: string }>>(
      `${path}&type=site-git-import`,
    )
    expect(expectStatus(200, narrowed).items).toHaveLength(1)
    const { id: elsewhere, admin: stranger } = await world.app.organization('Other')
    expect((await stranger.get(`/orgs/${elsewhere}/jobs?site=${other.site.id}`)).status).toBe(404)
    expect((await stranger.get(path)).status).toBe(404)
  })
})

describe('webhooks', () => {
  test('204 imports the site on a push; 401 for a wrong signature or another organization; 409 twice', async () => {
    const { site } = await world.importSite()
    const before = (await world.admin.get<Site>(site.path)).body.gitSync?.operation?.startedAt
    const body = { url: site.repository.url, ref: mainRef, ...siteProject }
    const { secret, url } = expectStatus(
      200,
      await world.admin.put<GitWebhook>(`${site.path}/git/webhook`, body),
    )
    expect(url).toMatch(new RegExp(`/v1${site.path}/git/webhook$`))
    site.repository.commit('Push', { 'docs/guides/en/README.md': '# Pushed\n' })
    const push = { ref: mainRef, after: 'x' }
    const signature = `sha256=${createHmac('sha256', secret).update(JSON.stringify(push)).digest('hex')}`
    const send = (headers: Record<string, string>, path = site.path) =>
      world.app.anonymous.send('POST', `${path}/git/webhook`, push, headers)
    expect((await send({ 'x-hub-signature-256': 'sha256=00' })).status).toBe(401)
    const { id: other } = await world.app.organization('Elsewhere')
    const foreignPath = site.path.replace(world.organization, other)
    expect((await send({ 'x-hub-signature-256': signature }, foreignPath)).status).toBe(401)
    expect((await send({ 'x-hub-signature-256': signature })).status).toBe(204)
    expect(await site.waitForOperation(before)).toMatchObject({ status: 'success' })
    expect((await (await site.space('guides/en')).titles())[0]?.[0]).toBe('Pushed')
    expect((await send({ 'x-hub-signature-256': signature })).status).toBe(409)
    expectStatus(205, await world.admin.delete(`${site.path}/git/webhook`))
    expect((await send({ 'x-hub-signature-256': signature })).status).toBe(401)
  })
})
