import type { Collection } from '../../packages/server/src/areas/content/collections/schema.ts'
import type { Member } from '../../packages/server/src/areas/organizations/members/schema.ts'
import type { Organization } from '../../packages/server/src/areas/organizations/organizations/schema.ts'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import type { Deployment, DeploymentKind } from '../support/deployments.ts'
import type { Scope } from '../support/scope.ts'
import { Api, StatusCoverage } from './api.ts'

/** The body of a list. */
export interface List<Item> {
  items: Item[]
  count: number
  next?: { page: string }
}

export interface Person {
  api: Api
  id: string
  email: string
}

/** The deployment, organizations and users that all suites share. */
export interface World {
  deployment: Deployment
  coverage: StatusCoverage
  organizationId: string
  /** Another organization of the admin, for transfers. */
  otherOrganizationId: string
  admin: Person
  /** A member with the role `edit`. */
  member: Person
  /** A member of the other organization only. */
  outsider: Person
  anonymous: Api
}

export async function createWorld(kind: DeploymentKind, scope: Scope): Promise<World> {
  const deployment = await kind.start(scope, { VERSO_OUTBOUND_ALLOW: '127.0.0.1' })
  const coverage = new StatusCoverage()
  const admin = new Api(deployment, deployment.adminToken, coverage)
  const me = await admin.call<{ id: string; email: string }>('getAuthenticatedUser', 200)
  const { items } = await admin.call<List<Organization>>('listOrganizationsForAuthenticatedUser', 200)
  const organizationId = items[0]?.id ?? ''
  const other = await admin.call<Organization>('createOrganization', 201, { body: { title: 'Elsewhere' } })

  const join = async (organizationId: string, email: string): Promise<Person> => {
    const body = { emails: [email], role: 'edit' }
    const { users } = await admin.call<{ users: string[] }>('inviteUsersToOrganization', 200, {
      organizationId,
      body,
    })
    const created = await deployment.run('token', 'create', email)
    return { api: new Api(deployment, created.stdout.trim(), coverage), id: users[0] ?? '', email }
  }
  const [member, outsider] = await Promise.all([
    join(organizationId, 'member@acme.example'),
    join(other.id, 'outsider@elsewhere.example'),
  ])
  return {
    deployment,
    coverage,
    organizationId,
    otherOrganizationId: other.id,
    admin: { api: admin, id: me.id, email: me.email },
    member,
    outsider,
    anonymous: new Api(deployment, undefined, coverage),
  }
}

/** A suite of the operations of one resource; the world exists once its tests run. */
export type Suite = (world: () => World) => void

export const createSpace = (
  { admin, organizationId }: World,
  body: { title?: string; parent?: string } = {},
): Promise<Space> => admin.api.call<Space>('createSpace', 201, { organizationId, body })

export const createCollection = (
  { admin, organizationId }: World,
  body: { title?: string; parent?: string } = {},
): Promise<Collection> => admin.api.call<Collection>('createCollection', 201, { organizationId, body })

let invitedCount = 0

/** Adds a new member to the organization. */
export async function inviteMember({ admin, organizationId }: World): Promise<Member> {
  const body = { emails: [`someone-${invitedCount++}@acme.example`], role: 'read' }
  const response = await admin.api.call<{ users: string[] }>('inviteUsersToOrganization', 200, {
    organizationId,
    body,
  })
  return admin.api.call<Member>('getMemberInOrganizationById', 200, {
    organizationId,
    userId: response.users[0],
  })
}
