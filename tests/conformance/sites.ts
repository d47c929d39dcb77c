import { expect, test } from 'vitest'
import type { Site } from '../../packages/server/src/areas/sites/sites/schema.ts'
import { createSpace, type List, type Suite, type World } from './world.ts'

export const createSite = ({ admin, organizationId }: World, body: object = {}): Promise<Site> =>
  admin.api.call<Site>('createSite', 201, { organizationId, body })

export const siteOperations: Suite = (world) => {
  test('createSite, listSites, getSiteById: 201, 200, 400, 403, 404', async () => {
    const { admin, member, outsider, organizationId } = world()
    const space = await createSpace(world(), { title: 'Shown' })
    const body = { type: 'premium', title: 'Guides', visibility: 'unlisted', spaces: [space.id] }
    const site = await createSite(world(), body)
    expect(site).toMatchObject({ type: 'premium', title: 'Guides', visibility: 'unlisted', siteSpaces: 1 })
    await createSite(world(), { spaces: 'sample' })
    await admin.api.call('createSite', 400, { organizationId, body: { title: 'x' } })
    await member.api.call('createSite', 403, { organizationId, body: {} })
    await outsider.api.call('createSite', 404, { organizationId, body: {} })

    const query = { space: space.id, title: 'guide', published: false }
    const list = await member.api.call<List<Site>>('listSites', 200, { organizationId, query })
    expect(list.items.map(({ id }) => id)).toEqual([site.id])
    const given = { organizationId, siteId: site.id }
    expect(await admin.api.call('getSiteById', 200, given)).toEqual(site)
    await outsider.api.call('getSiteById', 404, given)
  })

  test('updateSiteById: 200, 400, 403, 409', async () => {
    const { admin, member, organizationId } = world()
    const given = { organizationId, siteId: (await createSite(world())).id }
    const body = {
      title: 'Renamed',
      visibility: 'share-link',
      basename: 'renamed',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
    }
    expect(await admin.api.call('updateSiteById', 200, { ...given, body })).toMatchObject(body)
    const proxied = { ...given, body: { proxy: 'acme.example/docs' } }
    const { proxy } = await admin.api.call<Site>('updateSiteById', 200, proxied)
    expect(proxy?.origin).toBe('acme.example/docs')
    await admin.api.call('updateSiteById', 200, { ...given, body: { proxy: null } })
    await admin.api.call('updateSiteById', 400, { ...given, body: { basename: 'a/b' } })
    await member.api.call('updateSiteById', 403, { ...given, body })
    const other = { organizationId, siteId: (await createSite(world())).id }
    await admin.api.call('updateSiteById', 409, { ...other, body: { basename: 'renamed' } })
  })

  test('publishSite, unpublishSite, deleteSiteById', async () => {
    const { admin, organizationId } = world()
    const given = { organizationId, siteId: (await createSite(world())).id }
    const live = await admin.api.call<Site>('publishSite', 200, given)
    expect(live).toMatchObject({ published: true })
    expect(live.urls.published).toBeTruthy()
    expect(await admin.api.call('unpublishSite', 200, given)).toMatchObject({ published: false })
    await admin.api.call('deleteSiteById', 205, given)
    await admin.api.call('deleteSiteById', 204, given)
  })
}
