import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

interface Item {
  id: string
  title: string
  path?: string
  condition?: string
  default?: boolean
  icon?: string
  siteSpaces?: Item[]
  children?: Item[]
  localizedTitle?: Record<string, string>
}

const tree = (page: Page): Locator => page.getByRole('main').getByRole('treegrid', { name: 'Structure' })
const rowNames = (page: Page): Promise<string[]> => tree(page).getByRole('row').locator('a').allTextContents()
const row = (page: Page, name: string): Locator =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .first()

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).hover()
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe.skipIf(missingBrowser !== undefined)(`the structure of a site${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string
  let siteId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
  }, 300_000)
  afterAll(() => verso?.stop())

  const createSite = async (spaces: string[]): Promise<Record<string, string>> => {
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    const ids: Record<string, string> = {}
    for (const title of spaces) {
      const { id } = await verso.app.space(admin, organizationId, { title })
      await commitChanges(verso.app, admin, id, [newPage('welcome', `Welcome to ${title}`, 'Hello.')])
      ids[title] = id
    }
    const first = ids[spaces[0] ?? ''] ?? ''
    siteId = (await verso.app.site(admin, organizationId, { title: 'Docs', spaces: [first] })).id
    return ids
  }
  const readStructure = async (): Promise<Item[]> =>
    expectStatus(
      200,
      await admin.get<{ structure: Item[] }>(`/orgs/${organizationId}/sites/${siteId}/structure`),
    ).structure
  const address = (): string => `/orgs/${organizationId}/sites/${siteId}`

  test('a site that is synchronised as a whole says so, with what went wrong last', async () => {
    await createSite(['Guide'])
    const body = { url: 'https://git.invalid/acme/docs.git', ref: 'refs/heads/main' }
    expectStatus(204, await admin.post(`${address()}/git/import`, body))
    await verso.open(address(), admin, async (page) => {
      await row(page, 'Guide').waitFor()
      const notice = page.getByRole('group', { name: 'Synchronised with acme/docs (main)' })
      await notice.waitFor()
      expect(await notice.textContent()).toContain('The repository also holds this structure.')
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  })

  test('sections, groups and variants are added, moved by key, menu and mouse, and removed', async () => {
    await createSite(['Guide', 'Reference', 'Changelog', 'Guide v1'])
    await verso.open(address(), admin, async (page) => {
      await row(page, 'Guide').waitFor()
      for (const name of ['Reference', 'Changelog']) {
        await page.getByRole('button', { name: 'Add', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Add a section' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add a section' })
        await dialog.getByLabel('Space', { exact: true }).selectOption({ label: name })
        await dialog.getByRole('button', { name: 'Icon' }).click()
        await page.getByRole('button', { name: 'rocket', exact: true }).click()
        await dialog.getByRole('button', { name: 'Add to the site' }).click()
        await dialog.waitFor({ state: 'detached' })
        await row(page, name).waitFor()
      }
      // The first section took in what stood at the root.
      await expectSoon(
        () => rowNames(page),
        ['Docs', 'Guide', 'Reference', 'Reference', 'Changelog', 'Changelog'],
      )
      await openMenu(page, 'Docs', 'Add a variant to it')
      const variant = page.getByRole('dialog', { name: 'Add a variant' })
      await variant.getByLabel('Space', { exact: true }).selectOption({ label: 'Guide v1' })
      await variant.getByRole('button', { name: 'Add to the site' }).click()
      await row(page, 'Guide v1').getByText('/guide-v1').waitFor()

      // By keys.
      await tree(page).getByRole('link', { name: 'Changelog' }).first().focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expectSoon(
        async () => (await readStructure()).map(({ title }) => title),
        ['Docs', 'Changelog', 'Reference'],
      )
      await expectSoon(
        () => rowNames(page),
        ['Docs', 'Guide', 'Guide v1', 'Changelog', 'Changelog', 'Reference', 'Reference'],
      )

      // Into a group that is empty, and one that is not.
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Add a group' }).click()
      await page.getByRole('dialog').getByLabel('Title').fill('More')
      await page.keyboard.press('Enter')
      await row(page, 'More').waitFor()
      await row(page, 'Reference').dragTo(row(page, 'More'))
      await expectSoon(
        async () =>
          (await readStructure()).find(({ title }) => title === 'More')?.children?.map(({ title }) => title),
        ['Reference'],
      )
      await expectSoon(
        () => rowNames(page),
        ['Docs', 'Guide', 'Guide v1', 'Changelog', 'Changelog', 'More', 'Reference', 'Reference'],
      )
      await openMenu(page, 'Reference', 'Move out of its group')
      await expectSoon(
        async () => (await readStructure()).map(({ title }) => title),
        ['Docs', 'Changelog', 'More', 'Reference'],
      )
      expect(await findAccessibilityProblems(page)).toEqual([])

      // Removed: the spaces stay.
      await openMenu(page, 'More', 'Remove the group')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await row(page, 'More').waitFor({ state: 'detached' })
      await tree(page).getByRole('link', { name: 'Guide v1' }).focus()
      await page.keyboard.press('Delete')
      await page.getByText('The space and its pages stay').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await row(page, 'Guide v1').waitFor({ state: 'detached' })
      await verso.takePicture(page, 'sites-structure')
    })
  }, 240_000)

  test('a section is renamed, moved to another path that the old one leads to, shown to some, and made the default', async () => {
    const spaces = await createSite(['Guide', 'Reference'])
    expectStatus(201, await admin.post(`${address()}/sections`, { spaceId: spaces['Reference'] }))
    expectStatus(200, await admin.post(`${address()}/publish`))
    expectStatus(
      200,
      await admin.put(`${address()}/adaptive-schema`, {
        jsonSchema: {
          type: 'object',
          properties: {
            pro: { type: 'boolean', description: 'Pays for it' },
            unsigned: {
              type: 'object',
              description: 'Unsigned claims of the site visitor.',
              properties: {},
              additionalProperties: false,
            },
          },
          additionalProperties: false,
        },
      }),
    )
    await verso.open(
      address(),
      admin,
      async (page) => {
        await tree(page).getByRole('link', { name: 'Reference' }).first().click()
        const panel = page.getByRole('region', { name: 'Section' })
        await panel.getByLabel('Title', { exact: true }).fill('API <b>ref</b>')
        // What somebody else changes meanwhile is shown, and takes away nothing that was typed.
        const [, reference] = await readStructure()
        expectStatus(
          200,
          await admin.patch(`${address()}/sections/${reference?.id}`, { description: 'Every call.' }),
        )
        await expectSoon(() => panel.getByLabel('Description').inputValue(), 'Every call.')
        expect(await panel.getByLabel('Title', { exact: true }).inputValue()).toBe('API <b>ref</b>')
        await panel.getByLabel('Path in the address').fill('api')
        await panel
          .getByText('Readers who open the old path “reference” will be led to the new one.')
          .waitFor()
        await panel.getByLabel('Only for visitors for whom this is true').fill('visitor.claims.nothing ===')
        await panel.getByRole('button', { name: 'Save' }).click()
        await panel.getByRole('alert').waitFor()
        expect(await panel.getByLabel('Title', { exact: true }).inputValue()).toBe('API <b>ref</b>')
        await panel.getByLabel('Only for visitors for whom this is true').fill('')
        await panel.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved. The old path “reference” leads to the new one.').waitFor()
        await row(page, 'API <b>ref</b>').getByText('/api').waitFor()
        const [first, api] = await readStructure()
        expect(first).toMatchObject({ default: true })
        expect(api).toMatchObject({ title: 'API <b>ref</b>', path: 'api' })
        await panel.getByRole('button', { name: 'Make it the default' }).click()
        await expectSoon(async () => (await readStructure())[1]?.default, true)
        await row(page, 'API <b>ref</b>').getByText('Default').waitFor()
        await panel.getByRole('button', { name: 'Suggested conditions' }).click()
        await page.getByRole('menuitem').first().click()
        await panel.getByRole('button', { name: 'Save' }).click()
        await row(page, 'API <b>ref</b>').getByText('Only some visitors').waitFor()
      },
      { expectedMessages: /400|422/ },
    )
  }, 240_000)

  test('a section is hidden from readers for now, a variant from the menus, and titles are given in other languages', async () => {
    const spaces = await createSite(['Guide', 'Reference'])
    expectStatus(201, await admin.post(`${address()}/sections`, { spaceId: spaces['Reference'] }))
    await verso.open(address(), admin, async (page) => {
      await tree(page).getByRole('link', { name: 'Reference' }).first().click()
      const section = page.getByRole('region', { name: 'Section' })
      await section.getByText('Hide it from readers for now').click()
      await section.getByLabel('Titles in other languages').selectOption({ label: 'French' })
      await section.getByLabel('Title in French', { exact: true }).fill('Référence')
      await section.getByLabel('Titles in other languages').selectOption({ label: 'German' })
      expect(await verso.findProblemsInLooks(page, 'sites-drafts')).toEqual([])
      await section.getByRole('button', { name: 'Save' }).click()
      await row(page, 'Reference').first().getByText('Draft').waitFor()
      // A language without a title is none.
      const readTitles = async () => (await readStructure())[1]?.localizedTitle
      await expectSoon(readTitles, { fr: 'Référence' })
      expect((await readStructure())[1]).toMatchObject({ draft: true })
      await section.getByRole('button', { name: 'Remove the title in French' }).click()
      await section.getByText('Hide it from readers for now').click()
      await section.getByRole('button', { name: 'Save' }).click()
      await expectSoon(readTitles, undefined)
      expect((await readStructure())[1]).toMatchObject({ draft: false })
    })
  }, 240_000)

  test('links to elsewhere are added, changed, moved by key and removed', async () => {
    const spaces = await createSite(['Guide', 'Reference'])
    await verso.open(address(), admin, async (page) => {
      const openAdding = () => page.getByRole('button', { name: 'Add', exact: true }).click()
      await row(page, 'Guide').waitFor()
      await openAdding()
      await page.getByRole('menuitem', { name: 'Add a section' }).waitFor()
      // A site without sections has no place for a link.
      expect(await page.getByRole('menuitem', { name: 'Add a link' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      expectStatus(201, await admin.post(`${address()}/sections`, { spaceId: spaces['Reference'] }))
      await page.reload()
      await row(page, 'Reference').waitFor()
      await openAdding()
      await page.getByRole('menuitem', { name: 'Add a link' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a link' })
      await dialog.getByLabel('Title').fill('Status <b>')
      await dialog.getByLabel('Address').fill('javascript:alert(1)')
      expect(await dialog.getByRole('button', { name: 'Add to the site' }).isDisabled()).toBe(true)
      await dialog.getByLabel('Address').fill('https://status.example/now')
      await dialog.getByRole('button', { name: 'Add to the site' }).click()
      await row(page, 'Status <b>').getByText('https://status.example/now').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])

      const panel = page.getByRole('region', { name: 'Link' })
      await panel.getByLabel('Title', { exact: true }).fill('Health')
      await panel.getByText('Hide it from readers for now').click()
      await panel.getByRole('button', { name: 'Save' }).click()
      await row(page, 'Health').getByText('Draft').waitFor()
      await tree(page).getByRole('link', { name: 'Health' }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expectSoon(
        async () => (await readStructure()).map(({ title }) => title),
        ['Docs', 'Health', 'Reference'],
      )
      await openMenu(page, 'Health', 'Remove the link')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await expectSoon(async () => (await readStructure()).map(({ title }) => title), ['Docs', 'Reference'])
    })
  }, 240_000)

  test('says why a move failed and takes it back; a reader sees, and changes nothing', async () => {
    const spaces = await createSite(['Guide', 'Reference'])
    expectStatus(201, await admin.post(`${address()}/sections`, { spaceId: spaces['Reference'] }))
    await verso.open(
      address(),
      admin,
      async (page) => {
        await row(page, 'Reference').waitFor()
        await page.route('**/structure/sort', (route) =>
          route.fulfill({ status: 409, json: { error: { code: 409, message: 'Somebody else moved it.' } } }),
        )
        await tree(page).getByRole('link', { name: 'Reference' }).first().focus()
        await page.keyboard.press('Alt+ArrowUp')
        await page.getByText('Somebody else moved it.').waitFor()
        await expectSoon(() => rowNames(page), ['Docs', 'Guide', 'Reference', 'Reference'])
        // A variant has no place outside of a section.
        await tree(page).getByRole('link', { name: 'Guide' }).focus()
        await page.keyboard.press('Alt+ArrowUp')
        await expectSoon(() => rowNames(page), ['Docs', 'Guide', 'Reference', 'Reference'])
      },
      { expectedMessages: /409/ },
    )
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(address(), reader, async (page) => {
      await tree(page).getByRole('link', { name: 'Reference' }).first().click()
      await page.getByRole('region', { name: 'Section' }).getByLabel('Title', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: /^More for/ }).count()).toBe(0)
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  }, 240_000)
})
