import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { minutes } from '../../../common/clock.ts'
import { TestApp } from '../../../testing/app.ts'
import { type LogoutRequestOptions, TestIdentityProvider } from '../../../testing/identity-provider.ts'
import { getPath, SingleSignOn } from '../../../testing/single-sign-on.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const otherIdp = await TestIdentityProvider.create()
const sso = await SingleSignOn.start(app)
const { idp } = sso
const logoutURL = 'https://idp.example.com/slo'
const provider = await sso.createProvider({ logoutURL })
const path = getPath(provider.service.logoutURL)

/** A provider sends a sign-out through the browser, in the query of a URL or in a form. */
const sendInQuery = (query: string) => app.app.http.inject({ url: `${path}?${query}` })
const sendInForm = (xml: string, fields: Record<string, string> = {}) =>
  app.app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), ...fields }).toString(),
  })

/** Decodes the message to the provider in a redirect. */
function readMessage(location: unknown, name: string): string {
  const url = new URL(String(location))
  expect(url.origin + url.pathname).toBe(logoutURL)
  return inflateRawSync(Buffer.from(url.searchParams.get(name) ?? '', 'base64')).toString()
}

let people = 0
async function signInNewUser(target = provider) {
  const nameID = `person-${++people}`
  const claims = { nameID, email: `${nameID}@idp.example.com` }
  const { browser, cookie } = await sso.signIn(target, claims)
  return { nameID, cookie, isSignedIn: async () => (await browser.get('/user')).status === 200 }
}

describe('a sign-out that begins here', () => {
  test('303 to the provider with the name and session; to Verso if the provider has no logout URL', async () => {
    const { cookie, nameID, isSignedIn } = await signInNewUser()
    const response = await app.app.http.inject({ method: 'POST', url: '/sso/logout', headers: { cookie } })
    expect(response.statusCode).toBe(303)
    const request = readMessage(response.headers.location, 'SAMLRequest')
    expect(request).toContain(`>${nameID}<`)
    expect(request).toContain('_session')
    expect(response.headers['set-cookie']).toContain('Max-Age=0')
    expect(await isSignedIn()).toBe(false)
    // What the provider answers is not waited for: a browser that brings it is sent to the front.
    expect((await sendInQuery('SAMLResponse=whatever')).headers.location).toBe('/app')

    const quiet = await signInNewUser(await sso.createProvider())
    const there = await app.app.http.inject({
      method: 'POST',
      url: '/sso/logout',
      headers: { cookie: quiet.cookie },
    })
    expect(there.headers.location).toBe('/app')
    expect(await quiet.isSignedIn()).toBe(false)
    // Nor is anybody needed to sign out.
    expect((await app.app.http.inject({ method: 'POST', url: '/sso/logout' })).headers.location).toBe('/app')
  })
})

describe('a sign-out that begins at the provider', () => {
  test('303 ends the session and answers the provider, for a redirect and for a form', async () => {
    for (const send of [
      (message: LogoutRequestOptions) =>
        sendInQuery(idp.createSignedQuery(idp.createLogoutRequest(message), 'state')),
      (message: LogoutRequestOptions) =>
        sendInForm(idp.sign(idp.createLogoutRequest(message)), { RelayState: 'state' }),
    ]) {
      const [gone, stays] = [await signInNewUser(), await signInNewUser()]
      const response = await send({ nameID: gone.nameID, sessionIndex: '_session', id: `_${gone.nameID}` })
      expect(response.statusCode).toBe(303)
      expect(readMessage(response.headers.location, 'SAMLResponse')).toContain(
        `InResponseTo="_${gone.nameID}"`,
      )
      expect(new URL(String(response.headers.location)).searchParams.get('RelayState')).toBe('state')
      expect([await gone.isSignedIn(), await stays.isSignedIn()]).toEqual([false, true])
    }
  })

  test('ends one session if it names one, otherwise all sessions of the user', async () => {
    const { nameID, isSignedIn } = await signInNewUser()
    expect(
      (await sendInQuery(idp.createSignedQuery(idp.createLogoutRequest({ nameID, sessionIndex: '_other' }))))
        .statusCode,
    ).toBe(303)
    expect(await isSignedIn()).toBe(true)
    expect((await sendInQuery(idp.createSignedQuery(idp.createLogoutRequest({ nameID })))).statusCode).toBe(
      303,
    )
    expect(await isSignedIn()).toBe(false)
  })

  test('403 and no session ends if it is unsigned, signed by another key, or of another issuer', async () => {
    const { nameID, isSignedIn } = await signInNewUser()
    const message = idp.createLogoutRequest({ nameID })
    const signed = idp.createSignedQuery(message)
    const deflated = encodeURIComponent(deflateRawSync(message).toString('base64'))
    const theirs = idp.createSignedQuery(idp.createLogoutRequest({ nameID: 'x' }))
    const unsigned = signed.replace(/&Signature=.*$/, '')
    for (const query of [
      '',
      'SAMLRequest=abc',
      `SAMLRequest=${deflated}`,
      unsigned,
      `${unsigned}&Signature=`,
      `${unsigned}&Signature=AAAA`,
      signed.replace('rsa-sha256', 'hmac-sha1'),
      signed.replace(/SigAlg=[^&]*/, 'SigAlg=none'),
      // Signed for one, read for another.
      theirs.replace(/SAMLRequest=[^&]*/, `SAMLRequest=${deflated}`),
      `SAMLRequest=${deflated}&${theirs}`,
      `SAML%52equest=${deflated}&${theirs}`,
      `${theirs}&SAMLRequest=${deflated}`,
      otherIdp.createSignedQuery(message),
      idp.createSignedQuery(idp.createLogoutRequest({ nameID, issuer: 'https://other.example' })),
    ]) {
      expect({ query, status: (await sendInQuery(query)).statusCode }).toEqual({ query, status: 403 })
    }
    const good = idp.sign(idp.createLogoutRequest({ nameID: 'x', id: '_x' }))
    const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(good) ?? []
    const evil = idp.createLogoutRequest({ nameID, id: '_x' })
    for (const xml of [
      message,
      otherIdp.sign(message),
      idp.sign(idp.createLogoutRequest({ nameID, issuer: 'https://other.example' })),
      good.replace('>x<', `>${nameID}<`),
      evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      evil.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</Signature>', `<Object>${good}</Object></Signature>`)}`,
      ),
      evil.replace(
        '</samlp:LogoutRequest>',
        `<samlp:Extensions>${good}</samlp:Extensions></samlp:LogoutRequest>`,
      ),
      `<!DOCTYPE r [<!ENTITY a "b">]>${idp.sign(message)}`,
      idp.sign(message).replace(nameID, `<!---->${nameID}`),
      'no xml',
      '',
    ]) {
      expect({ xml, status: (await sendInForm(xml)).statusCode }).toEqual({ xml, status: 403 })
    }
    expect(await isSignedIn()).toBe(true)
  })

  test('403 a second time, and if it is too old or from the future', async () => {
    const { nameID } = await signInNewUser()
    for (const send of [
      (message: string) => sendInQuery(idp.createSignedQuery(message)),
      (message: string) => sendInForm(idp.sign(message)),
    ]) {
      const message = idp.createLogoutRequest({ nameID })
      expect((await send(message)).statusCode).toBe(303)
      const { isSignedIn } = await signInAgain(nameID)
      expect((await send(message)).statusCode).toBe(403)
      for (const minutesAgo of [12, 60 * 24, -5]) {
        const issuedAt = new Date(Date.now() - minutesAgo * minutes)
        expect((await send(idp.createLogoutRequest({ nameID, issuedAt }))).statusCode).toBe(403)
      }
      expect(await isSignedIn()).toBe(true)
    }
  })

  test('403 for a message that is a thousand times larger when decompressed', async () => {
    const bomb = deflateRawSync(`<a>${' '.repeat(10_000_000)}</a>`).toString('base64')
    const response = await sendInQuery(
      `SAMLRequest=${encodeURIComponent(bomb)}&SigAlg=x&Signature=${encodeURIComponent('AAAA')}`,
    )
    expect(response.statusCode).toBe(403)
    expect(response.payload).toContain('too large')
  })
})

async function signInAgain(nameID: string) {
  const { browser } = await sso.signIn(provider, { nameID, email: `${nameID}@idp.example.com` })
  return { isSignedIn: async () => (await browser.get('/user')).status === 200 }
}
