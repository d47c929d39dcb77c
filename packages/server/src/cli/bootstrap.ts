import type { Areas } from '../areas/index.ts'
import type { Config } from '../config.ts'
import { type Database, sql } from '../database/database.ts'

/** What a person needs to begin, told once. */
export interface FirstAdmin {
  organizationId: string
  email: string
  /** Undefined when it was given by the settings: then whoever gave it knows it. */
  token: string | undefined
}

// Any number that is not the migrations' lock.
const lock = 0x7665_7274

/** On an empty database, makes the first organization, its admin and their token; otherwise nothing. */
export function bootstrap(
  database: Database,
  {
    identity: { users, tokens },
    organizations: { organizations },
  }: Pick<Areas, 'identity' | 'organizations'>,
  config: Config,
): Promise<FirstAdmin | undefined> {
  return database.transaction(async (tx) => {
    // Two processes that start at once on an empty database must not both find it empty.
    await tx.rows(sql`select pg_advisory_xact_lock(${lock})`)
    if (await users.anyIn(tx)) return undefined
    const [admin] = await users.ensureIn(tx, [config.adminEmail])
    if (!admin) throw new Error('the first user was not stored')
    const organizationId = await organizations.createIn(tx, admin.id, { title: 'My organization' })
    const { token } = await tokens.createIn(tx, admin.id, { name: 'First token', secret: config.adminToken })
    return {
      organizationId,
      email: admin.email,
      token: config.adminToken === undefined ? token : undefined,
    }
  })
}

/** The lines for the console. The `curl` line works when pasted. */
export function welcome(config: Config, { organizationId, email, token }: FirstAdmin): string {
  const url = config.publicUrl
  const shown = token ?? '$VERSO_ADMIN_TOKEN'
  return [
    '',
    '  Welcome to Verso. This is shown once:',
    '',
    `    URL            ${url}`,
    `    Organization   ${organizationId}`,
    `    Admin          ${email}`,
    `    Access token   ${token ?? 'the one in VERSO_ADMIN_TOKEN'}`,
    '',
    '  Create your first space:',
    '',
    `    curl -X POST ${url}/v1/orgs/${organizationId}/spaces -H "Authorization: Bearer ${shown}" -H "Content-Type: application/json" -d '{"title": "Handbook"}'`,
    '',
    '',
  ].join('\n')
}
