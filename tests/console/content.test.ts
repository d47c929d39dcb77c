import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import type { ListBody, Person } from '../../packages/server/src/testing/app.ts'
import { expectSoon } from './support/expect-soon.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

interface Named {
  id: string
  title: string
}

interface ListedSpace extends Named {
  parent?: string
  emoji: string
}

/** The tree of the screen, not that of the side bar. */
const tree = (page: Page): Locator => page.getByRole('main').getByRole('treegrid')

const rowNames = (page: Page): Promise<string[]> => tree(page).getByRole('row').locator('a').allTextContents()

const openMenu = async (page: Page, name: string): Promise<void> => {
  await tree(page).getByRole('link', { name }).hover()
  await tree(page)
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click()
}

describe.skipIf(missingBrowser !== undefined)(`collections and spaces${skipNote}`, () => {
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
  const createCollection = (title: string, parent?: string): Promise<Named> =>
    verso.app.collection(admin, organizationId, { title, ...(parent !== undefined && { parent }) })
  const listSpaces = async (): Promise<ListedSpace[]> =>
    (await admin.get<ListBody<ListedSpace>>(`/orgs/${organizationId}/spaces`)).body.items

  test('an empty organization begins with a template or an empty space', async () => {
    await createOrganization('Beginners')
    await verso.open(
      `/orgs/${organizationId}`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'An import' }).waitFor()
        await page.getByRole('button', { name: 'A template' }).click()
        const dialog = page.getByRole('dialog', { name: 'New space' })
        await dialog
          .getByRole('combobox', { name: 'Template' })
          .selectOption({ label: '📘 Product documentation' })
        await dialog.getByLabel('Name').fill('Relay guide')
        await dialog.getByRole('button', { name: 'Choose an emoji' }).click()
        await page.getByRole('button', { name: '🚀' }).click()
        await dialog.getByRole('button', { name: 'Create space' }).click()
        await page.getByRole('treegrid', { name: 'Pages' }).getByRole('row').first().waitFor()
        expect(await listSpaces()).toMatchObject([{ title: 'Relay guide', emoji: '🚀' }])
        await page.goBack()
        await page.getByText('Recently changed').waitFor()
      },
      // A page of the template has an icon that the free set lacks.
      { expectedMessages: /404/ },
    )
  })

  test('are created, renamed, moved, duplicated, deleted and restored', async () => {
    await createOrganization('Movers')
    const internal = await createCollection('Internal')
    for (const title of ['Alpha', 'Beta', 'Gamma']) await verso.app.space(admin, organizationId, { title })
    await verso.open(`/orgs/${organizationId}/content`, admin, async (page) => {
      await tree(page).getByRole('link', { name: 'Gamma' }).waitFor()
      expect(await rowNames(page)).toEqual(['Internal', 'Alpha', 'Beta', 'Gamma'])

      // By keys.
      await tree(page).getByRole('link', { name: 'Gamma' }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expectSoon(() => rowNames(page), ['Internal', 'Alpha', 'Gamma', 'Beta'])
      await page.keyboard.press('Alt+ArrowRight')
      await expectSoon(() => rowNames(page), ['Internal', 'Gamma', 'Alpha', 'Beta'])
      await expectSoon(
        async () => (await listSpaces()).find(({ title }) => title === 'Gamma')?.parent,
        internal.id,
      )
      await page.keyboard.press('F2')
      await page.getByLabel('New name of Gamma').fill('Gamma rays')
      await page.keyboard.press('Enter')
      await tree(page).getByRole('link', { name: 'Gamma rays' }).waitFor()

      // By menu.
      await openMenu(page, 'Beta')
      await page.getByRole('menuitem', { name: 'Move to …' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move Beta' })
      await dialog.getByLabel('Place').selectOption({ label: 'Internal' })
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await page.getByText('Beta is in Internal now.').waitFor()
      expect(await rowNames(page)).toEqual(['Internal', 'Gamma rays', 'Beta', 'Alpha'])

      // By dragging.
      await tree(page)
        .getByRole('row')
        .filter({ hasText: 'Alpha' })
        .dragTo(tree(page).getByRole('row').filter({ hasText: 'Internal' }))
      await expectSoon(() => rowNames(page), ['Internal', 'Gamma rays', 'Beta', 'Alpha'])
      await expectSoon(
        async () => (await listSpaces()).map(({ title, parent }) => [title, parent === internal.id]),
        [
          ['Gamma rays', true],
          ['Beta', true],
          ['Alpha', true],
        ],
      )

      await openMenu(page, 'Alpha')
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await expectSoon(async () => (await listSpaces()).length, 4)

      await tree(page).getByRole('link', { name: 'Beta' }).focus()
      await page.keyboard.press('Delete')
      await page.getByText('Beta is in the bin for seven days.').waitFor()
      expect(await rowNames(page)).not.toContain('Beta')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await page.keyboard.press('F8')
      await page.keyboard.press('Enter')
      await tree(page).getByRole('link', { name: 'Beta' }).waitFor()

      await openMenu(page, 'Beta')
      await page.getByRole('menuitem', { name: 'Move to the bin' }).click()
      await page.getByText('Beta is in the bin for seven days.').waitFor()
      await page.getByRole('link', { name: 'Bin', exact: true }).click()
      await page.getByRole('button', { name: 'Restore Beta' }).click()
      await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
    })
  })

  test('a collection is created in another, and its content survives it', async () => {
    await createOrganization('Collectors')
    const outer = await createCollection('Outer')
    await verso.open(`/collections/${outer.id}`, admin, async (page) => {
      await page.getByRole('heading', { name: 'This collection is empty' }).waitFor()
      await page.getByRole('button', { name: 'More for Outer' }).last().click()
      await page.getByRole('menuitem', { name: 'New collection' }).click()
      await page.getByLabel('Name').fill('مجموعة <script>alert(1)</script> 🚀')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'مجموعة <script>alert(1)</script> 🚀' }).waitFor()
      await page.getByRole('button', { name: 'New space', exact: true }).last().click()
      await page.getByLabel('Name').fill('x'.repeat(1000))
      await page.getByText('Use at most 50 characters.').waitFor()
      expect(await page.getByRole('button', { name: 'Create space' }).isDisabled()).toBe(true)
      await page.getByLabel('Name').fill('Kept')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'This space has no pages yet' }).waitFor()
      await page.goBack()
      await page
        .getByRole('button', { name: /^More for مجموعة/ })
        .last()
        .click()
      await page.getByRole('menuitem', { name: 'Delete collection' }).click()
      const dialog = page.getByRole('dialog')
      const action = dialog.getByRole('button', { name: 'Delete collection' })
      expect(await action.isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill('مجموعة <script>alert(1)</script> 🚀')
      await action.click()
      await page.waitForURL(`**/orgs/${organizationId}/content`)
      await expectSoon(() => rowNames(page), ['Outer', 'Kept'])
    })
  })

  test('goes to another organization that one administers', async () => {
    await createOrganization('Givers')
    await verso.app.space(admin, organizationId, { title: 'Gift' })
    const other = (await admin.post<Named>('/orgs', { title: 'Takers' })).body
    await verso.open(`/orgs/${organizationId}/content`, admin, async (page) => {
      await openMenu(page, 'Gift')
      await page.getByRole('menuitem', { name: 'Transfer …' }).click()
      await page.getByRole('dialog').getByLabel('Organization').selectOption({ label: 'Takers' })
      await page.getByRole('button', { name: 'Transfer', exact: true }).click()
      await page.getByText('Gift is in Takers now.').waitFor()
      await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
    })
    expect((await admin.get<ListBody<Named>>(`/orgs/${other.id}/spaces`)).body.items).toMatchObject([
      { title: 'Gift' },
    ])
  })

  test('shows why a write failed, and takes it back', async () => {
    await createOrganization('Failures')
    for (const title of ['One', 'Two']) await verso.app.space(admin, organizationId, { title })
    await verso.open(
      `/orgs/${organizationId}/content`,
      admin,
      async (page) => {
        await page.route('**/v1/spaces/*/move', (route) =>
          route.fulfill({
            status: 409,
            json: { error: { code: 409, message: 'Somebody else moved it.' } },
          }),
        )
        await page.route('**/v1/orgs/*/spaces', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({ status: 500, json: { error: { code: 500, message: 'The disk is full.' } } })
            : route.fallback(),
        )
        await tree(page).getByRole('link', { name: 'Two' }).focus()
        await page.keyboard.press('Alt+ArrowUp')
        await page.getByText('Somebody else moved it.').waitFor()
        await expectSoon(() => rowNames(page), ['One', 'Two'])

        await page.getByRole('button', { name: 'New space', exact: true }).last().click()
        await page.getByLabel('Name').fill('Three')
        await page.getByRole('button', { name: 'Create space' }).click()
        await page.getByRole('alert').getByText('The disk is full.').waitFor()
        expect(await page.getByLabel('Name').inputValue()).toBe('Three')
      },
      { expectedMessages: /409|500/ },
    )
  })

  test('has no controls for somebody who may only read', async () => {
    await createOrganization('Readers')
    await verso.app.space(admin, organizationId, { title: 'Read me' })
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`/orgs/${organizationId}/content`, reader, async (page) => {
      await tree(page).getByRole('link', { name: 'Read me' }).waitFor()
      expect(await page.getByRole('button', { name: /New space|More for Read me/ }).count()).toBe(0)
      await tree(page).getByRole('link', { name: 'Read me' }).focus()
      await page.keyboard.press('F2')
      await page.keyboard.press('Delete')
      expect(await page.getByRole('textbox', { name: /New name/ }).count()).toBe(0)
      expect(await rowNames(page)).toEqual(['Read me'])
    })
  })

  test('5,000 spaces are a tree of which only the rows in sight are on the page', async () => {
    await createOrganization('Many')
    const { id } = await verso.app.space(admin, organizationId, { title: 'Space 0' })
    await verso.app.database.pool.query(
      `insert into spaces select (jsonb_populate_record(s, jsonb_build_object(
         'id', substr(s.id, 1, 20) || lpad(n::text, 6, '0'), 'title', 'Space ' || n, 'rank', s.rank || lpad(n::text, 6, '0')
       ))).* from spaces s, generate_series(1, 4999) n where s.id = $1`,
      [id],
    )
    await verso.open(`/orgs/${organizationId}/content`, admin, async (page) => {
      await expectSoon(() => tree(page).getAttribute('aria-rowcount'), '5000')
      expect(await tree(page).getByRole('row').count()).toBeLessThan(120)
      await tree(page).getByRole('link').first().focus()
      await page.keyboard.press('End')
      await tree(page).getByRole('link', { name: 'Space 4999', exact: true }).waitFor()
      await page.getByLabel('Find a space or collection').fill('Space 4321')
      await expectSoon(() => rowNames(page), ['Space 4321'])
    })
  })

  test('is accessible and fits in every look', async () => {
    await createOrganization('Seen')
    const collection = await createCollection('Internal')
    await verso.app.space(admin, organizationId, { title: 'Runbooks', parent: collection.id })
    await verso.open(`/orgs/${organizationId}/content`, admin, async (page) => {
      await tree(page).getByRole('link', { name: 'Runbooks' }).waitFor()
      await page.locator('.topbar .btn.primary').click()
      await page.getByRole('dialog').waitFor()
      expect(await verso.findProblemsInLooks(page, 'new-space')).toEqual([])
    })
  })
})
