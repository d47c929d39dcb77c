import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { admits, type AudienceSite, type Credentials, examine, fallbackFor, type Pass } from './audience.ts'
import { noClaims } from './claims.ts'
import { Passes } from './passes.ts'

const now = new Date('2026-01-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const passes = new Passes(Buffer.alloc(32, 1))
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

const claimsOf = async (token: string) => (await examine(site, { jwt: token }, passes, now)).claims

const unsecured = () => new UnsecuredJWT({ isBeta: true, exp }).encode()

const nonsense = (header: object) =>
  `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify({ isBeta: true, exp })).toString('base64url')}.`

const preview = (siteId: string) => passes.writePreview({ siteId, userId: 'me', claims: noClaims }, now)

describe('what a JWT is worth', () => {
  test('its claims, without what it says of itself, and never in the place of unsigned ones', async () => {
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
      await examine(site, { jwt: token, unsignedClaims: { light: true, isAdmin: true } }, passes, now),
    ).toEqual({
      agent: false,
      key: 'key2',
      expires: exp,
      claims: { isBeta: true, sub: 'me', unsigned: { light: true, isAdmin: true } },
    })
  })

  test('a token without an end has none', async () => {
    expect(await examine(site, { jwt: await jwt({ a: 1 }) }, passes, now)).toMatchObject({
      key: 'key2',
      claims: { a: 1 },
    })
  })

  test.each<[string, () => string | Promise<string>]>([
    ['expired', () => jwt({ isBeta: true, exp: exp - 120 })],
    ['of tomorrow', () => jwt({ isBeta: true, nbf: exp + 86_400 })],
    ['of another site', () => jwt({ isBeta: true, exp }, 'o'.repeat(43))],
    ['signed with HS512', () => jwt({ isBeta: true, exp }, 'k'.repeat(64), 'HS512')],
    ['of algorithm none', unsecured],
    ['of algorithm None with a signature', () => `${nonsense({ alg: 'None' })}abc`],
    ['without an algorithm', () => nonsense({ typ: 'JWT' })],
    ['without its signature', async () => (await jwt({ isBeta: true, exp })).replace(/[^.]+$/, '')],
    [
      'with other claims than were signed',
      async () =>
        (await jwt({ exp })).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ isBeta: true, exp })).toString('base64url')}.`,
        ),
    ],
    ['no JWT', () => 'abc'],
    ['empty', () => ''],
    ['too long', () => jwt({ isBeta: true, exp, long: 'x'.repeat(9000) })],
    [
      'of Verso’s own',
      () =>
        passes.writeToken(
          {
            siteId: 'site',
            organizationId: 'org',
            pass: { claims: { isBeta: true, unsigned: {} }, agent: false },
          },
          now,
        ),
    ],
  ])('one that is %s: nothing', async (_what, token) => {
    expect(await claimsOf(await token())).toEqual(noClaims)
    expect(admits(site, await examine(site, { jwt: await token() }, passes, now))).toBe('unauthenticated')
  })

  test('before there is a key, nothing', async () => {
    expect(
      await examine({ ...site, key: null }, { jwt: await jwt({ isBeta: true, exp }) }, passes, now),
    ).toEqual({
      agent: false,
      claims: noClaims,
    })
  })
})

describe('who is admitted', () => {
  const credentials: Record<string, () => Credentials | Promise<Credentials>> = {
    nothing: () => ({}),
    'a link': () => ({ shareKey: 'secret-of-link' }),
    'no link': () => ({ shareKey: 'secret-of-another' }),
    'a JWT': async () => ({ jwt: await jwt({ exp }) }),
    'no JWT': async () => ({ jwt: await jwt({ exp }, 'o'.repeat(43)) }),
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
        const pass = await examine(seen, await make(), passes, now)
        expect(admits(seen, pass)).toBe(row[index])
        // Unpublished, only a preview opens it; and that no longer when the person lost the site.
        const unpublished = { ...seen, published: false }
        expect(admits(unpublished, pass)).toBe(pass.previewer === undefined ? no : yes)
        expect(admits({ ...unpublished, previewerMayView: false }, pass)).toBe(no)
        // The key is another one: what rests on it does not stand, wherever it was shown.
        const rotated = { ...seen, key: { id: 'key3', secret: 'n'.repeat(43) } }
        expect(admits(rotated, pass)).toBe(pass.key === undefined ? row[index] : who)
        // The link is gone.
        const revoked = { ...seen, shareLinks: [] }
        expect(admits(revoked, pass)).toBe(
          visibility === 'share-link' && pass.shareLink !== undefined ? no : row[index],
        )
        // Agents are not wanted.
        const withoutAgents = { ...seen, agentsContext: 'excluded' as const }
        expect(admits(withoutAgents, pass)).toBe(pass.agent ? no : row[index])
      })
    }
  }
})

describe('tokens that Verso hands out', () => {
  const pass: Pass = {
    claims: { isBeta: true, unsigned: { dark: true } },
    agent: false,
    shareLink: 'link',
    key: 'key2',
  }
  const token = passes.writeToken({ siteId: 'site', organizationId: 'org', pass }, now)

  test('say what they were given, for an hour', () => {
    expect(passes.readToken(token, later(3599))).toEqual({
      id: expect.any(String),
      siteId: 'site',
      organizationId: 'org',
      pass,
    })
    expect(passes.readToken(token, later(3600))).toBeUndefined()
  })

  test('are JWTs whose claims are the visitor’s', () => {
    const [, body = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      claims: pass.claims,
      site: 'site',
      organization: 'org',
    })
  })

  test('end with the JWT that they rest on', () => {
    const short = passes.writeToken(
      { siteId: 'site', organizationId: 'org', pass: { ...pass, expires: exp } },
      now,
    )
    expect(passes.readToken(short, later(59))).toBeDefined()
    expect(passes.readToken(short, later(60))).toBeUndefined()
  })

  test('are nothing when changed, of another purpose or of another Verso', async () => {
    const [head = '', body = '', signature = ''] = token.split('.')
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), site: 'other' }),
    ).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const preview = passes.writePreview({ siteId: 'site', userId: 'me', claims: noClaims }, now)
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
      expect(passes.readToken(wrong, now)).toBeUndefined()
    }
    expect(passes.readPreview(token, now)).toBeUndefined()
    expect(passes.readPreview(preview, now)).toMatchObject({ siteId: 'site', userId: 'me' })
    expect(passes.readPreview(preview, later(3600))).toBeUndefined()
    expect(new Passes(Buffer.alloc(32, 2)).readToken(token, now)).toBeUndefined()
  })
})

test('the fallback is told where its visitor wanted to go', () => {
  expect(fallbackFor(site, '/a b/c?d')).toBe('https://login.example.com/?from=docs&location=%2Fa+b%2Fc%3Fd')
  expect(fallbackFor({ ...site, fallbackUrl: null }, '/')).toBeUndefined()
})
