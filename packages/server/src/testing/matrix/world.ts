import { allowLoopback, expectStatus, type Person, TestApp } from '../app.ts'
import { TestNetwork } from '../network.ts'
import { createProcessedSpec } from '../specs.ts'

/** Who asks: the members of one organization by their role, and the admin of another. */
export const matrixCallers = [
  'admin',
  'create',
  'review',
  'edit',
  'comment',
  'read',
  'guest',
  'outsider',
] as const
export type MatrixCaller = (typeof matrixCallers)[number]

interface MatrixFixtures {
  app: TestApp
  network: TestNetwork
  organization: string
  /** Another organization of the same admin. */
  elsewhere: string
  people: Record<MatrixCaller, Person>
  /** A space of which every member is an admin. */
  siteSpaceTarget: string
  /** A page to import, on loopback. */
  importUrl: string
}

/** The organization that every operation is tried in, and the people who try. */
export class MatrixWorld {
  readonly app: TestApp
  readonly organization: string
  readonly elsewhere: string
  readonly people: Record<MatrixCaller, Person>
  readonly siteSpaceTarget: string
  readonly importUrl: string
  readonly #network: TestNetwork
  #spec: Promise<string> | undefined

  private constructor(fixtures: MatrixFixtures) {
    this.app = fixtures.app
    this.organization = fixtures.organization
    this.elsewhere = fixtures.elsewhere
    this.people = fixtures.people
    this.siteSpaceTarget = fixtures.siteSpaceTarget
    this.importUrl = fixtures.importUrl
    this.#network = fixtures.network
  }

  static async start(): Promise<MatrixWorld> {
    const network = new TestNetwork()
    const app = await TestApp.start(
      { outboundAllow: allowLoopback, trustedDomains: ['matrix.example'] },
      { network },
    )
    const { url: importUrl } = await network.listen((_request, response) => response.end('# Imported'))
    const { id: organization, admin } = await app.organization()
    const { admin: outsider } = await app.organization('Other')
    const elsewhere = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })).id
    expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
    const people = {
      admin,
      create: await app.member(organization, 'create'),
      review: await app.member(organization, 'review'),
      edit: await app.member(organization, 'edit'),
      comment: await app.member(organization, 'comment'),
      read: await app.member(organization, 'read'),
      guest: await app.member(organization, null),
      outsider,
    }
    const siteSpaceTarget = (await app.space(admin, organization)).id
    expectStatus(200, await admin.patch(`/spaces/${siteSpaceTarget}`, { defaultLevel: 'admin' }))
    return new MatrixWorld({ app, network, organization, elsewhere, people, siteSpaceTarget, importUrl })
  }

  async close(): Promise<void> {
    await this.app.stop()
    await this.#network.close()
  }

  /** The slug of a spec. Reading one takes a thread, so that only what deletes it has one of its own. */
  createSharedSpec(): Promise<string> {
    return (this.#spec ??= createProcessedSpec(this.app, this.people.admin, this.organization))
  }

  /** Another organization, with the same people in it. */
  async createOrganization(): Promise<string> {
    const { admin, guest } = this.people
    const { id } = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'To be deleted' }))
    for (const role of ['create', 'review', 'edit', 'comment', 'read'] as const) {
      await this.app.addMember(id, this.people[role], role)
    }
    await this.app.addMember(id, guest, null)
    return id
  }

  /** Joining changes who one is, so somebody else of the same kind does it. */
  createStandIn(caller: MatrixCaller): Promise<Person> {
    if (caller === 'outsider') return this.app.person()
    return this.app.member(this.organization, caller === 'guest' ? null : caller)
  }
}
