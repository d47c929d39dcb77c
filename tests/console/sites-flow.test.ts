import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListBody, Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { TestDnsServer } from '../../packages/server/src/testing/dns-server.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

/** From nothing to a site that readers see, with nothing but what is on the screen. */
describe.skipIf(missingBrowser !== undefined)(`a whole site${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let dns: TestDnsServer
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    dns = await TestDnsServer.start()
    verso = await ConsoleUnderTest.start({ dnsServers: [dns.address] })
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    for (const [title, language] of [
      ['Guide', 'en'],
      ['Reference', 'en'],
      ['Guide auf Deutsch', 'de'],
    ] as const) {
      const { id } = await verso.app.space(admin, organizationId, { title, language })
      await commitChanges(verso.app, admin, id, [
        newPage('welcome', `Welcome to ${title}`, 'Hello, [there](gone.md).'),
      ])
    }
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    dns?.stop()
  })

  test('with two sections, two languages, a look, a redirect, a domain and a share link; each reader sees what they may', async () => {
    let published = ''
    await verso.open(`/orgs/${organizationId}/sites`, admin, async (page) => {
      await page.getByRole('button', { name: 'New site' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New site' })
      await dialog.getByLabel('Name').fill('Fernwall Docs')
      await dialog.getByRole('checkbox', { name: 'Guide', exact: true }).check()
      await dialog.getByRole('checkbox', { name: 'Reference' }).check()
      await dialog.getByRole('button', { name: 'Create site' }).click()
      await page.getByRole('link', { name: 'Go on building' }).click()
      const tree = page.getByRole('main').getByRole('treegrid', { name: 'Structure' })
      await tree.getByRole('link', { name: 'Reference' }).first().waitFor()

      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Add a variant' }).click()
      const variant = page.getByRole('dialog', { name: 'Add a variant' })
      await variant.getByLabel('Space', { exact: true }).selectOption({ label: 'Guide auf Deutsch' })
      await variant.getByRole('button', { name: 'Add to the site' }).click()
      await tree.getByRole('link', { name: 'Guide auf Deutsch' }).waitFor()

      await page.getByRole('link', { name: 'Look', exact: true }).click()
      const preview = page.frameLocator('iframe[title="Preview"]')
      await preview.getByRole('heading', { name: 'Welcome to Guide' }).waitFor()
      await page.getByRole('radio', { name: 'Forest' }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. Readers see the new look now.').waitFor()

      await page.getByRole('link', { name: 'Addresses' }).click()
      await page.getByRole('button', { name: 'Add redirects' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('/api, /reference')
      await page.getByRole('button', { name: 'Add: 1' }).click()
      await page.getByText('Redirects added: 1').waitFor()

      await page.getByRole('link', { name: 'Publishing' }).click()
      await page.getByRole('heading', { name: 'Who will be able to read it' }).waitFor()
      const checklist = page.getByRole('region', { name: 'Checklist' })
      await checklist.getByText('Links that lead nowhere: 3').waitFor()
      await checklist.getByText('Every page has a title').waitFor()
      await checklist.getByText('Pages without a description: 3').waitFor()
      await checklist.getByText('The colours can be read well').waitFor()
      await checklist.getByRole('link', { name: 'Reference: 1' }).click()
      await page.getByText('gone.md').first().waitFor()
      await page.goBack()
      await checklist.getByRole('link', { name: 'Reference: 1' }).waitFor()

      await page.getByRole('button', { name: 'Publish' }).click()
      const publish = page.getByRole('dialog', { name: 'Publish Fernwall Docs?' })
      await publish.getByText('Guide auf Deutsch').waitFor()
      await publish.getByRole('button', { name: 'Publish' }).click()
      const link = page.getByRole('link', { name: 'Open the site' })
      await link.waitFor()
      published = (await link.getAttribute('href')) ?? ''
    })
    await verso.open('/sign-in', undefined, async (page) => {
      await page.goto(published)
      await page.getByRole('heading', { name: 'Welcome to Guide' }).waitFor()
      await page.getByRole('link', { name: 'Reference' }).first().click()
      await page.getByRole('heading', { name: 'Welcome to Reference' }).waitFor()
      await page.goto(`${published}api`)
      await page.getByRole('heading', { name: 'Welcome to Reference' }).waitFor()
      await page.goto(`${published}guide-auf-deutsch`)
      await page.getByRole('heading', { name: 'Welcome to Guide auf Deutsch' }).waitFor()
      // The language of the space is that of the page, and both languages are offered on it.
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      await page.getByText('Guide auf Deutsch').first().waitFor()
      expect(
        await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--primary")'),
      ).toContain('#0f766e')
    })

    await giveDomainAndShareLink()

    const [site] = await listSites()
    await verso.open(`/orgs/${organizationId}/sites/${site?.id}/publish`, admin, async (page) => {
      await page.getByRole('heading', { name: 'Who can read it' }).waitFor()
      await page.getByRole('region', { name: 'Unpublish' }).getByRole('button', { name: 'Unpublish' }).click()
      await page.getByRole('heading', { name: 'Who will be able to read it' }).waitFor()
      expect((await page.request.get(published)).status()).toBe(404)
    })
  }, 300_000)

  const listSites = async (): Promise<{ id: string; visibility: string }[]> =>
    (await admin.get<ListBody<{ id: string; visibility: string }>>(`/orgs/${organizationId}/sites`)).body
      .items

  /** The site gets a domain, and then only readers with a link see it. */
  async function giveDomainAndShareLink(): Promise<void> {
    const own = `http://docs.fernwall.example:${new URL(verso.origin).port}/`
    let shared = ''
    const build = async (page: Page, context: BrowserContext): Promise<void> => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('main').getByRole('link', { name: 'Fernwall Docs' }).first().click()
      await page.getByRole('link', { name: 'Addresses' }).click()
      await page.getByLabel('Domain of its own').fill('docs.fernwall.example')
      await page.getByRole('button', { name: 'Save' }).click()
      const name = await page.getByLabel('Name of the record').inputValue()
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByText(/no TXT record/).waitFor()
      dns.setTexts(name, await page.getByLabel('Value of the record').inputValue())
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByText('The site is served there.').waitFor()
      // This Verso is reached over http, which is said instead of a state that nobody knows.
      await page
        .getByRole('region', { name: 'Certificate' })
        .getByText(/over http/)
        .waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'sites-domain')

      await verso.open('/sign-in', undefined, async (reader) => {
        await reader.goto(`${own}api`)
        await reader.getByRole('heading', { name: 'Welcome to Reference' }).waitFor()
        expect(reader.url()).toBe(`${own}reference/`)
      })

      await page.getByRole('link', { name: 'Audience' }).click()
      await page.getByRole('radio', { name: /^With a share link/ }).check()
      await page.getByRole('button', { name: 'Save' }).first().click()
      await expectSoon(async () => (await listSites())[0]?.visibility, 'share-link')
      await page.getByLabel('Name of the link').fill('Partners')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByRole('button', { name: 'Copy the address of Partners' }).click()
      shared = String(await page.evaluate('navigator.clipboard.readText()'))
    }
    // A site without claims has no schema of them.
    await verso.open(`/orgs/${organizationId}/sites`, admin, build, { expectedMessages: /404/ })
    await verso.open(
      '/sign-in',
      undefined,
      async (stranger) => {
        expect((await stranger.goto(`${own}reference/`))?.status()).toBe(404)
        expect(await stranger.getByText('Welcome to').count()).toBe(0)
      },
      { expectedMessages: /404/ },
    )
    await verso.open('/sign-in', undefined, async (partner) => {
      await partner.goto(shared)
      await partner.getByRole('heading', { name: 'Welcome to Guide' }).waitFor()
      await partner.getByRole('link', { name: 'Reference' }).first().click()
      await partner.getByRole('heading', { name: 'Welcome to Reference' }).waitFor()
    })
  }
})
