import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../database/database.ts'
import { type Client, expectStatus, type ListBody, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import type { Space } from '../content/spaces/schema.ts'
import type { SearchPage, SearchSpace } from './schema.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

interface TextOfPage {
  title: string
  markdown: string
}

async function createSpace(
  admin: Person,
  organizationId: string,
  pages: readonly TextOfPage[],
  body: object = {},
): Promise<string> {
  const { id } = await app.space(admin, organizationId, body)
  await writeSpace(admin, id, pages)
  return id
}

const writeSpace = (admin: Person, spaceId: string, pages: readonly TextOfPage[], start = 0) =>
  commitChanges(
    app,
    admin,
    spaceId,
    pages.map(({ title, markdown }, index) => newPage(`page-${start + index}`, title, markdown)),
  )

const searchOrganization = async (by: Client, organizationId: string, query: string) =>
  expectStatus(
    200,
    await by.get<ListBody<SearchSpace>>(
      `/orgs/${organizationId}/search?query=${encodeURIComponent(query)}&limit=100`,
    ),
  ).items

/** The pages of a space that match; none if the caller may not read it. */
async function searchSpace(by: Client, spaceId: string, query: string): Promise<SearchPage[]> {
  const answer = await by.get<ListBody<SearchPage>>(
    `/spaces/${spaceId}/search?query=${encodeURIComponent(query)}&limit=20`,
  )
  return answer.status === 404 ? [] : expectStatus(200, answer).items
}

/** A page as both searches show it: its position among all results differs. */
const withoutRank = (page: SearchPage) => ({ ...page, rank: undefined })

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

/** Compares the search of an organization with the searches of those of its spaces in which some page has all the words. */
async function expectUnion(by: Client, organizationId: string, spaceIds: readonly string[], query: string) {
  const found = await searchOrganization(by, organizationId, query)
  const searches = await Promise.all(
    spaceIds.map(async (id) => ({ id, pages: (await searchSpace(by, id, query)).map(withoutRank) })),
  )
  const expected = searches.filter(({ pages }) => pages.length > 0)
  expect(found.map(({ id, pages }) => ({ id, pages: pages.map(withoutRank) })).toSorted(byId)).toEqual(
    expected.toSorted(byId),
  )
  const scores = found.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  const ranks = found.flatMap(({ pages }) => pages.map(({ rank, score }) => ({ rank, score })))
  const inOrder = ranks.toSorted((one, other) => one.rank - other.rank)
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => other.score - one.score || one.rank - other.rank))
}

/** Words that nobody takes for each other, so that a search corrects none of them. */
const words = ['marmalade', 'quorum', 'zeppelin', 'Installation', 'getUserById', '漢字変換', 'Bücher', 'the']
const queries = ['marmalade', 'marm', 'quorum', 'zep', 'install', 'getUserById', 'user', '漢字', 'bücher']
const someWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
const page = fc
  .record({ title: someWords, lead: someWords, heading: someWords, text: someWords })
  .map(({ title, lead, heading, text }) => ({
    title: title.slice(0, 2).join(' '),
    markdown: `${lead.join(' ')}\n\n## ${heading.slice(0, 2).join(' ')}\n\n${text.join(' ')}`,
  }))
const space = fc.record({
  language: fc.constantFrom('en', 'de', 'ja'),
  defaultLevel: fc.constantFrom('inherit', 'read', null),
  isGranted: fc.boolean(),
  isInCollection: fc.boolean(),
  isDeleted: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
  pages: fc.array(page, { minLength: 1, maxLength: 4 }),
})

test('a search of an organization gives what searches of its spaces give, in ranked order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(space, { minLength: 2, maxLength: 6 }), async (spaces) => {
      const { id: organization, admin } = await app.organization()
      const [reader, guest] = [await app.member(organization, 'read'), await app.member(organization, null)]
      const collection = expectStatus(
        201,
        await admin.post<{ id: string }>(`/orgs/${organization}/collections`, { title: 'Closed' }),
      ).id
      expectStatus(200, await admin.patch(`/collections/${collection}`, { defaultLevel: null }))
      const ids: string[] = []
      for (const { language, defaultLevel, isGranted, isInCollection, isDeleted, pages } of spaces) {
        const parent = isInCollection ? { parent: collection } : {}
        const id = await createSpace(admin, organization, pages, { language, ...parent })
        expectStatus(200, await admin.patch(`/spaces/${id}`, { defaultLevel }))
        const grant = { role: 'read', users: [guest.id] }
        if (isGranted) expectStatus(204, await admin.post(`/spaces/${id}/permissions`, grant))
        if (isDeleted) expectStatus(205, await admin.delete(`/spaces/${id}`))
        ids.push(id)
      }
      expect(ids).toHaveLength(spaces.length)
      for (const by of [admin, reader, guest]) {
        for (const query of queries) await expectUnion(by, organization, ids, query)
      }
    }),
    { numRuns: 6 },
  )
})

const mentions = (count: number, text: string): TextOfPage[] =>
  Array.from({ length: count }, (_, n) => ({ title: `Page ${n}`, markdown: `${text} ${n}` }))

test('a space with many matches, one with an index of its own, and a copy are ranked as they are alone', async () => {
  const { id: organization, admin } = await app.organization()
  const open = { title: 'Beginning', markdown: 'A walrusade, and no other' }
  const both = { title: 'Apart', markdown: '## One\n\nA walrus.\n\n## Two\n\nIts iceberg.' }
  const many = await createSpace(admin, organization, [...mentions(25, 'walrus'), open, both])
  const few = await createSpace(admin, organization, [...mentions(2, 'walrus'), open, both])
  const large = await createSpace(admin, organization, [...mentions(255, 'nothing'), open, both])
  const copy = expectStatus(201, await admin.post<Space>(`/spaces/${few}/duplicate`)).id
  await app.app.areas.search.indexer.waitForIndexing()
  const shared = await app.database.rows<{ id: string; shared: boolean }>(sql`
    select x.space_id as id, i.shared from search_spaces x join search_indexes i on i.id = x.index_id
    where x.space_id in (${many}, ${few}, ${large}, ${copy}) and not i.shared`)
  expect(shared.map(({ id }) => id)).toEqual([large])
  for (const query of ['walrus', 'walr', 'walrus iceberg', '"walrus 1"']) {
    await expectUnion(admin, organization, [many, few, large, copy], query)
  }
})

test('what was written since the last search is found by the next, in indexes that were there and in new ones', async () => {
  const { id: organization, admin } = await app.organization()
  const find = async () =>
    (await searchOrganization(admin, organization, 'lynx')).map(({ id }) => id).toSorted()
  const pages = [{ title: 'Lynx', markdown: 'A lynx' }]
  const first = await createSpace(admin, organization, [{ title: 'Nothing', markdown: 'yet' }])
  expect([await find(), await find()]).toEqual([[], []])
  await writeSpace(admin, first, pages, 1)
  expect([await find(), await find()]).toEqual([[first], [first]])
  const second = await createSpace(admin, organization, pages, { language: 'de' })
  const both = [first, second].toSorted()
  expect([await find(), await find()]).toEqual([both, both])
  expectStatus(205, await admin.delete(`/spaces/${first}`))
  expect(await find()).toEqual([second])
})

test('a site of some of many small spaces, and one with an index of its own, finds what searches of them find', async () => {
  const { id: organization, admin } = await app.organization()
  const both = { title: 'Apart', markdown: '## One\n\nA puffin.\n\n## Two\n\nIts burrow.' }
  const shown: string[] = []
  for (let n = 0; n < 3; n++) {
    shown.push(await createSpace(admin, organization, [...mentions(n + 1, 'puffin'), both]))
  }
  shown.push(await createSpace(admin, organization, [...mentions(255, 'nothing'), both]))
  const others: string[] = []
  for (let n = 0; n < 50; n++) others.push(await createSpace(admin, organization, mentions(1, 'A puffin')))
  await app.app.areas.search.indexer.waitForIndexing()
  const { id: site } = await app.site(admin, organization)
  const path = `/orgs/${organization}/sites/${site}`
  for (const spaceId of shown) expectStatus(201, await admin.post(`${path}/site-spaces`, { spaceId }))
  for (const query of ['puffin', 'puff', 'puffin burrow', 'pufin', '"puffin 1"']) {
    const body = { query, scope: { mode: 'all' } }
    const found = expectStatus(200, await admin.post<ListBody<SearchSpace>>(`${path}/search`, body)).items
    const searches = await Promise.all(
      shown.map(async (id) => ({ id, pages: (await searchSpace(admin, id, query)).map(withoutRank) })),
    )
    expect(found.map(({ id, pages }) => ({ id, pages: pages.map(withoutRank) })).toSorted(byId)).toEqual(
      searches.filter(({ pages }) => pages.length > 0).toSorted(byId),
    )
  }
  expect(others).toHaveLength(50)
})

test('people who see few of many spaces find what searches of these find', async () => {
  const { id: organization, admin } = await app.organization()
  const guest = await app.member(organization, null)
  const collection = expectStatus(
    201,
    await admin.post<{ id: string }>(`/orgs/${organization}/collections`, { title: 'Shared' }),
  ).id
  const pages = mentions(2, 'A gannet')
  const granted = await createSpace(admin, organization, pages)
  const inherited = await createSpace(admin, organization, pages, { parent: collection })
  const deleted = await createSpace(admin, organization, pages)
  const unseen = await createSpace(admin, organization, pages)
  const grant = { role: 'read', users: [guest.id] }
  for (const path of [`/spaces/${granted}`, `/spaces/${deleted}`, `/collections/${collection}`]) {
    expectStatus(204, await admin.post(`${path}/permissions`, grant))
  }
  expectStatus(205, await admin.delete(`/spaces/${deleted}`))
  for (let n = 0; n < 100; n++) await app.space(admin, organization)
  for (const query of ['gannet', 'gann', 'ganet']) {
    await expectUnion(guest, organization, [granted, inherited, deleted, unseen], query)
    const found = await searchOrganization(guest, organization, query)
    expect(found.map(({ id }) => id).toSorted()).toEqual([granted, inherited].toSorted())
  }
  await writeSpace(admin, inherited, [{ title: 'New', markdown: 'cormorant' }], 9)
  expect((await searchOrganization(guest, organization, 'cormorant')).map(({ id }) => id)).toEqual([
    inherited,
  ])
  expectStatus(205, await admin.delete(`/collections/${collection}/permissions/users/${guest.id}`))
  expect((await searchOrganization(guest, organization, 'gannet')).map(({ id }) => id)).toEqual([granted])
})

test('a list of few spaces says how many there are, and the next list continues it', async () => {
  const { id: organization, admin } = await app.organization()
  const pages = [
    { title: 'Heron', markdown: 'heron' },
    { title: 'More', markdown: 'A heron' },
  ]
  for (let n = 0; n < 5; n++) await createSpace(admin, organization, pages)
  const path = `/orgs/${organization}/search?query=heron`
  const all = expectStatus(200, await admin.get<ListBody<SearchSpace>>(path))
  const first = expectStatus(200, await admin.get<ListBody<SearchSpace>>(`${path}&limit=2`))
  const second = expectStatus(
    200,
    await admin.get<ListBody<SearchSpace>>(`${path}&limit=2&page=${first.next?.page}`),
  )
  expect([all.count, first.count, second.count]).toEqual([5, 5, 5])
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4))
  expect(all.items.every((item) => item.pages.length === 2)).toBe(true)
})

test('pages of a deleted space do not displace those that an admin finds', async () => {
  const { id: organization, admin } = await app.organization()
  // More texts than a search ranks have the word in their titles.
  const many = Array.from({ length: 420 }, (_, n) => ({ title: `Puffin ${n}`, markdown: `puffin ${n}` }))
  const deleted = await createSpace(admin, organization, many)
  await app.app.areas.search.indexer.waitForIndexing()
  const kept = await createSpace(admin, organization, [{ title: 'Other', markdown: 'A puffin' }])
  expectStatus(205, await admin.delete(`/spaces/${deleted}`))
  expect((await searchOrganization(admin, organization, 'puffin')).map(({ id }) => id)).toEqual([kept])
  expectStatus(200, await admin.post(`/spaces/${deleted}/restore`))
  const [first] = await searchOrganization(admin, organization, 'puffin')
  expect({ id: first?.id, pages: first?.pages.length }).toEqual({ id: deleted, pages: 20 })
})

const listIndexes = async (organizationId: string) =>
  (
    await app.database.rows<{ index: string }>(sql`
      select concat_ws(' ', i.language, case when i.shared then 'shared' else 'own' end, count(x.space_id)) as index
      from search_indexes i join search_spaces x on x.index_id = i.id
      where i.organization_id = ${organizationId}
      group by i.id, i.language, i.shared order by 1`)
  ).map(({ index }) => index)

const listScores = (found: SearchSpace[]) => new Map(found.map(({ id, score }) => [id, score]))

describe('the index of a space', () => {
  test('small spaces of one language share one; a space that grows gets its own', async () => {
    const { id: organization, admin } = await app.organization()
    const { indexer } = app.app.areas.search
    const ids: string[] = []
    for (const language of ['en', 'en', 'de', 'en']) {
      ids.push(await createSpace(admin, organization, [{ title: 'Otter', markdown: 'otter' }], { language }))
    }
    await indexer.catchUp(ids)
    expect(await listIndexes(organization)).toEqual(['english shared 3', 'german shared 1'])
    const more = Array.from({ length: 505 }, (_, n) => ({ title: `More ${n}`, markdown: `otter ${n}` }))
    await writeSpace(admin, ids[0] ?? '', more, 1)
    await indexer.waitForIndexing()
    await indexer.indexStaleSpaces()
    expect(await listIndexes(organization)).toEqual(['english own 1', 'english shared 2', 'german shared 1'])
    expect((await searchOrganization(admin, organization, 'otter')).map(({ id }) => id).toSorted()).toEqual(
      ids.toSorted(),
    )
  })

  test('spaces that were indexed one by one before an upgrade move together, and are found all the time', async () => {
    const { id: organization, admin } = await app.organization()
    const { indexer } = app.app.areas.search
    const ids: string[] = []
    for (const title of ['Badger', 'Badgers', 'A badger']) {
      const id = await createSpace(admin, organization, [{ title, markdown: title }])
      await indexer.catchUp([id])
      // The next space does not join what looks like the index of one space.
      await app.database.execute(sql`
        update search_indexes set shared = false where organization_id = ${organization}`)
      ids.push(id)
    }
    expect(await listIndexes(organization)).toEqual(['english own 1', 'english own 1', 'english own 1'])
    await app.database.execute(sql`
      insert into search_stale_spaces (space_id, awaited)
      select id, false from spaces where organization_id = ${organization}`)
    const before = await searchOrganization(admin, organization, 'badger')
    expect(before.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    await indexer.indexStaleSpaces()
    expect(await listIndexes(organization)).toEqual(['english shared 3'])
    const after = await searchOrganization(admin, organization, 'badger')
    expect(listScores(after)).toEqual(listScores(before))
  })

  test('a transferred space is found in its new organization, and no longer in the old one', async () => {
    const { id: organization, admin } = await app.organization()
    const other = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Other' })).id
    const pages = [{ title: 'Ferret', markdown: 'ferret' }]
    const moved = await createSpace(admin, organization, pages)
    const kept = await createSpace(admin, organization, pages)
    expect(await searchOrganization(admin, organization, 'ferret')).toHaveLength(2)
    expectStatus(200, await admin.post(`/spaces/${moved}/transfer`, { organization: other }))
    expect((await searchOrganization(admin, organization, 'ferret')).map(({ id }) => id)).toEqual([kept])
    expect((await searchOrganization(admin, other, 'ferret')).map(({ id }) => id)).toEqual([moved])
    expect((await searchSpace(admin, moved, 'ferret')).map(({ title }) => title)).toEqual(['Ferret'])
  })
})
