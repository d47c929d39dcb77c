import { expect, test } from 'vitest'
import type { Customization } from '../../packages/server/src/areas/sites/customization/schema.ts'
import type {
  FoundRedirect,
  SiteRedirect,
  UpsertedRedirects,
} from '../../packages/server/src/areas/sites/redirects/schema.ts'
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
