import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { writePages } from '../../packages/server/src/testing/content.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

/** How long the job that reads a spec may take on a busy machine. */
const SPEC_TIMEOUT_MS = 90_000

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets' } } } } },
})

describe.skipIf(missingBrowser !== undefined)(
  `links and OpenAPI specs${skipNote}`,
  { timeout: 300_000 },
  () => {
    let verso: ConsoleUnderTest
    let admin: Person
    let organizationId: string

    beforeAll(async () => {
      verso = await ConsoleUnderTest.start()
      ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    }, 300_000)
    afterAll(() => verso?.stop())

    test('links that lead nowhere are shown first, with the pages that have them', async () => {
      const space = await verso.app.space(admin, organizationId, { title: 'Guide' })
      await commitChanges(verso.app, admin, space.id, [
        newPage('start', 'Start', 'See [the plan](gone.md) and [a site](https://example.com/).'),
      ])
      await verso.open(`/spaces/${space.id}`, admin, async (page) => {
        await page.getByRole('link', { name: 'Links', exact: true }).click()
        const main = page.getByRole('main')
        await main.getByRole('listitem').filter({ hasText: 'Broken' }).waitFor()
        expect(await main.getByText('https://example.com/').count()).toBe(0)
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'links-broken')
        await page.getByText('All', { exact: true }).click()
        await main.getByText('https://example.com/').waitFor()
        await main.getByRole('link', { name: 'Start' }).first().click()
        await page.waitForURL('**/pages/start')
      })
    })

    test('a reusable content shows its text and its uses, and is changed by a change request; so are variables', async () => {
      const space = await verso.app.space(admin, organizationId, { title: 'Shared' })
      await commitChanges(verso.app, admin, space.id, [
        { type: 'put-reusable-content', id: 'note', title: 'Note', document: { markdown: 'Old words.' } },
        newPage('start', 'Start', '{% include "/reusable-contents/note" %}'),
      ])
      await verso.open(`/spaces/${space.id}`, admin, async (page) => {
        await page.getByRole('link', { name: 'Reusable content', exact: true }).click()
        await page.getByRole('main').getByRole('link', { name: 'Note' }).click()
        await page.getByText('Old words.').waitFor()
        await page.getByRole('region', { name: 'Included in' }).getByRole('link', { name: 'Start' }).waitFor()
        expect(await verso.findProblemsInLooks(page, 'reusable-content')).toEqual([])
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.getByRole('button', { name: 'Edit' }).click()
        await page.getByRole('textbox', { name: 'Text' }).fill('New words.')
        await page.getByRole('button', { name: 'Make a change request' }).click()
        await page.waitForURL('**/changes')
        await page.getByText('Note').first().waitFor()

        await page.goto(`${verso.origin}/app/spaces/${space.id}/variables`)
        await page.getByRole('heading', { name: 'No variables yet' }).waitFor()
        await page.getByRole('button', { name: 'New variable' }).click()
        const add = page.getByRole('button', { name: 'Make a change request' })
        await page.getByRole('textbox', { name: 'Name' }).fill('1st')
        expect(await add.isDisabled()).toBe(true)
        await page.getByRole('textbox', { name: 'Name' }).fill('version')
        await page.getByRole('textbox', { name: 'Value' }).fill('2.4')
        await add.click()
        await page.waitForURL('**/changes')
      })
      const requests = await admin.get<{ items: { id: string }[] }>(
        `/spaces/${space.id}/change-requests?status=draft`,
      )
      for (const { id } of requests.body.items) {
        expectStatus(200, await admin.post(`/spaces/${space.id}/change-requests/${id}/merge`))
      }
      const content = await admin.get(`/spaces/${space.id}/content/reusable-contents/note?format=markdown`)
      expect(content.body).toMatchObject({ title: 'Note', markdown: 'New words.' })
      const reader = await verso.app.member(organizationId, 'read')
      await verso.open(`/spaces/${space.id}/variables`, reader, async (page) => {
        await page.getByText('2.4').waitFor()
        expect(await verso.findProblemsInLooks(page, 'variables')).toEqual([])
        expect(await page.getByRole('button', { name: /Edit|New variable/ }).count()).toBe(0)
      })
    })

    test('a spec is added, says what is wrong, is replaced, and is deleted by its name', async () => {
      await verso.open(
        `/orgs/${organizationId}`,
        admin,
        async (page) => {
          await page.getByRole('link', { name: 'OpenAPI specs' }).click()
          await page.getByRole('heading', { name: 'There is no OpenAPI spec yet' }).waitFor()
          await page.getByRole('button', { name: 'Add spec' }).click()
          const dialog = page.getByRole('dialog', { name: 'Add spec' })
          await dialog.getByLabel('Name').fill('Not a slug!')
          await dialog.getByText('Text', { exact: true }).click()
          await dialog.getByRole('textbox', { name: 'Text' }).fill('no: [description')
          await dialog.getByRole('button', { name: 'Add spec' }).click()
          await dialog.getByRole('alert').waitFor()
          expect(await findAccessibilityProblems(page)).toEqual([])
          await verso.takePicture(page, 'spec-dialog')
          await dialog.getByLabel('Name').fill('pets')
          await dialog.getByRole('button', { name: 'Add spec' }).click()
          await page.waitForURL('**/openapi/pets')
          await page.getByText('Could not be read').waitFor({ timeout: SPEC_TIMEOUT_MS })
          await page.getByRole('alert', { name: 'What is wrong with it' }).waitFor()
          await verso.takePicture(page, 'spec-failed')

          await page.getByRole('button', { name: 'Replace' }).click()
          const replace = page.getByRole('dialog', { name: 'Replace' })
          await replace.getByText('Text', { exact: true }).click()
          await replace.getByRole('textbox', { name: 'Text' }).fill(spec)
          await replace.getByRole('button', { name: 'Replace' }).click()
          await page.getByText('Ready', { exact: true }).waitFor({ timeout: SPEC_TIMEOUT_MS })
          await page.getByText('Latest', { exact: true }).waitFor()
          expect(await findAccessibilityProblems(page)).toEqual([])
          await verso.takePicture(page, 'spec-ready')

          await page.getByRole('button', { name: 'Delete' }).click()
          await page.getByRole('dialog').getByRole('textbox').fill('pets')
          await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
          await page.getByText('pets was deleted.').waitFor()
          await page.getByRole('heading', { name: 'There is no OpenAPI spec yet' }).waitFor()
        },
        { expectedMessages: /400|404|409/ },
      )
    })

    test('a reader sees specs and changes none', async () => {
      await admin.post(`/orgs/${organizationId}/openapi`, { slug: 'read-me', source: { text: spec } })
      const reader = await verso.app.member(organizationId, 'read')
      await verso.open(`/orgs/${organizationId}/openapi/read-me`, reader, async (page) => {
        await page.getByRole('heading', { name: 'Versions' }).waitFor()
        expect(await page.getByRole('button', { name: 'Replace' }).count()).toBe(0)
        expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
        // The first version has changed nothing.
        expect(await page.getByText('What changed').count()).toBe(0)
      })
    })

    test('the pages that show a spec are listed with their spaces', async () => {
      const path = `/orgs/${organizationId}/openapi/used`
      expectStatus(201, await admin.put(path, { source: { text: spec } }))
      const space = await verso.app.space(admin, organizationId, { title: 'Guide of pets' })
      await writePages(admin, space.id, [
        {
          title: 'All pets',
          markdown:
            '{% openapi-operation spec="used" path="/pets" method="get" %}\n{% endopenapi-operation %}\n',
        },
      ])
      await verso.open(path, admin, async (page) => {
        const uses = page.getByRole('region', { name: 'Where it is used' })
        const use = uses.getByRole('link', { name: 'All pets Guide of pets' })
        await use.waitFor()
        expect(await verso.findProblemsInLooks(page, 'spec-uses')).toEqual([])
        await use.click()
        await page.getByRole('heading', { name: 'All pets' }).waitFor()
      })
    })

    test('what a version of a spec changes is listed', async () => {
      const documents = [{ '/pets': { get: {} } }, { '/owners': { get: {} }, '/pets': { get: {}, post: {} } }]
      for (const [index, paths] of documents.entries()) {
        const info = { title: 'Pets', version: String(index) }
        const text = JSON.stringify({ openapi: '3.1.0', info, paths })
        const path = `/orgs/${organizationId}/openapi/changing`
        const { body } = await admin.put<{ lastVersion?: string }>(path, { source: { text } })
        await waitFor('the next version', async () => {
          const current = await admin.get<{ lastVersion?: string }>(path)
          return current.body.lastVersion !== undefined && current.body.lastVersion !== body.lastVersion
        })
      }
      await verso.open(`/orgs/${organizationId}/openapi/changing`, admin, async (page) => {
        await page.getByText('What changed').click()
        const operations = page.getByRole('list', { name: 'Operations' }).getByRole('listitem')
        await operations.filter({ hasText: 'GET /owners' }).getByText('New', { exact: true }).waitFor()
        await operations.filter({ hasText: 'POST /pets' }).getByText('New', { exact: true }).waitFor()
        expect(await operations.count()).toBe(2)
        expect(await verso.findProblemsInLooks(page, 'spec-changes')).toEqual([])
      })
    })
  },
)
