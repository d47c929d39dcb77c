import { inflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { Organization } from '../packages/server/src/areas/organizations/organizations/schema.ts'
import type { SamlProvider } from '../packages/server/src/areas/sign-in/saml/schema.ts'
import { TestIdentityProvider } from '../packages/server/src/testing/identity-provider.ts'
import { deploymentKinds, titleOf } from './support/deployments.ts'
import { ask } from './support/http.ts'
import { Scope } from './support/scope.ts'

const scope = new Scope()
afterAll(() => scope.close())

const pathOf = (url: string) => new URL(url).pathname
const statusOf = async (origin: string, cookie: string) =>
  (await fetch(`${origin}/v1/user`, { headers: { cookie } })).status

for (const kind of deploymentKinds.filter(({ name }) => name === 'pair')) {
  describe.skipIf(kind.missing !== undefined)(`on a ${titleOf(kind)}`, () => {
    test('a login begun on one process ends on the other, once, and a session is good and over on both', async () => {
      const idp = await TestIdentityProvider.create()
      const deployment = await kind.start(scope)
      const token = deployment.adminToken
      const [one = '', other = ''] = deployment.servers.map(({ origin }) => origin)
      const orgs = await ask<{ items: Organization[] }>(`${one}/v1/orgs`, { token })
      const { certificate, entityID, ssoURL } = idp
      const made = await ask<SamlProvider>(`${one}/v1/orgs/${orgs.body.items[0]?.id}/saml`, {
        token,
        method: 'POST',
        body: { label: 'Company', certificate, entityID, ssoURL },
      })
      expect(made.status).toBe(201)
      const { service } = made.body

      const begin = async (origin: string) => {
        const answer = await fetch(`${origin}${pathOf(service.startURL)}?redirect=/app/orgs/x`, {
          redirect: 'manual',
        })
        const query = new URL(answer.headers.get('location') ?? '').searchParams
        const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
        return /ID="([^"]+)"/.exec(request)?.[1] ?? ''
      }
      const end = (origin: string, xml: string) =>
        fetch(`${origin}${pathOf(service.acsURL)}`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
        })

      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const message = idp.createResponse(service, { inResponseTo: await begin(first) })
        const answer = await end(second, message)
        expect(answer.status).toBe(303)
        expect(answer.headers.get('location')).toBe('/app/orgs/x')
        const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
        expect([await statusOf(first, cookie), await statusOf(second, cookie)]).toEqual([200, 200])
        expect((await end(first, message)).status).toBe(403)
        const signedOut = await fetch(`${first}/sso/logout`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
        })
        expect(signedOut.status).toBe(303)
        expect([await statusOf(first, cookie), await statusOf(second, cookie)]).toEqual([401, 401])
      }
    })
  })
}
