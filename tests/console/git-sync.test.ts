import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

  test('a repository is imported, its runs are listed, and the address of its webhook stays in sight', async () => {
    const { id } = await verso.app.space(admin, organizationId, { title: 'Guide' })
    const repository = server.createRepository(guideFiles)
    await verso.open(
      `/spaces/${id}/settings/git`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'Connect' }).click()
        const dialog = page.getByRole('dialog', { name: 'Connect' })
        await dialog.getByLabel('Address of the repository').fill(repository.url)
        await dialog.getByRole('button', { name: 'Start' }).click()
        const runs = page.getByRole('region', { name: 'Last runs' })
        await runs.getByRole('listitem').filter({ hasText: 'Done' }).waitFor({ timeout: RUN_TIMEOUT_MS })
        const webhook = { url: repository.url, ref: 'refs/heads/main' }
        expectStatus(200, await admin.put(`/spaces/${id}/git/webhook`, webhook))
        await page.reload()
        const address = page.getByRole('textbox', { name: 'Address of the webhook' })
        await address.waitFor()
        expect(await address.inputValue()).toBe(`${verso.origin}/v1/spaces/${id}/git/webhook`)
        expect(await page.getByRole('textbox', { name: 'Secret of the webhook' }).count()).toBe(0)
        expect(await verso.findProblemsInLooks(page, 'git-connected')).toEqual([])
      },
      notConnected,
    )
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
      space.repository.commit('More', { LICENSE: 'freer\n' })
      await space.synchronise('import')
      await page.getByRole('link', { name: 'Open the change request' }).click()
      await page.waitForURL('**/change-requests/*')
      await page.getByText('Changes from Git that conflict with the space').first().waitFor()
    })
  })
})
