import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeRequest } from '../areas/content/change-requests/schema.ts'
import type { Revision } from '../areas/content/revisions/schema.ts'
import { allowLoopback, expectStatus, type Person, TestApp } from '../testing/app.ts'
import { TestNetwork } from '../testing/network.ts'

const callers = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest', 'outsider'] as const
type Caller = (typeof callers)[number]

/** The settings of a space that decide how its content changes. */
const modes = {
  live: { editMode: 'live' },
  locked: { editMode: 'locked' },
  'live with merge rules': {
    editMode: 'live',
    mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] },
  },
  'locked with merge rules': {
    editMode: 'locked',
    mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] },
  },
} as const
type Mode = keyof typeof modes

const repository = { url: 'https://git.invalid/acme/docs.git', ref: 'refs/heads/main' }

/** Every request that changes the main content of a space, at once or by a job that it starts. */
const ways: Record<string, { method: 'POST' | 'PUT'; path: string; body: () => object }> = {
  'merge a change request': { method: 'POST', path: 'change-requests/1/merge', body: () => ({}) },
  'apply a template': { method: 'POST', path: 'content/template', body: () => ({ id: 'changelog' }) },
  'import content': {
    method: 'POST',
    path: 'content/import',
    body: () => ({ source: 'markdown', url: imported }),
  },
  'import from the configured repository': { method: 'POST', path: 'git/import', body: () => repository },
  'import by force from the configured repository': {
    method: 'POST',
    path: 'git/import',
    body: () => ({ ...repository, force: true }),
  },
  'import from another repository': {
    method: 'POST',
    path: 'git/import',
    body: () => ({ ...repository, url: 'https://git.invalid/mallory/docs.git', force: true }),
  },
  'import from another branch': {
    method: 'POST',
    path: 'git/import',
    body: () => ({ ...repository, ref: 'refs/heads/mine' }),
  },
  'import from another folder': {
    method: 'POST',
    path: 'git/import',
    body: () => ({ ...repository, repoProjectDirectory: 'mine' }),
  },
  'import with links that lead elsewhere': {
    method: 'POST',
    path: 'git/import',
    body: () => ({ ...repository, repoTreeURL: 'https://mallory.example/' }),
  },
  'import a revision from another repository': {
    method: 'POST',
    path: 'git/import',
    body: () => ({ ...repository, url: 'https://git.invalid/mallory/docs.git', standalone: true }),
  },
  'export to the configured repository': {
    method: 'POST',
    path: 'git/export',
    body: () => ({ ...repository, commitMessage: 'Words' }),
  },
  'export to another repository': {
    method: 'POST',
    path: 'git/export',
    body: () => ({ ...repository, url: 'https://git.invalid/mallory/docs.git', commitMessage: 'Words' }),
  },
  'set the webhook of a repository': { method: 'PUT', path: 'git/webhook', body: () => repository },
}

/** The same in every mode: what an admin configured may be synchronised by editors, and only admins configure. */
const sync = '204 204 204 204 403 403 404 404'
const choice = '204 403 403 403 403 403 404 404'

// prettier-ignore
const table: Record<string, Record<Mode, string>> = {
  //                        admin create review edit comment read guest outsider
  'merge a change request': {
    live:                      '200 200 200 403 403 403 404 404',
    locked:                    '200 200 200 403 403 403 404 404',
    'live with merge rules':   '409 409 409 403 403 403 404 404',
    'locked with merge rules': '409 409 409 403 403 403 404 404',
  },
  'apply a template': {
    live:                      '201 201 201 201 403 403 404 404',
    locked:                    '409 409 409 409 403 403 404 404',
    'live with merge rules':   '409 409 409 409 403 403 404 404',
    'locked with merge rules': '409 409 409 409 403 403 404 404',
  },
  'import content': {
    live:                      '201 201 201 201 403 403 404 404',
    locked:                    '409 409 409 409 403 403 404 404',
    'live with merge rules':   '409 409 409 409 403 403 404 404',
    'locked with merge rules': '409 409 409 409 403 403 404 404',
  },
  'import from the configured repository': everyMode(sync),
  'import by force from the configured repository': everyMode(sync),
  'import from another repository': everyMode(choice),
  'import from another branch': everyMode(choice),
  'import from another folder': everyMode(choice),
  'import with links that lead elsewhere': everyMode(choice),
  'import a revision from another repository': everyMode(choice),
  'export to the configured repository': everyMode(sync),
  'export to another repository': everyMode(choice),
  'set the webhook of a repository': everyMode('200 403 403 403 403 403 404 404'),
}

function everyMode(row: string): Record<Mode, string> {
  return { live: row, locked: row, 'live with merge rules': row, 'locked with merge rules': row }
}

let app: TestApp
let organization: string
let people: Record<Caller, Person>
let imported: string
const network = new TestNetwork()

beforeAll(async () => {
  app = await TestApp.start({ outboundAllow: allowLoopback }, { network })
  imported = (await network.listen((_request, response) => response.end('# Imported'))).url
  const acme = await app.organization()
  organization = acme.id
  people = {
    admin: acme.admin,
    create: await app.member(organization, 'create'),
    review: await app.member(organization, 'review'),
    edit: await app.member(organization, 'edit'),
    comment: await app.member(organization, 'comment'),
    read: await app.member(organization, 'read'),
    guest: await app.member(organization, null),
    outsider: (await app.organization('Other')).admin,
  }
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

/** Creates a space in a mode, with a configured repository and a change request that can be merged. */
async function createSpace(mode: Mode): Promise<string> {
  const { admin } = people
  const { id } = await app.space(admin, organization)
  const path = `/spaces/${id}`
  expectStatus(204, await admin.post(`${path}/git/import`, repository))
  expectStatus(201, await admin.post<ChangeRequest>(`${path}/change-requests`, { subject: 'Words' }))
  const changes = [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'Hello' } }]
  expectStatus(200, await admin.post(`${path}/change-requests/1/content`, { changes }))
  expectStatus(200, await admin.patch(path, modes[mode]))
  return path
}

const readRevision = async (path: string): Promise<string> =>
  expectStatus(200, await people.admin.get<Revision>(`${path}/content`)).id

const cases = Object.entries(ways).flatMap(([name, way]) =>
  (Object.keys(modes) as Mode[]).map((mode) => ({ name, mode, way, row: table[name]?.[mode] ?? '' })),
)

describe('every way to the main content answers by role, edit mode and merge rules', () => {
  test.each(cases)('$name of a space that is $mode', async ({ mode, way, row }) => {
    const statuses: Partial<Record<Caller, number>> = {}
    const changedBy: Caller[] = []
    for (const caller of callers) {
      const space = await createSpace(mode)
      const before = await readRevision(space)
      const { status } = await people[caller].send(way.method, `${space}/${way.path}`, way.body())
      statuses[caller] = status
      if ((await readRevision(space)) !== before) changedBy.push(caller)
    }
    const expected = row.split(' ').map(Number)
    expect(statuses).toEqual(Object.fromEntries(callers.map((caller, index) => [caller, expected[index]])))
    // What a job changes, it changes later.
    expect(changedBy).toEqual(
      callers.filter((_, index) => [200, 201].includes(expected[index] ?? 0) && way.method === 'POST'),
    )
  })
})

test('403 for an editor who chooses the first repository of a space, 204 for an admin', async () => {
  const { id } = await app.space(people.admin, organization)
  for (const direction of ['import', 'export']) {
    const body = { ...repository, ...(direction === 'export' && { commitMessage: 'Words' }) }
    expect((await people.create.post(`/spaces/${id}/git/${direction}`, body)).status).toBe(403)
  }
  expect((await people.admin.get(`/spaces/${id}/git/info`)).status).toBe(404)
  expect((await people.admin.post(`/spaces/${id}/git/import`, repository)).status).toBe(204)
})

test('201 for a direct change by people whom a merge rule lets bypass the others', async () => {
  const { id } = await app.space(people.admin, organization)
  const rules = [
    { rule: 'require_at_least_one_approved_review' },
    { rule: 'allow_bypass', users: [people.edit.id] },
  ]
  expectStatus(200, await people.admin.patch(`/spaces/${id}`, { mergeRules: { type: 'rules', rules } }))
  const body = { id: 'changelog' }
  expect((await people.admin.post(`/spaces/${id}/content/template`, body)).status).toBe(409)
  expect((await people.edit.post(`/spaces/${id}/content/template`, body)).status).toBe(201)
})

test('409 for a direct change where the space inherits merge rules of its organization', async () => {
  const { id, admin } = await app.organization('Strict')
  const rules = [{ rule: 'require_change_request_subject' }]
  expectStatus(200, await admin.patch(`/orgs/${id}`, { mergeRules: { type: 'rules', rules } }))
  // The content that a new space begins with is no change of it.
  const space = await app.space(admin, id, { template: { id: 'runbook' } })
  expect((await admin.post(`/spaces/${space.id}/content/template`, { id: 'changelog' })).status).toBe(409)
})

test('403 when the role was lost while the content to import was fetched', async () => {
  const { admin } = people
  const { id } = await app.space(admin, organization)
  const leaver = await app.member(organization, 'edit')
  const { url } = await network.listen((_request, response) => {
    void admin
      .patch(`/orgs/${organization}/members/${leaver.id}`, { role: 'read' })
      .then(() => response.end('# Imported'))
  })
  const { status } = await leaver.post(`/spaces/${id}/content/import`, { source: 'markdown', url })
  expect(status).toBe(403)
  expect(expectStatus(200, await admin.get<Revision>(`/spaces/${id}/content`)).pages).toEqual([])
})
