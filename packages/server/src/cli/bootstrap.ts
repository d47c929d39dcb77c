import type { Areas } from '../areas/index.ts'
import { COPIED_LINK_LIFETIME_MS } from '../areas/sign-in/index.ts'
import type { Config } from '../config.ts'
import { lockForProcess } from '../database/advisory-locks.ts'
import type { Database } from '../database/database.ts'

/** What the first admin needs to know. It is shown once. */
export interface FirstAdmin {
  organizationId: string
  email: string
  /** Undefined when it was given in the settings, and is known already. */
  token: string | undefined
  /** Where they set up the installation; undefined when they have a password already. */
  setupUrl: string | undefined
}

/** Creates the first organization, its admin and their token on an empty database; otherwise does nothing. */
export function bootstrap(
  database: Database,
  {
    identity: { users, tokens },
    organizations: { organizations },
    signIn: { accounts, links },
  }: Pick<Areas, 'identity' | 'organizations' | 'signIn'>,
  config: Config,
): Promise<FirstAdmin | undefined> {
  return database.transaction(async (tx) => {
    // Two processes that start at the same time must not both find the database empty.
    await lockForProcess(tx, 'first-start')
    if (await users.hasUsers(tx)) return undefined
    const [admin] = await users.findOrCreate(tx, [config.adminEmail])
    if (!admin) throw new Error('the first user was not stored')
    const organizationId = await organizations.createWithAdmin(tx, admin.id, { title: 'My organization' })
    const { token } = await tokens.createForUser(tx, admin.id, {
      name: 'First token',
      secret: config.adminToken,
    })
    const setup = {
      purpose: 'setup',
      userId: admin.id,
      organizationId,
      lifetimeMs: COPIED_LINK_LIFETIME_MS,
    } as const
    const setupLink = config.adminPassword === undefined ? await links.create(tx, setup) : undefined
    if (config.adminPassword !== undefined) await accounts.setPassword(tx, admin.id, config.adminPassword)
    return {
      organizationId,
      email: admin.email,
      token: config.adminToken === undefined ? token : undefined,
      setupUrl: setupLink?.url,
    }
  })
}

/** Formats the text that the first start prints. Its `curl` command works when pasted into a shell. */
export function formatWelcome(
  config: Config,
  { organizationId, email, token, setupUrl }: FirstAdmin,
): string {
  const url = config.publicUrl
  const tokenText = token ?? '$VERSO_ADMIN_TOKEN'
  return [
    '',
    '  Welcome to Verso. This is shown once:',
    '',
    `    URL            ${url}`,
    `    Organization   ${organizationId}`,
    `    Admin          ${email}`,
    `    Access token   ${token ?? 'the one in VERSO_ADMIN_TOKEN'}`,
    ...(setupUrl === undefined
      ? []
      : [
          '',
          '  Open this once, within 24 hours, to choose your password and sign in:',
          '',
          `    ${setupUrl}`,
        ]),
    '',
    '  Create your first space:',
    '',
    `    curl -X POST ${url}/v1/orgs/${organizationId}/spaces -H "Authorization: Bearer ${tokenText}" -H "Content-Type: application/json" -d '{"title": "Handbook"}'`,
    '',
    '',
  ].join('\n')
}
