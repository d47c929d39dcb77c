import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../../common/clock.ts'
import {
  type TestResponse,
  Client,
  readError,
  expectStatus,
  type Person,
  TestApp,
} from '../../../testing/app.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Site } from '../sites/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { Preview, PublishingAuth, ShareLink } from '../visitors/schema.ts'
import type { PublishedLookup } from './schema.ts'

type Content = Extract<PublishedLookup, { apiToken: string }>

const base = 'https://verso.example'

let t: TestApp
/** Another process on the same database, which nobody tells of anything. */
let twin: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: base, trustedDomains: ['acme.example'] })
  twin = await TestApp.start({ publicUrl: base }, { database: t.database })
  ;({ id: organization, admin } = await t.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
})
afterAll(async () => {
  await twin.app.close()
  await t.stop()
})

const pathOf = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`

/** A published site with one space, and its address. */
async function publishedSite(body: object = {}): Promise<{ site: Site; space: Space; url: string }> {
  const space = await t.space(admin, organization, { title: 'Guide' })
  const site = await t.site(admin, organization, { title: 'Docs', spaces: [space.id], ...body })
  const live = expectStatus(200, await admin.post<Site>(`${pathOf(site)}/publish`))
  return { site: live, space, url: live.urls.published ?? '' }
}

const resolve = (url: string, visitor?: object, rest: object = {}): Promise<TestResponse<PublishedLookup>> =>
  t.anonymous.post<PublishedLookup>('/urls/published', { url, ...(visitor && { visitor }), ...rest })

const content = async (url: string, visitor?: object): Promise<Content> => {
  const lookup = expectStatus(200, await resolve(url, visitor))
  if (!('apiToken' in lookup)) throw new Error(`redirected to ${lookup.redirect}`)
  return lookup
}

const keyOf = async (site: Site) =>
  expectStatus(200, await admin.get<PublishingAuth>(`${pathOf(site)}/publishing/auth`)).privateKey

const sign = (claims: object, key: string, expires = '24h', alg = 'HS256') =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key))

const shareLink = async (site: Site) =>
  expectStatus(201, await admin.post<ShareLink>(`${pathOf(site)}/share-links`, { name: 'For friends' }))

const previewOf = async (site: Site, by: Person) =>
  expectStatus(200, await by.get<Preview>(`${pathOf(site)}/publishing/preview`)).url

/** What a token reads is the same on every process, at any moment. */
const read = async (token: string, space: Space) => {
  const ask = ({ app }: TestApp) => new Client(app, token).get(`/spaces/${space.id}`)
  const [here, there] = [await ask(t), await ask(twin)]
  expect(there.status).toBe(here.status)
  return here.status
}

describe('resolving a URL', () => {
  test('200 with everything a renderer needs, with GET too, ignoring unknown fields', async () => {
    const { site, space, url } = await publishedSite()
    const lookup = await content(`${url}some/page`)
    expect(lookup).toMatchObject({
      site: site.id,
      space: space.id,
      organization,
      pathname: '/some/page',
      basePath: `/acme/${site.basename}/`,
      siteBasePath: `/acme/${site.basename}/`,
      canonicalUrl: `${url}some/page`,
      complete: true,
    })
    expect(lookup).not.toHaveProperty('siteSection')
    const [, body = ''] = lookup.apiToken.split('.')
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({ claims: { unsigned: {} } })
    const got = await t.anonymous.get<Content>(`/urls/published?url=${encodeURIComponent(`${url}some/page`)}`)
    expect({ ...got.body, apiToken: '' }).toEqual({ ...lookup, apiToken: '' })
    const more = await resolve(
      url,
      { unsignedClaims: {}, type: 'human', more: 1 },
      { redirectOnError: true, other: {} },
    )
    expect(more.status).toBe(200)
  })

  test('200 and 404 for a host with each number of segments, all at once', async () => {
    const { site, url } = await publishedSite()
    const answers = await Promise.all(
      [`${base}/`, `${base}/acme`, url, `${url}page`, `${url}page/sub`].map((part) => resolve(part)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 200, 200])
    for (const { body } of answers.slice(2)) expect(body).toMatchObject({ site: site.id })
    // What follows the address of a site may be a preview, and what follows a page is not.
    expect(answers.slice(2).map(({ body }) => 'complete' in body && body.complete)).toEqual([
      false,
      true,
      true,
    ])
  })

  test('200 for the hostname of a site, and for its proxy', async () => {
    const { site } = await publishedSite()
    const patch = (body: object) => admin.patch(pathOf(site), body)
    expectStatus(200, await patch({ hostname: 'docs.acme.example' }))
    expect(await content('https://docs.acme.example/page')).toMatchObject({
      site: site.id,
      pathname: '/page',
      basePath: '/',
      canonicalUrl: 'https://docs.acme.example/page',
    })
    expectStatus(200, await patch({ hostname: null, proxy: 'www.acme.example/help/docs' }))
    expect(await content('https://www.acme.example/help/docs/page')).toMatchObject({
      site: site.id,
      pathname: '/page',
      siteBasePath: '/help/docs/',
      canonicalUrl: 'https://www.acme.example/help/docs/page',
    })
    expect((await resolve('https://www.acme.example/help')).status).toBe(404)
  })

  test.each(['', 'not a url', 'javascript:alert(1)', 'file:///etc/passwd', '/acme/docs'])(
    '400 for %j',
    async (url) => {
      expect((await resolve(url)).status).toBe(400)
    },
  )

  test('400 for claims that are too large for a header', async () => {
    const { url } = await publishedSite()
    const answer = await resolve(url, { unsignedClaims: { long: 'x'.repeat(5000) } })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('unsignedClaims')
    expect((await resolve(url, { unsignedClaims: [] })).status).toBe(400)
    expect((await resolve(url, { jwtToken: 3 })).status).toBe(400)
  })

  test.each([
    'https://elsewhere.example/',
    `${base}/acme/nothing`,
    `${base}/other/docs`,
    `${base}/acme/%2e%2e/x`,
    `${base}/acme/${'x'.repeat(4000)}`,
  ])('404 for %s', async (url) => {
    expect((await resolve(url)).status).toBe(404)
  })
})

describe('every visibility with every credential', () => {
  type TestSite = { site: Site; url: string; visitor?: object }
  const credentials: Record<string, (testSite: TestSite) => Promise<{ url?: string; visitor?: object }>> = {
    nothing: async () => ({}),
    'a share link': async ({ site }) => ({ url: (await shareLink(site)).urls.published }),
    'a revoked share link': async ({ site }) => {
      const link = await shareLink(site)
      expectStatus(200, await admin.patch(`${pathOf(site)}/share-links/${link.id}`, { active: false }))
      return { url: link.urls.published }
    },
    'a deleted share link': async ({ site }) => {
      const link = await shareLink(site)
      await admin.delete(`${pathOf(site)}/share-links/${link.id}`)
      return { url: link.urls.published }
    },
    'another site’s share link': async ({ url }) => {
      const other = await publishedSite()
      const key = new URL((await shareLink(other.site)).urls.published).pathname.split('/').at(-2)
      return { url: `${url}${key}/` }
    },
    'a JWT': async ({ site }) => ({ visitor: { jwtToken: await sign({ isBeta: true }, await keyOf(site)) } }),
    'an expired JWT': async ({ site }) => ({
      visitor: { jwtToken: await sign({ isBeta: true }, await keyOf(site), '-1h') },
    }),
    'another site’s JWT': async ({ site }) => {
      await keyOf(site)
      const other = await publishedSite()
      return { visitor: { jwtToken: await sign({ isBeta: true }, await keyOf(other.site)) } }
    },
    'a JWT of algorithm none': async ({ site }) => {
      await keyOf(site)
      return { visitor: { jwtToken: new UnsecuredJWT({ isBeta: true }).setExpirationTime('1h').encode() } }
    },
    'a JWT of algorithm HS512': async ({ site }) => ({
      visitor: { jwtToken: await sign({ isBeta: true }, (await keyOf(site)).repeat(2), '24h', 'HS512') },
    }),
    'a JWT of a rotated key': async ({ site }) => {
      const jwtToken = await sign({ isBeta: true }, await keyOf(site))
      expectStatus(200, await admin.post(`${pathOf(site)}/publishing/auth/regenerate`))
      return { visitor: { jwtToken } }
    },
    'a preview': async ({ site }) => ({ url: await previewOf(site, admin) }),
    'a preview of one who left': async ({ site }) => {
      const member = await t.member(organization, 'read')
      const url = await previewOf(site, member)
      await admin.delete(`/orgs/${organization}/members/${member.id}`)
      return { url }
    },
    'another site’s preview': async ({ url }) => {
      const other = await publishedSite()
      const [, inside] = (await previewOf(other.site, admin)).split('/~/')
      return { url: `${url}~/${inside}` }
    },
  }

  // A path that is neither is a page that need not be there: on open sites wrong credentials are that.
  // prettier-ignore
  const table: Record<string, string> = {
    //                        nothing link revoked deleted other JWT expired other none HS512 rotated preview left other
    'public':                '200     200  200     200     200   200 200     200   200  200   200     200     404  200',
    'unlisted':              '200     200  200     200     200   200 200     200   200  200   200     200     404  200',
    'share-link':            '404     200  404     404     404   404 404     404   404  404   404     200     404  404',
    'visitor-auth':          '401     401  401     401     401   200 401     401   401  401   401     200     404  401',
    'public, unpublished':   '404     404  404     404     404   404 404     404   404  404   404     200     404  404',
    'unlisted, unpublished': '404     404  404     404     404   404 404     404   404  404   404     200     404  404',
    'share-link, unpublished':   '404 404  404     404     404   404 404     404   404  404   404     200     404  404',
    'visitor-auth, unpublished': '404 404  404     404     404   404 404     404   404  404   404     200     404  404',
  }
  test.each(Object.entries(table))('%s', async (name, row) => {
    const [visibility, unpublished] = name.split(', ')
    const expected = row.split(/ +/)
    const statuses: string[] = []
    const claims: unknown[] = []
    for (const make of Object.values(credentials)) {
      const { site, url } = await publishedSite({ visibility })
      const { url: requestUrl = url, visitor } = await make({ site, url })
      if (unpublished) expectStatus(200, await admin.post(`${pathOf(site)}/unpublish`))
      const { status, body } = await resolve(requestUrl, visitor)
      statuses.push(String(status))
      if ('apiToken' in body) claims.push(claimsIn(body.apiToken))
    }
    expect(Object.fromEntries(Object.keys(credentials).map((key, index) => [key, statuses[index]]))).toEqual(
      Object.fromEntries(Object.keys(credentials).map((key, index) => [key, expected[index]])),
    )
    // Only one of these tokens has a valid signature.
    expect(claims.filter((one) => JSON.stringify(one).includes('isBeta'))).toHaveLength(
      !unpublished && visibility !== 'share-link' ? 1 : 0,
    )
  })

  test('404 for an expired preview', async () => {
    const { site } = await publishedSite({ visibility: 'share-link' })
    const url = await previewOf(site, admin)
    expect((await resolve(url)).status).toBe(200)
    for (const { clock } of [t, twin]) clock.advance(61 * minutes)
    expect((await resolve(url)).status).toBe(404)
  })

  test('200 for a preview of a certain site space with certain claims', async () => {
    const { site, space } = await publishedSite({ visibility: 'visitor-auth' })
    const answer = await admin.get<Preview>(`${pathOf(site)}/publishing/preview?claims=(isBeta:!t)`)
    const lookup = await content(answer.body.url)
    expect(lookup).toMatchObject({ space: space.id, preview: true, pathname: '/' })
    expect(claimsIn(lookup.apiToken)).toEqual({ isBeta: true, unsigned: {} })
    const preview = `${pathOf(site)}/publishing/preview`
    expect((await admin.get(`${preview}?claims=nonsense`)).status).toBe(400)
    expect((await admin.get(`${preview}?siteSpace=nowhere`)).status).toBe(404)
    expect((await t.anonymous.get(preview)).status).toBe(401)
  })

  test('200 keeps the share link in the base path', async () => {
    const { site } = await publishedSite({ visibility: 'share-link' })
    const { urls } = await shareLink(site)
    const lookup = await content(`${urls.published}some/page`)
    const key = new URL(urls.published).pathname.split('/').at(-2)
    expect(lookup).toMatchObject({
      pathname: '/some/page',
      shareKey: key,
      siteBasePath: new URL(urls.published).pathname,
    })
    expect(lookup.canonicalUrl).not.toContain(String(key))
  })

  test('200 with the fallback URL and the site without a JWT; 401 without a fallback URL', async () => {
    const { site, url } = await publishedSite({ visibility: 'visitor-auth' })
    expect((await resolve(`${url}page`, undefined, { redirectOnError: true })).status).toBe(401)
    const fallbackURL = 'https://login.example.com/?app=docs'
    expectStatus(
      200,
      await admin.patch(`${pathOf(site)}/publishing/auth`, { backend: 'custom', fallbackURL }),
    )
    const sent = await resolve(`${url}page`)
    expect(sent.body).toEqual({
      target: 'external',
      site: site.id,
      redirect: `${fallbackURL}&location=${encodeURIComponent(new URL(url).pathname)}page`,
    })
    const get = await t.anonymous.get(`/urls/published?url=${encodeURIComponent(url)}`)
    expect(get.body).toMatchObject({ target: 'external' })
    const jwtToken = await sign({}, await keyOf(site))
    expect(
      (await t.anonymous.get(`/urls/published?url=${encodeURIComponent(url)}&visitorAuthToken=${jwtToken}`))
        .status,
    ).toBe(200)
  })

  test('200 with the same token for the same visitor, with another for other claims, and never about to expire', async () => {
    const { url } = await publishedSite()
    const unsignedClaims = { plan: 'free' }
    // A round is repeated where a new window began during it.
    const round = await waitFor('a round within one window', async () => {
      const [first, second, page, claims] = await Promise.all([
        content(url),
        content(url),
        content(`${url}some/page`),
        content(url, { unsignedClaims }),
      ])
      const again = await content(url)
      return first.apiToken === again.apiToken && { first, second, page, claims }
    })
    expect(round.second.apiToken).toBe(round.first.apiToken)
    expect(round.page.apiToken).toBe(round.first.apiToken)
    expect(round.claims.apiToken).not.toBe(round.first.apiToken)
    const { exp } = decodeJwt(round.first.apiToken)
    expect((exp ?? 0) * 1000 - Date.now()).toBeGreaterThan(120_000)
  })

  test('404 for agents on a site that excludes them', async () => {
    const { site, url } = await publishedSite()
    expect((await resolve(url, { type: 'agent' })).status).toBe(200)
    expectStatus(200, await admin.patch(pathOf(site), { agentsContext: 'excluded' }))
    expect((await resolve(url, { type: 'agent' })).status).toBe(404)
    expect((await resolve(url, { type: 'human' })).status).toBe(200)
  })
})

describe('access ends at once', () => {
  test('when the site is unpublished', async () => {
    const { site, space, url } = await publishedSite()
    const { apiToken } = await content(url)
    expect(await read(apiToken, space)).toBe(200)
    expectStatus(200, await admin.post(`${pathOf(site)}/unpublish`))
    expect(await read(apiToken, space)).toBe(404)
  })

  test('when the share link is deactivated, and returns when it is activated', async () => {
    const { site, space } = await publishedSite({ visibility: 'share-link' })
    const link = expectStatus(201, await admin.post<ShareLink>(`${pathOf(site)}/share-links`, { name: '' }))
    const { apiToken } = await content(link.urls.published)
    expect(await read(apiToken, space)).toBe(200)
    const set = (active: boolean) => admin.patch(`${pathOf(site)}/share-links/${link.id}`, { active })
    expectStatus(200, await set(false))
    expect(await read(apiToken, space)).toBe(404)
    expectStatus(200, await set(true))
    expect(await read(apiToken, space)).toBe(200)
    await admin.delete(`${pathOf(site)}/share-links/${link.id}`)
    expect(await read(apiToken, space)).toBe(404)
  })

  test.each(['visitor-auth', 'public'])('when the key is replaced (%s)', async (visibility) => {
    const { site, space, url } = await publishedSite({ visibility })
    const { apiToken } = await content(url, { jwtToken: await sign({ isBeta: true }, await keyOf(site)) })
    expect(await read(apiToken, space)).toBe(200)
    expectStatus(200, await admin.post(`${pathOf(site)}/publishing/auth/regenerate`))
    expect(await read(apiToken, space)).toBe(401)
  })

  test('when the visibility changes', async () => {
    const { site, space, url } = await publishedSite()
    const { apiToken } = await content(url)
    expectStatus(200, await admin.patch(pathOf(site), { visibility: 'visitor-auth' }))
    expect(await read(apiToken, space)).toBe(401)
    expectStatus(200, await admin.patch(pathOf(site), { visibility: 'share-link' }))
    expect(await read(apiToken, space)).toBe(404)
  })

  test('for a cached site, also on a process that did not make the change', async () => {
    const { site, url } = await publishedSite()
    const { apiToken } = await content(url)
    const seen = (path: string) => new Client(twin.app, apiToken).get<{ site: Site }>(path)
    expect((await seen(`${pathOf(site)}/published`)).body.site.title).toBe('Docs')
    expectStatus(200, await admin.patch(pathOf(site), { title: 'Another' }))
    expect((await seen(`${pathOf(site)}/published`)).body.site.title).toBe('Another')
    const visited = () => twin.anonymous.post('/urls/published', { url })
    expect((await visited()).status).toBe(200)
    expectStatus(200, await admin.post(`${pathOf(site)}/unpublish`))
    expect((await seen(`${pathOf(site)}/published`)).status).toBe(404)
    expect((await visited()).status).toBe(404)
  })

  test('when the space is removed or deleted, or the site is deleted', async () => {
    const { site, space, url } = await publishedSite()
    const { apiToken } = await content(url)
    await admin.delete(`/spaces/${space.id}`)
    expect(await read(apiToken, space)).toBe(404)
    const other = await publishedSite()
    const { apiToken: another } = await content(other.url)
    await admin.delete(pathOf(other.site))
    expect(await read(another, other.space)).toBe(404)
    expect((await new Client(t.app, apiToken).get(pathOf(site))).status).toBe(200)
  })

  test('when an hour has passed', async () => {
    const { space, url } = await publishedSite()
    const { apiToken } = await content(url)
    for (const { clock } of [t, twin]) clock.advance(61 * minutes)
    expect(await read(apiToken, space)).toBe(401)
  })
})

const claimsIn = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).claims
