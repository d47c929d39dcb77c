import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowLoopback, type Person } from '../../packages/server/src/testing/app.ts'
import { GitServer } from '../../packages/server/src/testing/git-server.ts'
import { guideFiles } from '../../packages/server/src/testing/git-world.ts'
import { SyncedSpace } from '../../packages/server/src/testing/synced-space.ts'
import { createGuideContent, type GuideContent } from './support/guide-content.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const folder = join(import.meta.dirname, '../../docs/guide/pictures')
const WAIT_MS = 40_000
const QUALITY = 72
const MAX_PICTURE_BYTES = 150_000

/** `npm run pictures` takes the pictures of the guide again. In other runs there is nothing to test here. */
const isWanted = process.env['VERSO_GUIDE_PICTURES'] === '1'

interface Picture {
  name: string
  path: (content: GuideContent) => string
  /** Waits for what the picture is about, and opens what it shows. */
  show: (page: Page) => Promise<void>
  isSignedOut?: true
}

const main = (page: Page) => page.getByRole('main')
const waitForText = (text: string) => (page: Page) => main(page).getByText(text).first().waitFor()

const inOrganization = (path: string) => (content: GuideContent) => `/orgs/${content.organizationId}${path}`
const inSpace = (path: string) => (content: GuideContent) => `/spaces/${content.spaceId}${path}`
const inSite = (path: string) => (content: GuideContent) =>
  `/orgs/${content.organizationId}/sites/${content.siteId}${path}`
const inChangeRequest = (path: string) => (content: GuideContent) => `${content.changeRequest.address}${path}`

const pictures: Picture[] = [
  { name: 'home', path: inOrganization(''), show: waitForText('Say what a 429 means') },
  {
    name: 'reading',
    path: inSpace('/pages/retries'),
    show: waitForText('Customers ask if a 429 counts.'),
  },
  { name: 'writing', path: inChangeRequest('/pages/retries'), show: waitForText('What counts as a failure') },
  { name: 'changes', path: inChangeRequest('/changes'), show: waitForText('Retry-After') },
  { name: 'review', path: inChangeRequest('/review'), show: waitForText('Reads well.') },
  {
    name: 'palette',
    path: inSpace('/pages/overview'),
    show: async (page) => {
      await waitForText('Three ideas')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('searchbox').fill('ret')
      await page.getByRole('menuitem', { name: /Retries and backoff/ }).waitFor()
    },
  },
  {
    name: 'page-menu',
    path: inSpace('/pages/retries'),
    show: async (page) => {
      await waitForText('What counts as a failure')(page)
      await page.getByRole('button', { name: 'Actions of this page' }).click()
      await page.getByRole('menuitem', { name: 'Download as PDF' }).waitFor()
    },
  },
  { name: 'import', path: inSpace('/import'), show: waitForText('Word') },
  { name: 'members', path: inOrganization('/members'), show: waitForText('Pia Engineer') },
  { name: 'people', path: inSpace('/settings/people'), show: waitForText('Ana Writer') },
  { name: 'notifications', path: inOrganization('/notifications'), show: waitForText('429') },
  { name: 'openapi', path: inOrganization('/openapi/relay'), show: waitForText('Ready') },
  { name: 'sign-on', path: inOrganization('/sign-on'), show: waitForText('Add SAML provider') },
  { name: 'account', path: () => '/account/security', show: waitForText('Passkeys') },
  {
    name: 'sign-in',
    path: () => '/sign-in',
    isSignedOut: true,
    show: (page) => page.getByLabel('Password').first().waitFor(),
  },
  { name: 'site-structure', path: inSite(''), show: waitForText('Relay guide') },
  {
    name: 'site-look',
    path: inSite('/look'),
    show: (page) => page.frameLocator('iframe').first().getByText('Three ideas').waitFor(),
  },
  { name: 'site-audience', path: inSite('/audience'), show: waitForText('Share links') },
  { name: 'site-publishing', path: inSite('/publish'), show: waitForText('Relay guide') },
]

describe.skipIf(missingBrowser !== undefined || !isWanted)(
  `the pictures of the guide${skipNote}`,
  { timeout: 300_000 },
  () => {
    let verso: ConsoleUnderTest
    let server: GitServer
    let data: string
    let content: GuideContent

    beforeAll(async () => {
      server = await GitServer.start()
      data = await mkdtemp(join(tmpdir(), 'verso-guide-'))
      verso = await ConsoleUnderTest.start({ outboundAllow: allowLoopback, dataDir: data })
      content = await createGuideContent(verso.app)
      await mkdir(folder, { recursive: true })
    }, 300_000)
    afterAll(async () => {
      await verso?.stop()
      server?.stop()
      await rm(data, { recursive: true, force: true })
    })

    const open = (path: string, by: Person | undefined, use: (page: Page) => Promise<void>) =>
      verso.open(path, by, use, {
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1.5,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        expectedMessages: /40[14]|preload/,
      })

    test.each(pictures)('$name', async ({ name, path, show, isSignedOut }) => {
      await open(path(content), isSignedOut ? undefined : content.lead, async (page) => {
        page.setDefaultTimeout(WAIT_MS)
        await show(page)
        expect(await writePicture(page, name)).toBeLessThan(MAX_PICTURE_BYTES)
      })
    })

    test('git-preview and git-sync', async () => {
      const repository = server.createRepository({ ...guideFiles, 'signatures.md': '# Signatures\n' })
      const space = new SyncedSpace(
        await verso.app.space(content.lead, content.organizationId, { title: 'Field guide' }),
        repository,
        content.lead,
      )
      await space.edit({ operation: 'insert_page', title: 'Draft', document: { markdown: 'Notes.' } })
      await open(`/spaces/${space.id}/settings/git`, content.lead, async (page) => {
        page.setDefaultTimeout(WAIT_MS)
        await page.getByRole('button', { name: 'Connect' }).click()
        await page.getByLabel('Address of the repository').fill(repository.url)
        await page.getByRole('button', { name: 'Preview' }).click()
        await page.getByText('removed').first().waitFor()
        expect(await writePicture(page, 'git-preview')).toBeLessThan(MAX_PICTURE_BYTES)
        await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
        await main(page).getByText('Done').first().waitFor()
        await page.getByRole('button', { name: 'Turn on' }).waitFor()
        expect(await writePicture(page, 'git-sync')).toBeLessThan(MAX_PICTURE_BYTES)
      })
    })
  },
)

/** Writes what the window shows as WebP, which is a fifth of a PNG. */
async function writePicture(page: Page, name: string): Promise<number> {
  // Fonts and pictures are there, and nothing is under the mouse.
  await page.mouse.move(0, 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const bytes = Buffer.from(data, 'base64')
  await writeFile(join(folder, `${name}.webp`), bytes)
  return bytes.length
}
