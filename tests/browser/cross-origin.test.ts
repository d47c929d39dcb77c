import { createServer } from 'node:http'
import { once } from 'node:events'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../../packages/server/src/testing/app.ts'
import { SingleSignOn } from '../../packages/server/src/testing/single-sign-on.ts'
import { type PublishedTestSite, SitePublisher } from '../../packages/server/src/testing/site-publisher.ts'
import { findChromium } from '../support/chromium.ts'
import { findFreePort } from '../support/ports.ts'
import { Scope } from '../support/scope.ts'

const chromiumSearch = await findChromium()
const missing = 'missing' in chromiumSearch ? chromiumSearch.missing : undefined

interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  credentials?: 'include'
}

/** What a script of a page was told about a request. */
type Outcome = { status: number; text: string } | 'refused'

describe.skipIf(missing !== undefined)(
  `a page of another origin${missing === undefined ? '' : ` (${missing})`}`,
  { timeout: 120_000 },
  () => {
    const scope = new Scope()
    let t: TestApp
    let origin: string
    let otherOrigin: string
    let publisher: SitePublisher
    let handbook: PublishedTestSite
    let cookie: string
    let browser: Browser
    let page: Page

    beforeAll(async () => {
      const port = await findFreePort()
      origin = `http://localhost:${port}`
      t = await TestApp.start({ publicUrl: origin })
      scope.defer(() => t.stop())
      publisher = await SitePublisher.create(t, `localhost:${port}`)
      handbook = await publisher.publish()
      const sso = await SingleSignOn.start(t)
      ;({ cookie } = await sso.signIn(await sso.createProvider()))
      await t.app.http.listen({ port, host: '127.0.0.1' })
      otherOrigin = await serveBlankPage(scope)
      browser = await chromium.launch({
        executablePath: 'program' in chromiumSearch ? chromiumSearch.program : '',
        args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      })
      scope.defer(() => browser.close())
      const context = await browser.newContext()
      const [name = '', value = ''] = cookie.split('=', 2)
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
      page = await context.newPage()
    }, 300_000)
    afterAll(() => scope.close())

    /** Sends a request from a script of a page with this origin. */
    async function fetchFrom(pageOrigin: string, path: string, options: FetchOptions = {}): Promise<Outcome> {
      await page.goto(`${pageOrigin}${handbook.path}`)
      return page.evaluate(
        async ([url, init]) => {
          try {
            const response = await fetch(url, init)
            return { status: response.status, text: await response.text() }
          } catch {
            return 'refused' as const
          }
        },
        [`${origin}${path}`, options] as const,
      )
    }

    it('reads no published page, file list, map or answer of MCP', async () => {
      expect(await fetchFrom(origin, `${handbook.path}/setup`)).toMatchObject({ status: 200 })
      for (const path of [
        '',
        '/setup',
        '/setup.md',
        '/llms-full.txt',
        '/sitemap.xml',
        '/~verso/search?q=zebra',
      ]) {
        expect(await fetchFrom(otherOrigin, `${handbook.path}${path}`)).toBe('refused')
      }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const mcp = {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(message),
      }
      expect(await fetchFrom(origin, `${handbook.path}/~verso/mcp`, mcp)).toMatchObject({ status: 200 })
      expect(await fetchFrom(otherOrigin, `${handbook.path}/~verso/mcp`, mcp)).toBe('refused')
    })

    it('gets no token for a published site', async () => {
      const body = JSON.stringify({ url: `${origin}${handbook.path}/` })
      const json = { 'content-type': 'application/json' }
      const lookup = { method: 'POST', headers: json, body }
      expect(await fetchFrom(origin, '/v1/urls/published', lookup)).toMatchObject({ status: 200 })
      expect(await fetchFrom(otherOrigin, '/v1/urls/published', lookup)).toBe('refused')
      const withToken = { ...lookup, headers: { ...json, authorization: 'Bearer verso_invented_0123456789' } }
      expect(await fetchFrom(otherOrigin, '/v1/urls/published', withToken)).toBe('refused')
    })

    it('cannot use the session cookie, although the browser sends it', async () => {
      const credentials = 'include'
      expect(await fetchFrom(origin, '/v1/user', { credentials })).toMatchObject({ status: 200 })
      expect(await fetchFrom(otherOrigin, '/v1/user', { credentials })).toBe('refused')
      // A text body needs no preflight, so this request arrives, and must change nothing.
      await fetchFrom(otherOrigin, '/v1/user/tokens', {
        method: 'POST',
        credentials,
        body: '{"name":"stolen"}',
      })
      const tokens = await fetchFrom(origin, '/v1/user/tokens', { credentials })
      expect(tokens).toMatchObject({ status: 200, text: expect.not.stringContaining('stolen') })
    })

    it('reads nothing of what monitoring reads', async () => {
      for (const path of ['/metrics', '/healthz', '/readyz', '/openapi.json', '/docs/openapi.json']) {
        expect(await fetchFrom(origin, path)).toMatchObject({ status: 200 })
        expect(await fetchFrom(otherOrigin, path)).toBe('refused')
      }
    })

    it('uses the API with an access token', async () => {
      const authorization = `Bearer ${publisher.admin.token}`
      const user = await fetchFrom(otherOrigin, '/v1/user', { headers: { authorization } })
      expect(user).toMatchObject({ status: 200, text: expect.stringContaining(publisher.admin.id) })
      const change = {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"title":"Renamed"}',
      }
      expect(await fetchFrom(otherOrigin, `/v1/spaces/${handbook.space.id}`, change)).toMatchObject({
        status: 200,
        text: expect.stringContaining('Renamed'),
      })
      const wrong = { headers: { authorization: 'Bearer verso_invented_0123456789' } }
      expect(await fetchFrom(otherOrigin, '/v1/user', wrong)).toMatchObject({ status: 401 })
    })
  },
)

/**
 * Serves an empty page, and returns its origin. It is on the same host as Verso, and so on the same site for the browser,
 * which then sends cookies with `SameSite=Lax` too.
 */
async function serveBlankPage(scope: Scope): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another origin</title>')
  })
  server.listen(await findFreePort(), '127.0.0.1')
  await once(server, 'listening')
  scope.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://localhost:${address.port}`
}
