import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`planning a merge${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  /** A change request that adds a page, in a space that asks for a review. */
  async function createChangeRequest(): Promise<ChangeRequestUnderTest> {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] }
    expectStatus(200, await admin.patch(`/spaces/${space.id}`, { mergeRules }))
    const changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Add retries')
    const document = { markdown: 'Relay waits five seconds.\n' }
    await changeRequest.change([{ operation: 'insert_page', title: 'Retries', document }])
    return changeRequest
  }
  test('when ready: it waits for the review, and is merged with it', { timeout: 300_000 }, async () => {
    const changeRequest = await createChangeRequest()
    const reviewer = await verso.app.member(organizationId, 'review')
    await verso.open(`${changeRequest.address}/review`, admin, async (page) => {
      await page.getByRole('button', { name: 'More ways to merge' }).first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Merge when ready' }).waitFor()
      await verso.takePicture(page, 'planned-merge-menu')
      await page.keyboard.press('Enter')
      await page.getByText('It waits for the merge rules.').waitFor()
      // The tip of the button is no part of the screen.
      await page.keyboard.press('Escape')
      await page.getByRole('tooltip').waitFor({ state: 'detached' })
      expect(await verso.findProblemsInLooks(page, 'planned-merge')).toEqual([])
      expectStatus(201, await reviewer.post(`${changeRequest.address}/reviews`, { status: 'approved' }))
      await page.getByText('This change request is merged').waitFor()
    })
    expect(await changeRequest.get()).toMatchObject({ status: 'merged' })
  })

  test('at a time, with the keyboard, and canceled', { timeout: 300_000 }, async () => {
    const changeRequest = await createChangeRequest()
    await verso.open(`${changeRequest.address}/review`, admin, async (page) => {
      await page.getByRole('button', { name: 'More ways to merge' }).first().click()
      await page.getByRole('menuitem', { name: 'Merge at a time…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Merge at a time' })
      const field = dialog.getByLabel('Date and time')
      expect(await verso.findProblemsInLooks(page, 'planned-merge-dialog', ['dark', 'light'])).toEqual([])
      await field.fill('2020-01-01T10:00')
      await dialog.getByRole('button', { name: 'Plan the merge' }).click()
      await dialog.getByText('Choose a time in the future, within a year.').waitFor()
      const day = new Date(Date.now() + 300 * 24 * 3600 * 1000).toISOString().slice(0, 10)
      await field.fill(`${day}T08:30`)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Merge planned:' }).waitFor()
      const { plannedMerge } = await changeRequest.get()
      const expected = await page.evaluate((time) => new Date(time).toISOString(), `${day}T08:30`)
      expect(plannedMerge?.mergeAt).toBe(expected)
      await page.getByRole('button', { name: 'Cancel planned merge' }).click()
      await page.getByText('The planned merge is canceled.').waitFor()
      await waitFor('no plan', async () => (await changeRequest.get()).plannedMerge === undefined)
      await page.getByRole('link', { name: 'Merge planned:' }).waitFor({ state: 'detached' })
    })
  })

  test(
    'is shown to those who may not merge, and canceled by those who may write',
    { timeout: 300_000 },
    async () => {
      const changeRequest = await createChangeRequest()
      expectStatus(200, await admin.put(`${changeRequest.address}/planned-merge`, {}))
      const [writer, reader] = [
        await verso.app.member(organizationId, 'edit'),
        await verso.app.member(organizationId, 'read'),
      ]
      await verso.open(`${changeRequest.address}/review`, reader, async (page) => {
        await page.getByText('Merge planned: when ready').first().waitFor()
        expect(await page.getByRole('button', { name: 'More ways to merge' }).count()).toBe(0)
        expect(await page.getByRole('button', { name: 'Cancel planned merge' }).count()).toBe(0)
      })
      await verso.open(`${changeRequest.address}/review`, writer, async (page) => {
        await page.getByRole('button', { name: 'Cancel planned merge' }).click()
        await page.getByText('The planned merge is canceled.').waitFor()
      })
      expect(await changeRequest.get()).not.toHaveProperty('plannedMerge')
    },
  )
})
