import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type { PublishedLookup } from '../../packages/server/src/areas/sites/renderer-api/schema.ts'
import type { Site } from '../../packages/server/src/areas/sites/sites/schema.ts'
import type {
  AdaptiveSchema,
  Preview,
  PublishingAuth,
  ShareLink,
} from '../../packages/server/src/areas/sites/visitors/schema.ts'
import { createSite } from './sites.ts'
import { createSpace, type List, type Suite } from './world.ts'

export const visitorOperations: Suite = (world) => {
  test('share links: 201, 200, 205, 204, 400, 403, 404', async () => {
    const { admin, member, outsider, organizationId } = world()
    const given = { organizationId, siteId: (await createSite(world())).id }
    const body = { name: 'For partners' }
    const link = await admin.api.call<ShareLink>('createSiteShareLink', 201, { ...given, body })
    await admin.api.call('createSiteShareLink', 400, { ...given, body: {} })
    await member.api.call('createSiteShareLink', 403, { ...given, body })
    const list = await admin.api.call<List<ShareLink>>('listSiteShareLinks', 200, given)
    expect(list.items).toEqual([link])
    await outsider.api.call('listSiteShareLinks', 404, given)
    const one = { ...given, shareLinkId: link.id }
    const off = await admin.api.call('updateSiteShareLinkById', 200, { ...one, body: { active: false } })
    expect(off).toMatchObject({ active: false })
    await admin.api.call('updateSiteShareLinkById', 404, {
      ...given,
      shareLinkId: 'nowhere',
      body: { active: true },
    })
    await admin.api.call('deleteSiteShareLinkById', 205, one)
    await admin.api.call('deleteSiteShareLinkById', 204, one)
  })

  test('publishing auth: 200, 400, 403', async () => {
    const { admin, member, organizationId } = world()
    const given = { organizationId, siteId: (await createSite(world())).id }
    const { privateKey } = await admin.api.call<PublishingAuth>('getSitePublishingAuthById', 200, given)
    await member.api.call('getSitePublishingAuthById', 403, given)
    const body = { backend: 'custom', fallbackURL: 'https://login.example.com/' }
    expect(await admin.api.call('updateSitePublishingAuthById', 200, { ...given, body })).toMatchObject(body)
    const wrong = { backend: 'custom', fallbackURL: 'javascript:alert(1)' }
    await admin.api.call('updateSitePublishingAuthById', 400, { ...given, body: wrong })
    const rotated = await admin.api.call<PublishingAuth>('regenerateSitePublishingAuthById', 200, given)
    expect(rotated.privateKey).not.toBe(privateKey)
  })

  test('the adaptive schema: 200, 400, 403, 404', async () => {
    const { admin, member, organizationId } = world()
    const given = { organizationId, siteId: (await createSite(world())).id }
    await admin.api.call('getSiteAdaptiveSchema', 404, given)
    const jsonSchema = {
      type: 'object',
      properties: { isBeta: { type: 'boolean', description: 'Tries what is new' } },
      additionalProperties: false,
    }
    await admin.api.call('updateSiteAdaptiveSchema', 200, { ...given, body: { jsonSchema } })
    await member.api.call('updateSiteAdaptiveSchema', 403, { ...given, body: { jsonSchema } })
    await admin.api.call('updateSiteAdaptiveSchema', 400, {
      ...given,
      body: { jsonSchema: { type: 'object' } },
    })
    const schema = await member.api.call<AdaptiveSchema>('getSiteAdaptiveSchema', 200, given)
    expect(schema.jsonSchema).toEqual(jsonSchema)
    const templates = await member.api.call('listSiteAdaptiveTemplateConditions', 200, given)
    expect(templates).toMatchObject({ items: [{ condition: 'visitor.claims.isBeta' }, {}] })
  })

  test('addresses: 200, 400, 401, 404', async () => {
    const { admin, anonymous, organizationId } = world()
    const space = await createSpace(world(), { title: 'Shown' })
    const site = await createSite(world(), { title: 'Guides', spaces: [space.id] })
    const given = { organizationId, siteId: site.id }
    const preview = await admin.api.call<Preview>('getSitePublishingPreviewById', 200, given)
    await admin.api.call('getSitePublishingPreviewById', 400, { ...given, query: { claims: '(' } })
    const body = { url: preview.url, visitor: { unsignedClaims: { dark: true } } }
    const seen = await anonymous.call<PublishedLookup>('resolvePublishedContentByUrl', 200, { body })
    expect(seen).toMatchObject({ site: site.id, space: space.id, complete: true })
    const change = await admin.api.call<ChangeRequest>('createChangeRequest', 201, {
      spaceId: space.id,
      body: { subject: 'Shown before it is merged' },
    })
    const inPreview = (path: string) => ({ body: { url: `${preview.url}${path}` } })
    expect(
      await anonymous.call('resolvePublishedContentByUrl', 200, inPreview(`~/changes/${change.number}`)),
    ).toMatchObject({ changeRequest: change.id, space: space.id })
    expect(
      await anonymous.call('resolvePublishedContentByUrl', 200, inPreview(`~/revisions/${space.revision}`)),
    ).toMatchObject({ revision: space.revision, space: space.id })
    await anonymous.call('resolvePublishedContentByUrl', 404, inPreview('~/changes/999'))

    const live = await admin.api.call<Site>('publishSite', 200, given)
    const url = live.urls.published ?? ''
    const found = await anonymous.call<PublishedLookup>('getPublishedContentByUrl', 200, { query: { url } })
    expect(found).toMatchObject({ site: site.id, canonicalUrl: url })
    await anonymous.call('getPublishedContentByUrl', 400, { query: { url: 'nothing' } })
    await anonymous.call('getPublishedContentByUrl', 404, { query: { url: 'https://nowhere.example/' } })
    await admin.api.call('updateSiteById', 200, { ...given, body: { visibility: 'visitor-auth' } })
    await anonymous.call('resolvePublishedContentByUrl', 401, { body: { url } })
    const auth = { backend: 'custom', fallbackURL: 'https://login.example.com/' }
    await admin.api.call('updateSitePublishingAuthById', 200, { ...given, body: auth })
    expect(await anonymous.call('resolvePublishedContentByUrl', 200, { body: { url } })).toMatchObject({
      target: 'external',
      site: site.id,
    })
  })

  test('getContentByUrl, getSubdomain: 200, 400, 404', async () => {
    const { admin, outsider, organizationId } = world()
    const space = await createSpace(world(), { title: 'Found' })
    const url = space.urls.app
    expect(await admin.api.call('getContentByUrl', 200, { query: { url } })).toMatchObject({
      space: { id: space.id },
    })
    await admin.api.call('getContentByUrl', 400, { query: { url: 'nothing' } })
    await outsider.api.call('getContentByUrl', 404, { query: { url } })
    const subdomain = `acme-${space.id.slice(-8)}`
    await admin.api.call('updateOrganizationById', 200, { organizationId, body: { hostname: subdomain } })
    const found = await admin.api.call('getSubdomain', 200, { subdomain })
    expect(found).toMatchObject({ subdomain, target: { type: 'organization', organization: organizationId } })
    await outsider.api.call('getSubdomain', 404, { subdomain })
  })

  test('getPublishedContentSite, searchSiteContent: 200, 400, 404', async () => {
    const { admin, member, outsider, organizationId } = world()
    const space = await createSpace(world(), { title: 'Published' })
    const site = await createSite(world(), { title: 'Guides', spaces: [space.id] })
    const given = { organizationId, siteId: site.id }
    await admin.api.call('getPublishedContentSite', 404, given)
    await admin.api.call('publishSite', 200, given)
    const profile = await member.api.call('getPublishedContentSite', 200, given)
    expect(profile).toMatchObject({
      site: { id: site.id },
      structure: { structure: [{ space: { id: space.id } }] },
    })
    await admin.api.call('getPublishedContentSite', 404, { ...given, query: { shareKey: 'wrong' } })
    await outsider.api.call('getPublishedContentSite', 404, given)
    const body = { query: 'published', mode: 'all' }
    await member.api.call('searchSiteContent', 200, { ...given, body })
    await member.api.call('searchSiteContent', 400, { ...given, body: {} })
  })
}
