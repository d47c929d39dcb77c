import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberPasswordReset } from '../../packages/server/src/areas/sign-in/password-resets/schema.ts'
import { hours } from '../../packages/server/src/common/clock.ts'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { MailServer, readMailedLink } from '../../packages/server/src/testing/mail-server.ts'
import {
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  password,
  skipNote,
} from './support/console.ts'

const newPassword = 'four yellow teapots'

describe.skipIf(missingBrowser !== undefined)(`a lost password${skipNote}`, { timeout: 120_000 }, () => {
  let mails: MailServer
  let verso: ConsoleUnderTest

  beforeAll(async () => {
    mails = await MailServer.start()
    verso = await ConsoleUnderTest.start({ mail: { url: mails.url, from: 'Docs <docs@example.com>' } })
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    await mails?.close()
  })

  const createPerson = async (): Promise<Person> => {
    const { admin } = await verso.app.organization('Fernwall')
    await verso.givePassword(admin)
    return admin
  }

  /** Asks for a mail on the page, and returns the address in it, below `/app`. */
  async function ask(person: Person, button: string): Promise<string> {
    await verso.open('/sign-in', undefined, async (page) => {
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await page.getByRole('button', { name: button }).click()
      await page.getByText('Enter your e-mail address.').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'forgot')
      await page.getByLabel('E-mail').fill(person.email)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
      await page.getByText(person.email).waitFor()
    })
    return readMailedLink(await mails.read(person.email)).replace(`${verso.origin}/app`, '')
  }

  test('is set anew with a link from a mail, which ends signed in and works once', async () => {
    const person = await createPerson()
    const path = await ask(person, 'Send a link for a new password')
    expect(path).toMatch(/^\/reset#/)
    await verso.open(
      path,
      undefined,
      async (page) => {
        await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
        expect(new URL(page.url()).hash).toBe('')
        await page.getByLabel('New password').fill('aaaaaaaaaaaa')
        await page.getByText('Weak. Add a word or two.').waitFor()
        await page.getByLabel('New password').press('Enter')
        await page.getByText('This password is among the first').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'reset')
        await page.getByLabel('New password').fill(newPassword)
        await page.getByLabel('New password').press('Enter')
        await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
      },
      { expectedMessages: /400/ },
    )
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
      await page.getByRole('link', { name: 'Ask for a new link' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    })
  })

  test('a link from a mail signs in when it is pressed', async () => {
    const person = await createPerson()
    const path = await ask(person, 'Send a link that signs me in')
    expect(path).toMatch(/^\/sign-in\/link#/)
    // A program that looks at mails opens the link too, and must not use it up.
    await verso.open(path, undefined, async (page) => {
      await page.getByText(`This link signs you in as ${person.email}.`).waitFor()
      await verso.takePicture(page, 'sign-in-link')
    })
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('button', { name: /^Sign in as/ }).click()
      await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
    })
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
    })
  })

  test('an address is changed with a link to the new one, by whoever is signed in', async () => {
    const person = await createPerson()
    const email = `new-${person.email}`
    await verso.open('/account', person, async (page) => {
      await page.getByLabel('New e-mail address').fill(` ${email}`)
      await page.getByRole('button', { name: 'Change address' }).click()
      await page.getByText(`A link is on its way to ${email}.`).waitFor()
      expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).inputValue()).toBe(person.email)
    })
    const path = readMailedLink(await mails.read(email)).replace(`${verso.origin}/app`, '')
    expect(path).toMatch(/^\/confirm-email#/)
    // The browser is not the one that asked, and nobody is signed in in it.
    await verso.open(
      path,
      undefined,
      async (page) => {
        await page.getByText(`Use ${email} for your account from now on.`).waitFor()
        expect(new URL(page.url()).hash).toBe('')
        await page.getByRole('button', { name: 'Confirm the address' }).click()
        await page.getByText('Sign in to the account that gets the address.').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.getByLabel('E-mail').fill(person.email)
        await page.getByLabel('Password').fill(password)
        await page.getByLabel('Password').press('Enter')
        await page.getByRole('heading', { name: 'Language and theme' }).waitFor()
        expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).inputValue()).toBe(email)
      },
      { expectedMessages: /401/ },
    )
    await mails.read(person.email)
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
      await page.getByText('Ask for a new link in your account.').waitFor()
    })
  })

  test('a link that has ended, or is of another kind, says what to do', async () => {
    const person = await createPerson()
    const path = await ask(person, 'Send a link for a new password')
    await verso.open(path.replace('/reset#', '/sign-in/link#'), undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    })
    verso.app.clock.advance(hours)
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
      await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  })
})

describe.skipIf(missingBrowser !== undefined)(
  `a lost password where no mail can be sent${skipNote}`,
  { timeout: 120_000 },
  () => {
    let verso: ConsoleUnderTest

    beforeAll(async () => {
      verso = await ConsoleUnderTest.start()
    }, 300_000)
    afterAll(() => verso?.stop())

    test('says whom to ask, whose link sets it anew', async () => {
      await verso.open('/sign-in/forgot', undefined, async (page) => {
        await page.getByRole('heading', { name: 'Ask an administrator for a link' }).waitFor()
        await page.getByText('verso login-link you@example.com').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'forgot-without-mail')
      })
      const { id, admin } = await verso.app.organization('Fernwall')
      const member = await verso.app.member(id, 'read')
      const { link = '' } = expectStatus(
        201,
        await admin.post<MemberPasswordReset>(`/orgs/${id}/members/${member.id}/password-reset`),
      )
      await verso.open(link.replace(`${verso.origin}/app`, ''), undefined, async (page) => {
        await page.getByLabel('New password').fill(password)
        await page.getByLabel('New password').press('Enter')
        await page.getByRole('button', { name: /^Account/ }).waitFor()
      })
    })
  },
)
