import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  decideAdmission,
  type AudienceSite,
  type Credentials,
  verifyCredentials,
  buildFallbackUrl,
  type VisitorIdentity,
} from './site-admission.ts'
import { noClaims } from './claims.ts'
import { SiteTokens } from './site-tokens.ts'

const now = new Date('2026-01-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const tokens = new SiteTokens(Buffer.alloc(32, 1))
const secret = 'k'.repeat(43)

const site: AudienceSite = {
  id: 'site',
  organizationId: 'org',
  visibility: 'visitor-auth',
  published: true,
  agentsContext: 'included',
  key: { id: 'key2', secret },
  fallbackUrl: 'https://login.example.com/?from=docs',
  shareLinks: [{ id: 'link', key: 'secret-of-link' }],
  previewerMayView: true,
}

const jwt = (claims: object, key = secret, alg = 'HS256') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key))

const exp = now.getTime() / 1000 + 60

const claimsOf = async (token: string) => (await verifyCredentials(site, { jwt: token }, tokens, now)).claims

const unsecured = () => new UnsecuredJWT({ isBeta: true, exp }).encode()

const nonsense = (header: object) =>
  `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify({ isBeta: true, exp })).toString('base64url')}.`

const preview = (siteId: string) => tokens.writePreview({ siteId, userId: 'me', claims: noClaims }, now)

describe('claims of a JWT', () => {
  test('are taken without registered claims, and never replace unsigned ones', async () => {
    const token = await jwt({
      isBeta: true,
      sub: 'me',
      exp,
      iat: 1,
      nbf: 1,
      iss: 'x',
      aud: 'y',
      jti: 'z',
      unsigned: { dark: true },
    })
    expect(
      await verifyCredentials(
        site,
        { jwt: token, unsignedClaims: { light: true, isAdmin: true } },
        tokens,
        now,
      ),
    ).toEqual({
      agent: false,
      key: 'key2',
      expires: exp,
      claims: { isBeta: true, sub: 'me', unsigned: { light: true, isAdmin: true } },
    })
  })

  test('come without an expiry when the JWT has none', async () => {
    expect(await verifyCredentials(site, { jwt: await jwt({ a: 1 }) }, tokens, now)).toMatchObject({
      key: 'key2',
      claims: { a: 1 },
    })
  })

  test.each<[string, () => string | Promise<string>]>([
    ['expired', () => jwt({ isBeta: true, exp: exp - 120 })],
    ['not valid yet', () => jwt({ isBeta: true, nbf: exp + 86_400 })],
    ['signed with the key of another site', () => jwt({ isBeta: true, exp }, 'o'.repeat(43))],
    ['signed with HS512', () => jwt({ isBeta: true, exp }, 'k'.repeat(64), 'HS512')],
    ['of the algorithm none', unsecured],
    ['of the algorithm None, with a signature', () => `${nonsense({ alg: 'None' })}abc`],
    ['without an algorithm', () => nonsense({ typ: 'JWT' })],
    ['without its signature', async () => (await jwt({ isBeta: true, exp })).replace(/[^.]+$/, '')],
    [
      'changed after it was signed',
      async () =>
        (await jwt({ exp })).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ isBeta: true, exp })).toString('base64url')}.`,
        ),
    ],
    ['not a JWT', () => 'abc'],
    ['empty', () => ''],
    ['too long', () => jwt({ isBeta: true, exp, long: 'x'.repeat(9000) })],
    [
      'a site token of Verso',
      () =>
        tokens.writeSiteToken(
          {
            siteId: 'site',
            organizationId: 'org',
            identity: { claims: { isBeta: true, unsigned: {} }, agent: false },
          },
          now,
        ),
    ],
  ])('are ignored when the JWT is %s', async (_case, token) => {
    expect(await claimsOf(await token())).toEqual(noClaims)
    expect(decideAdmission(site, await verifyCredentials(site, { jwt: await token() }, tokens, now))).toBe(
      'unauthenticated',
    )
  })

  test('are ignored while the site has no key', async () => {
    expect(
      await verifyCredentials({ ...site, key: null }, { jwt: await jwt({ isBeta: true, exp }) }, tokens, now),
    ).toEqual({
      agent: false,
      claims: noClaims,
    })
  })
})

describe('admission by visibility and credentials', () => {
  const credentials: Record<string, () => Credentials | Promise<Credentials>> = {
    'no credentials': () => ({}),
    'the key of a share link': () => ({ shareKey: 'secret-of-link' }),
    'an unknown share key': () => ({ shareKey: 'secret-of-another' }),
    'a JWT': async () => ({ jwt: await jwt({ exp }) }),
    'a JWT of another key': async () => ({ jwt: await jwt({ exp }, 'o'.repeat(43)) }),
    'a preview': () => ({ preview: preview('site') }),
    'a preview of another site': () => ({ preview: preview('other') }),
    'an agent': () => ({ type: 'agent' }),
  }
  const yes = 'allowed'
  const no = 'hidden'
  const who = 'unauthenticated'
  // In the order of the credentials above.
  const table: Record<string, string[]> = {
    public: [yes, yes, yes, yes, yes, yes, yes, yes],
    unlisted: [yes, yes, yes, yes, yes, yes, yes, yes],
    'share-link': [no, yes, no, no, no, yes, no, no],
    'visitor-auth': [who, who, who, yes, who, yes, who, who],
  }
  for (const [visibility, row] of Object.entries(table)) {
    for (const [index, [name, make]] of Object.entries(credentials).entries()) {
      test(`${visibility}, with ${name}`, async () => {
        // The table names the visibilities there are.
        const seen = { ...site, visibility: visibility as AudienceSite['visibility'] }
        const identity = await verifyCredentials(seen, await make(), tokens, now)
        expect(decideAdmission(seen, identity)).toBe(row[index])
        // An unpublished site opens only for a preview, and only while its maker may see the site.
        const unpublished = { ...seen, published: false }
        expect(decideAdmission(unpublished, identity)).toBe(identity.previewer === undefined ? no : yes)
        expect(decideAdmission({ ...unpublished, previewerMayView: false }, identity)).toBe(no)
        // After the key was replaced, an identity that rests on the old key is refused everywhere.
        const rotated = { ...seen, key: { id: 'key3', secret: 'n'.repeat(43) } }
        expect(decideAdmission(rotated, identity)).toBe(identity.key === undefined ? row[index] : who)
        // After the share link was deleted, its key opens nothing.
        const revoked = { ...seen, shareLinks: [] }
        expect(decideAdmission(revoked, identity)).toBe(
          visibility === 'share-link' && identity.shareLink !== undefined ? no : row[index],
        )
        // A site that excludes agents is hidden from them.
        const withoutAgents = { ...seen, agentsContext: 'excluded' as const }
        expect(decideAdmission(withoutAgents, identity)).toBe(identity.agent ? no : row[index])
      })
    }
  }
})

describe('site tokens', () => {
  const identity: VisitorIdentity = {
    claims: { isBeta: true, unsigned: { dark: true } },
    agent: false,
    shareLink: 'link',
    key: 'key2',
  }
  const token = tokens.writeSiteToken({ siteId: 'site', organizationId: 'org', identity }, now)

  test('return the identity that was written, for one hour', () => {
    expect(tokens.readSiteToken(token, later(3599))).toEqual({
      id: expect.any(String),
      siteId: 'site',
      organizationId: 'org',
      identity,
      issuedAt: now,
      expiresAt: later(3600),
    })
    expect(tokens.readSiteToken(token, later(3600))).toBeUndefined()
  })

  test('are JWTs with the claims of the visitor', () => {
    const [, body = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      claims: identity.claims,
      site: 'site',
      organization: 'org',
    })
  })

  test('expire with the JWT of the visitor', () => {
    const short = tokens.writeSiteToken(
      { siteId: 'site', organizationId: 'org', identity: { ...identity, expires: exp } },
      now,
    )
    expect(tokens.readSiteToken(short, later(59))).toBeDefined()
    expect(tokens.readSiteToken(short, later(60))).toBeUndefined()
  })

  test('are refused when changed, of another purpose or signed with another secret', async () => {
    const [head = '', body = '', signature = ''] = token.split('.')
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), site: 'other' }),
    ).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const preview = tokens.writePreview({ siteId: 'site', userId: 'me', claims: noClaims }, now)
    for (const wrong of [
      `${head}.${other}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${token}.`,
      `${token}x`,
      `${head}.${body}`,
      preview,
      '',
      '..',
      'a.b.c',
      await jwt({ site: 'site', exp }),
    ]) {
      expect(tokens.readSiteToken(wrong, now)).toBeUndefined()
    }
    expect(tokens.readPreview(token, now)).toBeUndefined()
    expect(tokens.readPreview(preview, now)).toMatchObject({ siteId: 'site', userId: 'me' })
    expect(tokens.readPreview(preview, later(3600))).toBeUndefined()
    expect(new SiteTokens(Buffer.alloc(32, 2)).readSiteToken(token, now)).toBeUndefined()
  })
})

test('the fallback URL carries the requested path as location', () => {
  expect(buildFallbackUrl(site, '/a b/c?d')).toBe(
    'https://login.example.com/?from=docs&location=%2Fa+b%2Fc%3Fd',
  )
  expect(buildFallbackUrl({ ...site, fallbackUrl: null }, '/')).toBeUndefined()
})
