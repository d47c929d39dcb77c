import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../database/database.ts'
import { allowLoopback, type Client, expectStatus, TestApp } from '../testing/app.ts'
import { GitServer } from '../testing/git-server.ts'
import { MemoryLog } from '../testing/memory-log.ts'
import { SingleSignOn } from '../testing/single-sign-on.ts'
import { SitePublisher } from '../testing/site-publisher.ts'
import { waitFor } from '../testing/wait-for.ts'
import { hideLongSegments } from './log-path.ts'

const origin = 'http://localhost:4000'
const log = new MemoryLog()
/** Everything that a run made and that gives access to whoever knows it, by what it is. */
const secrets = new Map<string, string>()
/** Every address that carries a secret. All are asked for again while the database is broken, so that errors are logged. */
const urls: string[] = []

let app: TestApp
let publisher: SitePublisher

beforeAll(async () => {
  const settings = { rateLimit: 100_000, publicUrl: origin, outboundAllow: allowLoopback }
  app = await TestApp.start(settings, { role: 'all', logger: log.logger })
  publisher = await SitePublisher.create(app, 'localhost:4000')
})
afterAll(() => app.stop())

/** Remembers a secret that the API returned. It must be long, or it could be in the log by chance. */
function remember(name: string, secret: string | undefined): string {
  if (secret === undefined || secret.length < 12) throw new Error(`no secret: ${name}`)
  secrets.set(name, secret)
  return secret
}

/** The longest parameter of an address is its signature. */
const findSignature = ({ searchParams }: URL): string | undefined =>
  [...searchParams.values()].toSorted((a, b) => b.length - a.length)[0]

const visit = async (url: string) => {
  urls.push(url)
  return publisher.get(url)
}

test('tokens of people, and those that are wrong', async () => {
  const { admin } = publisher
  remember('the token of an admin', admin.token)
  const created = expectStatus(201, await admin.post<{ token: string }>('/user/tokens', { name: 'A script' }))
  remember('a token', created.token)
  const wrong = remember('a wrong token', `${created.token}x`)
  for (const token of [created.token, wrong]) {
    await app.app.http.inject({ url: '/v1/user', headers: { authorization: `Bearer ${token}` } })
    await visit(`/v1/user?token=${token}`)
    await visit(`/v1/user/${token}`)
  }
  expect(urls).toHaveLength(4)
})

test('share links, visitors, previews and tokens of sites', async () => {
  const { admin } = publisher
  const shared = await publisher.publish({ visibility: 'share-link' })
  const link = expectStatus(
    201,
    await admin.post<{ urls: { published: string } }>(`${publisher.getApiPath(shared.site)}/share-links`, {
      name: 'For reviewers',
    }),
  )
  const sharePath = new URL(link.urls.published).pathname.replace(/\/$/, '')
  const key = remember('the key of a share link', sharePath.split('/').at(-1))
  remember('a mistyped key of a share link', `${key.slice(0, -1)}!`)
  const answer = await visit(sharePath)
  expect(answer.status).toBe(302)
  for (const path of ['/', '/setup', `/~verso/search?q=${key}`]) await visit(`${sharePath}${path}`)
  await visit(`${sharePath.slice(0, -1)}!`)
  await publisher.get(shared.path, { cookie: answer.cookie, referer: `${origin}${sharePath}` })

  const guarded = await publisher.publish({ visibility: 'visitor-auth' })
  const { privateKey } = expectStatus(
    200,
    await admin.get<{ privateKey: string }>(`${publisher.getApiPath(guarded.site)}/publishing/auth`),
  )
  remember('the key of visitors', privateKey)
  const jwt = await new SignJWT({ plan: 'pro' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey))
  remember('the JWT of a visitor', jwt)
  const visitor = await visit(`${guarded.path}?jwt_token=${jwt}`)
  await publisher.get(`${guarded.path}/setup`, { cookie: visitor.cookie })
  const lookup = await app.anonymous.post<{ apiToken: string }>('/urls/published', {
    url: `${origin}${guarded.path}`,
    visitor: { jwtToken: jwt, unsignedClaims: {} },
  })
  remember('the token of a site', lookup.body.apiToken)

  const preview = expectStatus(
    200,
    await admin.get<{ url: string }>(`${publisher.getApiPath(guarded.site)}/publishing/preview`),
  )
  const previewPath = new URL(preview.url).pathname.replace(/\/$/, '')
  remember('the token of a preview', previewPath.split('/').at(-1))
  for (const path of ['', '/', '/setup', '/nothing']) await visit(`${previewPath}${path}`)

  const requests = `/spaces/${guarded.space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<{ id: string }>(requests, {}))
  const previewLink = expectStatus(
    201,
    await admin.post<{ url: string }>(`${requests}/${id}/preview-links`, { site: guarded.site.id }),
  )
  const linkPath = new URL(previewLink.url).pathname.replace(/\/$/, '')
  remember('the key of a preview link', linkPath.split('/').at(-1))
  for (const path of ['', '/', '/setup', '/nothing']) await visit(`${linkPath}${path}`)
})

test('invite links', async () => {
  const { admin, organization } = publisher
  const path = `/orgs/${organization}/link-invites`
  const invite = expectStatus(201, await admin.post<{ id: string }>(path, { role: 'read' }))
  const id = remember('an invite', invite.id)
  const person: Client = await app.person()
  await admin.get(`${path}/${id}`)
  expect((await person.post(`/orgs/${organization}/invites/${id}`)).status).toBeLessThan(300)
  await person.get(`/orgs/${organization}/invites/${id}/nothing`)
  urls.push(`/v1${path}/${id}`, `/v1/orgs/${organization}/invites/${id}`)
})

test('signed addresses of uploads, files and PDFs', async () => {
  const { admin, organization } = publisher
  const upload = expectStatus(
    201,
    await admin.post<{ url: string }>(`/orgs/${organization}/storage/upload`, {
      file: { name: 'note.txt', type: 'text/plain', size: 5 },
      kind: 'import_file',
    }),
  )
  const url = new URL(upload.url)
  remember('the signature of an upload', findSignature(url))
  const file = await app.app.http.inject({
    method: 'PUT',
    url: url.pathname + url.search,
    headers: { 'content-type': 'text/plain' },
    payload: 'Hello',
  })
  expect(file.statusCode).toBe(200)
  const space = await app.space(admin, organization)
  const pdf = expectStatus(200, await admin.get<{ url: string }>(`/spaces/${space.id}/pdf`))
  const pdfUrl = new URL(pdf.url)
  remember('the signature of a PDF', findSignature(pdfUrl))
  await visit(pdfUrl.pathname + pdfUrl.search)
  await visit(url.pathname + url.search)
})

test('sessions and SAML responses', async () => {
  const sso = await SingleSignOn.start(app)
  const { cookie, answer } = await sso.signIn(await sso.createProvider())
  remember('the cookie of a session', cookie.split('=')[1])
  expect(answer.statusCode).toBe(303)
  const headers = { cookie, origin }
  expect((await app.app.http.inject({ url: '/v1/user', headers })).statusCode).toBe(200)
  const certificate = sso.idp.certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  remember('the certificate of an identity provider', certificate.slice(0, 60))
})

test('credentials of Git repositories and webhooks', async () => {
  const { admin, organization } = publisher
  const server = await GitServer.start()
  try {
    const repository = server.createRepository({ 'README.md': '# Hello\n' })
    const space = await app.space(admin, organization)
    const body = { url: repository.url, ref: 'refs/heads/main' }
    const waitForImport = (outcome: string) =>
      waitFor(`an import that ${outcome}`, () =>
        log.lines.some((line) => line['name'] === 'git-import' && line['outcome'] === outcome),
      )
    expect((await admin.post(`/spaces/${space.id}/git/import`, body)).status).toBe(204)
    await waitForImport('completed')
    const webhook = await admin.put<{ secret: string }>(`/spaces/${space.id}/git/webhook`, body)
    remember('the secret of a webhook', webhook.body.secret)
    await app.app.http.inject({
      method: 'POST',
      url: `/v1/spaces/${space.id}/git/webhook`,
      headers: { 'x-gitlab-token': webhook.body.secret, 'x-gitlab-event': 'Push Hook' },
      payload: { ref: 'refs/heads/main' },
    })
    const address = new URL(repository.url)
    address.username = 'robot'
    address.password = remember('the password of a repository', 'a-password-of-git-87213')
    address.pathname = '/nothing.git'
    const other = await app.space(admin, organization)
    const wrongBody = { ...body, url: address.href }
    expect((await admin.post(`/spaces/${other.id}/git/import`, wrongBody)).status).toBe(204)
    await waitForImport('failed')
  } finally {
    server.stop()
  }
})

test('errors while the database is broken', async () => {
  const before = log.lines.length
  for (const table of ['sites', 'invite_links', 'tokens']) {
    await app.database.execute(sql`alter table ${raw(table)} rename to broken`)
    try {
      for (const url of urls) {
        const authorization = `Bearer ${publisher.admin.token}`
        await publisher.get(url, { authorization })
        await app.app.http.inject({ method: 'POST', url, headers: { authorization } })
      }
    } finally {
      await app.database.execute(sql`alter table broken rename to ${raw(table)}`)
    }
  }
  expect(log.lines.slice(before).filter(({ msg }) => msg === 'request failed')).not.toEqual([])
})

test('the log of the run has none of the secrets that it made', () => {
  expect(secrets.size).toBeGreaterThan(12)
  expect(log.lines.length).toBeGreaterThan(100)
  const leaks = [...secrets].flatMap(([name, secret]) => {
    const line = log.text
      .split('\n')
      .find((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))
    return line === undefined ? [] : [`${name}: ${line.slice(0, 300)}`]
  })
  expect(leaks).toEqual([])
})

test('paths that no route has are shown without what could be a secret', () => {
  expect(hideLongSegments('/v1/orgs/short/invites/1k08vxtd28rmeq6m7j7da28a98/x')).toBe(
    '/v1/orgs/short/invites/[hidden]/x',
  )
})
