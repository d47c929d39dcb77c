import { expect, test } from 'vitest'
import type { Customization } from '../../packages/server/src/areas/sites/customization/schema.ts'
import type {
  FoundRedirect,
  SiteRedirect,
  UpsertedRedirects,
} from '../../packages/server/src/areas/sites/redirects/schema.ts'
import type { StorageUploadURL } from '../../packages/server/src/areas/content/files/schema.ts'
import type { FontDefinition } from '../../packages/server/src/areas/sites/fonts/schema.ts'
import type { SiteHostname } from '../../packages/server/src/areas/sites/hostnames/schema.ts'
import { readTestFont } from '../../packages/server/src/testing/fonts.ts'
import type { SiteSpace } from '../../packages/server/src/areas/sites/structure/schema.ts'
import type { Team } from '../../packages/server/src/areas/organizations/teams/schema.ts'
import { createSite } from './sites.ts'
import { inviteMember, type List, type Suite, type World } from './world.ts'

/** A site with a space. */
async function given(world: World) {
  const { organizationId, admin } = world
  const site = { organizationId, siteId: (await createSite(world, { spaces: 'sample' })).id }
  const { items } = await admin.api.call<List<SiteSpace>>('listSiteSpaces', 200, site)
  return { site, siteSpaceId: items[0]?.id ?? '' }
}

export const siteSettingOperations: Suite = (world) => {
  test('the operations on the customization of a site and of a site space', async () => {
    const { admin, member, outsider } = world()
    const { site, siteSpaceId } = await given(world())
    const untouched = await member.api.call<Customization>('getSiteCustomizationById', 200, site)
    // What was read can be written back.
    const body = { ...untouched, title: 'Ours', themes: { default: 'dark', toggeable: false } }
    expect(await admin.api.call('updateSiteCustomizationById', 200, { ...site, body })).toEqual(body)
    const wrong = { styling: { primaryColor: { light: 'red', dark: 'red' } } }
    await admin.api.call('updateSiteCustomizationById', 400, { ...site, body: wrong })
    await member.api.call('updateSiteCustomizationById', 403, { ...site, body })
    await outsider.api.call('getSiteCustomizationById', 404, site)

    const siteSpace = { ...site, siteSpaceId }
    const override = { ...siteSpace, body: { pdf: { enabled: false } } }
    const own = await admin.api.call('overrideSiteSpaceCustomizationById', 200, override)
    expect(own).toMatchObject({ title: 'Ours', pdf: { enabled: false }, hasOverrides: true })
    expect(await member.api.call('getSiteSpaceCustomizationById', 200, siteSpace)).toEqual(own)
    await admin.api.call('overrideSiteSpaceCustomizationById', 400, { ...siteSpace, body: wrong })
    await admin.api.call('deleteSiteSpaceCustomizationById', 205, siteSpace)
    await admin.api.call('deleteSiteSpaceCustomizationById', 204, siteSpace)
  })

  test('the operations on redirects', async () => {
    const { admin, member } = world()
    const { site, siteSpaceId } = await given(world())
    const body = { source: '/old', destination: { kind: 'site-space', siteSpaceId } }
    const redirect = await admin.api.call<SiteRedirect>('createSiteRedirect', 201, { ...site, body })
    await admin.api.call('createSiteRedirect', 409, { ...site, body })
    await admin.api.call('createSiteRedirect', 400, { ...site, body: { ...body, source: 'old' } })
    await member.api.call('createSiteRedirect', 403, { ...site, body })
    const { items } = await member.api.call<List<SiteRedirect>>('listSiteRedirects', 200, site)
    expect(items).toEqual([redirect])
    const found = { ...site, query: { source: '/old' } }
    expect((await member.api.call<FoundRedirect>('getSiteRedirectBySource', 200, found)).redirect).toEqual(
      redirect,
    )
    await member.api.call('getSiteRedirectBySource', 404, { ...site, query: { source: '/new' } })

    const about = { ...site, siteRedirectId: redirect.id }
    await admin.api.call('updateSiteRedirectById', 200, { ...about, body: { source: '/older' } })
    const redirects = [body, { ...body, source: '/older', destination: null }]
    const many = { ...site, body: { redirects } }
    const { results } = await admin.api.call<UpsertedRedirects>('bulkUpsertSiteRedirects', 200, many)
    expect(results.map(({ status }) => status)).toEqual(['created', 'deleted'])
    const created = { ...site, siteRedirectId: results[0]?.id }
    await admin.api.call('deleteSiteRedirectById', 205, created)
    await admin.api.call('deleteSiteRedirectById', 204, created)
  })

  test('the operations on fonts', async () => {
    const { admin, member, outsider, deployment, organizationId } = world()
    const font = readTestFont()
    const { url, key } = await admin.api.call<StorageUploadURL>('generateStorageUploadURL', 201, {
      organizationId,
      body: {
        kind: 'customization_font',
        file: { name: 'own.woff2', type: 'font/woff2', size: font.byteLength },
      },
    })
    const { pathname, search } = new URL(url)
    const uploaded = await fetch(`${deployment.origin}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'font/woff2' },
      body: new Uint8Array(font),
    })
    expect(uploaded.status).toBe(200)
    const body = { fontFamily: 'Acme Sans', fontFaces: [{ weight: 400, storageKey: key }] }
    const created = await admin.api.call<FontDefinition>('createCustomFont', 201, { organizationId, body })
    await admin.api.call('createCustomFont', 400, { organizationId, body: { ...body, fontFaces: [] } })
    await outsider.api.call('createCustomFont', 404, { organizationId, body })
    const about = { organizationId, fontId: created.id }
    expect(await admin.api.call('getCustomFont', 200, about)).toEqual(created)
    const list = await member.api.call<List<FontDefinition>>('listCustomFonts', 200, { organizationId })
    expect(list.items.map(({ id }) => id)).toContain(created.id)
    const renamed = { fontFamily: 'Acme Text', fontFaces: [{ weight: 700, storageKey: key }] }
    expect(await admin.api.call('updateCustomFont', 201, { ...about, body: renamed })).toMatchObject({
      fontFamily: 'Acme Text',
    })
    await admin.api.call('deleteCustomFont', 205, about)
    await admin.api.call('deleteCustomFont', 204, about)
    await admin.api.call('getCustomFont', 404, about)
  })

  test('the operations on custom hostnames, and applyTemplateToSite', async () => {
    const { admin, member, outsider } = world()
    const { site } = await given(world())
    const hostname = 'docs.acme.example'
    await admin.api.call('updateSiteById', 200, { ...site, body: { hostname } })
    const found = await member.api.call<SiteHostname>('getCustomHostname', 200, { hostname })
    expect(found).toMatchObject({ hostname, target: { type: 'site', site: site.siteId } })
    await outsider.api.call('getCustomHostname', 404, { hostname })
    await admin.api.call('dnsRevalidateCustomHostname', 204, { hostname })
    await member.api.call('removeCustomHostname', 403, { hostname })
    await admin.api.call('removeCustomHostname', 205, { hostname })
    await admin.api.call('removeCustomHostname', 204, { hostname })

    await admin.api.call('applyTemplateToSite', 409, site)
    const { id: siteId } = await createSite(world())
    await admin.api.call('applyTemplateToSite', 200, { ...site, siteId })
  })

  test('the operations on grants', async () => {
    const { admin, member, outsider, organizationId } = world()
    const { site } = await given(world())
    const someone = (await inviteMember(world())).id
    const team = await admin.api.call<Team>('createOrganizationTeam', 201, {
      organizationId,
      body: { title: 'Writers' },
    })
    const body = { role: 'edit', users: [someone], teams: [team.id] }
    await admin.api.call('inviteToSite', 204, { ...site, body })
    await admin.api.call('inviteToSite', 404, { ...site, body: { role: 'edit', users: [outsider.id] } })
    await member.api.call('inviteToSite', 403, { ...site, body })

    const user = { ...site, userId: someone }
    await admin.api.call('updateUserPermissionInSite', 204, { ...user, body: { role: 'review' } })
    const users = await member.api.call<List<{ permission: string; user: { id: string } }>>(
      'listUserPermissionsInSite',
      200,
      site,
    )
    expect(users.items.find((item) => item.user.id === someone)?.permission).toBe('review')
    await admin.api.call('removeUserFromSite', 205, user)
    await admin.api.call('removeUserFromSite', 204, user)

    const about = { ...site, teamId: team.id }
    const everyone = await member.api.call<List<{ user: { id: string } }>>(
      'listPermissionsAggregateInSite',
      200,
      { ...site, query: { sort: 'name', order: 'asc' } },
    )
    expect(everyone.items.map((item) => item.user.id)).toContain(member.id)
    await admin.api.call('updateTeamPermissionInSite', 204, { ...about, body: { role: 'read' } })
    const teams = await member.api.call<List<{ permission: string }>>('listTeamPermissionsInSite', 200, site)
    expect(teams.items.map(({ permission }) => permission)).toEqual(['read'])
    await admin.api.call('removeTeamFromSite', 205, about)
    await admin.api.call('removeTeamFromSite', 204, about)
  })
}
