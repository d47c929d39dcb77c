import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { SentInvitation } from '../../packages/server/src/areas/organizations/invitations/schema.ts'
import type { DeliveredLink, InviteLink } from '../../packages/server/src/areas/sign-in/invites/schema.ts'
import { days } from '../../packages/server/src/common/clock.ts'
import { expectStatus, type ListBody, type Person } from '../../packages/server/src/testing/app.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import {
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  password,
  skipNote,
} from './support/console.ts'

/** The start page of an organization that has no content yet. */
async function expectHome(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
  expect(page.url()).toContain('/app/orgs/')
}

describe.skipIf(missingBrowser !== undefined)(`invitations${skipNote}`, { timeout: 120_000 }, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall <script>alert(1)</script> 🌿'))
  }, 300_000)
  afterAll(() => verso?.stop())

  /** Invites an address, and returns the link that the admin passes on, below `/app`. */
  async function invite(email: string): Promise<string> {
    expectStatus(200, await admin.post(`/orgs/${organizationId}/invites`, { emails: [email], role: 'read' }))
    const { items } = expectStatus(
      200,
      await admin.get<ListBody<SentInvitation>>(`/orgs/${organizationId}/invitations`),
    )
    const id = items.find((item) => item.email === email)?.id ?? ''
    const { link = '' } = expectStatus(
      201,
      await admin.post<DeliveredLink>(`/orgs/${organizationId}/invitations/${id}/resend`),
    )
    return link.replace(`${verso.origin}/app`, '')
  }

  async function createInviteLink(body: object = { role: 'read' }): Promise<string> {
    const { urls } = expectStatus(
      201,
      await admin.post<InviteLink>(`/orgs/${organizationId}/link-invites`, body),
    )
    return urls.join.replace(`${verso.origin}/app`, '')
  }

  const joinTitle = /^Join Fernwall <script>/

  test('lets somebody in who had no account, from a browser of their own', async () => {
    const path = await invite('bob@example.com')
    await verso.open(
      path,
      undefined,
      async (page) => {
        await page.getByRole('heading', { name: joinTitle }).waitFor()
        expect(new URL(page.url()).hash).toBe('')
        expect(await page.getByLabel('E-mail').inputValue()).toBe('bob@example.com')
        await page.getByLabel('Your name').fill('Bob')
        await page.getByLabel('Password').fill('short')
        await page.getByText('7 more characters are needed.').waitFor()
        await page.getByRole('button', { name: 'Create account' }).click()
        await page.getByText('A password has at least 12 characters.').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'invitation')
        await page.getByLabel('Password').fill(password)
        await page.getByLabel('Password').press('Enter')
        await expectHome(page)
        expect(new URL(page.url()).pathname).toContain(`/app/orgs/${organizationId}`)
      },
      { expectedMessages: /400/ },
    )
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
      await page.getByText('ask the person who invited you').waitFor()
      await page.getByRole('link', { name: 'Go to the sign-in page' }).waitFor()
    })
  })

  test('says that a link was replaced, and that an address has none', async () => {
    const first = await invite('carl@example.com')
    await invite('carl@example.com')
    await verso.open(first, undefined, async (page) => {
      await page.getByRole('heading', { name: /^This link has (been used|expired)$/ }).waitFor()
    })
    await verso.open('/invitation', undefined, async (page) => {
      await page.getByRole('heading', { name: 'The link is not complete' }).waitFor()
      expect(await page.getByRole('textbox').count()).toBe(0)
    })
  })

  test('another link in the same tab is read too', async () => {
    const dora = await invite('dora@example.com')
    const emil = await invite('emil@example.com')
    await verso.open(dora, undefined, async (page) => {
      const address = page.getByRole('textbox', { name: 'E-mail' })
      await waitFor('the first link', async () => (await address.inputValue()) === 'dora@example.com')
      await page.goto(`${verso.origin}/app${emil}`)
      await waitFor('the other link', async () => (await address.inputValue()) === 'emil@example.com')
      expect(new URL(page.url()).hash).toBe('')
    })
  })

  test('asks somebody who has an account, who accepts or declines', async () => {
    const { id: otherId, admin: otherAdmin } = await verso.app.organization('Relay')
    const person = await verso.app.person()
    await invite(person.email)
    expectStatus(200, await otherAdmin.post(`/orgs/${otherId}/invites`, { emails: [person.email] }))
    await verso.open('/invitations', person, async (page) => {
      await page.getByText('Relay', { exact: true }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'invitations')
      await page.getByRole('button', { name: 'Decline the invitation to Relay' }).click()
      await page.getByText('The invitation to Relay is declined.').waitFor()
      await page.getByText('Relay', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Accept the invitation to Fernwall/ }).click()
      await expectHome(page)
    })
    await verso.open('/invitations', person, async (page) => {
      await page.getByText('No invitation waits for your answer.').waitFor()
    })
  })

  test('a failing answer leaves the invitation where it is', async () => {
    const person = await verso.app.person()
    await invite(person.email)
    await verso.open(
      '/invitations',
      person,
      async (page) => {
        await page.route('**/accept', (route) =>
          route.fulfill({ status: 409, json: { error: { code: 409, message: 'Not now.' } } }),
        )
        await page.getByRole('button', { name: /^Accept/ }).click()
        await page.getByRole('alert').getByText('Not now.').waitFor()
        expect(new URL(page.url()).pathname).toBe('/app/invitations')
        await page.unroute('**/accept')
        await page.getByRole('button', { name: /^Accept/ }).click()
        await expectHome(page)
      },
      { expectedMessages: /409/ },
    )
  })

  test('an invite link is joined by somebody who is signed in', async () => {
    const path = await createInviteLink()
    const person = await verso.app.person()
    await verso.open(path, person, async (page) => {
      await page.getByText(`You are signed in as ${person.email}.`).waitFor()
      await verso.takePicture(page, 'join-signed-in')
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await expectHome(page)
    })
  })

  test('an invite link leads through the sign-in page, and back', async () => {
    const path = await createInviteLink()
    const person = await verso.app.person()
    await verso.givePassword(person)
    await verso.open(
      path,
      undefined,
      async (page) => {
        await page.getByRole('link', { name: 'I have an account' }).click()
        // The password first: the screen before has a field for the e-mail, too.
        await page.getByLabel('Password').fill(password)
        await page.getByLabel('E-mail').fill(person.email)
        await page.getByLabel('Password').press('Enter')
        await page.getByText(`You are signed in as ${person.email}.`).waitFor()
        expect(new URL(page.url()).pathname).toBe(`/app${path}`)
        await page.getByRole('button', { name: 'Join', exact: true }).click()
        await expectHome(page)
      },
      { expectedMessages: /401/ },
    )
  })

  test('an invite link makes an account for somebody who has none', async () => {
    const path = await createInviteLink()
    await verso.open(
      path,
      undefined,
      async (page) => {
        await page.getByRole('heading', { name: joinTitle }).waitFor()
        await page.getByRole('button', { name: 'Create account' }).click()
        await page.getByText('Enter your e-mail address.').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'join')
        await page.getByLabel('E-mail').fill('frida@example.com')
        await page.getByLabel('E-mail').press('Enter')
        await page.getByLabel('Your name').fill('Frida')
        await page.getByLabel('Password').fill(password)
        await page.getByLabel('Password').press('Enter')
        await expectHome(page)
      },
      { expectedMessages: /401/ },
    )
  })

  test('an invite link that is over or wrong says whom to ask', async () => {
    const expiresAt = new Date(verso.app.clock.now().getTime() + days).toISOString()
    const path = await createInviteLink({ role: 'read', expiresAt })
    const [, , inviteId = ''] = path.slice(1).split('/')
    verso.app.clock.advance(2 * days)
    const cases = [
      [path, 'This invite link has expired'],
      [path.replace(inviteId, 'garbage'), 'This invite link does not work'],
      [`/join/garbage/${inviteId}`, 'This invite link does not work'],
    ] as const
    for (const [address, title] of cases) {
      await verso.open(
        address,
        undefined,
        async (page) => {
          await page.getByRole('heading', { name: title }).waitFor()
          await page.getByText('Ask the person who sent it').waitFor()
          expect(await page.getByRole('textbox').count()).toBe(0)
        },
        { expectedMessages: /40[014]/ },
      )
    }
  })
})
