import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListBody, Person } from '../../packages/server/src/testing/app.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const getName = async (person: Person): Promise<string> =>
  (await person.get<{ displayName: string }>('/user')).body.displayName

describe.skipIf(missingBrowser !== undefined)(`members and teams${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  const readRole = async (person: Person): Promise<string> =>
    (await admin.get<{ role: string }>(`/orgs/${organizationId}/members/${person.id}`)).body.role

  test('are found, get another role, and are removed by typing their name', async () => {
    const writer = await verso.app.member(organizationId, 'edit')
    const name = await getName(writer)
    await verso.app.space(admin, organizationId, { title: 'Runbooks' })
    await verso.app.team(admin, organizationId, 'On-call', [writer])
    await verso.open(`/orgs/${organizationId}/members`, admin, async (page) => {
      await page.getByLabel('Name or address').fill(writer.email)
      await expectSoon(() => page.locator('tbody tr').count(), 1)
      await page.getByLabel(`Role of ${name}`).selectOption('Reviewer')
      await page.getByText(`${name} is Reviewer now.`).waitFor()
      expect(await readRole(writer)).toBe('review')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expectSoon(() => readRole(writer), 'edit')

      await page.getByRole('link', { name }).click()
      await page.getByRole('link', { name: 'On-call' }).waitFor()
      await page
        .getByRole('main')
        .getByRole('link', { name: /Runbooks/ })
        .waitFor()
      await page.getByRole('button', { name: 'Remove from the organization' }).click()
      const dialog = page.getByRole('dialog')
      const action = dialog.getByRole('button', { name: 'Remove from the organization' })
      expect(await action.isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill(name)
      await action.click()
      await page.waitForURL(`**/orgs/${organizationId}/members`)
    })
    expect((await writer.get(`/orgs/${organizationId}`)).status).toBe(404)
  })

  test('are invited by e-mail, and invitations are withdrawn', async () => {
    const guest = await verso.app.person()
    await verso.open(`/orgs/${organizationId}/members`, admin, async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite people' })
      await dialog.getByLabel('E-mail addresses').fill(guest.email)
      await dialog.getByLabel('Role').selectOption('Editor')
      await dialog.getByRole('button', { name: 'Invite' }).click()
      await page.getByText('1 person is invited.').waitFor()
      await page.getByRole('link', { name: 'Invitations' }).click()
      await page.getByText(/Invited as Editor/).waitFor()
      await page.getByRole('button', { name: `Withdraw the invitation of ${guest.email}` }).click()
      await page.getByText('No invitation waits for an answer.').waitFor()
    })
    const { body } = await admin.get<ListBody<unknown>>(`/orgs/${organizationId}/invitations`)
    expect(body.items).toEqual([])
  })

  test('join by links that can be disabled', async () => {
    await verso.open(
      `/orgs/${organizationId}/invitations`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'New link' }).click()
        await page.getByRole('dialog').getByLabel('Role').selectOption('Commenter')
        await page.getByRole('button', { name: 'Create link' }).click()
        const item = page.getByRole('listitem').filter({ hasText: 'Joins as Commenter' })
        await item.getByText('Used 0 times').waitFor()
        await page.getByRole('button', { name: 'Change the link for Commenter' }).click()
        const dialog = page.getByRole('dialog', { name: 'Change' })
        await dialog.getByLabel('Works for').selectOption('30 days')
        await dialog.getByLabel('How many people can use it').fill('many')
        expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
        await dialog.getByLabel('How many people can use it').fill('3')
        await dialog.getByLabel('Only for addresses in these domains').fill('example.com')
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'invite-link-dialog')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await item.getByText('0 of 3 used · Ends').waitFor()
        await item.getByText('Only example.com').waitFor()
        await verso.takePicture(page, 'invite-links')
        await page.getByRole('button', { name: 'Copy address' }).click()
        await page.getByText('The address is in the clipboard.').waitFor()
        const address = await page.evaluate<string>('navigator.clipboard.readText()')
        expect(address).toContain(`/app/join/${organizationId}/`)
        await page.getByRole('button', { name: 'Disable the link for Commenter' }).click()
        await page.getByText('There is no invite link.').waitFor()
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })

  test('are sent their invitation again, or get a link by hand where there is no mail', async () => {
    const email = 'grace@example.com'
    await admin.post(`/orgs/${organizationId}/invites`, { emails: [email], role: 'read' })
    await verso.open(`/orgs/${organizationId}/invitations`, admin, async (page) => {
      await page.getByText('Has not signed in yet').waitFor()
      await page.getByRole('button', { name: `Send again to ${email}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Pass on this link' })
      const link = await dialog.getByLabel('Link').inputValue()
      expect(link).toContain(`${verso.origin}/app/invitation#`)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click()
      await page.getByText(`The invitation of ${email} is withdrawn.`).waitFor()
    })
  })

  test('get a link for a new password from an admin where there is no mail', async () => {
    const writer = await verso.app.member(organizationId, 'edit')
    await verso.open(`/orgs/${organizationId}/members/${writer.id}`, admin, async (page) => {
      await page.getByRole('button', { name: 'Reset password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Pass on this link' })
      expect(await dialog.getByLabel('Link').inputValue()).toContain(`${verso.origin}/app/reset#`)
      await dialog.getByRole('button', { name: 'Close' }).click()
    })
    await verso.open(
      `/orgs/${organizationId}/members/${admin.id}`,
      writer,
      async (page) => {
        await page.getByRole('heading', { name: 'Teams' }).waitFor()
        expect(await page.getByRole('button', { name: 'Reset password' }).count()).toBe(0)
      },
      // Which teams and spaces others have is for admins.
      { expectedMessages: /403/ },
    )
  })

  test('are in teams, which are created, renamed and deleted', async () => {
    const writer = await verso.app.member(organizationId, 'edit')
    const name = await getName(writer)
    await verso.open(`/orgs/${organizationId}/teams`, admin, async (page) => {
      await page.getByRole('button', { name: 'New team' }).click()
      await page.getByLabel('Name').fill('Docs <script>')
      await page.getByRole('button', { name: 'Create team' }).click()
      await page.getByText('Nobody is in this team yet.').waitFor()
      await page.getByRole('button', { name: 'Add members' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add members' })
      await dialog.getByLabel('Name or address').fill(writer.email)
      await dialog.getByLabel(name).check()
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByLabel(`Role of ${name}`).selectOption('Owner')
      await page.getByRole('button', { name: 'More for Docs <script>' }).click()
      await page.getByRole('menuitem', { name: 'Rename team' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Docs')
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('heading', { name: 'Docs', exact: true }).waitFor()
      await page.getByRole('button', { name: `Remove ${name} from the team` }).click()
      await page.getByText('Nobody is in this team yet.').waitFor()
      await page.getByRole('button', { name: 'More for Docs' }).click()
      await page.getByRole('menuitem', { name: 'Delete team' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Docs')
      await page.getByRole('button', { name: 'Delete team' }).click()
      await page.getByText('The team Docs was deleted.').waitFor()
    })
    const { body } = await admin.get<ListBody<{ title: string }>>(`/orgs/${organizationId}/teams`)
    expect(body.items.map(({ title }) => title)).not.toContain('Docs')
  })

  test('a refusal of the server is shown, and the role is back', async () => {
    const writer = await verso.app.member(organizationId, 'edit')
    const name = await getName(writer)
    await verso.open(
      `/orgs/${organizationId}/members/${writer.id}`,
      admin,
      async (page) => {
        await page.route('**/members/*', (route) =>
          route.request().method() === 'PATCH'
            ? route.fulfill({ status: 403, json: { error: { code: 403, message: 'You are no admin.' } } })
            : route.fallback(),
        )
        const select = page.getByLabel(`Role of ${name}`)
        await select.selectOption('Admin')
        await page.getByText('You are no admin.').waitFor()
        await expectSoon(() => select.inputValue(), 'edit')
      },
      { expectedMessages: /403/ },
    )
    expect(await readRole(writer)).toBe('edit')
  })

  test('somebody who may only read gets no controls', async () => {
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`/orgs/${organizationId}/jobs`, reader, async (page) => {
      await page.getByRole('heading', { name: 'Nothing has run yet' }).waitFor()
      const members = page
        .getByRole('navigation', { name: 'Organization' })
        .getByRole('link', { name: 'Members' })
      if ((await members.count()) === 0) return
      await members.click()
      await page.locator('tbody tr').first().waitFor()
      expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
      expect(await page.locator('tbody select').count()).toBe(0)
    })
  })
})
