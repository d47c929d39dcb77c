import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { readTestFont } from '../../packages/server/src/testing/fonts.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview"]')

/** A value of the style sheet of the preview, as the browser has it. */
const readVariable = (page: Page, name: string): Promise<string> => {
  const frame = `document.querySelector('iframe[title=Preview]').contentWindow`
  return page.evaluate<string>(
    `${frame}.getComputedStyle(${frame}.document.documentElement).getPropertyValue('${name}')`,
  )
}

describe.skipIf(missingBrowser !== undefined)(`the look of a site${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string
  let siteId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    const space = await verso.app.space(admin, organizationId, { title: 'Guide', language: 'de' })
    await commitChanges(verso.app, admin, space.id, [
      newPage('welcome', 'Welcome', 'Hello, [setup](setup.md).'),
      newPage('setup', 'Setup', 'Install it.\n\n## First\n\n## Second'),
    ])
    siteId = (await verso.app.site(admin, organizationId, { title: 'Docs', spaces: [space.id] })).id
    // The default, set all the same: the words around the pages are not in their language then.
    expectStatus(
      200,
      await admin.put(`${address()}/customization`, { internationalization: { locale: 'en' } }),
    )
  }, 300_000)
  afterAll(() => verso?.stop())

  const address = (): string => `/orgs/${organizationId}/sites/${siteId}`
  const readLook = async (): Promise<Record<string, Record<string, unknown>>> =>
    expectStatus(200, await admin.get<Record<string, Record<string, unknown>>>(`${address()}/customization`))

  test('follows every change in a preview before it is saved; undone, discarded, saved', async () => {
    await verso.open(
      `${address()}/look`,
      admin,
      async (page) => {
        await preview(page).getByRole('heading', { name: 'Welcome' }).waitFor()
        const light = page.getByRole('textbox', { name: 'Light' }).first()
        await light.fill('#0f766e')
        await page.getByText('Changes not saved: 1').waitFor()
        await page.getByText(/Readable in both, 5.5 : 1/).waitFor()
        await expectSoon(async () => (await readVariable(page, '--primary')).includes('#0f766e'), true)
        expect((await readLook())['styling']?.['primaryColor']).toMatchObject({ light: '#4f46e5' })

        // A colour that is hard to read is said to be.
        await light.fill('#ffe066')
        await page.getByText(/Hard to read in light/).waitFor()
        await light.fill('#0f766e')
        await page.getByText(/Readable in both, 5.5 : 1/).waitFor()

        // The title, in the preview at once.
        await page.getByLabel('Title of the site').fill('<b>Shiny</b> 🚀')
        await preview(page).getByText('<b>Shiny</b> 🚀').first().waitFor()
        await page.getByRole('button', { name: 'Undo' }).click()
        await preview(page).getByText('<b>Shiny</b> 🚀').first().waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Redo' }).click()
        await preview(page).getByText('<b>Shiny</b> 🚀').first().waitFor()
        await page.getByRole('button', { name: 'Take back the change of Title of the site' }).click()
        await page.getByText('Changes not saved: 1').waitFor()

        // Other pages, other windows, the other theme.
        // With the keyboard: the frame is scaled, and the browser's driver misses small targets in it.
        await preview(page).getByRole('link', { name: 'Setup' }).first().press('Enter')
        await preview(page).getByText('Install it.').waitFor()
        await page.getByRole('button', { name: 'Phone' }).click()
        await expectSoon(
          () =>
            page.evaluate<number>(`document.querySelector('iframe[title=Preview]').contentWindow.innerWidth`),
          390,
        )
        await page.getByRole('button', { name: 'Dark' }).click()
        await expectSoon(() => preview(page).locator('html').getAttribute('data-theme'), 'dark')
        await verso.takePicture(page, 'sites-look')
        expect(await findAccessibilityProblems(page)).toEqual([])

        // Leaving asks first.
        await page.getByRole('link', { name: 'Structure' }).click()
        await page
          .getByRole('dialog', { name: 'Leave without saving?' })
          .getByRole('button', { name: 'Stay' })
          .click()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved. Readers see the new look now.').waitFor()
        await page.getByText('Everything is saved.').waitFor()
        expect((await readLook())['styling']?.['primaryColor']).toEqual({ light: '#0f766e', dark: '#818cf8' })
        // What nobody changed stays as it was set, also to its default.
        const { html } = expectStatus(
          200,
          await admin.post<{ html: string }>(`${address()}/customization/preview`, { path: 'setup' }),
        )
        expect(html).toContain('On this page')
        await page.getByRole('link', { name: 'Structure' }).click()
        await page.getByRole('treegrid', { name: 'Structure' }).waitFor()
      },
      { expectedMessages: /400/ },
    )
  }, 240_000)

  test('shows a colour, corners, a font and a theme before the server answers, and writes nothing', async () => {
    const before = await readLook()
    await verso.open(
      `${address()}/look`,
      admin,
      async (page) => {
        await preview(page).getByRole('heading', { name: 'Welcome' }).waitFor()
        const writes: string[] = []
        page.on('request', (request) => {
          if (request.method() !== 'GET')
            writes.push(new URL(request.url()).pathname.replace(/^.*\/sites/, ''))
        })
        // The server's answers are held back: what is seen now came without them.
        const { promise: released, resolve: release } = Promise.withResolvers<void>()
        const held: string[] = []
        await page.route('**/customization/preview', async (route) => {
          held.push(route.request().postData() ?? '')
          await released
          // A request that a later one made needless is gone by now.
          await route.continue().catch(() => undefined)
        })
        const light = page.getByRole('textbox', { name: 'Light', exact: true }).first()
        await light.fill('#b4005a')
        await expectSoon(async () => (await readVariable(page, '--primary')).includes('#b4005a'), true)
        // Half a colour and a hostile one never reach the style sheet.
        for (const wrong of ['#b4', 'red;}*{', 'url(//a)']) {
          await light.fill(wrong)
          await page.getByText('Changes not saved: 1').waitFor()
          expect(await readVariable(page, '--primary')).toMatch(/^light-dark\(#\w{6}, ?#\w{6}\)$/)
        }
        await light.fill('#b4005a')
        await expectSoon(async () => (await readVariable(page, '--primary')).includes('#b4005a'), true)
        await page.getByRole('group', { name: 'Style' }).getByRole('radio', { name: 'Bold' }).check()
        await expectSoon(
          () => preview(page).locator('html.theme-bold:not(.theme-clean)').count().then(Boolean),
          true,
        )
        await page.getByText('Shape', { exact: true }).click()
        await page.getByRole('radio', { name: 'Straight' }).check()
        await expectSoon(() => readVariable(page, '--corner'), '0')
        await page.getByText('Type', { exact: true }).click()
        await page.getByLabel('Text', { exact: true }).selectOption({ label: 'Merriweather' })
        await expectSoon(async () => (await readVariable(page, '--font')).includes('Merriweather'), true)
        await expectSoon(async () => held.at(-1)?.includes('Merriweather'), true)
        release()
        // The page that the server rendered takes the place of what was shown, and looks the same.
        await expectSoon(
          () =>
            page.evaluate<number>(
              `document.querySelector('iframe[title=Preview]').contentDocument.adoptedStyleSheets.filter((sheet) =>
                [...sheet.cssRules].some(({ cssText }) => cssText.startsWith(':root') && cssText.includes('--primary'))).length`,
            ),
          1,
        )
        expect(await readVariable(page, '--primary')).toContain('#b4005a')
        expect(await readVariable(page, '--corner')).toBe('0')
        expect(await readVariable(page, '--font')).toContain('Merriweather')
        expect(await preview(page).locator('html').getAttribute('class')).toContain('theme-bold')
        expect(new Set(writes)).toEqual(new Set([`/${siteId}/customization/preview`]))
        expect(await readLook()).toEqual(before)
      },
      { expectedMessages: /400/ },
    )
    // Nobody else sees what is not saved: another admin's preview is of the saved look.
    const { css } = expectStatus(
      200,
      await (
        await verso.app.member(organizationId, 'admin')
      ).post<{ css: string }>(`${address()}/customization/preview`, {}),
    )
    expect(css).not.toContain('#b4005a')
  }, 240_000)

  test('header links, footer columns and an announcement are shown and saved; hostile ones are refused', async () => {
    await verso.open(
      `${address()}/look`,
      admin,
      async (page) => {
        await preview(page).getByRole('heading', { name: 'Welcome' }).waitFor()
        await page.getByText('Header', { exact: true }).click()
        await page.getByRole('button', { name: 'Add a link' }).click()
        const item = page.getByRole('group', { name: 'Links and buttons' }).getByRole('listitem')
        await item.getByLabel('Title').fill('Status')
        await item.getByLabel('Address').fill('javascript:alert(1)')
        await page.getByText('Use an address with https://').waitFor()
        await page.getByText('These settings cannot be shown').waitFor()
        await item.getByLabel('Address').fill('https://status.example')
        await item.getByLabel('Shown as').selectOption({ label: 'Main button' })
        await preview(page).getByRole('link', { name: 'Status' }).first().waitFor()
        await page.getByText('Announcement', { exact: true }).click()
        await page.getByRole('switch', { name: 'Show a line above every page' }).check()
        await page.getByLabel('Message', { exact: true }).fill('Version 2 is here')
        await preview(page).getByText('Version 2 is here').waitFor()
        await page.getByText('Footer', { exact: true }).click()
        await page.getByRole('button', { name: 'Add a column' }).click()
        await page.getByLabel('Copyright').fill('© Fernwall')
        await preview(page).getByText('© Fernwall').waitFor()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved. Readers see the new look now.').waitFor()
        const { header, announcement, footer } = await readLook()
        expect(header?.['links']).toMatchObject([
          { title: 'Status', style: 'button-primary', to: { kind: 'url', url: 'https://status.example' } },
        ])
        expect(announcement).toMatchObject({ enabled: true, message: 'Version 2 is here' })
        expect(footer).toMatchObject({ copyright: '© Fernwall', groups: [{ title: 'New column' }] })
      },
      { expectedMessages: /400/ },
    )
  }, 240_000)

  test('a failed save loses nothing; presets, reset, another site’s look, and one variant alone', async () => {
    const other = await verso.app.site(admin, organizationId, { title: 'Other' })
    expectStatus(
      200,
      await admin.put(`/orgs/${organizationId}/sites/${other.id}/customization`, {
        styling: { corners: 'circular' },
      }),
    )
    await verso.open(
      `${address()}/look`,
      admin,
      async (page) => {
        await preview(page).getByRole('heading', { name: 'Welcome' }).waitFor()
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Reset everything' }).click()
        await page
          .getByRole('radio', { name: 'Plain' })
          .and(page.locator(':checked'))
          .waitFor({ state: 'attached' })
        await page.getByRole('radio', { name: 'Forest' }).check()
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Copy from another site' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Copy the look' }).click()
        await page.getByText('Shape', { exact: true }).click()
        await page
          .getByRole('radio', { name: 'Circular' })
          .and(page.locator(':checked'))
          .waitFor({ state: 'attached' })
        await page.route('**/customization', (route) =>
          route.request().method() === 'PATCH'
            ? route.fulfill({ status: 500, json: { error: { code: 500, message: 'The disk is full.' } } })
            : route.continue(),
        )
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('alert').getByText('The disk is full.').waitFor()
        await page.unroute('**/customization')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved. Readers see the new look now.').waitFor()
        expect((await readLook())['styling']).toMatchObject({ corners: 'circular' })

        await page.getByLabel('Whose look').selectOption({ label: 'Only Guide' })
        await page.getByText('Shape', { exact: true }).click()
        await page.getByRole('radio', { name: 'Straight' }).check()
        await page.getByText('Changes not saved: 1').waitFor()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Everything is saved.').waitFor()
        expect((await readLook())['styling']).toMatchObject({ corners: 'circular' })
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Look as the site does' }).click()
        await page.getByText('It looks as the site does now.').waitFor()
      },
      { expectedMessages: /500/ },
    )
  }, 240_000)

  test('a font is uploaded, used by the site and offered to others; a file that is none is refused', async () => {
    const listFonts = async (): Promise<{ fontFamily: string }[]> =>
      expectStatus(200, await admin.get<{ items: { fontFamily: string }[] }>(`/orgs/${organizationId}/fonts`))
        .items
    await verso.open(
      `${address()}/look`,
      admin,
      async (page) => {
        await preview(page).getByRole('heading', { name: 'Welcome' }).waitFor()
        await page.getByText('Type', { exact: true }).click()
        await page.getByRole('button', { name: 'Upload a font' }).first().click()
        const dialog = page.getByRole('dialog', { name: 'Upload a font' })
        await dialog.getByLabel('Name of the font').fill('Fernwall Sans')
        expect(await dialog.getByRole('button', { name: 'Upload a font' }).isDisabled()).toBe(true)
        const regular = dialog.getByLabel('File of the regular weight')
        const choose = (buffer: Buffer): Promise<void> =>
          regular.setInputFiles({ name: 'own.woff2', mimeType: 'font/woff2', buffer })
        await choose(Buffer.from('<script>alert(1)</script>'))
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'sites-look-font')
        await dialog.getByRole('button', { name: 'Upload a font' }).click()
        await dialog.getByText('is no WOFF2 or WOFF font').waitFor()
        expect(await listFonts()).toEqual([])
        await choose(readTestFont())
        await dialog.getByRole('button', { name: 'Upload a font' }).click()
        await dialog.waitFor({ state: 'detached' })
        await expectSoon(async () => (await readVariable(page, '--font')).includes('Fernwall Sans'), true)
        // The browser has loaded the file, and text is set in it.
        await expectSoon(
          () =>
            page.evaluate<string[]>(
              `[...document.querySelector('iframe[title=Preview]').contentDocument.fonts]
                .filter(({ family, status }) => family.includes('Fernwall') && status === 'loaded')
                .map(({ weight }) => weight)`,
            ),
          ['400'],
        )
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved. Readers see the new look now.').waitFor()
        expect((await readLook())['styling']?.['font']).toMatchObject({ fontFamily: 'Fernwall Sans' })
        await page.getByLabel('Code', { exact: true }).selectOption({ label: 'Fernwall Sans' })
        await page.getByText('Changes not saved: 1').waitFor()
        await page.getByRole('button', { name: 'Undo' }).click()
        await page.getByRole('button', { name: 'Remove this font from the list' }).click()
        await expectSoon(listFonts, [])
        // The site keeps what it has.
        await page.getByLabel('Name of the font').and(page.locator('[value="Fernwall Sans"]')).waitFor()
        expect((await readLook())['styling']?.['font']).toMatchObject({ fontFamily: 'Fernwall Sans' })
      },
      { expectedMessages: /412/ },
    )
  }, 240_000)

  test('is for admins; others are told so', async () => {
    const reader = await verso.app.member(organizationId, 'create')
    await verso.open(`${address()}/look`, reader, async (page) => {
      await page.getByText('Admins of the site see and change this.').waitFor()
      expect(await page.getByRole('link', { name: 'Look', exact: true }).count()).toBe(0)
    })
  })
})
