import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowLoopback, type Person } from '../../packages/server/src/testing/app.ts'
import { GitServer } from '../../packages/server/src/testing/git-server.ts'
import { siteFiles, siteOutline } from '../../packages/server/src/testing/site-files.ts'
import { SyncedSite } from '../../packages/server/src/testing/synced-site.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

/** How long a run may take on a busy machine. */
const RUN_TIMEOUT_MS = 90_000

/** A site without a repository answers 404. */
const notConnected = { expectedMessages: /404/ }

describe.skipIf(missingBrowser !== undefined)(
  `the repository of a site${skipNote}`,
  { timeout: 300_000 },
  () => {
    let verso: ConsoleUnderTest
    let server: GitServer
    let folder: string
    let admin: Person
    let organizationId: string

    beforeAll(async () => {
      server = await GitServer.start()
      folder = await mkdtemp(join(tmpdir(), 'verso-console-site-git-'))
      verso = await ConsoleUnderTest.start({ outboundAllow: allowLoopback, dataDir: folder })
      ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    }, 300_000)
    afterAll(async () => {
      await verso?.stop()
      server?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    const createSite = async (title: string): Promise<SyncedSite> =>
      new SyncedSite(
        await verso.app.site(admin, organizationId, { title, spaces: [] }),
        organizationId,
        server.createRepository(siteFiles),
        admin,
      )

    test('a site is connected, imported with its spaces, shows its runs and ends the synchronisation', async () => {
      const site = await createSite('Docs')
      await verso.open(
        `/orgs/${organizationId}/sites/${site.site.id}/git`,
        admin,
        async (page) => {
          await page.getByRole('heading', { name: 'This site is not connected to a repository' }).waitFor()
          expect(await verso.findProblemsInLooks(page, 'site-git-empty')).toEqual([])
          await page.setViewportSize({ width: 1280, height: 900 })
          await page.getByRole('button', { name: 'Connect' }).click()
          const dialog = page.getByRole('dialog', { name: 'Connect' })
          await dialog.getByLabel('Address of the repository').fill(site.repository.url)
          await dialog.getByLabel('Folder in the repository').fill('docs')
          await dialog.getByRole('button', { name: 'Start' }).click()
          const runs = page.getByRole('region', { name: 'Last runs' })
          await runs.getByRole('listitem').filter({ hasText: 'Done' }).waitFor({ timeout: RUN_TIMEOUT_MS })
          expect(await site.outline()).toEqual(siteOutline)
          const webhook = page.getByRole('region', { name: 'Import on every push' })
          await webhook.getByRole('button', { name: 'Turn on' }).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
          await webhook.getByText('Pushes are imported.').waitFor()
          expect(await webhook.getByRole('textbox', { name: 'Address of the webhook' }).inputValue()).toBe(
            `${verso.origin}/v1${site.path}/git/webhook`,
          )
          expect(await webhook.getByRole('textbox', { name: 'Secret of the webhook' }).inputValue()).not.toBe(
            '',
          )
          expect(await verso.findProblemsInLooks(page, 'site-git')).toEqual([])
          await page.setViewportSize({ width: 1280, height: 900 })
          await page.getByRole('button', { name: 'End the synchronisation' }).click()
          const asking = page.getByRole('dialog', { name: 'End the synchronisation?' })
          await asking.getByRole('button', { name: 'End the synchronisation' }).click()
          await page.getByRole('heading', { name: 'This site is not connected to a repository' }).waitFor()
          expect((await admin.get(`${site.path}/git/info`)).status).toBe(404)
          expect(await site.outline()).toEqual(siteOutline)
        },
        notConnected,
      )
    })

    test('a run that fails says why, and what is configured is there to be run again', async () => {
      const site = await createSite('Nothing there')
      await verso.open(
        `/orgs/${organizationId}/sites/${site.site.id}/git`,
        admin,
        async (page) => {
          await page.getByRole('button', { name: 'Connect' }).click()
          const dialog = page.getByRole('dialog', { name: 'Connect' })
          await dialog.getByLabel('Address of the repository').fill(site.repository.url)
          await dialog.getByRole('button', { name: 'Start' }).click()
          const last = page.getByRole('region', { name: 'Last run', exact: true })
          await last.getByText('Failed').waitFor({ timeout: RUN_TIMEOUT_MS })
          await last.getByText('gitbook-docs.yaml').waitFor()
          await page.getByRole('button', { name: 'Run', exact: true }).click()
          const again = page.getByRole('dialog', { name: 'Run' })
          expect(await again.getByLabel('Address of the repository').inputValue()).toBe(site.repository.url)
          await again.getByLabel('Folder in the repository').fill('docs')
          await again.getByRole('button', { name: 'Start' }).click()
          await last.getByText('Done').waitFor({ timeout: RUN_TIMEOUT_MS })
        },
        notConnected,
      )
    })

    test('a reader of the site has no way to its repository', async () => {
      const site = await createSite('Read only')
      const reader = await verso.app.member(organizationId, 'read')
      await verso.open(`/orgs/${organizationId}/sites/${site.site.id}/git`, reader, async (page) => {
        await page.getByRole('main').getByRole('heading', { name: 'Git sync', level: 2 }).waitFor()
        expect(await page.getByRole('button', { name: 'Connect' }).count()).toBe(0)
        expect(await page.getByRole('link', { name: 'Git sync' }).count()).toBe(0)
      })
    })
  },
)
