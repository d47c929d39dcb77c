import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

describe.skipIf(missingBrowser !== undefined)(`search engines and machines${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string
  let siteId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    const space = await verso.app.space(admin, organizationId, { title: 'Guide' })
    await commitChanges(verso.app, admin, space.id, [
      newPage('welcome', 'Welcome', 'Hello. See [elsewhere](http://127.0.0.1:9/).'),
    ])
    siteId = (await verso.app.site(admin, organizationId, { title: 'Docs', spaces: [space.id] })).id
  }, 300_000)
  afterAll(() => verso?.stop())

  const address = (): string => `/orgs/${organizationId}/sites/${siteId}`
  const publish = async (): Promise<string> =>
    expectStatus(200, await admin.post<{ urls: { published: string } }>(`${address()}/publish`)).urls
      .published

  test('nothing to show before the site is published; then addresses that answer, and a switch that closes some', async () => {
    await verso.open(`${address()}/machines`, admin, async (page) => {
      await page.getByText('Publish the site first').waitFor()
    })
    const published = await publish()
    await verso.open(`${address()}/machines`, admin, async (page) => {
      await page.getByText('Search engines may show the pages of this site.').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'sites-machines')
      // What the screen names is what machines get.
      for (const name of ['sitemap.xml', 'robots.txt', 'llms.txt', 'llms-full.txt']) {
        await page.getByText(`/${name}`).first().waitFor()
        expect((await page.request.get(`${published}${name}`)).status()).toBe(200)
      }
      const mcp = await page.getByLabel('Address for MCP').inputValue()
      await page.getByText(`claude mcp add --transport http docs ${mcp}`).waitFor()
      const listTools = () =>
        page.request.post(mcp, {
          data: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          headers: { accept: 'application/json, text/event-stream' },
        })
      expect(await (await listTools()).text()).toContain('"tools"')

      await page.getByRole('switch', { name: 'Offer the pages to assistants' }).click()
      await page.getByLabel('Address for MCP').waitFor({ state: 'detached' })
      await expectSoon(async () => (await page.request.get(`${published}llms.txt`)).status(), 404)
      expect((await listTools()).status()).toBe(404)
      expect((await page.request.get(`${published}sitemap.xml`)).status()).toBe(200)
      await page.getByRole('switch', { name: 'Offer the pages to assistants' }).click()
      await page.getByLabel('Address for MCP').waitFor()
      await expectSoon(async () => (await page.request.get(`${published}llms.txt`)).status(), 200)
    })
  }, 240_000)

  test('another website shows the site once it is named, and links that leave the site open beside it', async () => {
    const published = await publish()
    const website = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<iframe title="Docs" src="${published}"></iframe>`)
    }).listen(0, '127.0.0.1')
    await once(website, 'listening')
    // A server that listens on a port has an address with one.
    const origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
    try {
      await verso.open(`${address()}/machines`, admin, async (page) => {
        const other = await page.context().newPage()
        await other.goto(origin)
        expect(await other.frameLocator('iframe').getByText('Hello').count()).toBe(0)
        const field = page.getByLabel('Websites that may show this site in a frame')
        await field.fill('not a website!')
        await page.getByText('“website!” is not the address of a website.').waitFor()
        const save = page
          .getByRole('region', { name: 'In other websites' })
          .getByRole('button', { name: 'Save' })
        expect(await save.isDisabled()).toBe(true)
        await field.fill(`${origin}/some/page`)
        await save.click()
        await page.getByText(`src="${published}"`).waitFor()
        expect(await field.inputValue()).toBe(origin)
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'sites-machines-embedding')

        await other.goto(origin)
        const frame = other.frameLocator('iframe')
        const [opened] = await Promise.all([
          other.waitForEvent('popup'),
          frame.getByRole('link', { name: 'elsewhere' }).click(),
        ])
        await opened.close()
        await frame.getByText('Hello').waitFor()
        await other.close()
        await field.fill('')
        await save.click()
        await page.getByText(`src="${published}"`).waitFor({ state: 'detached' })
      })
    } finally {
      website.close()
    }
  }, 240_000)

  test('says that search engines leave out what is not open to everybody, and offers readers no switch', async () => {
    await publish()
    expectStatus(200, await admin.patch(address(), { visibility: 'share-link' }))
    await verso.open(`${address()}/machines`, admin, async (page) => {
      await page.getByText('Search engines are asked to leave this site out.').waitFor()
      await page.getByText('Assistants need the same proof as readers').waitFor()
    })
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`${address()}/machines`, reader, async (page) => {
      await page.getByRole('heading', { name: 'Assistants', exact: true }).waitFor()
      expect(await page.getByRole('switch').count()).toBe(0)
    })
  }, 240_000)
})
