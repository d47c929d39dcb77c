import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../packages/server/src/testing/app.ts'
import type { Member } from '../../packages/server/src/areas/organizations/members/schema.ts'
import type { Session } from '../../packages/server/src/areas/identity/sessions/schema.ts'
import type { SamlProvider } from '../../packages/server/src/areas/sign-in/saml/schema.ts'
import type { TeamMember } from '../../packages/server/src/areas/organizations/teams/schema.ts'
import type { NewToken } from '../../packages/server/src/areas/identity/tokens/schema.ts'
import type { User } from '../../packages/server/src/areas/identity/users/schema.ts'
import { findChromium } from '../support/chromium.ts'
import { freePort } from '../support/ports.ts'
import { Scope } from '../support/scope.ts'
import { missingSimpleSaml, password, SimpleSaml } from '../support/simplesaml.ts'

const found = await findChromium()
const missing = 'missing' in found ? found.missing : await missingSimpleSaml()

const ada = { uid: 'ada', email: 'ada@idp.example.com', displayName: 'Ada' }
const bob = { uid: 'bob', email: 'bob@idp.example.com', displayName: 'Bob' }

describe.skipIf(missing !== undefined)(
  `single sign-on in a browser, through SimpleSAMLphp${missing === undefined ? '' : ` (${missing})`}`,
  { timeout: 120_000 },
  () => {
    const scope = new Scope()
    let t: TestApp
    let origin: string
    let admin: Person
    let organizationId: string
    let teamId: string
    let idp: SimpleSaml
    let provider: SamlProvider
    let browser: Browser

    beforeAll(async () => {
      const port = await freePort()
      origin = `http://localhost:${port}`
      t = await TestApp.start({ publicUrl: origin })
      scope.defer(() => t.stop())
      ;({ id: organizationId, admin } = await t.organization())
      teamId = (await t.team(admin, organizationId, 'Newcomers')).id
      await t.app.http.listen({ port, host: '127.0.0.1' })
      idp = await SimpleSaml.start(scope)
      idp.knowsPeople([ada, bob])
      provider = await connect()
      browser = await chromium.launch({
        executablePath: 'program' in found ? found.program : '',
        args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      })
      scope.defer(() => browser.close())
    }, 300_000)
    afterAll(() => scope.close())

    /** What people who set it up do: what one side shows is told to the other, and the other way round. */
    async function connect(): Promise<SamlProvider> {
      const body = { label: 'Company', defaultRole: 'comment', defaultTeam: teamId }
      const pending = expectStatus(201, await admin.post<SamlProvider>(`/orgs/${organizationId}/saml`, body))
      expect(pending.status).toBe('pending')
      idp.trusts([await (await fetch(pending.service.entityID)).text()])
      const { entityID, ssoURL, logoutURL, certificate } = idp
      const active = await tell({ entityID, ssoURL, logoutURL, certificate }, pending)
      expect(active.status).toBe('active')
      return active
    }

    const tell = async (body: object, of = provider): Promise<SamlProvider> =>
      expectStatus(200, await admin.patch<SamlProvider>(`/orgs/${organizationId}/saml/${of.id}`, body))

    /** A browser that has been nowhere yet. */
    async function fresh(use: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
      const context = await browser.newContext()
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      page.setDefaultNavigationTimeout(30_000)
      try {
        await use(page, context)
      } catch (error) {
        throw new Error(`at ${page.url()}:\n${await page.textContent('body')}`, { cause: error })
      } finally {
        await context.close()
      }
    }

    const startOf = (redirect: string) =>
      `${provider.service.startURL}?${new URLSearchParams({ redirect }).toString()}`

    /** Tells the provider who one is, on the page where it asks. */
    async function identify(page: Page, { uid }: { uid: string }, secret = password): Promise<void> {
      await asked(page)
      await page.fill('input[name=username]', uid)
      await page.fill('input[name=password]', secret)
      await page.click('[type=submit]')
    }

    /** The provider wants to know who is there. */
    const asked = async (page: Page): Promise<void> => {
      expect(new URL(page.url()).origin).toBe(idp.origin)
      await page.waitForSelector('input[name=password]')
    }

    async function signIn(page: Page, who: { uid: string }, redirect = '/app'): Promise<void> {
      await page.goto(startOf(redirect))
      await identify(page, who)
      await page.waitForURL(origin + redirect)
    }

    /** Who the API takes the browser for. */
    async function whoIs(context: BrowserContext): Promise<User | undefined> {
      const answer = await context.request.get(`${origin}/v1/user`)
      if (answer.status() === 401) return undefined
      expect(answer.status()).toBe(200)
      return (await answer.json()) as User
    }

    const memberOf = async (id: string | undefined): Promise<Member | undefined> =>
      expectStatus(
        200,
        await admin.get<ListBody<Member>>(`/orgs/${organizationId}/members?limit=1000`),
      ).items.find((member) => member.id === id)

    /** What a page says that somebody is not signed in by. */
    async function refusal(page: Page): Promise<string> {
      await page.waitForURL(provider.service.acsURL)
      expect(await page.textContent('h1')).toBe('You are not signed in')
      return (await page.textContent('p')) ?? ''
    }

    it('lets somebody in who was never here, and brings them where they wanted to go', async () => {
      await fresh(async (page, context) => {
        expect(await whoIs(context)).toBeUndefined()
        await page.goto(startOf('/app/spaces/wanted'))
        // Without the right password they get no further.
        await identify(page, ada, 'wrong')
        await asked(page)
        expect(await context.cookies(origin)).toEqual([])
        await identify(page, ada)
        await page.waitForURL(`${origin}/app/spaces/wanted`)

        const me = await whoIs(context)
        expect(me).toMatchObject({ displayName: 'Ada', email: 'ada@idp.example.com' })
        expect(await memberOf(me?.id)).toMatchObject({ role: 'comment', sso: true })
        const team = await admin.get<ListBody<TeamMember>>(`/orgs/${organizationId}/teams/${teamId}/members`)
        expect(team.body.items.map(({ organization }) => organization.id)).toEqual([me?.id])
        const [cookie, ...others] = await context.cookies(origin)
        expect(cookie).toMatchObject({ name: 'verso_session', httpOnly: true, sameSite: 'Lax', path: '/' })
        expect(others).toEqual([])
        // No script has it, not even one of ours.
        expect(await page.evaluate('document.cookie')).toBe('')
      })
    })

    it('knows them again by another name, and asks nothing while the provider does not', async () => {
      let before: User | undefined
      await fresh(async (page, context) => {
        await signIn(page, ada)
        before = await whoIs(context)
      })
      idp.knowsPeople([{ ...ada, displayName: 'Ada Lovelace', email: 'lovelace@idp.example.com' }, bob])
      await fresh(async (page, context) => {
        await signIn(page, ada)
        expect(await whoIs(context)).toMatchObject({ id: before?.id, displayName: 'Ada Lovelace' })
        await context.clearCookies({ name: 'verso_session' })
        expect(await whoIs(context)).toBeUndefined()
        await page.goto(startOf('/app/orgs/there'))
        await page.waitForURL(`${origin}/app/orgs/there`)
        expect(await whoIs(context)).toMatchObject({ id: before?.id })
      })
    })

    it('lets somebody in who began at the provider, and leads nowhere but here', async () => {
      for (const [relayState, path] of [
        ['/app/spaces/mine', '/app/spaces/mine'],
        [`${idp.origin}/elsewhere`, '/app'],
      ] as const) {
        await fresh(async (page, context) => {
          await page.goto(idp.startOf(provider.service.entityID, relayState))
          await identify(page, bob)
          await page.waitForURL(origin + path)
          expect(await whoIs(context)).toMatchObject({ displayName: 'Bob' })
        })
      }
    })

    it('takes what the provider posted once, and from nobody else', async () => {
      await fresh(async (page, context) => {
        const posted = page.waitForRequest((request) => request.url() === provider.service.acsURL)
        await signIn(page, bob)
        const form = Object.fromEntries(new URLSearchParams((await posted).postData() ?? ''))
        await fresh(async (_page, thief) => {
          const replayed = await thief.request.post(provider.service.acsURL, { form, maxRedirects: 0 })
          expect(replayed.status()).toBe(403)
          expect(await whoIs(thief)).toBeUndefined()
        })
        expect(await whoIs(context)).toMatchObject({ displayName: 'Bob' })
      })
    })

    it('gives a session that makes tokens, is listed, and is ended from another browser', async () => {
      await fresh(async (page, context) => {
        await signIn(page, bob)
        const headers = { origin }
        const made = await context.request.post(`${origin}/v1/user/tokens`, {
          headers,
          data: { name: 'script' },
        })
        expect(made.status()).toBe(201)
        const { token } = (await made.json()) as NewToken
        const withToken = await fetch(`${origin}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
        expect(await withToken.json()).toMatchObject({ displayName: 'Bob' })
        await fresh(async (elsewhere, other) => {
          await signIn(elsewhere, bob)
          const sessions = await other.request.get(`${origin}/v1/user/sessions?limit=100`)
          const { items } = (await sessions.json()) as ListBody<Session>
          expect(items[0]?.name).toContain('Chrome')
          for (const { id } of items.filter(({ current }) => !current)) {
            const ended = await other.request.delete(`${origin}/v1/user/sessions/${id}`, { headers })
            expect(ended.status()).toBe(205)
          }
          expect(await whoIs(other)).toBeDefined()
        })
        expect(await whoIs(context)).toBeUndefined()
      })
    })

    it('ends with the membership; whom the provider still vouches for comes back as a newcomer', async () => {
      await fresh(async (page, context) => {
        await signIn(page, bob)
        const me = await whoIs(context)
        expectStatus(200, await admin.patch(`/orgs/${organizationId}/members/${me?.id}`, { role: 'admin' }))
        expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${me?.id}`))
        expect(await whoIs(context)).toBeUndefined()
        expect(await memberOf(me?.id)).toBeUndefined()
        await page.goto(startOf('/app'))
        await page.waitForURL(`${origin}/app`)
        expect(await whoIs(context)).toMatchObject({ id: me?.id })
        expect(await memberOf(me?.id)).toMatchObject({ role: 'comment' })
      })
      // Whom the provider no longer knows stays outside.
      await fresh(async (page, context) => {
        await signIn(page, bob)
        const me = await whoIs(context)
        expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${me?.id}`))
        idp.knowsPeople([ada])
        await context.clearCookies()
        await page.goto(startOf('/app'))
        await identify(page, bob)
        await asked(page)
        expect(await memberOf(me?.id)).toBeUndefined()
        idp.knowsPeople([ada, bob])
      })
    })

    it('takes a new certificate beside the old one, then alone, and nothing signed with what it was not told', async () => {
      const before = idp.certificate
      await idp.renewCertificate()
      const renewed = idp.certificate
      await fresh(async (page, context) => {
        await page.goto(startOf('/app'))
        await identify(page, ada)
        expect(await refusal(page)).toContain('refused')
        expect(await whoIs(context)).toBeUndefined()
        await tell({ certificate: `${before}\n${renewed}` })
        await page.goto(startOf('/app'))
        await page.waitForURL(`${origin}/app`)
        expect(await whoIs(context)).toMatchObject({ email: 'ada@idp.example.com' })
        await tell({ certificate: renewed })
        await context.clearCookies({ name: 'verso_session' })
        await page.goto(startOf('/app'))
        await page.waitForURL(`${origin}/app`)
        expect(await whoIs(context)).toMatchObject({ email: 'ada@idp.example.com' })
      })
    })

    it('is over here and at the provider when somebody signs out here', async () => {
      await fresh(async (page, context) => {
        await signIn(page, ada)
        const before = await context.cookies(origin)
        await page.click('text=Sign out')
        await page.waitForURL(`${origin}/app`)
        expect(await page.isVisible('text=Sign out')).toBe(false)
        expect(await whoIs(context)).toBeUndefined()
        // Also for whoever kept the cookie.
        await context.addCookies(before)
        expect(await whoIs(context)).toBeUndefined()
        await page.goto(startOf('/app'))
        await asked(page)
      })
      // A provider that offers no sign-out keeps what it has.
      await tell({ logoutURL: null })
      await fresh(async (page, context) => {
        await signIn(page, ada)
        await page.click('text=Sign out')
        await page.waitForURL(`${origin}/app`)
        expect(await whoIs(context)).toBeUndefined()
        await page.goto(startOf('/app'))
        await page.waitForURL(`${origin}/app`)
        expect(await whoIs(context)).toBeDefined()
      })
      await tell({ logoutURL: idp.logoutURL })
    })

    it('is over here when somebody signs out at the provider, which tells us in an address or in a form', async () => {
      const metadata = await (await fetch(provider.service.entityID)).text()
      const [inAddress, inForm] = ['HTTP-Redirect', 'HTTP-POST'].map((binding) =>
        metadata.replaceAll(/<SingleLogoutService[^>]*>/g, (found) => (found.includes(binding) ? found : '')),
      )
      for (const known of [inAddress, inForm]) {
        idp.trusts([known ?? ''])
        await fresh(async (page, context) => {
          await signIn(page, ada)
          await fresh(async (elsewhere, other) => {
            await signIn(elsewhere, ada)
            const before = await context.cookies(origin)
            await page.goto(idp.logoutTo(`${origin}/app/spaces/over`))
            await page.waitForURL(`${origin}/app/spaces/over`)
            await context.addCookies(before)
            expect(await whoIs(context)).toBeUndefined()
            // It is that session that is over, not the person's others.
            expect(await whoIs(other)).toBeDefined()
          })
        })
      }
      idp.trusts([metadata])
    })
  },
)
