import { inflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { Organization } from '../packages/server/src/areas/organizations/organizations/schema.ts'
import type { SamlProvider } from '../packages/server/src/areas/sign-in/saml/schema.ts'
import { TestIdentityProvider } from '../packages/server/src/testing/identity-provider.ts'
import { deploymentKinds, formatSuiteTitle } from './support/deployments.ts'
import { sendRequest } from './support/http.ts'
import { Scope } from './support/scope.ts'

const scope = new Scope()
afterAll(() => scope.close())

const getPath = (url: string) => new URL(url).pathname
const readStatus = async (origin: string, cookie: string) =>
  (await fetch(`${origin}/v1/user`, { headers: { cookie } })).status

for (const kind of deploymentKinds.filter(({ name }) => name === 'pair')) {
  describe.skipIf(kind.missing !== undefined)(`on a ${formatSuiteTitle(kind)}`, () => {
    test('a login can begin in one process and end in the other, once, and sessions start and end in both', async () => {
      const idp = await TestIdentityProvider.create()
      const deployment = await kind.start(scope)
      const token = deployment.adminToken
      const [one = '', other = ''] = deployment.servers.map(({ origin }) => origin)
      const orgs = await sendRequest<{ items: Organization[] }>(`${one}/v1/orgs`, { token })
      const { certificate, entityID, ssoURL } = idp
      const provider = await sendRequest<SamlProvider>(`${one}/v1/orgs/${orgs.body.items[0]?.id}/saml`, {
        token,
        method: 'POST',
        body: { label: 'Company', certificate, entityID, ssoURL },
      })
      expect(provider.status).toBe(201)
      const { service } = provider.body

      const startLogin = async (origin: string) => {
        const response = await fetch(`${origin}${getPath(service.startURL)}?redirect=/app/orgs/x`, {
          redirect: 'manual',
        })
        const query = new URL(response.headers.get('location') ?? '').searchParams
        const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
        const loginCookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
        return { requestId: /ID="([^"]+)"/.exec(request)?.[1] ?? '', loginCookie }
      }
      const postResponse = (origin: string, xml: string, loginCookie: string) =>
        fetch(`${origin}${getPath(service.acsURL)}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie: loginCookie },
          body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
        })

      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const { requestId, loginCookie } = await startLogin(first)
        const message = idp.createResponse(service, { inResponseTo: requestId })
        const response = await postResponse(second, message, loginCookie)
        expect(response.status).toBe(303)
        expect(response.headers.get('location')).toBe('/app/orgs/x')
        const cookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
        expect([await readStatus(first, cookie), await readStatus(second, cookie)]).toEqual([200, 200])
        expect((await postResponse(first, message, loginCookie)).status).toBe(403)
        const logoutResponse = await fetch(`${first}/sso/logout`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
        })
        expect(logoutResponse.status).toBe(303)
        expect([await readStatus(first, cookie), await readStatus(second, cookie)]).toEqual([401, 401])
      }
    })
  })
}
