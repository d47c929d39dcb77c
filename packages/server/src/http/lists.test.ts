import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../common/ids.ts'
import { sql } from '../database/database.ts'
import type { Collection } from '../areas/content/collections/schema.ts'
import { readError, expectStatus, type ListBody, TestApp } from '../testing/app.ts'
import { changeContent, findPageId, writePages } from '../testing/content.ts'
import { uploadFontFile } from '../testing/fonts.ts'
import { listIds, buildPagePath, readList } from '../testing/lists.ts'
import { createProcessedSpec } from '../testing/specs.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const { id: otherId, admin: stranger } = await app.organization('Other')

interface Item {
  id: string
}

/** A collection with so many spaces, and its list. */
async function createCollectionWithItems(size: number) {
  const { id } = await app.collection(admin, organizationId)
  const ids: string[] = []
  for (let n = 0; n < size; n++) ids.push((await app.space(admin, organizationId, { parent: id })).id)
  return { id, ids, path: `/collections/${id}/spaces` }
}

const addQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

const readListPage = (path: string, cursor: string | undefined, limit: number): Promise<ListBody<Item>> => {
  const limited = addQuery(path, `limit=${limit}`)
  return readList<Item>(admin, cursor === undefined ? limited : buildPagePath(limited, cursor))
}

/** Follows a list to its end and calls `between` before each further page. */
async function walk(
  path: string,
  limit: number,
  direction: 'next' | 'previous',
  { from, between }: { from?: string | undefined; between?: () => Promise<void> } = {},
): Promise<ListBody<Item>[]> {
  const pages = [await readListPage(path, from, limit)]
  for (let cursor = pages[0]?.[direction]; cursor; cursor = pages.at(-1)?.[direction]) {
    await between?.()
    pages.push(await readListPage(path, cursor.page, limit))
  }
  return pages
}

/** Ten pages that show an operation of a spec. */
const writeSpecPages = (spaceId: string, spec: string): Promise<unknown> =>
  changeContent(
    admin,
    spaceId,
    Array.from({ length: 10 }, (_, n) => ({
      operation: 'insert_page',
      title: `Operation ${n}`,
      document: {
        markdown: `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n{% endopenapi-operation %}`,
      },
    })),
  )

/** A page and a file that are referred to ten times, in a space and a change request of it. */
async function createLinks(spaceId: string, changeRequestId: string) {
  await writePages(admin, spaceId, [{ title: 'Needle' }])
  await changeContent(admin, spaceId, [{ operation: 'insert_files', files: [file] }])
  const pageId = await findPageId(admin, spaceId, 'needle')
  const fileId = (await readList<Item>(admin, `/spaces/${spaceId}/content/files`)).items[0]?.id ?? ''
  // What refers to both: that page itself, and another one.
  const links = (target: string) =>
    Array.from(
      { length: 10 },
      (_, n) => `[a](${target}) ![b](/files/${fileId}) [c](https://example.com/${n})`,
    )
  await changeContent(admin, spaceId, [
    { operation: 'update_page', page: pageId, document: { markdown: links('#').join('\n\n') } },
    {
      operation: 'insert_page',
      title: 'Other',
      document: { markdown: links(`/pages/${pageId}`).join('\n\n') },
    },
  ])
  await changeContent(admin, spaceId, [{ operation: 'put_reusable_content', title: 'Note' }])
  const content = await admin.get<{ reusableContents: Item[] }>(`/spaces/${spaceId}/content`)
  const reusableContentId = expectStatus(200, content).reusableContents[0]?.id ?? ''
  const markdown = `{% include "/reusable-contents/${reusableContentId}" %}\n\n`.repeat(10)
  await changeContent(admin, spaceId, [{ operation: 'insert_page', title: 'Third', document: { markdown } }])
  await admin.post(`/spaces/${spaceId}/change-requests/${changeRequestId}/update`)
  return { pageId, fileId, reusableContentId }
}

/** The address of every list of the API. */
async function listAllPaths(): Promise<string[]> {
  const collection = await app.collection(admin, organizationId)
  const space = await app.space(admin, organizationId)
  const site = await app.site(admin, organizationId)
  const sitePath = `/orgs/${organizationId}/sites/${site.id}`
  await admin.post(`${sitePath}/sections`, { spaceId: space.id })
  await admin.post(`${sitePath}/section-groups`, { title: 'Group' })
  const team = await app.team(admin, organizationId, 'Team')
  const post = async (path: string, body: object = {}) =>
    (await admin.post<Item>(`/spaces/${space.id}${path}`, body)).body.id
  // The first of the space.
  const changeRequestId = await post('/change-requests')
  const commentId = await post('/comments', comment)
  const changeRequestCommentId = await post(`/change-requests/${changeRequestId}/comments`, comment)
  const filesId = await post('/change-requests')
  const update = await admin.post<{ revision: string }>(
    `/spaces/${space.id}/change-requests/${filesId}/content`,
    { changes: [{ operation: 'insert_files', files: Array.from({ length: 10 }, () => file) }] },
  )
  const ids: Record<string, string> = {
    revisionId: update.body.revision,
    organizationId,
    collectionId: collection.id,
    spaceId: space.id,
    siteId: site.id,
    teamId: team.id,
    userId: admin.id,
    changeRequestId,
    specSlug: await createProcessedSpec(app, admin, organizationId),
    ...(await createLinks(space.id, changeRequestId)),
  }
  await writeSpecPages(space.id, ids['specSlug'] ?? '')
  const lists = app.app.routes.filter(
    ({ method, response: answer }) => method === 'GET' && answer.kind === 'list',
  )
  expect(lists.length).toBeGreaterThan(15)
  return lists.map((route) => {
    const path = route.path.endsWith('/search') ? `${route.path}?query=needle` : route.path
    const comment = path.includes('/change-requests/') ? changeRequestCommentId : commentId
    return path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === 'commentId' ? comment : (ids[name] ?? ''),
    )
  })
}

const comment = { body: { markdown: 'Good.' } }
const file = { name: 'a.txt', base64: 'YQ==' }

const readIds = (pages: ListBody<Item>[]) => pages.flatMap(({ items }) => items.map(({ id }) => id))

describe('limit', () => {
  test('200 for 0: no items, the count, and no `next` or `previous`', async () => {
    const { path } = await createCollectionWithItems(3)

    expect(await readList(admin, `${path}?limit=0`)).toEqual({ count: 3, items: [] })
  })

  test('200 for 1000, and without one: 50', async () => {
    const { path, ids } = await createCollectionWithItems(51)

    expect(await listIds(admin, `${path}?limit=1000`)).toEqual(ids)
    const { items, count, next } = await readList<Item>(admin, path)
    expect(items).toHaveLength(50)
    expect(count).toBe(51)
    expect(next).toBeDefined()
  })

  test.each([
    '1001',
    '-1',
    'x',
    '1.5',
    '',
    'true',
    'null',
    '1e2',
    '0x10',
    '%205',
    '5&limit=6',
    '9'.repeat(30),
  ])('400 for %s', async (limit) => {
    const answer = await admin.get(`/orgs?limit=${limit}`)

    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('query.limit must')
  })

  test('400 in every list of the API', async () => {
    for (const path of await listAllPaths()) {
      expect((await admin.get(addQuery(path, 'limit=1'))).status).toBe(200)
      expect((await admin.get(addQuery(path, 'limit=1001'))).status).toBe(400)
      expect((await admin.get(buildPagePath(path, 'forged'))).status).toBe(400)
    }
  })
})

describe('neighbours', () => {
  test('200 has `next` until the last page and `previous` until the first', async () => {
    const { path, ids } = await createCollectionWithItems(7)
    const forward = await walk(path, 3, 'next')

    expect(forward.map(({ items }) => items.length)).toEqual([3, 3, 1])
    expect(readIds(forward)).toEqual(ids)
    expect(forward.map((list) => ['previous' in list, 'next' in list])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ])
    const backward = await walk(path, 3, 'previous', { from: forward[2]?.previous?.page })
    expect(backward.map(({ items }) => items.map(({ id }) => id))).toEqual([ids.slice(3, 6), ids.slice(0, 3)])
    expect(backward.map((list) => ['previous' in list, 'next' in list])).toEqual([
      [true, true],
      [false, true],
    ])
    expect(new Set([...forward, ...backward].map(({ count }) => count))).toEqual(new Set([7]))
  })

  test('200 has neither when the list fits exactly on one page', async () => {
    const { path, ids } = await createCollectionWithItems(4)

    for (const limit of [4, 5]) {
      expect(await readListPage(path, undefined, limit)).toEqual({
        count: 4,
        items: ids.map((id) => expect.objectContaining({ id })),
      })
    }
  })

  test('200 in both orders, even if many items have the same time', async () => {
    const { id, admin: owner } = await app.organization('Crowd')
    const emails = Array.from({ length: 12 }, () => `${newId()}@example.com`)
    await owner.post(`/orgs/${id}/invites`, { emails })
    const walkAs = async (query: string) => {
      const ids: string[] = []
      let path = `/orgs/${id}/members?limit=5${query}`
      for (;;) {
        const { items, next } = await readList<Item>(owner, path)
        ids.push(...items.map((item) => item.id))
        if (!next) return ids
        path = buildPagePath(`/orgs/${id}/members?limit=5${query}`, next.page)
      }
    }

    const newest = await walkAs('')
    expect(newest).toHaveLength(13)
    expect(new Set(newest).size).toBe(13)
    expect(await walkAs('&order=asc')).toEqual(newest.toReversed())
  })

  test('200 with a cursor of a row that was deleted', async () => {
    const { path, ids } = await createCollectionWithItems(4)
    const { next } = await readListPage(path, undefined, 2)
    await admin.delete(`/spaces/${ids[1]}`)

    expect(readIds([await readListPage(path, next?.page, 2)])).toEqual(ids.slice(2))
  })

  test('200 with another limit, and with the query in another order', async () => {
    const { path, ids } = await createCollectionWithItems(5)
    const { next } = await readListPage(path, undefined, 2)
    expect(readIds([await readListPage(path, next?.page, 10)])).toEqual(ids.slice(2))

    const members = `/orgs/${organizationId}/members`
    for (let n = 0; n < 2; n++) await app.member(organizationId, 'read')
    const first = await readList(admin, `${members}?role=read&order=asc&limit=1`)
    const again = buildPagePath(`${members}?limit=1&order=asc&role=read`, first.next?.page ?? '')
    expect((await readList(admin, again)).items).toHaveLength(1)
  })

  test('200 lists only what the caller may see, even with the cursor of another caller', async () => {
    const { path, ids } = await createCollectionWithItems(4)
    const reader = await app.member(organizationId, 'read')
    await admin.patch(`/spaces/${ids[3]}`, { defaultLevel: null })
    const { next } = await readListPage(path, undefined, 1)

    const list = await readList<Item>(reader, buildPagePath(path, next?.page ?? ''))
    expect(readIds([list])).toEqual([ids[1], ids[2]])
    expect(list.count).toBe(3)
    expect((await stranger.get(buildPagePath(path, next?.page ?? ''))).status).toBe(404)
  })
})

describe('page', () => {
  test('400 for a cursor that was invented or changed', async () => {
    const { path } = await createCollectionWithItems(3)
    const cursor = (await readListPage(path, undefined, 1)).next?.page ?? ''
    const flipped = [0, 5, cursor.length - 23, cursor.length - 1].map(
      (at) => cursor.slice(0, at) + (cursor.charAt(at) === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    )

    for (const forged of [
      '',
      'x',
      '2',
      'null',
      'ü'.repeat(30),
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      cursor.toUpperCase(),
      Buffer.from('[1,"0","0"]').toString('base64url'),
      `${Buffer.from('[1,"0","0"]').toString('base64url')}${cursor.slice(-22)}`,
      ...flipped,
    ]) {
      const answer = await admin.get(buildPagePath(path, forged))
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain('query.page')
    }
    expect((await admin.get(`${path}?page=a&page=b`)).status).toBe(400)
  })

  test('400 for a cursor of another list, another parent, another filter', async () => {
    const one = await createCollectionWithItems(3)
    const other = await createCollectionWithItems(3)
    const cursor = (await readListPage(one.path, undefined, 1)).next?.page ?? ''
    const members = `/orgs/${organizationId}/members`
    const { next } = await readList(admin, `${members}?order=asc&limit=1`)

    for (const path of [
      other.path,
      `/orgs/${organizationId}/spaces`,
      `/orgs/${organizationId}/collections`,
    ]) {
      expect((await admin.get(buildPagePath(path, cursor))).status).toBe(400)
    }
    for (const path of [members, `${members}?order=desc`, `${members}?order=asc&role=read`]) {
      expect((await admin.get(buildPagePath(path, next?.page ?? ''))).status).toBe(400)
    }
    expect((await stranger.get(buildPagePath(`/orgs/${otherId}/spaces`, cursor))).status).toBe(400)
  })
})

// It fills every list there is, so it takes its time.
test('every list takes a fixed number of queries, however many items it has', async () => {
  const paths = await listAllPaths()
  const [, , collectionId = ''] = paths.find((path) => path.startsWith('/collections/'))?.split('/') ?? []
  const [, , spaceId = ''] = paths.find((path) => path.startsWith('/spaces/'))?.split('/') ?? []
  const teamPath = paths.find((path) => path.includes('/teams/')) ?? ''
  const sitePath = paths.find((path) => path.endsWith('/sections'))?.replace('/sections', '') ?? ''
  const queriesOf = async () => {
    const costs: Record<string, number> = {}
    for (const path of paths) {
      // What never changes is read once and kept.
      await readList(admin, `${path}?limit=1000`)
      costs[path] = await app.countStatements(() => readList(admin, addQuery(path, 'limit=1000')))
    }
    return costs
  }
  const before = await queriesOf()

  for (let n = 0; n < 10; n++) {
    const member = await app.member(organizationId, 'read')
    const inviting = await app.organization()
    await inviting.admin.post(`/orgs/${inviting.id}/invites`, { emails: [admin.email] })
    await admin.post(`/orgs/${organizationId}/invites`, { emails: [inviting.admin.email] })
    const team = await app.team(admin, organizationId, `Team ${n}`, [member, admin])
    const another = await app.space(admin, organizationId, { parent: collectionId })
    for (const id of [spaceId, another.id]) await writePages(admin, id, [{ title: `Needle ${n}` }])
    const pageId = await findPageId(admin, spaceId, 'needle')
    await changeContent(admin, spaceId, [{ operation: 'update_page', page: pageId, description: `${n}` }])
    await app.collection(admin, organizationId)
    await app.site(admin, organizationId)
    await admin.post(`${sitePath}/sections`, { spaceId })
    await admin.post(`${sitePath}/section-groups`, { title: `Group ${n}` })
    const destination = { kind: 'external', url: 'https://acme.example' }
    await admin.post(`${sitePath}/redirects`, { source: `/old-${n}`, destination })
    const shareLinks = paths.find((path) => path.endsWith('/share-links')) ?? ''
    await admin.post(shareLinks, { name: `Link ${n}` })
    const previewLinks = paths.find((path) => path.endsWith('/preview-links')) ?? ''
    expectStatus(201, await admin.post(previewLinks, { site: sitePath.split('/').at(-1) }))
    await admin.put(`/orgs/${organizationId}/fonts`, {
      fontFamily: `Font ${n}`,
      fontFaces: [{ weight: 400, storageKey: await uploadFontFile(app, admin, organizationId) }],
    })
    await admin.put(`${teamPath}/${member.id}`)
    const grants = { role: 'read', users: [member.id], teams: [team.id] }
    await admin.post(`/spaces/${spaceId}/permissions`, grants)
    await admin.post(`/collections/${collectionId}/permissions`, grants)
    await admin.post(`${sitePath}/permissions`, grants)
    const specSlug =
      paths
        .find((path) => path.endsWith('/versions'))
        ?.split('/')
        .at(-2) ?? ''
    await createProcessedSpec(app, admin, organizationId, { slug: specSlug, version: `2.${n}` })
    await createProcessedSpec(app, admin, organizationId)
    await writeSpecPages(another.id, specSlug)
    await admin.post(`/orgs/${organizationId}/link-invites`, { role: 'read' })
    await admin.post('/user/tokens', { name: `Token ${n}` })
    const { body: provider } = await admin.post<Item>(`/orgs/${organizationId}/saml`, { label: `IdP ${n}` })
    await app.database.transaction((tx) =>
      app.app.areas.identity.sessions.create(tx, {
        userId: admin.id,
        signedInWith: 'saml',
        browser: { userAgent: `Browser ${n}`, address: '192.0.2.1' },
        provider: {
          id: provider.id,
          organizationId,
          kind: 'saml',
          session: { nameID: 'admin' },
          expiresAt: undefined,
        },
      }),
    )
    await app.database.execute(sql`
      insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      values (${newId()}, ${admin.id}, ${`Key ${n}`}, ${`credential ${n}`}, 'x', 0, '{}', now())`)
    await admin.post(`/orgs/${organizationId}/oidc`, {
      label: `OIDC ${n}`,
      issuer: 'https://id.example.com',
      clientID: 'verso',
    })
    await app.database.execute(sql`
      insert into oidc_identities (id, issuer, subject, user_id, created_at, last_login_at)
      values (${newId()}, 'https://id.example.com', ${`subject ${n}`}, ${admin.id}, now(), now())`)
    await app.database.execute(sql`
      insert into notifications (id, user_id, organization_id, kind, space_id, source, created_at)
      values (${newId()}, ${admin.id}, ${organizationId}, 'conflict', ${spaceId}, ${`conflict ${n}`}, now())`)
    const source = { space: spaceId, language: 'en' }
    await admin.post(`/orgs/${organizationId}/translations`, { source, language: 'es' })
    await admin.put(`/orgs/${organizationId}/translations-glossary`, {
      operations: [{ type: 'insert', translations: { en: `term ${n}` } }],
    })
    await admin.post('/orgs', { title: `Organization ${n}` })
    const requests = `/spaces/${spaceId}/change-requests`
    const { body } = await admin.post<{ id: string }>(requests, {})
    await admin.patch(`${requests}/${body.id}`, { status: 'open' })
    await admin.post(`${requests}/1/reviews`, { status: 'approved' })
    await admin.post(`${requests}/1/requested-reviewers`, { users: [member.id] })
    await app.database.transaction((tx) =>
      app.app.tasks.start(tx, {
        organizationId,
        spaceId,
        type: 'import',
        key: spaceId,
        data: {},
        subject: { source: { type: 'website', url: 'https://example.com/' } },
      }),
    )
    const editor = await app.member(organizationId, 'edit')
    const page = { operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'Hello' } }
    const files = { operation: 'insert_files', files: [file] }
    await editor.post(`${requests}/1/content`, { changes: [page, files] })
    await editor.post(`${requests}/${body.id}/content`, { changes: [files] })
    expectStatus(200, await admin.post(`${requests}/${body.id}/merge`))
    await admin.post(requests, {}).then(({ body }) => {
      const { id } = body as Item
      return admin.patch(`${requests}/${id}`, { status: 'open' })
    })
    for (const path of paths.filter((path) => /\/(comments|replies)$/.test(path))) {
      const { id } = expectStatus(200, await editor.post<Item>(path, comment))
      await admin.put(`${path}/${id}`, { addedReactions: ['1f44d', '1f389'] })
    }
    for (const path of paths.filter((path) => path.endsWith('/draft-comments'))) {
      expectStatus(201, await admin.post(path, comment))
    }
  }

  for (const path of paths) expect((await readList(admin, path)).items.length).toBeGreaterThan(9)
  expect(await queriesOf()).toEqual(before)
  expect(Math.max(...Object.values(before))).toBeLessThanOrEqual(4)
}, 120_000)

// A change between two pages: a new space at a place, or the deletion of one.
const change = fc.record({ insert: fc.boolean(), place: fc.nat(30) })

test('paging forward and back during inserts and deletions repeats no item and misses none that stays', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
      async (size, limit, changes) => {
        const { id: parent, ids, path } = await createCollectionWithItems(size)
        const alive = [...ids]
        const queue = [...changes]
        const between = async () => {
          for (const { insert, place } of queue.shift() ?? []) {
            const anchor = alive[place % Math.max(alive.length, 1)]
            if (insert) {
              const added = await app.space(admin, organizationId, { parent })
              const position = anchor === undefined ? {} : { before: { type: 'space', space: anchor } }
              expectStatus(200, await admin.post<Collection>(`/spaces/${added.id}/move`, { position }))
              alive.push(added.id)
            } else if (anchor !== undefined) {
              expectStatus(205, await admin.delete(`/spaces/${anchor}`))
              alive.splice(alive.indexOf(anchor), 1)
            }
          }
        }
        const expectAllItems = (ids: string[], before: string[]) => {
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids).toEqual(expect.arrayContaining(before.filter((id) => alive.includes(id))))
        }

        const forward = await walk(path, limit, 'next', { between })
        expectAllItems(readIds(forward), ids)
        for (const { items } of forward) expect(items.length).toBeLessThanOrEqual(limit)
        expect(forward.at(-1)).not.toHaveProperty('next')

        // A last page that was emptied meanwhile has no way back.
        const from = forward.at(-1)?.previous?.page
        const before = from === undefined ? [] : [...alive]
        const backward = from === undefined ? [] : await walk(path, limit, 'previous', { from, between })
        expectAllItems([...readIds(backward), ...readIds(forward.slice(-1))], before)
        expect(backward.at(-1) ?? {}).not.toHaveProperty('previous')
        expect((await readList(admin, `${path}?limit=0`)).count).toBe(alive.length)
      },
    ),
    { numRuns: 25 },
  )
})
