import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { readProviders, TestBrowser, TestOidcProvider } from '../../../testing/openid-connect.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { SentInvitation } from '../../organizations/invitations/schema.ts'
import type { DeliveredLink, InvitedUsers } from '../invites/schema.ts'
import type { OidcProvider } from './schema.ts'

const network = new TestNetwork()
const provider = await TestOidcProvider.start(network, 'id.example.com', '10.0.0.7')
const own = await TestOidcProvider.start(network, 'own.example.com', '93.184.216.34')
const app = await TestApp.start(
  {
    oidcProviders: readProviders({
      VERSO_OIDC_COMPANY_ISSUER: provider.issuer,
      VERSO_OIDC_COMPANY_CLIENT_ID: 'verso',
      VERSO_OIDC_COMPANY_CLIENT_SECRET: 'a secret',
    }),
  },
  { network },
)
afterAll(async () => {
  await app.stop()
  await network.close()
})

const { id: organizationId, admin } = await app.organization()
const path = `/orgs/${organizationId}`

/** Invites an address that has no account. Whoever has the secret comes first, or whoever has the address. */
async function inviteNew() {
  const email = `${newId()}@example.com`.toLowerCase()
  const body = { emails: [email], role: 'edit' }
  const { users } = expectStatus(200, await admin.post<InvitedUsers>(`${path}/invites`, body))
  const list = expectStatus(200, await admin.get<ListBody<SentInvitation>>(`${path}/invitations?limit=1000`))
  const pending = list.items.find((item) => item.email === email)
  const sent = await admin.post<DeliveredLink>(`${path}/invitations/${pending?.id}/resend`)
  return { email, userId: users[0] ?? '', secret: readSecret(expectStatus(201, sent).link) }
}

/** Goes to the provider and back, as far as the last step. */
async function beginAtProvider(
  email: string,
  start = '/sso/oidc/company/start?redirect=/app/home',
  by = provider,
) {
  const browser = new TestBrowser(app, network)
  const { location = '' } = await browser.open(start)
  const callback = by.signIn(location, { sub: newId(), email, email_verified: true })
  return { browser, finish: () => browser.open(callback) }
}

const beginWithLink = (secret: string) => {
  const browser = new BrowserClient(app.anonymous)
  const body = { secret, displayName: 'Ann', password: 'seven purple otters' }
  return { browser, finish: () => browser.post('/user/first-sign-in', body) }
}

const countWaiting = async (): Promise<number> => {
  const row = await app.database.row<{ count: number }>(sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count ?? 0
}

/** Holds an account until both have got as far as they can without it, so that both answer at the same moment. */
async function raceFor<First, Second>(
  userId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  let results: Promise<[First, Second]> | undefined
  await app.database.transaction(async (tx) => {
    await tx.rows(sql`select id from users where id = ${userId} for update`)
    const firstResult = first()
    await waitFor('the first to wait', async () => (await countWaiting()) === 1)
    results = Promise.all([firstResult, second()])
    await waitFor('the second to wait', async () => (await countWaiting()) === 2)
  })
  if (!results) throw new Error('nobody has begun')
  return results
}

const listWaysIn = (userId: string) =>
  app.database.row<{ passwords: number; identities: number; sessions: number }>(sql`
    select
      (select count(*)::integer from passwords where user_id = ${userId}) as passwords,
      (select count(*)::integer from oidc_identities where user_id = ${userId}) as identities,
      (select count(*)::integer from tokens where user_id = ${userId} and kind = 'session') as sessions`)

/** A provider of the organization. Returns where a login begins. */
const createProvider = async () => {
  const body = { label: 'Company', issuer: own.issuer, clientID: 'verso', domains: ['example.com'] }
  return expectStatus(201, await admin.post<OidcProvider>(`${path}/oidc`, body)).service.startURL
}

describe("an invitation link and a first sign-in through the organization's provider at the same moment", () => {
  test('404 for the link when the provider was first', async () => {
    const { email, userId, secret } = await inviteNew()
    const atProvider = await beginAtProvider(email, await createProvider(), own)
    const withLink = beginWithLink(secret)
    const [page, answer] = await raceFor(userId, atProvider.finish, withLink.finish)
    expect([302, 303]).toContain(page.status)
    expect(answer.status).toBe(404)
    expect(await listWaysIn(userId)).toEqual({ passwords: 0, identities: 1, sessions: 1 })
  })

  test('another account for the provider when the link was first, because nobody has proven the address', async () => {
    const { email, userId, secret } = await inviteNew()
    const atProvider = await beginAtProvider(email, await createProvider(), own)
    const withLink = beginWithLink(secret)
    const [answer] = await raceFor(userId, withLink.finish, atProvider.finish)
    expect(answer.status).toBe(201)
    expect(await listWaysIn(userId)).toEqual({ passwords: 1, identities: 0, sessions: 1 })
  })
})

describe('an invitation link and a first sign-in through a provider at the same moment', () => {
  test('404 for the link when the provider was first', async () => {
    const { email, userId, secret } = await inviteNew()
    const atProvider = await beginAtProvider(email)
    const withLink = beginWithLink(secret)
    const [page, answer] = await raceFor(userId, atProvider.finish, withLink.finish)
    expect(page.location).toBe('http://localhost:4000/app/home')
    expect(answer.status).toBe(404)
    expect(withLink.browser.cookie).toBe('')
    expect(await listWaysIn(userId)).toEqual({ passwords: 0, identities: 1, sessions: 1 })
  })

  test('a refusal for the provider when the link was first', async () => {
    const { email, userId, secret } = await inviteNew()
    const atProvider = await beginAtProvider(email)
    const withLink = beginWithLink(secret)
    const [answer, page] = await raceFor(userId, withLink.finish, atProvider.finish)
    expect(answer.status).toBe(201)
    expect(page.location).toBeUndefined()
    expect(page.text).toContain('There already is an account')
    expect(await listWaysIn(userId)).toEqual({ passwords: 1, identities: 0, sessions: 1 })
  })
})
