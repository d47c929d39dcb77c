import { systemClock } from '../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../common/errors.ts'
import { Urls } from '../common/urls.ts'
import { migrate } from '../database/migrate.ts'
import { expectViolations } from '../database/violations.ts'
import { readSecrets } from '../database/secrets.ts'
import { createValidator } from '../http/validation.ts'
import {
  createIdentityArea,
  CreateToken,
  type IdentityArea,
  normalizeEmail,
} from '../areas/identity/index.ts'
import {
  CreateOrganization,
  createOrganizationsArea,
  type OrganizationsArea,
} from '../areas/organizations/index.ts'
import { COPIED_LINK_LIFETIME_MS, createAccountRecovery, createOneTimeLinks } from '../areas/sign-in/index.ts'
import { type Connection, connect, stderrLog } from './connect.ts'

type Services = Pick<IdentityArea, 'users' | 'tokens' | 'sessions'> &
  Pick<OrganizationsArea, 'organizations'> & { links: ReturnType<typeof createOneTimeLinks> }

const print = (line: string): void => void process.stdout.write(`${line}\n`)

// These are the limits that requests over HTTP have.
const checkOrganization = createValidator(CreateOrganization, 'organization', { convert: false })
const checkToken = createValidator(CreateToken, 'token', { convert: false })

export async function createUser(email: string): Promise<void> {
  await withServices(async ({ users }, { database }) => {
    const [user] = await database.transaction((tx) => users.findOrCreate(tx, [email]))
    if (user) print(`${user.id}\t${user.email}`)
  })
}

export async function createOrganization(title: string, { admin }: { admin: string }): Promise<void> {
  checkOrganization({ title })
  await withServices(async ({ users, organizations }, { database }) => {
    const id = await database.transaction(async (tx) => {
      const user = await users.findByEmail(tx, admin)
      if (!user) throw new NotFound('user', admin)
      return organizations.createWithAdmin(tx, user.id, { title })
    })
    print(`${id}\t${title}`)
  })
}

export async function createToken(
  email: string,
  { name, expires }: { name: string; expires?: string },
): Promise<void> {
  const expiresAt = expires === undefined ? null : new Date(expires)
  if (expiresAt && Number.isNaN(expiresAt.getTime())) {
    throw new Invalid(`--expires "${expires}" is not a date, such as 2030-01-31.`)
  }
  checkToken({ name })
  await withServices(async (services, connection) => {
    const userId = await findUserId(services, connection, email)
    const { token } = await services.tokens.createForUser(connection.database, userId, { name, expiresAt })
    print(token)
  })
}

export async function listTokens(email: string): Promise<void> {
  await withServices(async (services, connection) => {
    const userId = await findUserId(services, connection, email)
    const { items } = await services.tokens.list(userId, { limit: 1000 })
    for (const token of items) {
      print(
        [token.id, token.name, `created ${token.createdAt}`, `last used ${token.lastUsedAt ?? 'never'}`].join(
          '\t',
        ),
      )
    }
  })
}

export async function revokeToken(email: string, tokenId: string): Promise<void> {
  await withServices(async (services, connection) => {
    const userId = await findUserId(services, connection, email)
    if (!(await services.tokens.revoke(userId, tokenId))) throw new NotFound('token', tokenId)
    print(`Revoked ${tokenId}`)
  })
}

/** For whoever has lost access. Says on stderr what the link is, so that stdout has nothing but the link. */
export async function createLoginLink(email: string): Promise<void> {
  await withServices(async (services, connection) => {
    const userId = await findUserId(services, connection, email)
    const { url } = await services.links.create(connection.database, {
      purpose: 'sign-in',
      userId,
      lifetimeMs: COPIED_LINK_LIFETIME_MS,
    })
    stderrLog.info(`Whoever opens this link is signed in as ${email}. It works once, within 24 hours.`)
    print(url)
  })
}

/** For whoever has lost their passkeys and recovery codes too. What was taken away is told on stderr. */
export async function recoverAccount(email: string): Promise<void> {
  await withServices(async (services, connection) => {
    const userId = await findUserId(services, connection, email)
    const recovery = createAccountRecovery(connection, services, services.links)
    const { passkeys, recoveryCodes, sessions, url } = await recovery.recover(userId)
    stderrLog.info(
      `Recovered the account ${email}: passkeys deleted: ${passkeys}, recovery codes deleted: ${recoveryCodes}, ` +
        `sessions ended: ${sessions}. Signing in asks for no second factor until one is set up again.`,
    )
    stderrLog.info(`Whoever opens this link is signed in as ${email}. It works once, within 24 hours.`)
    print(url)
  })
}

/** For whoever cannot change it themselves, such as where there is no mail server. Links that were sent to the old one end. */
export async function changeEmail(email: string, newEmail: string): Promise<void> {
  await withServices(async (services, connection) => {
    const userId = await findUserId(services, connection, email)
    const address = normalizeEmail(newEmail)
    const change = connection.database.transaction(async (tx) => {
      await services.users.changeEmail(tx, userId, address, { isUnproven: false })
      await services.links.endForAccount(tx, userId)
    })
    await expectViolations(change, {
      users_email: () => new Conflict(`Another account has the address ${address}.`),
    })
    print(`${userId}\t${address}`)
  })
}

async function findUserId(
  { users }: Pick<Services, 'users'>,
  { database }: Connection,
  email: string,
): Promise<string> {
  const user = await users.findByEmail(database, email)
  if (!user) throw new NotFound('user', email)
  return user.id
}

async function withServices(
  work: (services: Services, connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await connect({ share: true, log: stderrLog })
  try {
    const { database, config } = connection
    await migrate(database)
    const platform = {
      database,
      clock: systemClock,
      urls: new Urls(config.publicUrl),
      secrets: await readSecrets(database),
    }
    const services = {
      ...createIdentityArea(platform),
      ...createOrganizationsArea(platform),
      links: createOneTimeLinks(platform),
    }
    await work(services, connection)
  } finally {
    await connection.close()
  }
}
