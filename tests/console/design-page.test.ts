import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConsole } from '../../packages/console/build/load.ts'
import { renderShell } from '../../packages/console/build/shell.ts'
import {
  collectProblems,
  findAccessibilityProblems,
  findProblemsInLooks,
  launchBrowser,
  missingBrowser,
  skipNote,
} from './support/console.ts'
import { type DevelopmentServer, startDevelopmentServer } from './support/development-server.ts'
import { expectSoon } from './support/expect-soon.ts'

const consoleFolder = join(import.meta.dirname, '../../packages/console')

const groups = [
  'Type, colour and space',
  'Buttons',
  'Fields',
  'Choices',
  'Menus and tooltips',
  'Dialogs',
  'Toasts',
  'Tabs and tables',
  'Trees and long lists',
  'Badges and avatars',
  'Empty, loading, failed',
  'Icons and keys',
]

/** What other parts are made of, and is never used alone. */
const innerParts = new Set(['ButtonTriggerContext', 'MenuList', 'TreeRowView'])

/** The components that the files of a folder export. */
function listComponents(folder: string): string[] {
  return readSources(folder)
    .flatMap((text) => Array.from(text.matchAll(/^export (?:const|function) ([A-Z]\w*)/gm)))
    .map(([, name]) => name ?? '')
    .filter((name) => !innerParts.has(name))
    .toSorted()
}

const readSources = (folder: string): string[] =>
  globSync('**/*.tsx', { cwd: join(consoleFolder, folder) }).map((file) =>
    readFileSync(join(consoleFolder, folder, file), 'utf8'),
  )

describe.skipIf(missingBrowser !== undefined)(`the page of all parts${skipNote}`, () => {
  let server: DevelopmentServer
  let browser: Browser

  beforeAll(async () => {
    server = await startDevelopmentServer()
    browser = await launchBrowser()
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** Opens the page in a browser of its own, without a session. Fails on every message of the browser. */
  async function open(
    search: string,
    use: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
    openedIn = browser,
  ): Promise<void> {
    const context = await openedIn.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-US',
      ...options,
    })
    try {
      const page = await context.newPage()
      // A source that was not asked for before takes a while.
      page.setDefaultTimeout(120_000)
      const problems = collectProblems(page)
      await page.goto(`${server.origin}/app/design${search}`)
      await page.getByRole('heading', { name: 'Icons and keys' }).waitFor()
      await use(page)
      expect(problems).toEqual([])
    } finally {
      await context.close()
    }
  }

  test('shows every group, and asks no Verso for anything', async () => {
    await open('', async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.reload()
      for (const group of groups) await page.getByRole('region', { name: group }).waitFor()
      expect(await page.locator('main > section > div > h2').allTextContents()).toEqual(groups)
      expect(asked.filter((path) => !path.startsWith('/app/'))).toEqual([])
    })
  }, 300_000)

  test('names and shows every component of the design system', async () => {
    const components = listComponents('src/ui')
    // The type checker refuses what is imported and not used.
    const imports = readSources('design').flatMap((text) =>
      Array.from(text.matchAll(/^import \{([^}]*)\} from '[./]*\/src\/ui\//gm)),
    )
    const imported = new Set(imports.flatMap(([, names]) => names?.match(/\w+/g) ?? []))
    expect(components.filter((name) => !imported.has(name))).toEqual([])
    await open('', async (page) => {
      expect((await page.locator('h2 ~ code').allTextContents()).toSorted()).toEqual(components)
    })
  }, 300_000)

  test('is accessible and fits in every look', async () => {
    await open('', async (page) => {
      expect(await findProblemsInLooks(page, 'design')).toEqual([])
    })
  }, 300_000)

  test('is accessible and fits from right to left', async () => {
    await open('?dir=rtl', async (page) => {
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      expect(await findProblemsInLooks(page, 'design-rtl', ['light', '320 pixels'])).toEqual([])
    })
  }, 300_000)

  test.each(['?theme=light', '?theme=dark&dir=rtl'])(
    'is accessible with a menu, a dialog and toasts on it (%s)',
    async (search) => {
      const viewport = { width: 320, height: 640 }
      await open(
        search,
        async (page) => {
          const find = async (): Promise<string[]> => {
            const isTooWide = 'document.documentElement.scrollWidth > innerWidth ? ["It is too wide."] : []'
            return [...(await findAccessibilityProblems(page)), ...(await page.evaluate<string[]>(isTooWide))]
          }
          for (const name of ['Page', '200 characters, right to left']) {
            await page.getByRole('button', { name, exact: true }).press('Enter')
            await page.getByRole('menu').waitFor()
            expect(await find()).toEqual([])
            await page.keyboard.press('Escape')
            await page.getByRole('menu').waitFor({ state: 'detached' })
          }
          for (const name of ['Form with errors', 'Delete 200 characters', 'Delete 200 letters']) {
            await page.getByRole('button', { name, exact: true }).press('Enter')
            const dialog = page.getByRole('dialog')
            await dialog.waitFor()
            expect(await find()).toEqual([])
            const box = await dialog.boundingBox()
            expect(box?.x).toBeGreaterThanOrEqual(0)
            expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
            await page.keyboard.press('Escape')
            await dialog.waitFor({ state: 'detached' })
          }
          const buttons = page.getByRole('region', { name: 'Toasts' })
          // Errors stay until they are closed.
          for (const name of ['Failed', 'Failed, with a way out']) {
            await buttons.getByRole('button', { name, exact: true }).press('Enter')
          }
          await page
            .getByRole('region', { name: 'Notifications' })
            .getByText('Not saved.', { exact: true })
            .waitFor()
          expect(await find()).toEqual([])
        },
        { viewport },
      )
    },
    300_000,
  )

  test('keeps theme and direction in the address', async () => {
    await open('', async (page) => {
      const theme = page.getByRole('group', { name: 'Theme' })
      const direction = page.getByRole('group', { name: 'Direction' })
      // The first stop is the link to the parts, the next two are the switches.
      for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      await expectSoon(async () => new URL(page.url()).search, '?theme=dark&dir=rtl')
      const background = (): Promise<string> =>
        page.evaluate('getComputedStyle(document.body).backgroundColor')
      const dark = await background()
      await page.goto(page.url())
      await page.getByRole('heading', { name: 'Icons and keys' }).waitFor()
      expect(await theme.getByLabel('Dark').isChecked()).toBe(true)
      expect(await direction.getByLabel('Right to left').isChecked()).toBe(true)
      expect(await background()).toBe(dark)
      expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl')
      await theme.getByLabel('Light').press('Space')
      await expectSoon(async () => (await background()) === dark, false)
    })
  }, 300_000)

  test('has menus and dialogs that open, close and give the focus back by keyboard', async () => {
    await open('', async (page) => {
      const button = page.getByRole('button', { name: 'Page', exact: true })
      await button.press('ArrowDown')
      await page.locator('[role=menuitem]:focus', { hasText: 'Rename' }).waitFor()
      await page.keyboard.press('End')
      await page.locator('[role=menuitem]:focus', { hasText: 'Delete page' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await expectSoon(() => isFocused(button), true)
      await page.keyboard.press('Enter')
      await page.locator('[role=menuitem]:focus', { hasText: 'Rename' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Chosen: Rename').waitFor()
      await expectSoon(() => isFocused(button), true)

      const opener = page.getByRole('button', { name: 'Form', exact: true })
      await opener.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'New space' })
      await expectSoon(() => isFocused(dialog.getByLabel('Name')), true)
      // More often than there are stops.
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key)
        await expectSoon(() => dialog.locator(':focus').count(), 1)
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.locator('button:focus').waitFor()
      expect(await page.locator('button:focus').textContent()).toBe('Form')
    })
  }, 300_000)

  test('has tabs, choices, trees, suggestions and toasts that are used by keyboard', async () => {
    await open('', async (page) => {
      // Tabs are links, so Tab goes from one to the next.
      const tabs = page.getByRole('navigation', { name: 'Change request' })
      await tabs.getByRole('link', { name: 'Write' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expectSoon(() => tabs.locator('[aria-current=page]').allTextContents(), ['Changes12'])

      const form = page.getByRole('group', { name: 'Form', exact: true })
      await form.getByLabel('Page').focus()
      await page.keyboard.press('ArrowRight')
      await expectSoon(() => form.getByLabel('Markdown').isChecked(), true)

      const tree = page.getByRole('treegrid', { name: 'Pages', exact: true })
      const focused = tree.locator('[data-tree-id]:focus')
      const retries = tree.getByRole('link', { name: 'Retries', exact: true })
      await retries.focus()
      await page.keyboard.press('ArrowDown')
      await expectSoon(() => focused.textContent(), 'Rate limits')
      await page.keyboard.press('ArrowLeft')
      await expectSoon(() => focused.textContent(), 'Guides')
      await page.keyboard.press('ArrowLeft')
      await retries.waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowRight')
      await retries.waitFor()
      await page.keyboard.press('F2')
      await page.keyboard.type('Handbooks')
      await page.keyboard.press('Enter')
      await expectSoon(() => focused.textContent(), 'Handbooks')

      const suggestions = page.getByRole('combobox', { name: 'Page to link to' })
      await suggestions.focus()
      await page.keyboard.type('r')
      const list = page.getByRole('listbox', { name: 'Page to link to' })
      await list.getByRole('option', { name: 'Relay guide', selected: true }).waitFor()
      await page.keyboard.press('ArrowDown')
      await list.getByRole('option', { name: 'Retries', selected: true }).waitFor()

      await page.getByRole('button', { name: 'Failed, with a way out' }).press('Enter')
      const toasts = page.getByRole('region', { name: 'Notifications' })
      await toasts.getByRole('button', { name: 'Try now' }).press('Enter')
      await page.getByText('Actions that ran: 1').waitFor()
      await toasts.getByText('Not saved.').waitFor({ state: 'detached' })
      expect(await toasts.getByRole('button').count()).toBe(0)
    })
  }, 300_000)

  test('has toasts that stay while somebody uses them, and give the focus back', async () => {
    await open('', async (page) => {
      await page.clock.install()
      const toasts = page.getByRole('region', { name: 'Notifications' })
      const button = page.getByRole('button', { name: 'Can be undone' })
      const done = toasts.getByText('Moved to the bin')
      await button.press('Enter')
      await toasts.getByRole('button', { name: 'Undo' }).focus()
      await page.clock.runFor(60_000)
      expect(await done.count()).toBe(1)
      await button.focus()
      await page.clock.runFor(60_000)
      await done.waitFor({ state: 'detached' })

      await button.press('Enter')
      await done.hover()
      await page.clock.runFor(60_000)
      expect(await done.count()).toBe(1)
      await button.hover()
      await page.clock.runFor(60_000)
      await done.waitFor({ state: 'detached' })

      await button.press('Enter')
      await button.press('Enter')
      await toasts.getByRole('button', { name: 'Undo' }).first().press('Enter')
      await expectSoon(() => toasts.locator('button:focus').textContent(), 'Undo')
      await toasts.locator('button:focus').press('Enter')
      await expectSoon(() => page.locator('button:focus').textContent(), 'Can be undone')
    })
  }, 300_000)

  test('has trees whose rows lie below each other where text is twice its size', async () => {
    const large = await launchBrowser(['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'])
    try {
      await open(
        '',
        async (page) => {
          const tree = page.getByRole('treegrid', { name: 'Pages', exact: true })
          await tree.getByRole('row').first().waitFor()
          const rows = await Promise.all((await tree.getByRole('row').all()).map((row) => row.boundingBox()))
          expect(rows.length).toBeGreaterThan(5)
          const isCovered = rows.map((row, index) => {
            const next = rows[index + 1]
            return row && next && row.y + row.height > next.y
          })
          expect(isCovered).not.toContain(true)
        },
        {},
        large,
      )
    } finally {
      await large.close()
    }
  }, 300_000)

  test('is not in the product', async () => {
    const { folder, entries } = await loadConsole()
    expect(renderShell(entries, '/design', { hasSession: true })).toBe(
      renderShell(entries, '/no-such-place', { hasSession: true }),
    )
    // A sentence of the page, and the beginning of the names of its classes.
    const names = globSync('**/*.{js,css,json}', { cwd: folder })
    expect(names.length).toBeGreaterThan(0)
    const texts = await Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
    )
    const found = texts.filter(({ text }) => /design\/main|in each of its states|design-example/.test(text))
    expect(found.map(({ name }) => name)).toEqual([])
  }, 300_000)
})

const isFocused = async (locator: ReturnType<Page['locator']>): Promise<boolean> =>
  (await locator.and(locator.page().locator(':focus')).count()) === 1
