import { expect, test } from 'vitest'
import type { Organization } from '../../packages/server/src/areas/organizations/organizations/schema.ts'
import type { List, Suite } from './world.ts'

export const organizationOperations: Suite = (world) => {
  test('createOrganization: 201, 400', async () => {
    const { outsider } = world()
    const body = { title: 'Of my own', emailDomains: ['own.example'] }
    const organization = await outsider.api.call<Organization>('createOrganization', 201, { body })
    expect(organization).toMatchObject(body)
    expect(organization.permissions.admin).toBe(true)
    await outsider.api.call('createOrganization', 400, { body: { title: 'x' } })
  })

  test('listOrganizationsForAuthenticatedUser: 200 with one’s own', async () => {
    const { member, organizationId } = world()
    const list = await member.api.call<List<Organization>>('listOrganizationsForAuthenticatedUser', 200)
    expect(list).toMatchObject({ count: 1, items: [{ id: organizationId }] })
  })

  test('getOrganizationById: 200, 404', async () => {
    const { member, outsider, organizationId } = world()
    const seen = await member.api.call<Organization>('getOrganizationById', 200, { organizationId })
    expect(seen.permissions).toMatchObject({ view: true, admin: false })
    await outsider.api.call('getOrganizationById', 404, { organizationId })
  })

  test('updateOrganizationById: 200, 400, 403', async () => {
    const { admin, member, organizationId } = world()
    const body = {
      title: 'Acme',
      emailDomains: ['acme.example'],
      hostname: 'acme-docs',
      defaultRole: 'comment',
      logo: 'https://acme.example/logo.svg',
      ai: false,
      inviteLinks: true,
      sso: false,
    }
    const { logo, ...kept } = body
    const updated = await admin.api.call<Organization>('updateOrganizationById', 200, {
      organizationId,
      body,
    })
    expect(updated).toMatchObject(kept)
    expect(updated.urls.logo).toBe(logo)
    await admin.api.call('updateOrganizationById', 400, { organizationId, body: { defaultRole: 'king' } })
    await admin.api.call('updateOrganizationById', 400, { organizationId, body: { hostname: 'v1' } })
    await member.api.call('updateOrganizationById', 403, { organizationId, body: { title: 'Mine' } })
  })

  test('getOrganizationsForEmailDomain: 200', async () => {
    const { admin, organizationId } = world()
    await admin.api.call('updateOrganizationById', 200, {
      organizationId,
      body: { emailDomains: ['acme.example'] },
    })
    const found = await admin.api.call<{ organizations: Organization[] }>(
      'getOrganizationsForEmailDomain',
      200,
      { emailDomain: 'acme.example' },
    )
    expect(found.organizations.map(({ id }) => id)).toEqual([organizationId])
  })

  test('getApiInformation: 200 for everyone', async () => {
    const information = await world().anonymous.call('getApiInformation', 200)
    expect(information).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  })
}
