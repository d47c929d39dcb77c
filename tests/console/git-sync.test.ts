import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GitSyncState } from '../../packages/server/src/areas/git-sync/schema.ts'
import { allowLoopback, expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { GitServer } from '../../packages/server/src/testing/git-server.ts'
import { guideFiles } from '../../packages/server/src/testing/git-world.ts'
import { SyncedSpace } from '../../packages/server/src/testing/synced-space.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

/** How long a run may take on a busy machine. */
const RUN_TIMEOUT_MS = 90_000

/** A space without a repository answers 404. */
const notConnected = { expectedMessages: /404/ }

describe.skipIf(missingBrowser !== undefined)(`Git synchronisation${skipNote}`, { timeout: 300_000 }, () => {
  let verso: ConsoleUnderTest
  let server: GitServer
  let folder: string
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    server = await GitServer.start()
    folder = await mkdtemp(join(tmpdir(), 'verso-console-git-'))
    verso = await ConsoleUnderTest.start({ outboundAllow: allowLoopback, dataDir: folder })
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('a key is made before there is a repository, its public half is copied, and it is deleted', async () => {
    const { id } = await verso.app.space(admin, organizationId, { title: 'Keys' })
    await verso.open(
      `/spaces/${id}/settings/git`,
      admin,
      async (page) => {
        const keys = page.getByRole('region', { name: 'SSH keys' })
        await keys.getByText('This space has no key.').waitFor()
        await keys.getByRole('button', { name: 'Make a key' }).click()
        const field = keys.getByRole('textbox', { name: 'Public half' })
        await field.waitFor()
        expect(await field.inputValue()).toMatch(/^ssh-ed25519 \S+/)
        expect(await verso.findProblemsInLooks(page, 'git-keys')).toEqual([])
        await page.setViewportSize({ width: 1280, height: 900 })
        for (const count of [2, 3]) {
          await keys.getByRole('button', { name: 'Make a key' }).click()
          await field.nth(count - 1).waitFor()
        }
        await keys.getByText('A space has at most three keys.').waitFor()
        expect(await keys.getByRole('button', { name: 'Make a key' }).count()).toBe(0)
        await keys
          .getByRole('button', { name: /Delete key/ })
          .first()
          .click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
        await page.getByText('The key was deleted.').waitFor()
        await keys.getByRole('button', { name: 'Make a key' }).waitFor()
        expect(await field.count()).toBe(2)
      },
      notConnected,
    )
  })

  test('what the first import would change is shown before it happens, and its runs are listed after', async () => {
    const repository = server.createRepository(guideFiles)
    const space = new SyncedSpace(await verso.app.space(admin, organizationId), repository, admin)
    await space.edit({ operation: 'insert_page', title: 'Old notes', document: { markdown: 'Old.' } })
    await verso.open(
      `/spaces/${space.id}/settings/git`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'Connect' }).click()
        const dialog = page.getByRole('dialog', { name: 'Connect' })
        await dialog.getByLabel('Address of the repository').fill(repository.url)
        await dialog.getByRole('textbox', { name: 'Branch' }).fill('nowhere')
        await dialog.getByRole('button', { name: 'Preview' }).click()
        const preview = page.getByRole('dialog', { name: 'What the import would change' })
        await preview
          .getByText('The repository has no branch "nowhere". It has "main".')
          .waitFor({ timeout: RUN_TIMEOUT_MS })
        // What was typed is still there, and the keyboard goes on.
        await preview.getByRole('button', { name: 'Back' }).press('Enter')
        expect(await dialog.getByLabel('Address of the repository').inputValue()).toBe(repository.url)
        await dialog.getByRole('textbox', { name: 'Branch' }).fill('main')
        await dialog.getByRole('textbox', { name: 'Branch' }).press('Enter')
        await preview.getByText('2 added, 0 changed, 1 removed').waitFor({ timeout: RUN_TIMEOUT_MS })
        expect(await preview.getByRole('listitem').allInnerTexts()).toEqual([
          expect.stringMatching(/^Removed\s+Old notes/),
          expect.stringMatching(/^Added\s+Welcome/),
          expect.stringMatching(/^Added\s+Install/),
        ])
        expect((await space.titles()).map(([title]) => title)).toEqual(['Old notes'])
        expect(await verso.findProblemsInLooks(page, 'git-preview')).toEqual([])
        await page.setViewportSize({ width: 1280, height: 900 })
        await preview.getByRole('button', { name: 'Import' }).click()
        const runs = page.getByRole('region', { name: 'Last runs' })
        await runs.getByRole('listitem').filter({ hasText: 'Done' }).waitFor({ timeout: RUN_TIMEOUT_MS })
        expect((await space.titles()).map(([title]) => title)).toEqual(['Welcome', 'Install'])
      },
      notConnected,
    )
  })

  test('hundreds of changes and of files that are left aside leave the buttons in sight', async () => {
    const numbers = Array.from({ length: 320 }, (_, index) => index + 1)
    const pages = numbers.map((number) => `* [Page ${number}](pages/${number}.md)\n`)
    const missing = numbers.slice(0, 60).map((number) => `* [Missing ${number}](missing/${number}.md)\n`)
    const repository = server.createRepository({
      ...Object.fromEntries(numbers.map((number) => [`pages/${number}.md`, `# Page ${number}\n\nText.\n`])),
      'SUMMARY.md': `# Table of contents\n\n${pages.join('')}${missing.join('')}`,
    })
    const { id } = await verso.app.space(admin, organizationId, { title: 'Many' })
    await verso.open(
      `/spaces/${id}/settings/git`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'Connect' }).click()
        await page.getByLabel('Address of the repository').fill(repository.url)
        await page.getByRole('button', { name: 'Preview' }).click()
        const preview = page.getByRole('dialog', { name: 'What the import would change' })
        await preview.getByText('320 added, 0 changed, 0 removed').waitFor({ timeout: RUN_TIMEOUT_MS })
        await preview.getByText('and 20 more').waitFor()
        await preview.getByText('What would be left aside (60)').click()
        await preview.getByText('missing/60.md').waitFor()
        for (const size of [
          { width: 390, height: 844 },
          { width: 1280, height: 800 },
        ]) {
          await page.setViewportSize(size)
          const box = await preview.getByRole('button', { name: 'Import' }).boundingBox()
          expect(box && box.y + box.height).toBeLessThan(size.height)
        }
        expect(await verso.findProblemsInLooks(page, 'git-preview-many')).toEqual([])
      },
      notConnected,
    )
  })

  test('what is wrong with an address is said beside it, and a run that could not start is tried again', async () => {
    const repository = server.createRepository(guideFiles)
    const { id } = await verso.app.space(admin, organizationId, { title: 'Second try' })
    await verso.open(
      `/spaces/${id}/settings/git`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'Connect' }).click()
        const address = page.getByLabel('Address of the repository')
        await address.fill('github.com/fernwall/docs')
        await address.press('Enter')
        const advice = page.getByText('The address must begin with https://, http:// or ssh://.')
        await advice.waitFor()
        await address.fill(repository.url)
        await advice.waitFor({ state: 'detached' })
        await address.press('Enter')
        const preview = page.getByRole('dialog', { name: 'What the import would change' })
        await preview.getByText('2 added, 0 changed, 0 removed').waitFor({ timeout: RUN_TIMEOUT_MS })
        await page.route('**/git/import', (route) => route.abort())
        await preview.getByRole('button', { name: 'Import' }).click()
        const failure = page.getByText('The server cannot be reached.')
        await failure.waitFor()
        await preview.getByRole('button', { name: 'Back' }).click()
        await failure.waitFor({ state: 'detached' })
        expect(await address.inputValue()).toBe(repository.url)
        await address.press('Enter')
        await preview.getByText('2 added, 0 changed, 0 removed').waitFor({ timeout: RUN_TIMEOUT_MS })
        expect(await failure.count()).toBe(0)
        await page.unroute('**/git/import')
        await preview.getByRole('button', { name: 'Import' }).click()
        const runs = page.getByRole('region', { name: 'Last runs' })
        await runs.getByRole('listitem').filter({ hasText: 'Done' }).waitFor({ timeout: RUN_TIMEOUT_MS })
      },
      { expectedMessages: /404|ERR_FAILED/ },
    )
  })

  test('what the first export would change is shown, and it is run again without a preview', async () => {
    const repository = server.createRepository({ LICENSE: 'free\n' })
    const space = new SyncedSpace(await verso.app.space(admin, organizationId), repository, admin)
    await space.edit({ operation: 'insert_page', title: 'Kitchen', document: { markdown: 'Pots.' } })
    await verso.open(
      `/spaces/${space.id}/settings/git`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'Connect' }).click()
        const dialog = page.getByRole('dialog', { name: 'Connect' })
        await dialog.getByLabel('Address of the repository').fill(repository.url)
        await dialog.getByLabel('Export to the repository').check()
        await dialog.getByRole('button', { name: 'Preview' }).click()
        const preview = page.getByRole('dialog', { name: 'What the export would change' })
        await preview.getByText('1 added, 0 changed, 0 removed').waitFor({ timeout: RUN_TIMEOUT_MS })
        await preview.getByText('kitchen.md').waitFor()
        await preview.getByRole('button', { name: 'Export' }).click()
        const runs = page.getByRole('region', { name: 'Last runs' })
        await runs.getByRole('listitem').filter({ hasText: 'Done' }).waitFor({ timeout: RUN_TIMEOUT_MS })
        expect(repository.read('kitchen.md')).toContain('Pots.')
        await page.getByRole('button', { name: 'Run', exact: true }).click()
        const again = page.getByRole('dialog', { name: 'Run' })
        expect(await again.getByLabel('Address of the repository').inputValue()).toBe(repository.url)
        await again.getByRole('button', { name: 'Start' }).click()
        await runs.getByRole('listitem').filter({ hasText: 'Import' }).waitFor({ timeout: RUN_TIMEOUT_MS })
      },
      notConnected,
    )
  })

  test('a webhook is turned on, its address and secret are copied, a push is imported, and it is turned off', async () => {
    const repository = server.createRepository(guideFiles)
    const space = new SyncedSpace(await verso.app.space(admin, organizationId), repository, admin)
    await space.synchronise('import')
    await verso.open(`/spaces/${space.id}/settings/git`, admin, async (page) => {
      const webhook = page.getByRole('region', { name: 'Import on every push' })
      await webhook.getByText('Pushes are not imported.').waitFor()
      await webhook.getByRole('button', { name: 'Turn on' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import on every push' })
      const field = dialog.getByLabel('Address of the repository')
      expect(await field.inputValue()).toBe(repository.url)
      await field.press('Enter')
      await webhook.getByText('Pushes are imported.').waitFor()
      const address = await webhook.getByRole('textbox', { name: 'Address of the webhook' }).inputValue()
      const secret = await webhook.getByRole('textbox', { name: 'Secret of the webhook' }).inputValue()
      expect(address).toBe(`${verso.origin}/v1/spaces/${space.id}/git/webhook`)
      expect(await verso.findProblemsInLooks(page, 'git-connected')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
      repository.commit('By push', { 'README.md': '# Pushed\n\nHello.\n' })
      const push = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gitlab-token': secret },
        body: JSON.stringify({ ref: 'refs/heads/main' }),
      })
      expect(push.status).toBe(204)
      await space.waitUntilIdle()
      expect((await space.titles()).map(([title]) => title)).toEqual(['Pushed', 'Install'])
      await page.reload()
      await webhook.getByText('Pushes are imported.').waitFor()
      expect(await webhook.getByRole('textbox', { name: 'Secret of the webhook' }).count()).toBe(0)
      await webhook.getByRole('button', { name: 'Turn off' }).click()
      await webhook.getByText('Pushes are not imported.').waitFor()
      expect(expectStatus(200, await admin.get<GitSyncState>(`/spaces/${space.id}/git/info`)).webhook).toBe(
        false,
      )
    })
  })

  test('a conflict leads to its change request, and a run that fails says why', async () => {
    const space = new SyncedSpace(
      await verso.app.space(admin, organizationId, { title: 'At odds' }),
      server.createRepository(guideFiles),
      admin,
    )
    await space.synchronise('import')
    await space.write('Welcome', 'Hello from Verso.\n\nSecond.\n\nThird.\n')
    space.repository.commit('At odds', { 'README.md': '# Welcome\n\nHello from Git.\n\nSecond.\n\nThird.\n' })
    await space.synchronise('import')
    await verso.open(`/spaces/${space.id}/settings/git`, admin, async (page) => {
      await page.getByText('Git and the space changed the same lines').waitFor()
      expect(await verso.findProblemsInLooks(page, 'git-conflict')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
      // While the conflict is open, an export fails.
      await space.run('export')
      const runs = page.getByRole('region', { name: 'Last runs' })
      await runs
        .getByRole('listitem')
        .filter({ hasText: /Export.*change request/ })
        .waitFor({ timeout: RUN_TIMEOUT_MS })
      // What has to be settled first is still one click away.
      await page.reload()
      await page.getByRole('link', { name: 'Open the change request' }).click()
      await page.waitForURL('**/change-requests/*')
      await page.getByText('Changes from Git that conflict with the space').first().waitFor()
      // A phone shows all the ways to settle it.
      await page.getByRole('button', { name: 'Keep both' }).waitFor()
      expect(await verso.findProblemsInLooks(page, 'git-conflict-page', ['320 pixels'])).toEqual([])
    })
  })
})
