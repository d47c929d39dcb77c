import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { writePages } from '../../packages/server/src/testing/content.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`what others change${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reviewer: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    reviewer = await verso.app.member(organizationId, 'review', 'reviewer@example.com')
  }, 300_000)
  afterAll(() => verso?.stop())

  /** The streams of a person that the server has open. */
  const waitForStream = () => waitFor('a stream', () => verso.app.app.areas.events.hub.size > 0)

  test('is shown in lists and trees without reloading', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [{ title: 'Retries', markdown: 'Relay waits.\n' }])
    await verso.open(`/spaces/${space.id}/change-requests`, reviewer, async (page) => {
      await page.getByText('Nothing is in review').waitFor()
      await waitForStream()
      const changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Wait longer')
      expectStatus(200, await admin.patch(changeRequest.address, { status: 'open' }))
      await page.getByRole('link', { name: /Wait longer/ }).waitFor()
      await changeRequest.change([
        { operation: 'insert_page', type: 'document', title: 'Backoff', document: { markdown: 'More.' } },
      ])
      expectStatus(200, await admin.post(`${changeRequest.address}/merge`, {}))
      await page.getByRole('link', { name: 'Backoff' }).waitFor()
      await page.getByRole('link', { name: /Wait longer/ }).waitFor({ state: 'detached' })
      expect(await page.getByText('Nothing is in review').count()).toBe(1)
    })
    await verso.open(`/orgs/${organizationId}/content`, reviewer, async (page) => {
      await page.getByRole('link', { name: 'Relay guide' }).first().waitFor()
      await waitForStream()
      const other = await verso.app.space(admin, organizationId, { title: 'Handbook' })
      await page.getByRole('link', { name: 'Handbook' }).first().waitFor()
      // What one may no longer see goes as well.
      expectStatus(200, await admin.patch(`/spaces/${other.id}`, { defaultLevel: null }))
      await waitFor(
        'the space to go',
        async () => (await page.getByRole('link', { name: 'Handbook' }).count()) === 0,
      )
    })
  })

  test(
    'does not take the focus, the text or the place of whoever is writing',
    { timeout: 300_000 },
    async () => {
      const space = await verso.app.space(admin, organizationId, { title: 'Talk' })
      const changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Say more')
      for (let index = 0; index < 12; index++) {
        expectStatus(
          200,
          await admin.post(`${changeRequest.address}/comments`, { body: { markdown: `Remark ${index}` } }),
        )
      }
      await verso.open(`${changeRequest.address}/review`, admin, async (first) => {
        await first.getByText('Remark 11').waitFor()
        const field = first.getByRole('textbox', { name: /^Reply to/ }).nth(8)
        await field.fill('I am still writ')
        await verso.open(`${changeRequest.address}/review`, reviewer, async (second) => {
          await second.getByText('Remark 11').waitFor()
          await waitFor('both streams', () => verso.app.app.areas.events.hub.size >= 2)

          await second.getByRole('radio', { name: 'Comment only' }).click()
          await second
            .getByRole('textbox', { name: 'What should the author know?' })
            .fill('From the other side')
          await second.getByRole('button', { name: 'Submit review' }).click()
          await first.getByText('From the other side').waitFor()
          await first.keyboard.type('ing')
          expect(await field.inputValue()).toBe('I am still writing')
        })
      })
    },
  )

  test('a session that ends elsewhere is asked for at once', { timeout: 300_000 }, async () => {
    await verso.open(
      `/orgs/${organizationId}/content`,
      reviewer,
      async (page) => {
        await page.getByRole('link', { name: 'Relay guide' }).first().waitFor()
        await waitForStream()
        await verso.app.database.pool.query(`delete from tokens where kind = 'session' and user_id = $1`, [
          reviewer.id,
        ])
        await page.getByRole('dialog').getByLabel('Password').waitFor()
        expect(page.url()).toContain('/content')
      },
      { expectedMessages: /401/ },
    )
  })
})
