import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListBody, Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

interface ListedSite {
  id: string
  title: string
  published: boolean
  visibility: string
  siteSpaces: number
  urls: { published?: string }
}

describe.skipIf(missingBrowser !== undefined)(`sites${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
  }, 300_000)
  afterAll(() => verso?.stop())

  const createOrganization = async (title: string): Promise<void> => {
    ;({ id: organizationId, admin } = await verso.app.organization(title))
  }
  const listSites = async (): Promise<ListedSite[]> =>
    (await admin.get<ListBody<ListedSite>>(`/orgs/${organizationId}/sites`)).body.items

  test('a site is created from two spaces, with a look, published, and opened by a reader', async () => {
    await createOrganization('Builders')
    for (const title of ['Guide', 'Reference']) {
      const { id } = await verso.app.space(admin, organizationId, { title })
      await commitChanges(verso.app, admin, id, [newPage('welcome', `Welcome to ${title}`, 'Hello.')])
    }
    await verso.open(`/orgs/${organizationId}`, admin, async (page, context) => {
      await page.getByRole('link', { name: 'Sites', exact: true }).click()
      await page.getByRole('heading', { name: 'Show your pages to readers' }).waitFor()
      await page.getByRole('button', { name: 'New site' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New site' })
      await dialog.getByLabel('Name').fill('Fernwall Docs')
      const action = dialog.getByRole('button', { name: /^Create/ })
      expect(await action.isDisabled()).toBe(true)
      await dialog.getByRole('checkbox', { name: 'Guide' }).check()
      await dialog.getByRole('checkbox', { name: 'Reference' }).check()
      await dialog.getByRole('radio', { name: 'a section' }).waitFor()
      await dialog.getByRole('radio', { name: 'Forest' }).check()
      await dialog.getByRole('switch', { name: 'Publish it now' }).check()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'sites-new')
      await dialog.getByRole('button', { name: 'Create and publish' }).click()
      const done = page.getByRole('dialog', { name: 'Fernwall Docs is ready' })
      const address = await done.getByLabel('Address').inputValue()
      expect(await done.getByRole('link', { name: 'Open the site' }).getAttribute('href')).toBe(address)
      const reader = await context.browser()?.newPage()
      await reader?.goto(address)
      await reader?.getByRole('heading', { name: 'Welcome to Guide' }).waitFor()
      await reader?.getByRole('link', { name: 'Reference' }).first().waitFor()
      await reader?.close()
      await done.getByRole('link', { name: 'Go on building' }).click()
      await page
        .getByRole('treegrid', { name: 'Structure' })
        .getByRole('link', { name: 'Reference' })
        .first()
        .waitFor()
    })
    const [site] = await listSites()
    expect(site).toMatchObject({ title: 'Fernwall Docs', published: true, visibility: 'public' })
    const { body } = await admin.get<{ styling: unknown }>(
      `/orgs/${organizationId}/sites/${site?.id}/customization`,
    )
    expect(body.styling).toMatchObject({ primaryColor: { light: '#0f766e', dark: '#2dd4bf' } })
  }, 240_000)

  test('a site begins with a repository, whose import is started', async () => {
    await createOrganization('Importers')
    await verso.open(`/orgs/${organizationId}/sites?new=true`, admin, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'New site' })
      await dialog.getByLabel('Name').fill('From Git')
      await dialog.getByRole('radio', { name: /^A Git repository/ }).check()
      expect(await dialog.getByRole('button', { name: 'Create site' }).isDisabled()).toBe(true)
      await dialog.getByLabel('Address of the repository').fill('https://git.example/docs.git')
      const importing = page.waitForResponse((response) => response.url().endsWith('/git/import'))
      await dialog.getByRole('button', { name: 'Create site' }).click()
      const response = await importing
      expect(response.ok()).toBe(true)
      expect(response.request().postDataJSON()).toEqual({
        url: 'https://git.example/docs.git',
        ref: 'refs/heads/main',
      })
      await page.getByRole('dialog', { name: 'From Git is ready' }).waitFor()
    })
  }, 240_000)

  test('a site begins with the template, in the dialog or on its empty screen', async () => {
    await createOrganization('Beginners')
    await verso.open(`/orgs/${organizationId}/sites?new=true`, admin, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'New site' })
      await dialog.getByLabel('Name').fill('From a template')
      await dialog.getByRole('radio', { name: /^A template/ }).check()
      await dialog.getByRole('button', { name: 'Create site' }).click()
      await page.getByRole('link', { name: 'Go on building' }).click()
      const tree = page.getByRole('main').getByRole('treegrid', { name: 'Structure' })
      await tree.getByRole('link', { name: 'Documentation' }).first().waitFor()
      await tree.getByRole('link', { name: 'Changelog' }).first().waitFor()
    })
    const empty = await verso.app.site(admin, organizationId, { title: 'Empty' })
    await verso.open(`/orgs/${organizationId}/sites/${empty.id}`, admin, async (page) => {
      await page.getByRole('heading', { name: 'The site shows nothing yet' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'sites-empty')
      await page.getByRole('button', { name: 'Begin with the template' }).click()
      await page
        .getByRole('main')
        .getByRole('treegrid', { name: 'Structure' })
        .getByRole('link', { name: 'Changelog' })
        .first()
        .waitFor()
    })
    const editor = await verso.app.member(organizationId, 'create')
    const other = await verso.app.site(admin, organizationId, { title: 'Other' })
    await verso.open(`/orgs/${organizationId}/sites/${other.id}`, editor, async (page) => {
      await page.getByRole('button', { name: 'Add a space' }).waitFor()
      expect(await page.getByRole('button', { name: 'Begin with the template' }).count()).toBe(0)
    })
  }, 240_000)

  test('a site is published after saying who reads what, and taken back at once', async () => {
    await createOrganization('Publishers')
    const space = await verso.app.space(admin, organizationId, {
      title: 'Secrets <script>alert(1)</script> 🚀',
    })
    const site = await verso.app.site(admin, organizationId, { title: 'Handbook', spaces: [space.id] })
    await verso.open(`/orgs/${organizationId}/sites/${site.id}`, admin, async (page) => {
      await page.getByRole('button', { name: 'Publish' }).click()
      const dialog = page.getByRole('dialog', { name: 'Publish Handbook?' })
      await dialog.getByText('Everybody on the internet will be able to read it').waitFor()
      await dialog.getByText('Secrets <script>alert(1)</script> 🚀').waitFor()
      expect((await listSites())[0]?.published).toBe(false)
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Handbook is published.').waitFor()
      await page.getByRole('link', { name: 'Open the site' }).waitFor()
      expect((await listSites())[0]?.published).toBe(true)
      await page.getByRole('button', { name: 'Publishing' }).click()
      await page.getByRole('menuitem', { name: 'Unpublish' }).click()
      await page.getByText('Handbook is no longer published.').waitFor()
      expect((await listSites())[0]?.published).toBe(false)
      await page.getByRole('button', { name: 'Publish again' }).click()
      await expectSoon(async () => (await listSites())[0]?.published, true)
    })
  })

  test('what failed after the site was created is said, and the site stays', async () => {
    await createOrganization('Failures')
    await verso.open(
      `/orgs/${organizationId}/sites`,
      admin,
      async (page) => {
        await page.route('**/customization', (route) =>
          route.fulfill({ status: 500, json: { error: { code: 500, message: 'The disk is full.' } } }),
        )
        await page.getByRole('heading', { name: 'Show your pages to readers' }).waitFor()
        await page.keyboard.press('n')
        const dialog = page.getByRole('dialog', { name: 'New site' })
        await dialog.getByLabel('Name').fill('x'.repeat(1000))
        await dialog.getByText('Use at most 128 characters.').waitFor()
        await dialog.getByLabel('Name').fill('Half done')
        await dialog.getByRole('radio', { name: /^A template/ }).check()
        await dialog.getByRole('radio', { name: 'Paper' }).check()
        await dialog.getByRole('button', { name: 'Create site' }).click()
        await page.getByText('The site was created, but not everything could be done.').waitFor()
        await page.getByText(/The disk is full/).waitFor()
      },
      { expectedMessages: /500/ },
    )
    expect(await listSites()).toMatchObject([{ title: 'Half done', siteSpaces: 2, published: false }])
  })

  test('the list says what is published, finds a site, and offers a reader nothing to change', async () => {
    await createOrganization('Readers')
    const reader = await verso.app.member(organizationId, 'read')
    const site = await verso.app.site(admin, organizationId, { title: 'Open docs' })
    await verso.app.site(admin, organizationId, { title: 'Other' })
    await admin.post(`/orgs/${organizationId}/sites/${site.id}/publish`)
    await verso.open(`/orgs/${organizationId}/sites`, reader, async (page) => {
      await page.getByRole('link', { name: 'Open docs', exact: true }).waitFor()
      await page.getByText('Not published').waitFor()
      expect(await page.getByRole('button', { name: 'New site' }).count()).toBe(0)
      await page.getByRole('searchbox', { name: 'Find a site' }).fill('open')
      await page.getByRole('link', { name: 'Other', exact: true }).waitFor({ state: 'detached' })
      await page.keyboard.press('Control+K')
      await page.getByRole('searchbox', { name: 'Search pages, spaces and commands' }).fill('Open docs')
      await page.getByRole('menuitem', { name: 'Open docs' }).click()
      await page.getByRole('heading', { name: 'The site shows nothing yet' }).waitFor()
      expect(await page.getByRole('button', { name: 'Publishing' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0)
    })
  })
})
