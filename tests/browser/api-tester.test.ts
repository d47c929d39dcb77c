import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import {
  collectProblems,
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  skipNote,
} from '../console/support/console.ts'
import { publishSite } from './support/publish-site.ts'
import { findFreePort } from '../support/ports.ts'

interface SeenRequest {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  cookie: string | undefined
  body: string
}

const api = (path: string, method: string, file = 'orders'): string =>
  `{% openapi src="/files/${file}" path="${path}" method="${method}" %}\n[${file}.json](/files/${file})\n{% endopenapi %}\n`

/** The description of an API whose server is at the address. */
const describeOrders = (address: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: `${address}/{version}`, variables: { version: { default: 'v1' } } }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/orders/{orderId}': {
      put: {
        summary: 'Change an order',
        parameters: [
          { name: 'orderId', in: 'path', required: true, schema: { type: 'string' }, example: 'a/1' },
          { name: 'notify', in: 'query', schema: { type: 'string', enum: ['mail', 'none'] } },
        ],
        requestBody: { content: { 'application/json': { example: { amount: 2 } } } },
        responses: { '200': { description: 'The order.' } },
      },
    },
    '/closed': {
      get: { summary: 'Not open to browsers', responses: { '200': { description: 'Nothing.' } } },
    },
    '/hidden': {
      get: { 'x-hideTryItPanel': true, summary: 'Hidden', responses: { '200': { description: 'Nothing.' } } },
    },
  },
})

/** The description of an API that is too large for one page: operations with a thing that contains itself. */
const describeThings = (address: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: address }],
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          parent: { $ref: '#/components/schemas/Thing' },
          ...Object.fromEntries(
            Array.from({ length: 20 }, (_, index) => [
              `field${index}`,
              { type: 'string', description: `What **${index}** is.` },
            ]),
          ),
        },
      },
    },
  },
  paths: Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [
      `/things/${index}`,
      {
        post: {
          summary: `Thing ${index}`,
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          responses: {
            '200': {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    ]),
  ),
})

const takePicture = (page: Page, name: string) =>
  page.screenshot({ path: join(import.meta.dirname, 'screenshots', `${name}.png`) })

describe.skipIf(missingBrowser !== undefined)(`testing an operation${skipNote}`, { timeout: 120_000 }, () => {
  let verso: ConsoleUnderTest
  let apiServer: Server
  let home: string
  const seen: SeenRequest[] = []

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const port = await findFreePort()
    apiServer = createServer((request, response) => {
      if (request.url !== '/v1/closed') {
        response.setHeader('access-control-allow-origin', verso.origin)
        response.setHeader('access-control-allow-headers', 'authorization, content-type')
        response.setHeader('access-control-allow-methods', 'PUT')
      }
      if (request.method === 'OPTIONS') return void response.writeHead(204).end()
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { method, url, headers } = request
        seen.push({ method, url, authorization: headers.authorization, cookie: headers.cookie, body })
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ note: '<img src=x onerror="document.title = 1">', ok: true }))
      })
      return undefined
    })
    await new Promise<void>((resolve) => apiServer.listen(port, '127.0.0.1', resolve))
    const { id, admin } = await verso.app.organization()
    const space = await verso.app.space(admin, id, { title: 'Guide' })
    const file = await verso.app.app.areas.content.files.store({
      name: 'orders.json',
      bytes: Buffer.from(JSON.stringify(describeOrders(`http://127.0.0.1:${port}`))),
    })
    const thingsFile = await verso.app.app.areas.content.files.store({
      name: 'things.json',
      bytes: Buffer.from(JSON.stringify(describeThings(`http://127.0.0.1:${port}/v1`))),
    })
    await commitChanges(verso.app, admin, space.id, [
      { type: 'put-file', id: 'orders', file },
      { type: 'put-file', id: 'things', file: thingsFile },
      newPage('start', 'Start', 'Text.'),
      newPage(
        'orders-api',
        'Orders',
        `${api('/orders/{orderId}', 'put')}\n${api('/closed', 'get')}\n${api('/hidden', 'get')}`,
      ),
      newPage(
        'things-api',
        'Things',
        Array.from({ length: 25 }, (_, index) => api(`/things/${index}`, 'post', 'things')).join('\n'),
      ),
      newPage(
        'noted-api',
        'Noted things',
        [
          ...Array.from({ length: 25 }, (_, index) => api(`/things/${index}`, 'post', 'things')),
          ...Array.from({ length: 210 }, (_, index) => `### Note ${index}\n\nText.\n`),
        ].join('\n'),
      ),
    ])
    const site = await verso.app.site(admin, id, { title: 'Guide', spaces: [space.id] })
    home = await publishSite(admin, id, site.id)
    // The first reader of a description may see the page before it is read.
    for (const path of ['orders-api', 'things-api', 'noted-api']) {
      await waitFor('the operations of the page', async () => {
        const { body } = await verso.app.app.http.inject({ url: `${new URL(home).pathname}/${path}` })
        return body.includes('data-test')
      })
    }
  }, 300_000)
  afterAll(async () => {
    apiServer?.close()
    await verso?.stop()
  })

  async function open(
    options: { colorScheme?: 'light' | 'dark'; width?: number; path?: string; withScripts?: boolean },
    use: (page: Page) => Promise<void>,
    expectedMessages?: RegExp,
  ): Promise<void> {
    const context = await verso.browser.newContext({
      colorScheme: options.colorScheme ?? 'light',
      viewport: { width: options.width ?? 1440, height: 900 },
      javaScriptEnabled: options.withScripts ?? true,
    })
    const page = await context.newPage()
    const problems = collectProblems(page, expectedMessages)
    await page.goto(`${home}/${options.path ?? 'orders-api'}`)
    await use(page)
    expect(problems).toEqual([])
    await context.close()
  }

  test('is offered where there is a server and the description does not hide it', async () => {
    await open({}, async (page) => {
      await page.getByRole('button', { name: 'Test it' }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Test it' }).count()).toBe(2)
      await page.getByText('v1/orders/').first().waitFor()
      await takePicture(page, 'api-columns-1440')
      // Samples stand beside the description, and not below it.
      const [main, side] = [page.locator('.api-main').first(), page.locator('.api-side').first()]
      expect((await side.boundingBox())?.x).toBeGreaterThan((await main.boundingBox())?.x ?? Infinity)
      await page.setViewportSize({ width: 1800, height: 900 })
      await takePicture(page, 'api-columns-1800')
    })
    const start = await verso.app.app.http.inject({ url: new URL(home).pathname })
    expect(start.body).not.toContain('api-tester')
    expect(start.headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('sends what the reader filled in, with the keyboard, and shows the answer as text', async () => {
    await open({}, async (page) => {
      await page.getByRole('button', { name: 'Test it' }).first().press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Change an order' })
      await dialog.getByLabel('Token').fill('secret-1')
      await dialog.getByLabel('notify').selectOption('mail')
      expect(await dialog.getByLabel('Body', { exact: true }).inputValue()).toContain('"amount": 2')
      await dialog.getByLabel('orderId').press('Enter')
      await dialog.getByText('200 OK').waitFor()
      await dialog.getByText('"ok": true').waitFor()
      await takePicture(page, 'api-tester')
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(seen.at(-1)).toEqual({
        method: 'PUT',
        url: '/v1/orders/a%2F1?notify=mail',
        authorization: 'Bearer secret-1',
        cookie: undefined,
        body: '{\n  "amount": 2\n}',
      })
      expect(await page.title()).toContain('Orders')

      // What was typed is there for the next operation, and gone with the page.
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Test it' }).nth(1).click()
      expect(await page.getByLabel('Token').inputValue()).toBe('secret-1')
      await page.reload()
      await page.getByRole('button', { name: 'Test it' }).first().click()
      expect(await page.getByLabel('Token').inputValue()).toBe('')
    })
  })

  test('says what may be wrong when there is no answer', async () => {
    await open(
      { colorScheme: 'dark', width: 360 },
      async (page) => {
        await page.getByRole('button', { name: 'Test it' }).nth(1).click()
        const dialog = page.getByRole('dialog', { name: 'Not open to browsers' })
        await dialog.getByRole('button', { name: 'Send' }).click()
        await dialog.getByText(/^No answer\./).waitFor()
        await takePicture(page, 'api-tester-360-dark')
        expect(await findAccessibilityProblems(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await dialog.getByRole('button', { name: 'Close' }).click()
        await dialog.waitFor({ state: 'detached' })
      },
      /CORS|Failed to load resource|net::ERR_FAILED/,
    )
  })

  test('is offered in the parts of a large page, which come with one request when they are opened', async () => {
    const { body } = await verso.app.app.http.inject({ url: `${new URL(home).pathname}/things-api` })
    expect(body.length).toBeLessThan(300_000)
    await open({ path: 'things-api' }, async (page) => {
      const sidebar = page.getByRole('navigation', { name: 'Pages' })
      await takePicture(page, 'api-large-1440')
      await sidebar.getByRole('link', { name: 'post Thing 24' }).click()
      const operation = page.locator('section.api', { has: page.locator('#thing-24') })
      await operation.getByRole('button', { name: 'Test it' }).waitFor()
      // The thing contains itself: each level is there when it is opened.
      for (let level = 0; level < 4; level++) {
        const closed = operation.locator('.api-main .children:not([open]) > summary').first()
        await closed.click()
        await operation
          .locator('.field-name', { hasText: /^field19$/ })
          .nth(level + 1)
          .waitFor()
      }
      await operation.getByText('Python', { exact: true }).click()
      await operation.getByText('requests.post').waitFor()
      await takePicture(page, 'api-large-open')
      // The browser has counted since the page began to load, when a part may have been in sight already.
      const countRequests = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('?parts')).length`
      expect(await page.evaluate(countRequests)).toBe(1)
      await operation.getByRole('button', { name: 'Test it' }).click()
      const dialog = page.getByRole('dialog', { name: 'Thing 24' })
      await dialog.getByRole('button', { name: 'Send' }).click()
      await dialog.getByText('200 OK').waitFor()
    })
    await open({ path: 'things-api', withScripts: false, width: 390 }, async (page) => {
      const operation = page.locator('section.api', { has: page.locator('#thing-24') })
      await operation.getByRole('link', { name: 'Show all' }).first().click()
      await page.waitForURL(/\?parts#part-\d+$/)
      await page.getByText('POST /things/24').waitFor()
    })
  })

  test('a page of hundreds of headings gets its outline from the script, which follows the reader', async () => {
    const { body } = await verso.app.app.http.inject({ url: `${new URL(home).pathname}/noted-api` })
    expect(body).toMatch(/data-later-outline[^>]* hidden/)
    expect(body).not.toContain('href="#note-209"')
    // Beside samples there is room for an outline on wide screens only.
    await open({ path: 'noted-api', width: 1800 }, async (page) => {
      const outline = page.getByRole('navigation', { name: 'On this page' })
      const entry = outline.getByRole('link', { name: 'Note 209', exact: true })
      await entry.click()
      await page.waitForURL(/#note-209$/)
      await outline.locator('a[aria-current]').first().waitFor()
      expect(await outline.getByRole('link').count()).toBeGreaterThan(200)
      // The links beside the headings are there too.
      expect(await page.locator('#note-209 .anchor').getAttribute('href')).toBe('#note-209')
      await takePicture(page, 'api-outline')
    })
  })
})
