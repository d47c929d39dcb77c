import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(key: string, claims: object, alg = 'HS256'): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

describe.skipIf(missingBrowser !== undefined)(`audience and addresses of a site${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string
  let siteId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    const space = await verso.app.space(admin, organizationId, { title: 'Guide' })
    await commitChanges(verso.app, admin, space.id, [
      newPage('welcome', 'Welcome', 'Hello.'),
      newPage('setup', 'Setup', 'Install it.'),
    ])
    siteId = (await verso.app.site(admin, organizationId, { title: 'Docs', spaces: [space.id] })).id
    expectStatus(200, await admin.post(`/orgs/${organizationId}/sites/${siteId}/publish`))
  }, 300_000)
  afterAll(() => verso?.stop())

  const address = (): string => `/orgs/${organizationId}/sites/${siteId}`
  const readSite = async (): Promise<{ visibility: string; basename: string; hostname?: string }> =>
    expectStatus(200, await admin.get<{ visibility: string; basename: string }>(address()))

  test('a share link is created and opens the site; a token is tested', async () => {
    await verso.open(
      `${address()}/audience`,
      admin,
      async (page, context) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.getByLabel('Key', { exact: true }).waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.getByRole('radio', { name: /^With a share link/ }).check()
        await page.getByRole('button', { name: 'Save' }).first().click()
        await expectSoon(async () => (await readSite()).visibility, 'share-link')
        await page.getByLabel('Name of the link').fill('Partners <script>')
        await page.getByLabel('Ends', { exact: true }).selectOption({ label: 'In 7 days' })
        await page.getByRole('button', { name: 'Create link' }).click()
        await page.getByText(/^Ends \w/).waitFor()
        await page.getByRole('button', { name: 'Change when Partners <script> ends' }).click()
        await page.getByRole('menuitem', { name: 'Never' }).click()
        await page.getByText(/^Ends \w/).waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Copy the address of Partners <script>' }).click()
        const link = String(await page.evaluate('navigator.clipboard.readText()'))
        const reader = await verso.browser.newPage()
        await reader.goto(link)
        await reader.getByRole('heading', { name: 'Welcome' }).waitFor()
        await page.getByRole('switch', { name: 'Partners <script> opens the site' }).click()
        await expectSoon(async () => (await reader.goto(link))?.status(), 404)
        await reader.close()

        const key = await page.getByLabel('Key', { exact: true }).inputValue()
        const field = page.getByLabel('Test a token')
        const verdicts: [string, RegExp][] = [
          ['nonsense', /This is not a JWT/],
          [signToken('another key', { exp: inAnHour() }), /signed with another key/],
          [signToken(key, {}, 'none'), /accepts only HS256/],
          [signToken(key, { exp: 1000 }), /The token ended/],
          [signToken(key, { plan: 'pro', exp: inAnHour() }), /The token is right until/],
        ]
        for (const [token, verdict] of verdicts) {
          await field.fill(token)
          await page.getByRole('button', { name: 'Test it' }).click()
          await page.getByText(verdict).waitFor()
        }
        await page.getByText('"plan":"pro"').waitFor()

        // What is known about visitors: as a form, as JSON, and the site as one of them sees it.
        const claims = page.getByRole('region', { name: 'Claims' })
        await claims.getByRole('button', { name: 'Add a claim' }).click()
        await claims.getByLabel('Name', { exact: true }).fill('isBeta')
        await claims.getByLabel('What it means').fill('Tests new things')
        await claims.getByRole('button', { name: 'Save the claims' }).click()
        await expectSoon(async () => (await admin.get(`${address()}/adaptive-schema`)).body, {
          object: 'site-adaptive-schema',
          updatedAt: expect.any(String),
          jsonSchema: {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: 'object',
            properties: { isBeta: { type: 'boolean', description: 'Tests new things' } },
            additionalProperties: false,
          },
        })
        const opening = context.waitForEvent('page')
        await claims.getByRole('checkbox', { name: 'isBeta', exact: true }).check()
        await claims.getByRole('button', { name: 'See it as this visitor' }).click()
        const visitor = await opening
        await visitor.getByRole('heading', { name: 'Welcome' }).waitFor()
        await visitor.close()
        await claims.getByRole('radio', { name: 'JSON' }).check()
        const json = claims.getByLabel('Schema as JSON')
        await expectSoon(async () => (await json.inputValue()).includes('"isBeta"'), true)
        await json.fill('{')
        await claims.getByText('This is not JSON.').waitFor()
        expect(await claims.getByRole('button', { name: 'Save the claims' }).isDisabled()).toBe(true)
        await json.fill('{ "type": "string" }')
        await claims.getByRole('button', { name: 'Save the claims' }).click()
        await claims
          .getByRole('alert')
          .getByText(/jsonSchema/)
          .waitFor()
      },
      { expectedMessages: /40[04]/ },
    )
  }, 240_000)

  test('redirects are pasted, refused where they loop, tested and deleted; a domain shows its record', async () => {
    expectStatus(200, await admin.patch(address(), { visibility: 'public' }))
    const { urls } = expectStatus(200, await admin.get<{ urls: { published: string } }>(address()))
    expect((await fetch(`${urls.published}lost`)).status).toBe(404)
    await waitForAssertions(async () =>
      expect((await admin.get<{ paths: object[] }>(`${address()}/missed-paths`)).body.paths).toMatchObject([
        { path: '/lost', count: 1 },
      ]),
    )
    await verso.open(
      `${address()}/addresses`,
      admin,
      async (page) => {
        await page.getByText('There is no redirect.').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.getByRole('button', { name: 'Add redirects' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add redirects' })
        const lines = dialog.getByLabel('Old address and new one, a line each')
        await lines.fill('/a, /b\n/b, /a\nold\n/c, javascript:alert(1)')
        await dialog.getByText('Line 1: It leads back to itself.').waitFor()
        await dialog.getByText('Line 3: The new address is missing.').waitFor()
        await dialog.getByText(/^Line 4: A new address is/).waitFor()
        expect(await dialog.getByRole('button', { name: /^Add: / }).isDisabled()).toBe(true)
        await lines.fill('source,destination\n/old, /setup\n/blog\thttps://blog.example\n')
        await dialog.getByRole('button', { name: 'Add: 2' }).click()
        await page.getByText('Redirects added: 2').waitFor()
        await page.getByRole('cell', { name: '/blog', exact: true }).waitFor()
        const { body } = await admin.get<ListBody<{ source: string }>>(`${address()}/redirects`)
        expect(body.items.map(({ source }) => source).toSorted()).toEqual(['/blog', '/old'])
        // Circles with what is saved are refused too, and what was typed stays.
        await page.getByRole('button', { name: 'Add redirects' }).click()
        await lines.fill(`/über -> ${urls.published}b`)
        await dialog.getByRole('button', { name: 'Add: 1' }).click()
        await page.getByRole('cell', { name: '/%C3%BCber', exact: true }).waitFor()
        await page.getByRole('button', { name: 'Add redirects' }).click()
        await lines.fill(`/b, ${urls.published}%C3%BCber`)
        await dialog.getByRole('button', { name: 'Add: 1' }).click()
        await dialog.getByText(/^\/b: .* in a circle: \/b → \/über → \/b\./).waitFor()
        expect(await lines.inputValue()).toContain('/b, ')
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await page.getByLabel('Where does an address lead?').fill('/old')
        await page.getByRole('button', { name: 'Test', exact: true }).click()
        await page.getByRole('group', { name: '/old leads to' }).getByText(/setup/).waitFor()
        await page.getByLabel('Where does an address lead?').fill('/nowhere')
        await page.getByRole('button', { name: 'Test', exact: true }).click()
        await page.getByText('No redirect begins at /nowhere.').waitFor()
        // What readers did not find is led elsewhere from here.
        const missed = page.getByRole('region', { name: 'Not found by readers' })
        await missed.getByRole('button', { name: 'Redirect /lost' }).click()
        const rescue = page.getByRole('dialog', { name: 'Add redirects' })
        await rescue.getByRole('textbox').fill('/lost, /setup')
        await rescue.getByRole('button', { name: 'Add: 1' }).click()
        await missed.getByText('No reader missed a page so far.').waitFor()
        await page.getByRole('button', { name: 'Delete the redirect of /blog' }).click()
        await page.getByRole('cell', { name: '/blog', exact: true }).waitFor({ state: 'detached' })

        await page.getByLabel('Name in the address').fill('Not A Name!')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('alert').waitFor()
        await page.getByLabel('Name in the address').fill('handbook')
        await page.getByLabel('Domain of its own').fill('docs.fernwall.example')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('heading', { name: 'docs.fernwall.example' }).waitFor()
        expect(await page.getByLabel('Name of the record').inputValue()).toContain('docs.fernwall.example')
        expect(await readSite()).toMatchObject({ basename: 'handbook', hostname: 'docs.fernwall.example' })
        await verso.takePicture(page, 'sites-addresses')
      },
      { expectedMessages: /40[04]/ },
    )
  }, 240_000)

  test('settings: renamed, people given a role and explained, deleted by typing its name', async () => {
    const helper = await verso.app.member(organizationId, 'read')
    const site = await verso.app.site(admin, organizationId, { title: 'Old <b>name</b>' })
    const at = `/orgs/${organizationId}/sites/${site.id}`
    await verso.open(`${at}/settings`, admin, async (page) => {
      await page.getByText('No role was given on this site itself.').waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Who can see and edit this site' }).waitFor()
      const name = page.getByLabel('Name', { exact: true })
      await name.fill('x'.repeat(129))
      await page.getByText(/128/).waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
      await name.fill('New <i>name</i> 🚀')
      await page.getByLabel('Everybody in the organization').selectOption({ label: 'Cannot see it' })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      expect(expectStatus(200, await admin.get<object>(at))).toMatchObject({
        title: 'New <i>name</i> 🚀',
        defaultLevel: null,
      })
      expect((await helper.get(at)).status).toBe(404)

      await page.getByRole('button', { name: 'Give access' }).click()
      const dialog = page.getByRole('dialog', { name: 'Give access' })
      await dialog.getByRole('checkbox', { name: new RegExp(helper.email) }).check()
      await dialog.getByRole('button', { name: 'Give access' }).click()
      await dialog.waitFor({ state: 'detached' })
      const everyone = page.getByRole('region', { name: 'Who can see and edit this site' })
      await everyone.getByText(helper.email).waitFor()
      expect((await helper.get(at)).status).toBe(200)
      await everyone.getByRole('listitem').filter({ hasText: helper.email }).getByRole('button').click()
      const why = page.getByRole('dialog')
      await why
        .getByText(/New <i>name<\/i> 🚀/)
        .first()
        .waitFor()
      await why.getByRole('button', { name: 'Close' }).click()
      await why.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'Delete the site' }).click()
      const ending = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      expect(await ending.getByRole('button', { name: 'Delete the site' }).isDisabled()).toBe(true)
      await ending.getByRole('textbox').fill('New <i>name</i> 🚀')
      await ending.getByRole('button', { name: 'Delete the site' }).click()
      await page.getByText('New <i>name</i> 🚀 is deleted.').waitFor()
      await page.getByRole('link', { name: 'Docs' }).waitFor()
      expect((await admin.get(at)).status).toBe(404)
    })
    await verso.open(`${address()}/settings`, helper, async (page) => {
      await page.getByText('Admins of the site see and change this.').waitFor()
      expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0)
    })
  }, 240_000)
})
