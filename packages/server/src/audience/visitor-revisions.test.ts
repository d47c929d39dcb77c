import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeRequest } from '../areas/content/change-requests/schema.ts'
import type { Revision, RevisionPage, SemanticChanges } from '../areas/content/revisions/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import type { PublishedLookup } from '../areas/sites/renderer-api/schema.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { Preview } from '../areas/sites/visitors/schema.ts'
import { minutes } from '../common/clock.ts'
import { Client, expectStatus, type Person, TestApp } from '../testing/app.ts'
import { commitChanges, newPage } from '../testing/direct-changes.ts'

/** A visitor reads what the site shows now, and a preview its draft. Earlier revisions are for members only. */
let t: TestApp
let organization: string
let admin: Person
let space: Space
let site: Site
/** Revisions from before the site was published, the oldest first. */
let earlierRevisions: string[]

/** Tokens of visitors are the same for as long: those of the next window know only what is current in it. */
const TOKEN_WINDOW_MS = 30 * minutes

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await t.organization())
  space = await t.space(admin, organization)
  await commitChanges(t, admin, space.id, [
    newPage('start', 'Start', 'Hello.\n\n{% include "/reusable-contents/notice" %}\n'),
    newPage('secret', 'Secret', 'Launch codes.\n\n{% include "/reusable-contents/codes" %}\n'),
    newPage('later', 'Later', 'For testers.\n\n{% include "/reusable-contents/tests" %}\n'),
    ...['notice', 'codes', 'tests', 'nested', 'never'].map((id) => ({
      type: 'put-reusable-content' as const,
      id,
      title: id,
      document: { markdown: contentTexts[id] ?? `Text of ${id}.` },
    })),
    {
      type: 'put-file',
      id: 'plan',
      file: { name: 'plan.txt', contentType: 'text/plain', size: 4, blob: 'a'.repeat(64) },
    },
    { type: 'set-variables', variables: { codename: 'tapir' } },
  ])
  const first = await readCurrentRevision()
  await commitChanges(t, admin, space.id, [
    { type: 'delete-page', id: 'secret' },
    { type: 'delete-file', id: 'plan' },
    { type: 'set-variables', variables: { codename: 'none' } },
    { type: 'update-page', id: 'start', fields: { title: 'Begin' } },
    { type: 'update-page', id: 'later', fields: { condition: 'visitor.claims.unsigned.isTester' } },
  ])
  earlierRevisions = [space.revision, first]
  const unpublished = await t.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${unpublished.id}/publish`))
  t.clock.advance(TOKEN_WINDOW_MS)
})
afterAll(() => t.stop())

const contentTexts: Record<string, string> = {
  notice:
    'Text of notice.\n\n{% if visitor.claims.unsigned.isTester %}\n{% include "/reusable-contents/nested" %}\n{% endif %}\n',
}

const readCurrentRevision = async () =>
  expectStatus(200, await admin.get<Space>(`/spaces/${space.id}`)).revision

async function enter(url = site.urls.published ?? '', unsignedClaims: object = {}): Promise<Client> {
  const lookup = expectStatus(
    200,
    await t.anonymous.post<PublishedLookup>('/urls/published', { url, visitor: { unsignedClaims } }),
  )
  return new Client(t.app, 'apiToken' in lookup ? lookup.apiToken : '')
}

const inRevision = (revision: string, path = '') => `/spaces/${space.id}/revisions/${revision}${path}`

const makeDraft = async (title: string): Promise<ChangeRequest> => {
  const path = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const changes = [{ operation: 'insert_page', title, document: { markdown: `${title}.` } }]
  return expectStatus(200, await admin.post<ChangeRequest>(`${path}/${id}/content`, { changes }))
}
const preview = async () =>
  expectStatus(200, await admin.get<Preview>(`/orgs/${organization}/sites/${site.id}/publishing/preview`)).url

const listWays = (draft: ChangeRequest) => [
  `/change-requests/${draft.number}`,
  `/change-requests/${draft.id}`,
  `/change-requests/${draft.id}/changes`,
  `/revisions/${draft.revision}`,
  `/revisions/${draft.revision}/changes`,
]

test('404 for every earlier revision, on every operation that takes one', async () => {
  const visitor = await enter()
  const routes = t.app.routes.filter(
    ({ visitorAccess, path }) => visitorAccess && path.includes(':revisionId'),
  )
  expect(routes.length).toBeGreaterThanOrEqual(10)
  const values: Record<string, string> = {
    spaceId: space.id,
    reusableContentId: 'codes',
    fileId: 'plan',
    pagePath: 'start',
  }
  for (const revisionId of earlierRevisions) {
    for (const pageId of ['start', 'secret', 'later']) {
      for (const { path, operationId } of routes) {
        const url = path.replaceAll(
          /:(\w+)/g,
          (_, name: string) => ({ ...values, revisionId, pageId })[name] ?? '',
        )
        const { status, body } = await visitor.get(url)
        expect({ operationId, revisionId, pageId, status }).toMatchObject({ status: 404 })
        expect(JSON.stringify(body)).not.toContain('odes')
      }
    }
  }
})

test('200 for the current revision, and 404 for what it no longer has or hides from this visitor', async () => {
  const [visitor, tester] = [await enter(), await enter(undefined, { isTester: true })]
  const current = await readCurrentRevision()
  expect((await visitor.get(inRevision(current, '/page/start'))).status).toBe(200)
  for (const path of ['/page/secret', '/path/secret', '/page/later', '/path/later', '/page/later/document']) {
    expect({ path, status: (await visitor.get(inRevision(current, path))).status }).toMatchObject({
      status: 404,
    })
  }
  expect((await tester.get(inRevision(current, '/page/later'))).status).toBe(200)
  expect((await tester.get(inRevision(current, '/page/secret'))).status).toBe(404)
})

describe('reusable contents', () => {
  test('200 for those that visible text includes, 404 for all others', async () => {
    const [visitor, tester] = [await enter(), await enter(undefined, { isTester: true })]
    const current = await readCurrentRevision()
    const listed = async (reader: Client) =>
      expectStatus(200, await reader.get<Revision>(inRevision(current))).reusableContents.map(({ id }) => id)
    expect(await listed(visitor)).toEqual(['notice'])
    expect((await listed(tester)).toSorted()).toEqual(['nested', 'notice', 'tests'])
    const all = expectStatus(200, await admin.get<Revision>(inRevision(current))).reusableContents
    expect(all.length).toBe(5)
    for (const { id, document } of all) {
      for (const path of [
        `/content/reusable-contents/${id}`,
        `/revisions/${current}/reusable-contents/${id}`,
        `/revisions/${current}/reusable-contents/${id}/document`,
        `/documents/${document}`,
      ]) {
        for (const [reader, visible] of [
          [visitor, ['notice']],
          [tester, ['nested', 'notice', 'tests']],
        ] as const) {
          const { status } = await reader.get(`/spaces/${space.id}${path}`)
          expect({ path, status }).toMatchObject({ status: visible.some((name) => name === id) ? 200 : 404 })
        }
      }
    }
  })
})

test('the changes of the current revision tell nothing of what was before', async () => {
  const visitor = await enter()
  const current = await readCurrentRevision()
  const body = expectStatus(
    200,
    await visitor.get<SemanticChanges>(inRevision(current, '/changes?limit=100')),
  )
  expect(body.changes).toEqual([
    {
      type: 'page_edited',
      page: { id: 'start', type: 'document', title: 'Begin', path: 'start' },
      attributes: { title: { after: 'Begin' } },
    },
    { type: 'variables_edited', variables: { codename: { after: 'none' } } },
  ])
  expect(JSON.stringify((await admin.get(inRevision(current, '/changes?limit=100'))).body)).toContain('tapir')
})

describe('a merge while a renderer reads', () => {
  test('200 with the current content for the revision that was current when the token was made', async () => {
    const visitor = await enter()
    const before = await readCurrentRevision()
    await commitChanges(t, admin, space.id, [
      newPage('new', 'New', 'News.'),
      { type: 'update-page', id: 'start', fields: {}, document: { markdown: 'Hello again.' } },
    ])
    const after = await readCurrentRevision()
    expect(expectStatus(200, await visitor.get<Revision>(inRevision(before))).id).toBe(after)
    const page = expectStatus(200, await visitor.get<RevisionPage>(inRevision(before, '/page/start')))
    expect(JSON.stringify(page)).toContain('Hello again.')
    expect((await visitor.get(inRevision(before, '/page/new'))).status).toBe(200)
    await commitChanges(t, admin, space.id, [{ type: 'delete-page', id: 'new' }])
    expect((await visitor.get(inRevision(after, '/page/new'))).status).toBe(404)
    // A renderer that begins later has no reason to know the earlier one.
    t.clock.advance(TOKEN_WINDOW_MS)
    expect((await (await enter()).get(inRevision(after, '/page/start'))).status).toBe(404)
  })

  test('404, not 304, when the page was hidden since', async () => {
    const visitor = await enter()
    await commitChanges(t, admin, space.id, [newPage('short', 'Short-lived', 'Soon gone.')])
    for (const path of [
      `/spaces/${space.id}/content/page/short`,
      inRevision(await readCurrentRevision(), '/page/short'),
    ]) {
      const { headers } = await visitor.get(path)
      await commitChanges(t, admin, space.id, [
        { type: 'update-page', id: 'short', fields: { condition: 'visitor.claims.isNobody' } },
      ])
      const again = await visitor.get(path, { 'if-none-match': String(headers['etag']) })
      expect({ path, status: again.status }).toMatchObject({ status: 404 })
      await commitChanges(t, admin, space.id, [
        { type: 'update-page', id: 'short', fields: { condition: undefined } },
      ])
    }
  })
})

describe('a preview', () => {
  test('reads the change request that its address names, and no other draft', async () => {
    const [mine, other] = [await makeDraft('Mine'), await makeDraft('Other')]
    const base = await preview()
    const reader = await enter(`${base}~/changes/${mine.number}/`)
    // A renderer that takes the draft out of the address itself reads what the address could name.
    const plain = await enter(base)
    const status = async (client: Client, path: string) =>
      (await client.get(`/spaces/${space.id}${path}`)).status
    for (const path of listWays(mine)) {
      expect({ path, status: await status(reader, path) }).toEqual({ path, status: 200 })
      expect({ path, status: await status(plain, path) }).toEqual({ path, status: 200 })
    }
    for (const path of [...listWays(other), ...earlierRevisions.map((id) => `/revisions/${id}`)]) {
      expect({ path, status: await status(reader, path) }).toEqual({ path, status: 404 })
    }
    // What is written in the change request later is part of it.
    const changes = [{ operation: 'insert_page', title: 'More', document: { markdown: 'More.' } }]
    const path = `/spaces/${space.id}/change-requests/${mine.id}/content`
    const head = expectStatus(200, await admin.post<ChangeRequest>(path, { changes })).revision
    expect(await status(reader, `/revisions/${head}`)).toBe(200)
    expect(await status(reader, '')).toBe(200)
  })

  test('reads the revision that its address names, and no other', async () => {
    const [older, wanted] = earlierRevisions
    const reader = await enter(`${await preview()}~/revisions/${wanted}/`)
    const page = await reader.get(inRevision(wanted ?? '', '/page/secret'))
    expect(JSON.stringify(expectStatus(200, page))).toContain('Launch codes.')
    expect((await reader.get(inRevision(older ?? ''))).status).toBe(404)
    expect((await reader.get(inRevision(await readCurrentRevision()))).status).toBe(200)
  })
})
