import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import type { SamlProvider, SsoLogins } from '../../packages/server/src/areas/sign-in/saml/schema.ts'
import type { Team } from '../../packages/server/src/areas/organizations/teams/schema.ts'
import type { List, Suite } from './world.ts'

export const samlOperations: Suite = (world) => {
  test('SAML providers: created pending, active when all is known, listed, deleted; 400, 403, 404', async () => {
    const { admin, member, organizationId } = world()
    const { cert } = await generate([{ name: 'commonName', value: 'idp' }], { keySize: 2048 })
    const { id: defaultTeam } = await admin.api.call<Team>('createOrganizationTeam', 201, {
      organizationId,
      body: { title: 'From the provider', members: [] },
    })
    const created = await admin.api.call<SamlProvider>('createOrganizationSAMLProvider', 201, {
      organizationId,
      body: { label: 'Company', defaultTeam, defaultRole: 'edit' },
    })
    expect(created).toMatchObject({
      status: 'pending',
      defaultRole: 'edit',
      defaultTeam: { id: defaultTeam },
    })
    const given = { organizationId, samlProviderId: created.id }
    const before = await admin.api.call<SsoLogins>('listSSOProviderLoginsInOrganization', 200, {
      organizationId,
    })
    expect(before.items.map(({ id }) => id)).not.toContain(created.id)

    const body = {
      entityID: 'https://idp.example.com',
      ssoURL: 'https://idp.example.com/sso',
      certificate: cert,
    }
    for (const wrong of [
      { certificate: 'no certificate' },
      { certificate: cert.replace('M', 'N') },
      { certificate: `${cert} and more` },
      { ssoURL: 'javascript:alert(1)' },
      { ssoURL: 'nowhere' },
      { label: '' },
      { label: 'x'.repeat(31) },
      { defaultRole: 'owner' },
    ]) {
      await admin.api.call('updateOrganizationSAMLProvider', 400, { ...given, body: wrong })
    }
    await admin.api.call('updateOrganizationSAMLProvider', 404, {
      ...given,
      body: { defaultTeam: 'nowhere' },
    })
    const updated = await admin.api.call<SamlProvider>('updateOrganizationSAMLProvider', 200, {
      ...given,
      body,
    })
    expect(updated).toMatchObject({ status: 'active', entityID: body.entityID, ssoURL: body.ssoURL })
    expect(await admin.api.call('getOrganizationSAMLProviderById', 200, given)).toEqual(updated)
    const { items } = await admin.api.call<List<SamlProvider>>('listSAMLProvidersInOrganizationById', 200, {
      organizationId,
    })
    expect(items).toContainEqual(updated)
    const logins = await admin.api.call<SsoLogins>('listSSOProviderLoginsInOrganization', 200, {
      organizationId,
    })
    expect(logins.items).toContainEqual({
      id: created.id,
      label: 'Company',
      startURL: updated.service.startURL,
    })
    await member.api.call('getOrganizationSAMLProviderById', 403, given)
    await member.api.call('deleteOrganizationSAMLProvider', 403, given)
    await admin.api.call('deleteOrganizationSAMLProvider', 205, given)
    await admin.api.call('deleteOrganizationSAMLProvider', 204, given)
    await admin.api.call('getOrganizationSAMLProviderById', 404, given)
  })
}
