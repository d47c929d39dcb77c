import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { AccessExplanation, UserGrant } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const explain = async (path: string, { id }: { id: string }) =>
  expectStatus(200, await admin.get<AccessExplanation>(`${path}/permissions/users/${id}/explain`))

/** The rules as `kind role`, the deciding one with a star. */
const summarize = ({ rules }: AccessExplanation) =>
  rules.map(({ kind, role, on, decides }) => `${decides ? '*' : ''}${kind} ${role} ${on.object}`)

test('200 a grant to the person goes before teams, default levels, collections and the organization', async () => {
  const member = await app.member(organization, 'read')
  const collection = await app.collection(admin, organization, { title: 'Docs' })
  const space = await app.space(admin, organization, { parent: collection.id })
  const path = `/spaces/${space.id}`
  expectStatus(200, await admin.patch(path, { defaultLevel: 'inherit' }))
  expectStatus(200, await admin.patch(`/collections/${collection.id}`, { defaultLevel: 'comment' }))
  expect(summarize(await explain(path, member))).toEqual([
    '*default-level comment collection',
    'organization-role read organization',
  ])
  const team = await app.team(admin, organization, 'Writers', [member])
  const grantTo = (body: object, on = path) => admin.post(`${on}/permissions`, body)
  expectStatus(204, await grantTo({ role: 'review', teams: [team.id] }))
  const byTeam = await explain(path, member)
  expect(byTeam).toMatchObject({
    object: 'access-explanation',
    user: { id: member.id },
    role: 'review',
    rules: [{ kind: 'team-grant', team: { id: team.id, title: 'Writers' }, on: { id: space.id } }, {}, {}],
  })
  expectStatus(204, await grantTo({ role: 'read', users: [member.id] }))
  expectStatus(204, await grantTo({ role: 'edit', users: [member.id] }, `/collections/${collection.id}`))
  const explanation = await explain(path, member)
  // A weaker grant that is nearer decides.
  expect(explanation.role).toBe('read')
  expect(summarize(explanation)).toEqual([
    '*grant read space',
    'team-grant review space',
    'grant edit collection',
    'default-level comment collection',
    'organization-role read organization',
  ])
})

test('200 the role is the one that the list of everybody has', async () => {
  const people = [
    await app.member(organization, 'read'),
    await app.member(organization, null),
    await app.member(organization, 'create'),
  ]
  const [first, guest] = people
  const outer = await app.collection(admin, organization, { title: 'Outer' })
  const inner = await app.collection(admin, organization, { title: 'Inner', parent: outer.id })
  const space = await app.space(admin, organization, { parent: inner.id })
  const site = await app.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  const team = await app.team(admin, organization, 'Team', guest ? [guest] : [])
  const sitePath = `/orgs/${organization}/sites/${site.id}`
  const steps: (() => Promise<unknown>)[] = [
    async () => undefined,
    () => admin.patch(`/spaces/${space.id}`, { defaultLevel: 'inherit' }),
    () => admin.patch(`/collections/${outer.id}`, { defaultLevel: null }),
    () => admin.post(`${sitePath}/permissions`, { role: 'comment', users: [first?.id] }),
    () => admin.post(`/collections/${inner.id}/permissions`, { role: 'edit', teams: [team.id] }),
    () => admin.post(`/spaces/${space.id}/permissions`, { role: 'read', users: [guest?.id] }),
  ]
  for (const step of steps) {
    await step()
    for (const path of [`/spaces/${space.id}`, `/collections/${inner.id}`]) {
      const list = await admin.get<ListBody<UserGrant>>(`${path}/permissions/aggregate?limit=1000`)
      const roles = new Map(
        expectStatus(200, list).items.map(({ user, permission }) => [user.id, permission]),
      )
      for (const person of [admin, ...people]) {
        expect((await explain(path, person)).role).toBe(roles.get(person.id) ?? null)
      }
    }
  }
  expect(summarize(await explain(sitePath, admin))[0]).toBe('*admin admin organization')
})

test('404 for people outside of the organization, 403 for those who are no admins', async () => {
  const space = await app.space(admin, organization)
  const path = `/spaces/${space.id}/permissions/users`
  const other = await app.organization('Other')
  expect((await admin.get(`${path}/${other.admin.id}/explain`)).status).toBe(404)
  expect((await admin.get(`${path}/nobody/explain`)).status).toBe(404)
  expect((await other.admin.get(`${path}/${admin.id}/explain`)).status).toBe(404)
  const creator = await app.member(organization, 'create')
  expect((await creator.get(`${path}/${admin.id}/explain`)).status).toBe(403)
})
