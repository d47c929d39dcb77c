import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { readProviders, TestBrowser } from '../../../testing/openid-connect.ts'

interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
}

const network = new TestNetwork()
let userId = 0
let emails: GitHubEmail[] = []
let tokenRequest = new URLSearchParams()
let tokenResponse: object = {}

const send = (response: ServerResponse, body: unknown, status = 200) =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))

/** What GitHub answers: errors of the token have the status 200, too. */
async function answerGitHub(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  tokenRequest = new URLSearchParams(text)
  send(response, tokenResponse)
}
await network.addSite(
  'github.com',
  '140.82.112.3',
  (request, response) => void answerGitHub(request, response),
)
await network.addSite('api.github.com', '140.82.112.4', ({ url, headers }, response) => {
  if (headers.authorization !== 'Bearer gho_x') return send(response, { message: 'Bad credentials' }, 401)
  send(response, url === '/user' ? { id: userId, login: 'octo', name: 'Octo Cat' } : emails)
})

const settings = {
  VERSO_OIDC_GITHUB_TYPE: 'github',
  VERSO_OIDC_GITHUB_CLIENT_ID: 'client',
  VERSO_OIDC_GITHUB_CLIENT_SECRET: 'secret',
}
const app = await TestApp.start(
  { oidcProviders: readProviders({ ...settings, VERSO_OIDC_GITHUB_JOIN_BY_EMAIL: 'on' }) },
  { network },
)
afterAll(async () => {
  await app.stop()
  await network.close()
})

beforeEach(() => {
  userId++
  tokenResponse = { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' }
})

/** Signs in at GitHub, which sends the browser back with a code. */
async function signIn(browser = new TestBrowser(app, network)) {
  const url = new URL((await browser.open('/sso/oidc/github/start')).location ?? '')
  expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize')
  expect(url.searchParams.get('scope')).toBe('read:user user:email')
  const state = url.searchParams.get('state') ?? ''
  const page = await browser.open(`/sso/oidc/github/callback?code=abc&state=${state}`)
  return { browser, page }
}

test('303 by the primary address that GitHub has verified, and later by the number of the user', async () => {
  const person = await app.person()
  emails = [
    { email: 'other@example.com', primary: false, verified: true },
    { email: person.email.toUpperCase(), primary: true, verified: true },
  ]
  const { browser, page } = await signIn()
  expect(page.status).toBe(303)
  expect((await browser.api.get('/user')).body).toMatchObject({ id: person.id })
  expect(Object.fromEntries(tokenRequest)).toMatchObject({
    code: 'abc',
    client_id: 'client',
    client_secret: 'secret',
    redirect_uri: 'http://localhost:4000/sso/oidc/github/callback',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
  emails = [{ email: 'changed@example.com', primary: true, verified: false }]
  const later = await signIn()
  expect((await later.browser.api.get('/user')).body).toMatchObject({ id: person.id })
})

test('403 for an address that is not verified, not primary, or that nobody has invited', async () => {
  const person = await app.person()
  for (const candidates of [
    [{ email: person.email, primary: true, verified: false }],
    [{ email: person.email, primary: false, verified: true }],
    [{ email: `${newId()}@example.com`, primary: true, verified: true }],
    [],
  ]) {
    emails = candidates
    const { browser, page } = await signIn()
    expect(page.status).toBe(403)
    expect((await browser.api.get('/user')).status).toBe(401)
  }
})

test('403 for a code that GitHub does not take, and a token that its API does not take', async () => {
  emails = [{ email: (await app.person()).email, primary: true, verified: true }]
  tokenResponse = { error: 'bad_verification_code', error_description: '<script>' }
  const { page } = await signIn()
  expect(page.status).toBe(403)
  expect(page.text).not.toContain('<script>')
  tokenResponse = { access_token: 'wrong', token_type: 'bearer' }
  expect((await signIn()).page.status).toBe(403)
})
