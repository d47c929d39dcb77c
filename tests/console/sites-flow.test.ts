import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

/** From nothing to a site that readers see, with nothing but what is on the screen. */
describe.skipIf(missingBrowser !== undefined)(`a whole site${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    for (const title of ['Guide', 'Reference', 'Guide auf Deutsch']) {
      const { id } = await verso.app.space(admin, organizationId, { title })
      await commitChanges(verso.app, admin, id, [
        newPage('welcome', `Welcome to ${title}`, 'Hello, [there](gone.md).'),
      ])
    }
  }, 300_000)
  afterAll(() => verso?.stop())

  test('with two sections, two languages, a look and a redirect is published, and a reader sees it', async () => {
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
      expect(
        await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--primary")'),
      ).toContain('#0f766e')
    })

    const [site] = (await admin.get<{ items: { id: string }[] }>(`/orgs/${organizationId}/sites`)).body.items
    await verso.open(`/orgs/${organizationId}/sites/${site?.id}/publish`, admin, async (page) => {
      await page.getByRole('heading', { name: 'Who can read it' }).waitFor()
      await page.getByRole('region', { name: 'Unpublish' }).getByRole('button', { name: 'Unpublish' }).click()
      await page.getByRole('heading', { name: 'Who will be able to read it' }).waitFor()
      expect((await page.request.get(published)).status()).toBe(404)
    })
  }, 300_000)
})
