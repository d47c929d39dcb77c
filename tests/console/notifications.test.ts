import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Preferences } from '../../packages/server/src/areas/identity/preferences/schema.ts'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { listNotifications } from '../../packages/server/src/testing/inbox.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

/** Notifications that cannot be listed, and one that cannot be marked. */
async function lookAtFailures(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  await page.route('**/v1/user/notifications?*', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 403, message: 'Not today.' } } }),
  )
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.getByText('Not today.').waitFor()
  await page.unroute('**/v1/user/notifications?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Only remark').waitFor()
  await page.route('**/v1/user/notifications/*', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 409, message: 'Somebody else was faster.' } } }),
  )
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText('Somebody else was faster.').waitFor()
  await page.getByRole('button', { name: 'Mark as read' }).waitFor()
}

describe.skipIf(missingBrowser !== undefined)(`notifications${skipNote}`, { timeout: 300_000 }, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  const subject = '<script>alert(1)</script> عربي 😀'

  async function createDiscussion(author: Person): Promise<(text: string) => Promise<void>> {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    const { address } = await ChangeRequestUnderTest.create(author, space.id, subject)
    return async (markdown) => {
      expectStatus(200, await admin.post(`${address}/comments`, { body: { markdown } }))
    }
  }

  test('come without reloading, lead to what they are about, and are read then', async () => {
    const author = await verso.app.member(organizationId, 'edit')
    const say = await createDiscussion(author)
    await verso.open(`/orgs/${organizationId}/notifications`, author, async (page) => {
      const main = page.getByRole('main')
      await page.getByText('Nothing new for you').waitFor()
      for (const text of ['First remark', 'Second remark']) await say(text)
      await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor()
      const links = main.getByRole('link', { name: /Unread: .* commented on your change request/ })
      await links.nth(1).waitFor()
      expect(await main.getByText(subject).count()).toBe(2)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'notifications')

      await links.first().press('Enter')
      await page.getByRole('heading', { name: 'Conversation' }).waitFor()
      await page.getByText('Second remark').waitFor()
      await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
      await main.getByRole('button', { name: 'Mark as unread' }).waitFor()
      expect(await main.getByRole('link', { name: /^Unread/ }).count()).toBe(1)
      await page.getByText('Only unread').click()
      await main.getByText('Second remark').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByText('You have read everything.').waitFor()
      await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
    })
    expect((await listNotifications(author)).unread).toBe(0)
  })

  test('say when they cannot be read or marked, and lose nothing', async () => {
    const author = await verso.app.member(organizationId, 'edit')
    await (
      await createDiscussion(author)
    )('Only remark')
    await waitFor('the notification', async () => (await listNotifications(author)).unread === 1)
    await verso.open(`/orgs/${organizationId}`, author, lookAtFailures, {
      expectedMessages: /status of 40[39]/,
    })
    expect((await listNotifications(author)).unread).toBe(1)
  })

  test('are mailed when the person wants it', async () => {
    const person = await verso.app.member(organizationId, 'read')
    const readChoice = async () =>
      expectStatus(200, await person.get<Preferences>('/user/preferences')).notificationMail
    await verso.open('/account/notifications', person, async (page) => {
      await page.getByText('This installation sends no mails').waitFor()
      expect(await page.getByRole('radio', { name: 'At once' }).isChecked()).toBe(true)
      await page.getByRole('radio', { name: 'Once a day' }).check()
      await waitFor('the choice', async () => (await readChoice()) === 'daily')
      await page.reload()
      await page.getByRole('radio', { name: 'Never' }).waitFor()
      expect(await page.getByRole('radio', { name: 'Once a day' }).isChecked()).toBe(true)
    })
  })

  async function createNamedMember(role: 'read' | 'comment' | 'edit' | null, displayName: string) {
    const person = await verso.app.member(organizationId, role)
    expectStatus(200, await person.patch(`/users/${person.id}`, { displayName }))
    return person
  }

  test('lead from a mention, which is completed, to the comment, which gets a reaction', async () => {
    const [author, ruth] = [
      await createNamedMember('edit', 'Ann [A] Lee'),
      await createNamedMember('comment', 'Ruth Fern'),
    ]
    await createNamedMember(null, 'Rupert Outside')
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    const { address } = await ChangeRequestUnderTest.create(author, space.id, 'Say it better')
    await verso.open(`${address}/review`, author, async (page) => {
      const field = page.getByRole('textbox', { name: 'Comment', exact: true })
      await field.pressSequentially('Look, @ru')
      await page.getByRole('option', { name: 'Ruth Fern' }).waitFor()
      expect(await page.getByRole('option').count()).toBe(1)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await field.press('Enter')
      expect(await field.inputValue()).toBe('Look, @Ruth Fern ')
      await field.press('Control+Enter')
      await page.getByRole('article').getByText('@Ruth Fern').waitFor()
      expect(await field.inputValue()).toBe('')
    })
    await waitFor('the notification', async () => (await listNotifications(ruth)).unread === 1)
    await verso.open(`/orgs/${organizationId}/notifications`, ruth, async (page) => {
      await page.getByRole('link', { name: 'Ann [A] Lee mentioned you' }).click()
      const comment = page.locator('article[data-linked=true]:focus')
      await comment.getByText('@Ruth Fern').waitFor()
      await comment.getByRole('button', { name: 'React' }).click()
      await page.getByRole('menuitem', { name: '👍' }).click()
      const reaction = page.getByRole('button', { name: '👍: Ruth Fern', pressed: true })
      await reaction.waitFor()
      await verso.takePicture(page, 'mention')
      await reaction.click()
      await reaction.waitFor({ state: 'detached' })
      const reply = page.getByRole('textbox', { name: 'Reply to Ann [A] Lee' })
      await reply.pressSequentially('Thanks, @le')
      await page.getByRole('option', { name: 'Ann [A] Lee' }).click()
      await reply.press('Control+Enter')
      await page.getByRole('article').getByText('@Ann [A] Lee').waitFor()
    })
    await waitFor(
      'the notification',
      async () => (await listNotifications(author)).items[0]?.kind === 'mention',
    )
    expect((await listNotifications(author)).items[0]?.comment?.text).toBe('Thanks, @Ann [A] Lee ')
  })

  test('come of comments on a page, which say when the page has changed since', async () => {
    const author = await verso.app.member(organizationId, 'edit')
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    const { address } = await ChangeRequestUnderTest.create(author, space.id, 'Say it better')
    const insert = {
      operation: 'insert_page',
      type: 'document',
      title: 'Keys',
      document: { markdown: 'Old' },
    }
    expectStatus(200, await author.post(`${address}/content`, { changes: [insert] }))
    await verso.open(`${address}/changes`, admin, async (page) => {
      const field = page.getByRole('textbox', { name: 'Comment on this page' })
      await field.fill('Is this right?')
      await field.press('Control+Enter')
      const comments = page.getByRole('region', { name: 'Comments on this page' })
      await comments.getByRole('article').getByText('Is this right?').waitFor()
      await waitFor('the notification', async () => (await listNotifications(author)).unread === 1)
      const { pages } = expectStatus(200, await author.get<{ pages: { id: string }[] }>(`${address}/content`))
      const update = { operation: 'update_page', page: pages[0]?.id, document: { markdown: 'New' } }
      expectStatus(200, await author.post(`${address}/content`, { changes: [update] }))
      await comments.getByText('The page has changed since').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'page-comments')
    })
  })
})
