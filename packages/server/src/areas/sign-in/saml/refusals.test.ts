import { afterAll, describe, expect, test } from 'vitest'
import { minutes } from '../../../common/clock.ts'
import { expectStatus, TestApp } from '../../../testing/app.ts'
import { signWithSecret, TestIdentityProvider, wrapInResponse } from '../../../testing/identity-provider.ts'
import { getPath, SingleSignOn } from '../../../testing/single-sign-on.ts'
import type { SamlProvider } from './schema.ts'

const app = await TestApp.start()
// Another process on the same database.
const twin = await TestApp.start({}, { database: app.database })
afterAll(async () => {
  await twin.app.close()
  await app.stop()
})

const otherIdp = await TestIdentityProvider.create()
const sso = await SingleSignOn.start(app)
const { idp, admin, organizationId } = sso
const provider = await sso.createProvider({ idpInitiated: true })

/** An assertion with something in it that its signature may or may not cover. */
const holding = (assertion: string, inside: string) =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${inside}`)
const extensions = (inside: string) => `<samlp:Extensions>${inside}</samlp:Extensions>`
/** The first element of a name. */
const part = (xml: string, name: string) =>
  new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`).exec(xml)?.[0] ?? ''
/** An entity that is ten times the one before. */
const level = (index: number) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`
const ago = (time: number) => new Date(Date.now() - time)

describe('rejected responses', () => {
  const mallory = { nameID: 'mallory', email: 'mallory@idp.example.com' }

  test('403 for an assertion that is unsigned, or was changed after it was signed', async () => {
    const { service } = provider
    expect(
      await sso.expectRefusal(
        provider,
        wrapInResponse(service.acsURL, idp.createAssertion(service, mallory)),
      ),
    ).toBe(403)
    const signed = idp.createResponse(service, mallory)
    expect(await sso.expectRefusal(provider, signed.replace('mallory', 'admin'))).toBe(403)
    // A signature of the response does not make up for one of the assertion.
    expect(
      await sso.expectRefusal(
        provider,
        idp.sign(wrapInResponse(service.acsURL, idp.createAssertion(service, mallory))),
      ),
    ).toBe(403)
  })

  test('403 for the certificate of another provider', async () => {
    const other = await app.organization('Elsewhere')
    const { certificate, entityID, ssoURL } = otherIdp
    const body = { label: 'Theirs', certificate, entityID, ssoURL }
    expectStatus(201, await other.admin.post(`/orgs/${other.id}/saml`, body))
    const forged = otherIdp.createResponse(provider.service, mallory)
    // It brings the certificate along that it was signed with.
    expect(forged).toContain('X509Certificate')
    expect(await sso.expectRefusal(provider, forged)).toBe(403)
    expect((await sso.postResponse(provider, idp.createResponse(provider.service, mallory))).statusCode).toBe(
      303,
    )
  })

  describe('403 signature wrapping', () => {
    const { service } = provider
    const signed = idp.sign(idp.createAssertion(service, { ...mallory, assertionId: '_good' }))
    const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(signed) ?? []
    const bare = signed.replace(signature, '')
    const evil = idp.createAssertion(service, { ...mallory, nameID: 'root', assertionId: '_evil' })
    const twin = evil.replace('_evil', '_good')
    const around = (inside: string) =>
      signature.replace('</Signature>', `<Object>${inside}</Object></Signature>`)

    // The whole response is signed, and stands inside of one that is not.
    const response = idp.sign(wrapInResponse(service.acsURL, signed))
    const [outer = ''] = /<Signature[\s\S]*?<\/Signature>/.exec(response) ?? []
    const inner = response.replace(outer, '')
    const evilResponse = wrapInResponse(service.acsURL, evil)
    const after = '</saml:Issuer><samlp:Status>'
    const put = (inside: string) => evilResponse.replace(after, `</saml:Issuer>${inside}<samlp:Status>`)

    test.each<[name: string, message: string]>([
      [
        '1: the signed response in the signature',
        put(outer.replace('</Signature>', `<Object>${inner}</Object></Signature>`)),
      ],
      ['2: the signed response before its signature', put(inner + outer)],
      ...[
        ['3: the forged assertion first', evil + signed],
        ['3, with the same id', twin + signed],
        ['3, in the other order', signed + evil],
        ['3, in the other order with the same id', signed + twin],
        ['4: the signed assertion in the forged one', holding(evil, signed)],
        ['4, with the same id', holding(twin, signed)],
        [
          '4, as advice',
          evil.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`),
        ],
        ['5: the signature in the forged one, what it signs behind', holding(evil, signature) + bare],
        ['5, with the same id', holding(twin, signature) + bare],
        [
          '6: what is signed in the signature in the forged one',
          holding(evil, signature.replace('</Signature>', `${bare}</Signature>`)),
        ],
        ['7: the forged one among extensions', extensions(twin) + signed],
        ['7, the signed one among extensions', extensions(signed) + evil],
        ['7, with the same id', extensions(signed) + twin],
        ['8: what is signed as an object of the signature', holding(evil, around(bare))],
        ['8, with the same id', holding(twin, around(bare))],
        ['8, signature and all', holding(twin, around(signed))],
        ['the signature of another assertion', holding(evil, signature)],
        ['the signature of another assertion of the same id', holding(twin, signature)],
        [
          'no assertion but in an envelope nobody can open',
          `<saml:EncryptedAssertion>${signed}</saml:EncryptedAssertion>`,
        ],
      ].map(([name = '', inside = '']): [string, string] => [name, wrapInResponse(service.acsURL, inside)]),
    ])('%s', async (_name, message) => {
      expect(await sso.expectRefusal(provider, message)).toBe(403)
    })

    test('the parts of these messages are valid by themselves', async () => {
      const answer = await sso.postResponse(provider, wrapInResponse(service.acsURL, signed))
      expect(answer.statusCode).toBe(303)
    })
  })

  test('403 for ambiguous signatures, and for signatures with a public key as the secret', async () => {
    const { service } = provider
    const good = idp.sign(idp.createAssertion(service, { ...mallory, assertionId: '_both' }))
    const evil = otherIdp.sign(
      idp.createAssertion(service, { ...mallory, nameID: 'root', assertionId: '_both' }),
    )
    const [info, forgedInfo] = [part(good, 'SignedInfo'), part(evil, 'SignedInfo')]
    const [digest, forgedDigest] = [part(good, 'DigestValue'), part(evil, 'DigestValue')]
    const goodSignature = part(good, 'Signature')
    const forged = (signature: string) => evil.replace(part(evil, 'Signature'), signature)
    expect(new Set([info, forgedInfo, digest, forgedDigest, '']).size).toBe(5)
    for (const signature of [
      goodSignature.replace(info, forgedInfo + info),
      goodSignature.replace(info, info + forgedInfo),
      goodSignature.replace(digest, forgedDigest + digest),
      goodSignature.replace(digest, digest + forgedDigest),
      goodSignature.replace(digest, forgedDigest),
      goodSignature.replace('</SignedInfo>', `${part(forgedInfo, 'Reference')}</SignedInfo>`),
      goodSignature + part(evil, 'Signature'),
      part(evil, 'Signature') + goodSignature,
    ]) {
      expect(await sso.expectRefusal(provider, wrapInResponse(service.acsURL, forged(signature)))).toBe(403)
    }
    for (const secret of [idp.certificate, idp.certificate.trim(), '']) {
      const assertion = idp.createAssertion(service, { ...mallory, nameID: 'root' })
      const message = wrapInResponse(service.acsURL, signWithSecret(assertion, secret || 'none'))
      expect(await sso.expectRefusal(provider, message)).toBe(403)
    }
    expect((await sso.postResponse(provider, wrapInResponse(service.acsURL, good))).statusCode).toBe(303)
  })

  test('403 for another audience, recipient or issuer', async () => {
    const { service } = provider
    const other = await sso.createProvider({ idpInitiated: true })
    for (const claims of [
      { audience: 'https://other.example' },
      { audience: other.service.entityID },
      { recipient: 'https://other.example/acs' },
      { recipient: other.service.acsURL },
      { issuer: 'https://other.example/metadata' },
    ]) {
      expect(await sso.expectRefusal(provider, idp.createResponse(service, { ...mallory, ...claims }))).toBe(
        403,
      )
    }
    // What was meant for one provider is nothing to another of the same company.
    expect(await sso.expectRefusal(other, idp.createResponse(service, mallory))).toBe(403)
  })

  test('403 for a response to an unknown, an answered or an expired request', async () => {
    const { service } = provider
    expect(
      await sso.expectRefusal(provider, idp.createResponse(service, { ...mallory, inResponseTo: '_never' })),
    ).toBe(403)
    const other = await sso.createProvider()
    expect(
      await sso.expectRefusal(
        provider,
        idp.createResponse(service, { ...mallory, inResponseTo: await sso.startLogin(other) }),
      ),
    ).toBe(403)
    // The response says one thing, what is signed in it another.
    const inResponseTo = await sso.startLogin(provider)
    const signed = idp.sign(idp.createAssertion(service, { ...mallory, inResponseTo: '_never' }))
    expect(await sso.expectRefusal(provider, wrapInResponse(service.acsURL, signed, { inResponseTo }))).toBe(
      403,
    )
    expect(await sso.expectRefusal(provider, wrapInResponse(service.acsURL, signed))).toBe(403)

    const requestId = await sso.startLogin(provider)
    const used = { nameID: 'lena', email: 'lena@idp.example.com', inResponseTo: requestId }
    expect((await sso.postResponse(provider, idp.createResponse(service, used))).statusCode).toBe(303)
    expect(await sso.expectRefusal(provider, idp.createResponse(service, used))).toBe(403)
    const late = await sso.startLogin(provider)
    app.clock.advance(16 * minutes)
    expect(
      await sso.expectRefusal(provider, idp.createResponse(service, { ...mallory, inResponseTo: late })),
    ).toBe(403)
    app.clock.advance(-16 * minutes)
  })

  test('403 for an assertion that has expired, is not valid yet, or was used before', async () => {
    const { service } = provider
    expect(
      await sso.expectRefusal(
        provider,
        idp.createResponse(service, { ...mallory, notOnOrAfter: ago(5 * minutes) }),
      ),
    ).toBe(403)
    expect(
      await sso.expectRefusal(
        provider,
        idp.createResponse(service, { ...mallory, notBefore: ago(-5 * minutes) }),
      ),
    ).toBe(403)
    const once = idp.createResponse(service, { nameID: 'max', email: 'max@idp.example.com' })
    expect((await sso.postResponse(provider, once)).statusCode).toBe(303)
    expect(await sso.expectRefusal(provider, once)).toBe(403)
    // Also on another process, and many at once.
    const race = idp.createResponse(service, { nameID: 'nina', email: 'nina@idp.example.com' })
    const answers = await Promise.all(
      [app, twin, app, twin].map((on) => sso.postResponse(provider, race, { on })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      303, 403, 403, 403,
    ])
  })

  test('403 for comments, document types, entities and invalid messages', async () => {
    const { service } = provider
    const signed = idp.createResponse(service, { nameID: 'ann@victim.example.evil.example' })
    const named = (entity: string) => signed.replace('ann@victim', `&${entity};ann@victim`)
    const laughs = `<!DOCTYPE r [<!ENTITY e0 "ha">${Array.from({ length: 9 }, (_, index) => level(index)).join('')}]>`
    const blowup = `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`
    const file = '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const elsewhere = '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/evil.dtd">'
    for (const xml of [
      signed.replace('ann@victim.example', 'ann@victim.example<!---->'),
      laughs + named('e9'),
      `<?xml version="1.0"?>${laughs}${named('e9')}`,
      blowup + signed.replace('ann@victim', '&a;'.repeat(10_000)),
      file + named('f'),
      elsewhere + signed,
      signed.replace('>ann@', '><![CDATA[ann@]]>'),
      signed.replace('<samlp:Status>', '<?evil x?><samlp:Status>'),
      'no xml',
      '<a/>',
      '',
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${'<a>'.repeat(20_000)}`,
    ]) {
      expect(await sso.expectRefusal(provider, xml)).toBe(403)
    }
    const utf16 = Buffer.from(`\ufeff${laughs}${named('e9')}`, 'utf16le').toString('latin1')
    expect(await sso.expectRefusal(provider, utf16)).toBe(403)
    const missing = await app.app.http.inject({ method: 'POST', url: getPath(service.acsURL) })
    expect(missing.statusCode).toBe(403)
    const huge = await app.app.http.inject({
      method: 'POST',
      url: getPath(service.acsURL),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `SAMLResponse=${'A'.repeat(400_000)}`,
    })
    expect(huge.statusCode).toBe(403)
  })

  test('404 for a provider that is incomplete or missing', async () => {
    const pending = expectStatus(
      201,
      await admin.post<SamlProvider>(`/orgs/${organizationId}/saml`, { label: 'Soon' }),
    )
    expect(pending.status).toBe('pending')
    expect(await sso.expectRefusal(pending, idp.createResponse(pending.service))).toBe(404)
    const start = await app.app.http.inject({ url: getPath(pending.service.startURL) })
    expect(start.statusCode).toBe(404)
    expect((await app.app.http.inject({ url: '/sso/nowhere/metadata' })).statusCode).toBe(404)
    // All of it has to be there: two of three are not enough, whichever they are.
    const all: Record<string, string> = {
      certificate: idp.certificate,
      entityID: idp.entityID,
      ssoURL: idp.ssoURL,
    }
    for (const left of Object.keys(all)) {
      const { [left]: _, ...two } = all
      const body = { label: 'Almost', ...two }
      const almost = expectStatus(201, await admin.post<SamlProvider>(`/orgs/${organizationId}/saml`, body))
      expect({ left, status: almost.status }).toEqual({ left, status: 'pending' })
      expect(await sso.expectRefusal(almost, idp.createResponse(almost.service))).toBe(404)
    }
    const complete = await sso.createProvider()
    expect(complete.status).toBe('active')
    const path = `/orgs/${organizationId}/saml/${complete.id}`
    const emptied = expectStatus(200, await admin.patch<SamlProvider>(path, { certificate: '' }))
    expect(emptied.status).toBe('pending')
    expect(await sso.expectRefusal(complete, idp.createResponse(complete.service))).toBe(404)
    // What a provider needs to know of us, it needs before that.
    const metadata = await app.app.http.inject({ url: getPath(pending.service.entityID) })
    expect(metadata.payload).toContain(pending.service.acsURL)
  })
})
