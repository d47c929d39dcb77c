import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, expectStatus, type Person, TestApp } from '../testing/app.ts'
import type { ChangeRequest } from '../areas/content/change-requests/schema.ts'
import type { PublishedLookup } from '../areas/sites/renderer-api/schema.ts'
import type { Revision, RevisionPage } from '../areas/content/revisions/schema.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'

/** Every operation that is open to visitors. The test fails when one is added without being listed here. */
const openToVisitors = [
  'getChangeRequestById',
  'getChangeRequestChanges',
  'getComputedDocument',
  'getCurrentRevision',
  'getDocumentById',
  'getEmbedByUrlInSpace',
  'getFileById',
  'getFileInRevisionById',
  'getLatestOpenAPISpecVersionContent',
  'getPageById',
  'getPageByPath',
  'getPageDocumentInRevisionById',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPublishedContentSite',
  'getReusableContentById',
  'getReusableContentDocumentInRevisionById',
  'getReusableContentInRevisionById',
  'getRevisionById',
  'getRevisionSemanticChanges',
  'getSiteById',
  'getSiteRedirectBySource',
  'getSpaceById',
  'getUserById',
  'listFiles',
  'listFilesInRevisionById',
  'listPages',
  'listPagesInRevisionById',
  'listRevisionPageMetaLinks',
  'listSpacePageMetaLinks',
  'searchSiteContent',
]

let t: TestApp
let organization: string
let admin: Person
/** A space that the site shows. */
let space: Space
/** A space of the same organization that the site does not show. */
let secret: Space
let site: Site
let visitor: Client

beforeAll(async () => {
  t = await TestApp.start()
  ;({ id: organization, admin } = await t.organization())
  space = await t.space(admin, organization, { title: 'Shown' })
  secret = await t.space(admin, organization, { title: 'Secret' })
  await write(space.id, [
    page('Welcome', { markdown: 'Hello.\n\n{% if visitor.claims.isBeta %}\nFor testers.\n{% endif %}\n' }),
    page('Beta', { markdown: 'New things.' }, { condition: 'visitor.claims.isBeta' }),
  ])
  await write(secret.id, [page('Plans', { markdown: 'World domination.' })])
  site = await t.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${site.id}/publish`))
  visitor = new Client(t.app, await tokenFor(site))
})
afterAll(() => t.stop())

const page = (title: string, document: object, rest: object = {}) => ({
  operation: 'insert_page',
  title,
  document,
  ...rest,
})

/** Writes changes in a change request and merges it. Returns the change request. */
async function write(spaceId: string, changes: object[]): Promise<ChangeRequest> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const changeRequest = expectStatus(
    200,
    await admin.post<ChangeRequest>(`${path}/${id}/content`, { changes }),
  )
  expectStatus(200, await admin.post(`${path}/${id}/merge`))
  return changeRequest
}

async function tokenFor({ urls }: Site, claims?: object): Promise<string> {
  const body = { url: urls.published, visitor: { unsignedClaims: claims ?? {} } }
  const lookup = expectStatus(200, await t.anonymous.post<PublishedLookup>('/urls/published', body))
  return 'apiToken' in lookup ? lookup.apiToken : ''
}

const revision = (id: string) => visitor.get<Revision>(`/spaces/${space.id}/revisions/${id}`)

const at = (path: string) => `/spaces/${space.id}/content${path}`

const titles = async (client: Client) =>
  expectStatus(200, await client.get<{ pages: RevisionPage[] }>(at('/pages'))).pages.map(({ title }) => title)

const fill = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'nowhere')

test('only the listed routes are open to visitors, and none of them changes anything', () => {
  const open = t.app.routes.filter(({ visitorAccess: visitors }) => visitors)
  expect(open.map(({ operationId }) => operationId).toSorted()).toEqual(openToVisitors)
  expect(
    open
      .filter(({ method }) => method !== 'GET')
      .map(({ operationId }) => operationId)
      .toSorted(),
  ).toEqual(['getComputedDocument', 'searchSiteContent'])
})

test('403 for every other route', async () => {
  const ids = {
    organizationId: organization,
    siteId: site.id,
    spaceId: space.id,
    userId: admin.id,
    changeRequestId: '1',
  }
  const closed = t.app.routes.filter(
    ({ visitorAccess: visitors, permission }) => !visitors && permission !== 'public',
  )
  expect(closed.length).toBeGreaterThan(80)
  for (const { method, path, operationId } of closed) {
    const { status } = await visitor.send(method, fill(path, ids), method === 'GET' ? undefined : {})
    expect({ operationId, status }).toEqual({ operationId, status: 403 })
  }
})

test('404 for another space, site or organization than those of the visitor', async () => {
  const other = await t.organization('Other')
  const hidden = await t.space(other.admin, other.id)
  const theirs = await t.site(other.admin, other.id, { spaces: [hidden.id] })
  const ours = await t.site(admin, organization, { spaces: [secret.id] })
  await admin.post(`/orgs/${organization}/sites/${ours.id}/publish`)
  const targets = [
    { organizationId: organization, siteId: ours.id, spaceId: secret.id, revisionId: secret.revision },
    { organizationId: other.id, siteId: theirs.id, spaceId: hidden.id, revisionId: hidden.revision },
    { organizationId: other.id, siteId: site.id, spaceId: 'nowhere', revisionId: space.revision },
    { organizationId: organization, siteId: 'nowhere', spaceId: '%00', revisionId: '..' },
    // A space of the site, with a revision of a space that is not in the site.
    { organizationId: organization, siteId: '', spaceId: space.id, revisionId: secret.revision },
  ]
  for (const ids of targets) {
    for (const { method, path, operationId } of t.app.routes.filter(
      ({ visitorAccess: visitors }) => visitors,
    )) {
      if (ids.spaceId === space.id && !path.includes(':revisionId')) continue
      const { status } = await visitor.send(
        method,
        fill(path, ids),
        method === 'GET' ? undefined : { query: 'plans' },
      )
      expect({ operationId, ids, status: status === 400 ? 404 : status }).toEqual({
        operationId,
        ids,
        status: 404,
      })
    }
  }
})

describe('revisions', () => {
  test('200 for the current revision of the space, without its change request', async () => {
    await write(space.id, [page('Later', { markdown: 'Later.' })])
    const { revision: current } = expectStatus(200, await visitor.get<Space>(`/spaces/${space.id}`))
    expect(expectStatus(200, await revision(current))).not.toHaveProperty('mergedFrom')
    expect((await admin.get<Revision>(`/spaces/${space.id}/revisions/${current}`)).body).toHaveProperty(
      'mergedFrom',
    )
  })

  test('404 for revisions of change requests, merged or not', async () => {
    const path = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
    const changes = [page('Draft', { markdown: 'Not yet.' })]
    const draft = expectStatus(200, await admin.post<ChangeRequest>(`${path}/${id}/content`, { changes }))
    expect((await revision(draft.revision)).status).toBe(404)
    expect((await visitor.get(`/spaces/${space.id}/revisions/${draft.revision}/path/draft`)).status).toBe(404)
    const merged = await write(space.id, [page('Merged', { markdown: 'Now.' })])
    expect((await revision(merged.revision)).status).toBe(404)
  })
})

describe('conditions', () => {
  let tester: Client
  beforeAll(async () => {
    const condition = { condition: 'visitor.claims.unsigned.isTester' }
    await write(space.id, [
      page(
        'Testing',
        { markdown: 'Try {% if visitor.claims.unsigned.isTester %}x{% endif %} it.' },
        condition,
      ),
      page('Mixed', { markdown: 'All.\n\n{% if visitor.claims.unsigned.isTester %}\nSome.\n{% endif %}\n' }),
    ])
    tester = new Client(t.app, await tokenFor(site, { isTester: true }))
  })

  test('hide a page from visitors for whom they do not hold, on every route', async () => {
    expect(await titles(tester)).toContain('Testing')
    expect(await titles(visitor)).not.toContain('Testing')
    expect(await titles(visitor)).not.toContain('Beta')
    expect(await titles(admin)).toContain('Testing')
    const whole = await visitor.get<Revision>(at(''))
    expect(JSON.stringify(whole.body)).not.toContain('Testing')
    const hiddenPage = expectStatus(200, await tester.get<RevisionPage>(at('/path/testing')))
    const { revision } = expectStatus(200, await visitor.get<Space>(`/spaces/${space.id}`))
    const ways = [
      at('/path/testing'),
      at(`/page/${hiddenPage.id}`),
      `/spaces/${space.id}/revisions/${revision}/page/${hiddenPage.id}`,
      `/spaces/${space.id}/revisions/${revision}/page/${hiddenPage.id}/document`,
      `/spaces/${space.id}/revisions/${revision}/path/testing`,
      `/spaces/${space.id}/documents/${hiddenPage.documentId}`,
    ]
    for (const way of ways) {
      expect({ way, status: (await visitor.get(way)).status }).toEqual({ way, status: 404 })
      expect({ way, status: (await tester.get(way)).status }).toEqual({ way, status: 200 })
    }
  })

  test('hide a block in documents and in Markdown, with every query option', async () => {
    const { id, documentId } = expectStatus(200, await admin.get<RevisionPage>(at('/path/mixed')))
    const { revision } = expectStatus(200, await visitor.get<Space>(`/spaces/${space.id}`))
    const ways = [
      at('/path/mixed'),
      at(`/page/${id}?evaluated=false`),
      at(`/page/${id}?format=markdown`),
      at(`/page/${id}?format=markdown&format.markdown.refs=stable`),
      `/spaces/${space.id}/revisions/${revision}/page/${id}/document?evaluated=false`,
      `/spaces/${space.id}/revisions/${revision}/page/${id}/document?evaluated=deterministic-only`,
      `/spaces/${space.id}/documents/${documentId}`,
    ]
    for (const way of ways) {
      const mine = JSON.stringify(expectStatus(200, await visitor.get(way)))
      expect(mine).toContain('All.')
      expect(mine).not.toContain('Some.')
      expect(JSON.stringify(expectStatus(200, await tester.get(way)))).toContain('Some.')
    }
  })
})

test('200 for a space, without what only members of its organization may see', async () => {
  const seen = expectStatus(200, await visitor.get<Space>(`/spaces/${space.id}`))
  expect(seen).toMatchObject({
    comments: 0,
    changeRequests: 0,
    visibility: 'public',
    urls: { published: site.urls.published },
    permissions: { view: true, edit: false, admin: false },
  })
  expect(seen).not.toHaveProperty('parent')
})

test('429 counts the requests of visitors by their tokens, which those of whom nothing is known share', async () => {
  const limited = await TestApp.start({ rateLimit: 20 })
  try {
    const { id, admin } = await limited.organization()
    const limitedSpace = await limited.space(admin, id)
    const unpublished = await limited.site(admin, id, { spaces: [limitedSpace.id] })
    const live = expectStatus(200, await admin.post<Site>(`/orgs/${id}/sites/${unpublished.id}/publish`))
    const enter = async (unsignedClaims: object) => {
      const body = { url: live.urls.published, visitor: { unsignedClaims } }
      const lookup = expectStatus(
        200,
        await limited.anonymous.post<{ apiToken: string }>('/urls/published', body),
      )
      return new Client(limited.app, lookup.apiToken)
    }
    const [first, second] = [await enter({}), await enter({ plan: 'pro' })]
    // Twenty visitors may send as much as twenty people. A minute may end while they do, and the count begins anew.
    let [answered, status] = [-1, 200]
    while (status === 200 && answered < 5 * 20 * 20) {
      answered++
      status = (await first.get(`/spaces/${limitedSpace.id}`)).status
    }
    expect(status).toBe(429)
    expect(answered).toBeGreaterThanOrEqual(20 * 20)
    expect((await second.get(`/spaces/${limitedSpace.id}`)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
