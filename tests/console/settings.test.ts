import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListBody, Person } from '../../packages/server/src/testing/app.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

describe.skipIf(missingBrowser !== undefined)(`settings${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  test('an organization gets another name and merge rules', async () => {
    await verso.open(`/orgs/${organizationId}/settings`, admin, async (page) => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fernwall GmbH')
      await page.getByLabel('E-mail domains').fill('fernwall.example, docs.fernwall.example')
      await page.getByLabel('Before a change request is merged').selectOption('All of these are required')
      await page.getByLabel('At least one approval').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await page.reload()
      expect(await page.getByLabel('At least one approval').isChecked()).toBe(true)
    })
    expect((await admin.get(`/orgs/${organizationId}`)).body).toMatchObject({
      title: 'Fernwall GmbH',
      emailDomains: ['fernwall.example', 'docs.fernwall.example'],
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] },
    })
  })

  test('an organization is deleted after its name was typed; without one left, another can be created', async () => {
    const { id, admin: owner } = await verso.app.organization('Short-lived')
    await verso.open(
      `/orgs/${id}/settings`,
      owner,
      async (page) => {
        await page.getByRole('button', { name: 'Delete organization' }).click()
        const dialog = page.getByRole('dialog', { name: 'Delete Short-lived?' })
        const confirm = dialog.getByRole('button', { name: 'Delete organization' })
        await dialog.getByLabel('Type Short-lived to go on').fill('Short')
        expect(await confirm.isDisabled()).toBe(true)
        expect(await findAccessibilityProblems(page)).toEqual([])
        await dialog.getByLabel('Type Short-lived to go on').fill('Short-lived')
        await confirm.click()
        await page.getByRole('heading', { name: 'You are in no organization yet' }).waitFor()
        expect((await owner.get(`/orgs/${id}`)).status).toBe(404)
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.getByLabel('Organization').fill('Next')
        await page.getByRole('button', { name: 'Create organization' }).click()
        await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
      },
      // What the screen reads when it hears of the deletion is gone.
      { expectedMessages: /404/ },
    )
  })

  test('a space is renamed, closed to others, and moved to the bin', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Runbooks' })
    await verso.open(`/spaces/${space.id}`, admin, async (page) => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Playbooks')
      await page.getByLabel('Everybody in the organization').selectOption('Cannot see it')
      await page.getByLabel('Only through change requests').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      expect((await admin.get(`/spaces/${space.id}`)).body).toMatchObject({
        title: 'Playbooks',
        defaultLevel: null,
        editMode: 'locked',
      })
      await page.getByRole('button', { name: 'Move to the bin' }).click()
      await page.waitForURL(`**/orgs/${organizationId}/content`)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Playbooks is back.').waitFor()
    })
  })

  test('roles on a space are given, changed and taken back', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Secrets' })
    const writer = await verso.app.member(organizationId, 'read')
    const { displayName } = (await writer.get<{ displayName: string }>('/user')).body
    await verso.app.team(admin, organizationId, 'On-call')
    const readGrants = async (): Promise<string[]> => {
      const path = `/spaces/${space.id}/permissions/users`
      const { body } = await admin.get<ListBody<{ permission: string; user: { id: string } }>>(path)
      return body.items.filter(({ user }) => user.id === writer.id).map(({ permission }) => permission)
    }
    await verso.open(`/spaces/${space.id}/settings/people`, admin, async (page) => {
      await page.getByRole('button', { name: 'Give access' }).click()
      const dialog = page.getByRole('dialog', { name: 'Give access' })
      await dialog.getByLabel('On-call').check()
      await dialog.getByLabel(displayName).check()
      await dialog.getByLabel('Role').selectOption('Editor')
      await dialog.getByRole('button', { name: 'Give access' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expectSoon(readGrants, ['edit'])
      await page.getByLabel(`Role of ${displayName}`, { exact: true }).selectOption('Reviewer')
      await expectSoon(readGrants, ['review'])
      await page.getByRole('button', { name: `Take back the role of ${displayName}` }).click()
      await expectSoon(readGrants, [])
      await page.getByRole('button', { name: 'Take back the role of On-call' }).waitFor()
    })
    expect(await readGrants()).toEqual([])
  })

  test('a repository that cannot be reached is said so, and what was typed stays', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'From Git' })
    await verso.open(
      `/spaces/${space.id}/settings/git`,
      admin,
      async (page) => {
        await page.getByRole('heading', { name: 'This space is not connected to a repository' }).waitFor()
        await page.getByRole('button', { name: 'Connect' }).click()
        const dialog = page.getByRole('dialog', { name: 'Connect' })
        const address = 'https://localhost/docs.git'
        await dialog.getByLabel('Address of the repository').fill(address)
        await dialog.getByRole('button', { name: 'Preview' }).click()
        await dialog.getByRole('alert').waitFor()
        expect(await dialog.getByLabel('Address of the repository').inputValue()).toBe(address)
      },
      { expectedMessages: /404|400|422/ },
    )
  })

  test('a SAML provider is added, shows the values for it, and is deleted by its name', async () => {
    await verso.open(`/orgs/${organizationId}/sign-on`, admin, async (page) => {
      await page.getByRole('heading', { name: 'People sign in with their own passwords' }).waitFor()
      await page.getByRole('button', { name: 'Add SAML provider' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Corporate')
      await page.getByRole('button', { name: 'Add provider' }).click()
      expect(await page.getByLabel('Assertion consumer address (ACS)').inputValue()).toContain(verso.origin)
      await page.getByText('Not complete').waitFor()
      await page.getByRole('button', { name: 'Delete Corporate' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Corporate')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Corporate was deleted.').waitFor()
    })
  })

  test('an OpenID Connect provider is added, tested, changed and deleted', async () => {
    await verso.open(
      `/orgs/${organizationId}/sign-on`,
      admin,
      async (page) => {
        await page.getByRole('button', { name: 'Add OpenID Connect provider' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add OpenID Connect provider' })
        await dialog.getByLabel('Name').fill('Company')
        await dialog.getByLabel('Issuer').fill('http://id.example.com')
        await dialog.getByLabel('Client ID').fill('verso')
        await dialog.getByLabel('Client secret').fill('only two know this')
        await dialog.getByLabel('Who becomes a member').fill('example.com, example.org')
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'oidc-dialog')
        // A refusal is shown, and nothing that was typed is lost.
        await dialog.getByRole('button', { name: 'Add provider' }).click()
        await dialog.getByRole('alert').waitFor()
        expect(await dialog.getByLabel('Client secret').inputValue()).toBe('only two know this')
        await dialog.getByLabel('Issuer').fill('https://nobody.invalid')
        await dialog.getByRole('button', { name: 'Add provider' }).click()
        expect(await page.getByLabel('Redirect address (callback)').inputValue()).toContain(verso.origin)

        await page.getByRole('button', { name: 'Test Company' }).click()
        await page.getByRole('alert', { name: 'This has to be changed' }).waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'oidc-provider-tested')

        await page.getByRole('button', { name: 'Change Company' }).click()
        const change = page.getByRole('dialog', { name: 'Change Company' })
        await change.getByLabel('Name').fill('Headquarters')
        await change.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('heading', { name: 'Headquarters' }).waitFor()
        const { body } = await admin.get<ListBody<object>>(`/orgs/${organizationId}/oidc`)
        expect(body.items).toMatchObject([
          { label: 'Headquarters', hasClientSecret: true, domains: ['example.com', 'example.org'] },
        ])

        await page.getByRole('button', { name: 'Delete Headquarters' }).click()
        await page.getByRole('dialog').getByRole('textbox').fill('Headquarters')
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByText('Headquarters was deleted.').waitFor()
      },
      { expectedMessages: /400/ },
    )
  })

  test.each(['sign-on', 'invitations', 'settings'])('a reader is not allowed to see %s', async (screen) => {
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`/orgs/${organizationId}/${screen}`, reader, async (page) => {
      await page.getByText('You do not have the role that this needs.').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

  test('says in words why somebody can see a space, and which rule decides', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Explained' })
    const writer = await verso.app.member(organizationId, 'read')
    const { body } = await writer.get<{ displayName: string }>('/user')
    const team = await verso.app.team(admin, organizationId, 'Authors', [writer])
    await admin.post(`/spaces/${space.id}/permissions`, { role: 'edit', teams: [team.id] })
    await verso.open(`/spaces/${space.id}/settings/people`, admin, async (page) => {
      await page.getByRole('button', { name: `Why ${body.displayName} has this role` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`${body.displayName} is Editor here.`).waitFor()
      const deciding = dialog.getByRole('listitem').filter({ hasText: 'Decides' })
      expect(await deciding.innerText()).toContain('Their team Authors is Editor on Explained.')
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'explain-access')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
  })

  test('somebody who may only read finds no settings', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Read me' })
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`/spaces/${space.id}/settings`, reader, async (page) => {
      await page.getByText('You do not have the role that this needs.').waitFor()
      expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    })
  })
})
