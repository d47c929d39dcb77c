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
import { findFreePort } from '../support/ports.ts'
import { Scope } from '../support/scope.ts'
import { describeMissingSimpleSaml, password, SimpleSaml } from '../support/simplesaml.ts'

const found = await findChromium()
const missing = 'missing' in found ? found.missing : await describeMissingSimpleSaml()

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
      const port = await findFreePort()
      origin = `http://localhost:${port}`
      t = await TestApp.start({ publicUrl: origin })
      scope.defer(() => t.stop())
      ;({ id: organizationId, admin } = await t.organization())
      teamId = (await t.team(admin, organizationId, 'Newcomers')).id
      await t.app.http.listen({ port, host: '127.0.0.1' })
      idp = await SimpleSaml.start(scope)
      idp.setUsers([ada, bob])
      provider = await createProvider()
      browser = await chromium.launch({
        executablePath: 'program' in found ? found.program : '',
        args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      })
      scope.defer(() => browser.close())
    }, 300_000)
    afterAll(() => scope.close())

    /** Creates a provider, and enters the settings of each side at the other, as an admin does. */
    async function createProvider(): Promise<SamlProvider> {
      const body = { label: 'Company', defaultRole: 'comment', defaultTeam: teamId }
      const pending = expectStatus(201, await admin.post<SamlProvider>(`/orgs/${organizationId}/saml`, body))
      expect(pending.status).toBe('pending')
      idp.setServices([await (await fetch(pending.service.entityID)).text()])
      const { entityID, ssoURL, logoutURL, certificate } = idp
      const active = await updateProvider({ entityID, ssoURL, logoutURL, certificate }, pending)
      expect(active.status).toBe('active')
      return active
    }

    const updateProvider = async (body: object, target = provider): Promise<SamlProvider> =>
      expectStatus(200, await admin.patch<SamlProvider>(`/orgs/${organizationId}/saml/${target.id}`, body))

    /** Runs some steps in a browser without cookies. */
    async function withNewBrowser(
      use: (page: Page, context: BrowserContext) => Promise<void>,
    ): Promise<void> {
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

    const getStartUrl = (redirect: string) =>
      `${provider.service.startURL}?${new URLSearchParams({ redirect }).toString()}`

    /** Fills in the sign-in form of the provider. */
    async function submitCredentials(page: Page, { uid }: { uid: string }, secret = password): Promise<void> {
      await waitForSignInForm(page)
      await page.fill('input[name=username]', uid)
      await page.fill('input[name=password]', secret)
      await page.click('[type=submit]')
    }

    /** Waits for the sign-in form of the provider. */
    const waitForSignInForm = async (page: Page): Promise<void> => {
      expect(new URL(page.url()).origin).toBe(idp.origin)
      await page.waitForSelector('input[name=password]')
    }

    async function signIn(page: Page, who: { uid: string }, redirect = '/app'): Promise<void> {
      await page.goto(getStartUrl(redirect))
      await submitCredentials(page, who)
      await page.waitForURL((url) => (redirect === '/app' ? isConsole(url) : url.href === origin + redirect))
    }

    /** The console goes on from its start page to the organization by itself. */
    const isConsole = ({ origin: host, pathname }: URL): boolean =>
      host === origin && /^\/app(\/orgs\/[^/]+)?\/?$/.test(pathname)

    async function signOut(page: Page): Promise<void> {
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL(`${origin}/app/sign-in**`)
    }

    /** Reads the user of the session of a browser. */
    async function readUser(context: BrowserContext): Promise<User | undefined> {
      const answer = await context.request.get(`${origin}/v1/user`)
      if (answer.status() === 401) return undefined
      expect(answer.status()).toBe(200)
      return (await answer.json()) as User
    }

    const findMember = async (id: string | undefined): Promise<Member | undefined> =>
      expectStatus(
        200,
        await admin.get<ListBody<Member>>(`/orgs/${organizationId}/members?limit=1000`),
      ).items.find((member) => member.id === id)

    /** Reads the reason on the page that says that the login failed. */
    async function readRefusal(page: Page): Promise<string> {
      await page.waitForURL(provider.service.acsURL)
      expect(await page.textContent('h1')).toBe('You are not signed in')
      return (await page.textContent('p')) ?? ''
    }

    it('signs in a new user, and redirects to the requested page', async () => {
      await withNewBrowser(async (page, context) => {
        expect(await readUser(context)).toBeUndefined()
        await page.goto(getStartUrl('/app/spaces/wanted'))
        // A wrong password shows the form again.
        await submitCredentials(page, ada, 'wrong')
        await waitForSignInForm(page)
        expect((await context.cookies(origin)).map(({ name }) => name)).toEqual(['verso_login'])
        await submitCredentials(page, ada)
        await page.waitForURL(`${origin}/app/spaces/wanted`)

        const me = await readUser(context)
        expect(me).toMatchObject({ displayName: 'Ada', email: 'ada@idp.example.com' })
        expect(await findMember(me?.id)).toMatchObject({ role: 'comment', sso: true })
        const team = await admin.get<ListBody<TeamMember>>(`/orgs/${organizationId}/teams/${teamId}/members`)
        expect(team.body.items.map(({ organization }) => organization.id)).toEqual([me?.id])
        const cookies = (await context.cookies(origin)).toSorted((a, b) => a.name.localeCompare(b.name))
        expect(cookies).toMatchObject(
          ['verso_login', 'verso_session'].map((name) => ({
            name,
            httpOnly: true,
            sameSite: 'Lax',
            path: '/',
          })),
        )
        // Scripts cannot read the cookie.
        expect(await page.evaluate('document.cookie')).toBe('')
      })
    })

    it('recognizes a user with a new name, and needs no password while the session at the provider lasts', async () => {
      let before: User | undefined
      await withNewBrowser(async (page, context) => {
        await signIn(page, ada)
        before = await readUser(context)
      })
      idp.setUsers([{ ...ada, displayName: 'Ada Lovelace', email: 'lovelace@idp.example.com' }, bob])
      await withNewBrowser(async (page, context) => {
        await signIn(page, ada)
        expect(await readUser(context)).toMatchObject({ id: before?.id, displayName: 'Ada Lovelace' })
        await context.clearCookies({ name: 'verso_session' })
        expect(await readUser(context)).toBeUndefined()
        await page.goto(getStartUrl('/app/orgs/there'))
        await page.waitForURL(`${origin}/app/orgs/there`)
        expect(await readUser(context)).toMatchObject({ id: before?.id })
      })
    })

    it('accepts a login that began at the provider where an admin allowed it, and redirects only to Verso', async () => {
      await withNewBrowser(async (page, context) => {
        await page.goto(idp.getStartUrl(provider.service.entityID, '/app'))
        await submitCredentials(page, bob)
        expect(await readRefusal(page)).toContain('did not begin here')
        expect(await readUser(context)).toBeUndefined()
      })
      await updateProvider({ idpInitiated: true })
      for (const [relayState, path] of [
        ['/app/spaces/mine', '/app/spaces/mine'],
        [`${idp.origin}/elsewhere`, '/app'],
      ] as const) {
        await withNewBrowser(async (page, context) => {
          await page.goto(idp.getStartUrl(provider.service.entityID, relayState))
          await submitCredentials(page, bob)
          await page.waitForURL(origin + path)
          expect(await readUser(context)).toMatchObject({ displayName: 'Bob' })
        })
      }
      await updateProvider({ idpInitiated: false })
    })

    it('does not sign a browser in with a login that another one began', async () => {
      let form: Record<string, string> = {}
      // Somebody begins a login, signs in at the provider, and keeps the response to themselves.
      await withNewBrowser(async (page) => {
        await page.route(provider.service.acsURL, (route) => route.abort())
        const posted = page.waitForRequest((request) => request.url() === provider.service.acsURL)
        await page.goto(getStartUrl('/app'))
        await submitCredentials(page, bob)
        form = Object.fromEntries(new URLSearchParams((await posted).postData() ?? ''))
      })
      // Their page posts it in the browser of somebody else, who has begun a login of their own.
      await withNewBrowser(async (page, context) => {
        await page.goto(getStartUrl('/app'))
        await page.goto('about:blank')
        const inputs = Object.entries(form).map(([name, value]) => `<input name="${name}" value="${value}">`)
        await page.setContent(
          `<form method="post" action="${provider.service.acsURL}">${inputs.join('')}</form>`,
        )
        await page.evaluate('document.forms[0].submit()')
        expect(await readRefusal(page)).toContain('another browser')
        expect(await readUser(context)).toBeUndefined()
      })
    })

    it('accepts a response once, and only from the provider', async () => {
      await withNewBrowser(async (page, context) => {
        const posted = page.waitForRequest((request) => request.url() === provider.service.acsURL)
        await signIn(page, bob)
        const form = Object.fromEntries(new URLSearchParams((await posted).postData() ?? ''))
        await withNewBrowser(async (_page, thief) => {
          // The first answer is the page that posts the form again.
          const statuses: number[] = []
          for (const fields of [form, { ...form, sentAgain: '1' }]) {
            const options = { form: fields, maxRedirects: 0 }
            statuses.push((await thief.request.post(provider.service.acsURL, options)).status())
          }
          expect(statuses).toEqual([200, 403])
          expect(await readUser(thief)).toBeUndefined()
        })
        expect(await readUser(context)).toMatchObject({ displayName: 'Bob' })
      })
    })

    it('creates a session that can create tokens, is listed, and can be ended from another browser', async () => {
      await withNewBrowser(async (page, context) => {
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
        await withNewBrowser(async (elsewhere, other) => {
          await signIn(elsewhere, bob)
          const sessions = await other.request.get(`${origin}/v1/user/sessions?limit=100`)
          const { items } = (await sessions.json()) as ListBody<Session>
          expect(items[0]?.name).toContain('Chrome')
          for (const { id } of items.filter(({ current }) => !current)) {
            const ended = await other.request.delete(`${origin}/v1/user/sessions/${id}`, { headers })
            expect(ended.status()).toBe(205)
          }
          expect(await readUser(other)).toBeDefined()
        })
        expect(await readUser(context)).toBeUndefined()
      })
    })

    it('ends the session with the membership; a later login creates a new membership', async () => {
      await withNewBrowser(async (page, context) => {
        await signIn(page, bob)
        const me = await readUser(context)
        expectStatus(200, await admin.patch(`/orgs/${organizationId}/members/${me?.id}`, { role: 'admin' }))
        expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${me?.id}`))
        expect(await readUser(context)).toBeUndefined()
        expect(await findMember(me?.id)).toBeUndefined()
        await page.goto(getStartUrl('/app'))
        await page.waitForURL(isConsole)
        expect(await readUser(context)).toMatchObject({ id: me?.id })
        expect(await findMember(me?.id)).toMatchObject({ role: 'comment' })
      })
      // Whom the provider no longer knows stays outside.
      await withNewBrowser(async (page, context) => {
        await signIn(page, bob)
        const me = await readUser(context)
        expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${me?.id}`))
        idp.setUsers([ada])
        await context.clearCookies()
        await page.goto(getStartUrl('/app'))
        await submitCredentials(page, bob)
        await waitForSignInForm(page)
        expect(await findMember(me?.id)).toBeUndefined()
        idp.setUsers([ada, bob])
      })
    })

    it('accepts a new certificate beside the old one and then alone, and no unknown certificate', async () => {
      const before = idp.certificate
      await idp.renewCertificate()
      const renewed = idp.certificate
      await withNewBrowser(async (page, context) => {
        await page.goto(getStartUrl('/app'))
        await submitCredentials(page, ada)
        expect(await readRefusal(page)).toContain('not valid')
        expect(await readUser(context)).toBeUndefined()
        await updateProvider({ certificate: `${before}\n${renewed}` })
        await page.goto(getStartUrl('/app'))
        await page.waitForURL(isConsole)
        expect(await readUser(context)).toMatchObject({ email: 'ada@idp.example.com' })
        await updateProvider({ certificate: renewed })
        await context.clearCookies({ name: 'verso_session' })
        await page.goto(getStartUrl('/app'))
        await page.waitForURL(isConsole)
        expect(await readUser(context)).toMatchObject({ email: 'ada@idp.example.com' })
      })
    })

    it('ends the sessions at Verso and at the provider when a user signs out at Verso', async () => {
      await withNewBrowser(async (page, context) => {
        await signIn(page, ada)
        const before = await context.cookies(origin)
        await signOut(page)
        expect(await readUser(context)).toBeUndefined()
        // Also for whoever kept the cookie.
        await context.addCookies(before)
        expect(await readUser(context)).toBeUndefined()
        await page.goto(getStartUrl('/app'))
        await waitForSignInForm(page)
      })
      // A provider that offers no sign-out keeps what it has.
      await updateProvider({ logoutURL: null })
      await withNewBrowser(async (page, context) => {
        await signIn(page, ada)
        await signOut(page)
        expect(await readUser(context)).toBeUndefined()
        await page.goto(getStartUrl('/app'))
        await page.waitForURL(isConsole)
        expect(await readUser(context)).toBeDefined()
      })
      await updateProvider({ logoutURL: idp.logoutURL })
    })

    it('ends the session at Verso when a user signs out at the provider, by a redirect or a form', async () => {
      const metadata = await (await fetch(provider.service.entityID)).text()
      const [inAddress, inForm] = ['HTTP-Redirect', 'HTTP-POST'].map((binding) =>
        metadata.replaceAll(/<SingleLogoutService[^>]*>/g, (found) => (found.includes(binding) ? found : '')),
      )
      for (const known of [inAddress, inForm]) {
        idp.setServices([known ?? ''])
        await withNewBrowser(async (page, context) => {
          await signIn(page, ada)
          await withNewBrowser(async (elsewhere, other) => {
            await signIn(elsewhere, ada)
            const before = await context.cookies(origin)
            await page.goto(idp.getLogoutUrl(`${origin}/app/spaces/over`))
            // Nobody is signed in there, so the page asks for it.
            await page.waitForURL(`${origin}/app/sign-in?to=%2Fspaces%2Fover`)
            await context.addCookies(before)
            expect(await readUser(context)).toBeUndefined()
            // It is that session that is over, not the person's others.
            expect(await readUser(other)).toBeDefined()
          })
        })
      }
      idp.setServices([metadata])
    })
  },
)
