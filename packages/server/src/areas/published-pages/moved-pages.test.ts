import type { Change } from '@verso/revisions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let publisher: SitePublisher
beforeAll(async () => {
  t = await TestApp.start({ rateLimit: 0, publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(t)
})
afterAll(() => t.stop())

const setSlug = (id: string, slug: string): Change => ({ type: 'update-page', id, fields: { slug } })
const move = (id: string, parent: string | null): Change => ({ type: 'move-page', id, parent })

/** Publishes a handbook, and makes changes one after another. */
async function publishAndChange(...revisions: Change[][]): Promise<PublishedTestSite> {
  const published = await publisher.publish()
  for (const changes of revisions) await commitChanges(t, publisher.admin, published.space.id, changes)
  return published
}

/** Where an address of the site leads: the path below the site, or the status. */
async function follow({ path }: PublishedTestSite, address: string): Promise<string | number> {
  const { status, location } = await publisher.get(`${path}/${address}`)
  return status === 308 ? location.replace(`${path}/`, '') : status
}

describe('an old address of a page', () => {
  it('leads to the page, and those of the pages below it to theirs', async () => {
    const site = await publishAndChange([setSlug('setup', 'install')])
    expect(await follow(site, 'setup')).toBe('install')
    expect(await follow(site, 'setup/deep')).toBe('install/deep')
    expect(await follow(site, 'setup/nothing')).toBe(404)
    const { headers } = await publisher.get(`${site.path}/setup`)
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('leads on after any number of moves, also back and forth', async () => {
    const site = await publishAndChange(
      [setSlug('setup', 'install')],
      [setSlug('deep', 'deeper')],
      [move('deep', 'welcome')],
      [setSlug('setup', 'start')],
      [setSlug('setup', 'setup')],
    )
    expect(await follow(site, 'setup/deep')).toBe('welcome/deeper')
    expect(await follow(site, 'install/deeper')).toBe('welcome/deeper')
    expect(await follow(site, 'start')).toBe('setup')
    expect(await follow(site, 'setup')).toBe(200)
  })

  it('belongs to a page that is written there, and no more to one that is deleted', async () => {
    const site = await publishAndChange(
      [setSlug('setup', 'install')],
      [newPage('new', 'New', 'Other.', { slug: 'setup' })],
    )
    expect(await follow(site, 'setup')).toBe(200)
    await commitChanges(t, publisher.admin, site.space.id, [{ type: 'delete-page', id: 'setup' }])
    expect(await follow(site, 'setup/deep')).toBe(404)
  })

  it('says nothing to visitors who may not see the page', async () => {
    const site = await publishAndChange([setSlug('beta', 'secret')])
    expect(await follow(site, 'beta')).toBe(404)
    const { cookie } = await publisher.get(`${site.path}/beta?visitor.isBeta=true`)
    expect((await publisher.get(`${site.path}/beta`, { cookie })).location).toBe(`${site.path}/secret`)
  })

  it('leads where a redirect of the site leads, when there is one', async () => {
    const site = await publishAndChange([setSlug('setup', 'install')])
    const redirect = { source: '/setup', destination: { kind: 'external', url: 'https://other.example/' } }
    expectStatus(201, await publisher.admin.post(`${publisher.getApiPath(site.site)}/redirects`, redirect))
    expect((await publisher.get(`${site.path}/setup`)).location).toBe('https://other.example/')
  })

  it('finds the page over the API, too', async () => {
    const { space } = await publishAndChange([setSlug('setup', 'install')])
    const found = await publisher.admin.get<{ id: string; path: string }>(
      `/spaces/${space.id}/content/path/setup%2Fdeep`,
    )
    expect(found).toMatchObject({ status: 200, body: { id: 'deep', path: 'install/deep' } })
  })

  it('leads to pages that were moved away before the pages above them were deleted', async () => {
    const site = await publishAndChange([move('deep', 'welcome'), { type: 'delete-page', id: 'setup' }])
    expect(await follow(site, 'setup/deep')).toBe('welcome/deep')
    expect(await follow(site, 'setup')).toBe(404)
  })
})
