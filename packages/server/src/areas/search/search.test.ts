import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../database/database.ts'
import { readError, expectStatus, type ListBody, type Person, TestApp } from '../../testing/app.ts'
import { changeContent, findPageId, type PageToWrite, writePages } from '../../testing/content.ts'
import { commitChanges as writeDirectly, newPage } from '../../testing/direct-changes.ts'
import { buildPagePath } from '../../testing/lists.ts'
import type { Space } from '../content/spaces/schema.ts'
import type { SearchPage, SearchSpace } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

async function spaceWith(pages: PageToWrite[], body: object = {}, by = admin): Promise<string> {
  const { id } = await app.space(by, organization, body)
  await writePages(by, id, pages)
  return id
}

const search = async (spaceId: string, query: string, by = admin) =>
  expectStatus(
    200,
    await by.get<ListBody<SearchPage>>(`/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`),
  )

const titles = async (spaceId: string, query: string) =>
  (await search(spaceId, query)).items.map(({ title }) => title)

const searchOrganization = async (query: string, by = admin) =>
  expectStatus(
    200,
    await by.get<ListBody<SearchSpace>>(`/orgs/${organization}/search?query=${encodeURIComponent(query)}`),
  )

const spacesWithMarmalade = async (by: Person) =>
  (await searchOrganization('marmalade', by)).items.map(({ id }) => id)

describe('GET /spaces/:spaceId/search', () => {
  test('200 gives the page, its path, the section and the text around the words', async () => {
    const filler = 'Nothing of interest stands here. '.repeat(20)
    const id = await spaceWith([
      {
        title: 'Guide',
        markdown: 'Welcome.',
        pages: [
          {
            title: 'Setting up',
            markdown: `Intro.\n\n## On Linux\n\n${filler}\n\nRun the blue installer now.\n\n${filler}`,
          },
        ],
      },
    ])
    const { items, count } = await search(id, 'blue installer')
    expect(count).toBe(1)
    expect(items).toMatchObject([
      { title: 'Setting up', path: 'guide/setting-up', rank: 1, ancestors: [{ title: 'Guide' }] },
    ])
    expect(items[0]?.score).toBeGreaterThanOrEqual(items[0]?.sections[0]?.score ?? Infinity)
    const [page] = items
    expect(page?.urls.app).toContain(`/spaces/${id}/pages/${page?.id}`)
    expect(page?.sections).toMatchObject([
      { id: `${page?.id}#on-linux`, title: 'On Linux', path: 'guide/setting-up#on-linux' },
    ])
    const body = page?.sections[0]?.body ?? ''
    expect(body).toContain('Run the blue installer now.')
    expect(body.length).toBeLessThan(260)
    expect(page?.sections[0]?.urls.app).toBe(`${page?.urls.app}#on-linux`)
  })

  test('200 titles come before headings, headings before text', async () => {
    const id = await spaceWith([
      { title: 'Text', markdown: 'All about webhooks. Webhooks, webhooks, webhooks, and webhooks again.' },
      { title: 'Heading', markdown: '## Using webhooks\n\nSome words.' },
      { title: 'Webhooks', markdown: 'How others hear of it.' },
    ])
    expect(await titles(id, 'webhooks')).toEqual(['Webhooks', 'Heading', 'Text'])
  })

  test('200 the words may be in the title, in a heading and in different sections', async () => {
    const id = await spaceWith([
      { title: 'Docker', markdown: '## Install\n\nPull it.\n\n## Upgrade\n\nUse compose with volumes.' },
      { title: 'Other', markdown: 'Docker is mentioned.' },
    ])
    expect(await titles(id, 'docker install')).toEqual(['Docker'])
    expect(await titles(id, 'pull volumes')).toEqual(['Docker'])
  })

  test('200 the last word may be the beginning of a word', async () => {
    const id = await spaceWith([{ title: 'A', markdown: 'Configuration of notifications' }])
    expect(await titles(id, 'config')).toEqual(['A'])
    expect(await titles(id, 'configuration notif')).toEqual(['A'])
  })

  test('200 an unfinished word matches headings before text, and together with words elsewhere on the page', async () => {
    const id = await spaceWith([
      { title: 'Text', markdown: 'Subscriptions, a subscriber, and what they subscribe to: subscriptions.' },
      { title: 'Heading', markdown: 'Nothing.\n\n## Subscriptions\n\nNothing either.' },
      { title: 'Apart', markdown: '## One\n\nAn invoice.\n\n## Two\n\nIts currency.' },
      { title: 'Alone', markdown: 'The currency alone.' },
    ])
    expect(await titles(id, 'su')).toEqual(['Heading'])
    expect(await titles(id, 'subscr')).toEqual(['Heading', 'Text'])
    expect(await titles(id, 'invoice curr')).toEqual(['Apart'])
  })

  test('200 words in quotes must follow each other', async () => {
    const id = await spaceWith([
      { title: 'Apart', markdown: 'A token for access, or access by a token.' },
      { title: 'Together', markdown: 'You need an access token for this.' },
    ])
    expect(await titles(id, '"access token"')).toEqual(['Together'])
    expect(await titles(id, 'access token')).toEqual(['Together', 'Apart'])
    expect(await titles(id, '"a token for access"')).toEqual(['Apart'])
  })

  test('200 two pages with equal text are both found', async () => {
    const same = { title: 'Same', markdown: 'Peculiar' }
    const id = await spaceWith([
      { title: 'One', pages: [same] },
      { title: 'Two', pages: [same] },
    ])
    const { items } = await search(id, 'peculiar')
    expect(items.map(({ path }) => path).toSorted()).toEqual(['one/same', 'two/same'])
    const path = `/spaces/${id}/search?query=peculiar&limit=1`
    const first = expectStatus(200, await admin.get<ListBody<SearchPage>>(path))
    const second = expectStatus(
      200,
      await admin.get<ListBody<SearchPage>>(buildPagePath(path, first.next?.page ?? '')),
    )
    expect([first.count, second.count, second.next]).toEqual([2, 2, undefined])
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })

  test('200 of many pages with a word, the page that repeats it comes first', async () => {
    const mentions = Array.from({ length: 150 }, (_, n) => ({
      title: `Page ${n}`,
      markdown: `Number ${n}, a quorum.`,
    }))
    const about = {
      title: 'Decisions',
      markdown: 'A quorum is needed: without a quorum, no decision. Quorums are counted.',
    }
    const id = await spaceWith([...mentions, about])
    expect((await titles(id, 'quorum'))[0]).toBe('Decisions')
  })

  test('200 gives up to three different sections of a page, the best first', async () => {
    const id = await spaceWith([
      {
        title: 'Page',
        markdown:
          '## Walrus\n\nText.\n\n## B\n\nA walrus.\n\n## C\n\nWalrus, walrus.\n\n## D\n\nA walrus, too.',
      },
    ])
    const [page] = (await search(id, 'walrus')).items
    const sectionTitles = page?.sections?.map(({ title }) => title) ?? []
    expect(sectionTitles).toHaveLength(3)
    expect(sectionTitles.slice(0, 2)).toEqual(['Walrus', 'C'])
    expect(new Set(sectionTitles).size).toBe(3)
  })

  test('200 a page with noIndex is not found until noIndex is removed', async () => {
    const id = await spaceWith([{ title: 'Secret', markdown: 'Hushword', fields: { noIndex: true } }])
    expect(await titles(id, 'hushword')).toEqual([])
    const page = await findPageId(admin, id, 'secret')
    await changeContent(admin, id, [{ operation: 'update_page', page, noIndex: false }])
    expect(await titles(id, 'hushword')).toEqual(['Secret'])
  })

  test('200 list pages of results can be read forward and back, without duplicates', async () => {
    const pages = Array.from({ length: 7 }, (_, index) => ({
      title: `Page ${index}`,
      markdown: 'Lighthouse',
    }))
    const id = await spaceWith(pages)
    const path = `/spaces/${id}/search?query=lighthouse&limit=3`
    const seen: string[] = []
    let next: string | undefined = path
    let last: ListBody<SearchPage> | undefined
    while (next !== undefined) {
      last = expectStatus(200, await admin.get<ListBody<SearchPage>>(next))
      expect(last.count).toBe(7)
      seen.push(...last.items.map((item) => item.id))
      next = last.next && buildPagePath(path, last.next.page)
    }
    expect(new Set(seen).size).toBe(7)
    const back = expectStatus(
      200,
      await admin.get<ListBody<SearchPage>>(buildPagePath(path, last?.previous?.page ?? '')),
    )
    expect(back.items.map((item) => item.id)).toEqual(seen.slice(3, 6))
    expect(expectStatus(200, await admin.get(`/spaces/${id}/search?query=lighthouse&limit=0`))).toEqual({
      items: [],
      count: 7,
    })
  })
})

describe('a search right after a write', () => {
  test('200 finds the new text and not the old one', async () => {
    const id = await spaceWith([{ title: 'News', markdown: 'Yesterday' }])
    const page = await findPageId(admin, id, 'news')
    await changeContent(admin, id, [{ operation: 'update_page', page, document: { markdown: 'Tomorrow' } }])
    expect(await titles(id, 'tomorrow')).toEqual(['News'])
    expect(await titles(id, 'yesterday')).toEqual([])
  })

  test('200 finds a renamed and moved page by its new title, at its new path', async () => {
    const id = await spaceWith([
      { title: 'Old', pages: [{ title: 'Leaf', markdown: 'Chlorophyll' }] },
      { title: 'New' },
    ])
    const [leaf, parent] = [await findPageId(admin, id, 'old/leaf'), await findPageId(admin, id, 'new')]
    await changeContent(admin, id, [
      { operation: 'update_page', page: leaf, title: 'Blade', slug: 'blade', into: parent },
      { operation: 'update_page', page: parent, slug: 'newest' },
    ])
    expect(await search(id, 'blade')).toMatchObject({ items: [{ path: 'newest/blade' }] })
    expect(await titles(id, 'leaf')).toEqual([])
    expect(await titles(id, 'chlorophyll')).toEqual(['Blade'])
  })

  test('200 does not find a deleted page, nor the pages below it', async () => {
    const id = await spaceWith([
      { title: 'Up', markdown: 'Zebra', pages: [{ title: 'Down', markdown: 'Zebra' }] },
    ])
    await changeContent(admin, id, [{ operation: 'delete_page', page: await findPageId(admin, id, 'up') }])
    expect(await titles(id, 'zebra')).toEqual([])
  })

  test('200 does not find the content of a change request before it is merged', async () => {
    const id = await spaceWith([{ title: 'Main', markdown: 'Published' }])
    const { body } = await admin.post<{ id: string }>(`/spaces/${id}/change-requests`, {})
    const changes = [{ operation: 'insert_page', title: 'Draft', document: { markdown: 'Kaleidoscope' } }]
    expectStatus(200, await admin.post(`/spaces/${id}/change-requests/${body.id}/content`, { changes }))
    expect(await titles(id, 'kaleidoscope')).toEqual([])
  })

  test('200 a copy of a space finds what the original finds, and each changes independently', async () => {
    const id = await spaceWith([{ title: 'Shared', markdown: 'Originally' }])
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
    expect(await titles(copy, 'originally')).toEqual(['Shared'])
    const page = await findPageId(admin, id, 'shared')
    await changeContent(admin, id, [{ operation: 'update_page', page, document: { markdown: 'Changed' } }])
    expect(await titles(id, 'originally')).toEqual([])
    expect(await titles(copy, 'originally')).toEqual(['Shared'])
    expect(await titles(copy, 'changed')).toEqual([])
    await changeContent(admin, copy, [{ operation: 'delete_page', page }])
    expect(await titles(copy, 'originally')).toEqual([])
    expect(await titles(id, 'changed')).toEqual(['Shared'])
  })

  test('404 in a deleted space; 200 with all its pages after it is restored', async () => {
    const id = await spaceWith([{ title: 'Phoenix', markdown: 'Ashes' }])
    expectStatus(205, await admin.delete(`/spaces/${id}`))
    expect((await admin.get(`/spaces/${id}/search?query=ashes`)).status).toBe(404)
    expect(await searchOrganization('ashes')).toMatchObject({ items: [], count: 0 })
    expectStatus(200, await admin.post(`/spaces/${id}/restore`))
    expect(await titles(id, 'ashes')).toEqual(['Phoenix'])
  })
})

describe('GET /orgs/:organizationId/search', () => {
  test('200 gives results by space, the space with the best page first', async () => {
    const text = await spaceWith([{ title: 'Notes', markdown: 'On submarines' }], { title: 'Second' })
    const title = await spaceWith([{ title: 'Submarines', markdown: 'Dive' }], { title: 'First' })
    const { items, count } = await searchOrganization('submarines')
    expect(count).toBe(2)
    expect(items).toMatchObject([
      { id: title, title: 'First', pages: [{ title: 'Submarines', path: 'submarines' }] },
      { id: text, title: 'Second', pages: [{ title: 'Notes', sections: [{ body: 'On submarines' }] }] },
    ])
  })

  test('200 searches only the spaces that the caller may read', async () => {
    const open = await spaceWith([{ title: 'Open', markdown: 'Marmalade' }])
    const closed = await spaceWith([{ title: 'Closed', markdown: 'Marmalade' }])
    expectStatus(200, await admin.patch(`/spaces/${closed}`, { defaultLevel: null }))
    const reader = await app.member(organization, 'read')
    const guest = await app.member(organization, null)
    const { admin: stranger } = await app.organization('Other')
    expect((await spacesWithMarmalade(admin)).toSorted()).toEqual([open, closed].toSorted())
    expect(await spacesWithMarmalade(reader)).toEqual([open])
    expect(await spacesWithMarmalade(guest)).toEqual([])
    expectStatus(204, await admin.post(`/spaces/${closed}/permissions`, { role: 'read', users: [guest.id] }))
    expect(await spacesWithMarmalade(guest)).toEqual([closed])
    expect((await stranger.get(`/orgs/${organization}/search?query=marmalade`)).status).toBe(404)
    expect((await reader.get(`/spaces/${closed}/search?query=marmalade`)).status).toBe(404)
    expect((await stranger.get(`/spaces/${open}/search?query=marmalade`)).status).toBe(404)
  })
})

test('hidden pages do not displace visible ones', async () => {
  const hidden = Array.from({ length: 70 }, (_, n) => ({ title: `Heron ${n}`, markdown: 'A heron.' }))
  const id = await spaceWith([...hidden, { title: 'Open', markdown: 'One heron.' }])
  const open = await findPageId(admin, id, 'open')
  await search(id, 'heron')
  const rows = await app.database.rows<{ pageId: string }>(sql`
    select page_id as "pageId" from search_pages where space_id = ${id} and page_id <> ${open}`)
  const without = rows.map(({ pageId }) => ({ spaceId: id, pageId }))
  const results = await app.app.areas.search.search.findPages(
    app.database,
    [id],
    'heron',
    { limit: 10 },
    { hiddenPages: without },
  )
  expect(results.items.map(({ title }) => title)).toEqual(['Open'])
  expect(results.count).toBe(1)
})

test('a search over more indexes than fit one statement gives one list, the best first', async () => {
  const ids: string[] = []
  for (let n = 0; n < 53; n++) {
    const { id } = await app.space(admin, organization)
    const title = n === 52 ? 'Periwinkle' : `Flower ${n}`
    await writeDirectly(app, admin, id, [newPage(`flower-${n}`, title, 'A periwinkle, and a hydrangea')])
    ids.push(id)
  }
  const { search: service } = app.app.areas.search
  const pages = (query: string, limit: number, from?: { direction: 'forward'; key: string[] }) =>
    service.findPages(app.database, ids, query, { limit, ...(from && { from }) })
  const first = await pages('periwinkle', 30)
  expect([first.count, first.items[0]?.title]).toEqual([53, 'Periwinkle'])
  const second = await pages('periwinkle', 30, { direction: 'forward', key: ['30'] })
  expect(new Set([...first.items, ...second.items].map(({ pageId }) => pageId)).size).toBe(53)
  // A mistyped word is corrected in all indexes, too.
  expect((await pages('hydrangae', 1)).count).toBe(53)
})

test('a query as long as a paragraph finds the page with that paragraph', async () => {
  const run = Array.from({ length: 300 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join('')
  const words = Array.from({ length: 120 }, (_, n) => `w${n}`).join(' ')
  const id = await spaceWith([
    { title: 'Unspaced', markdown: run },
    { title: 'Spaced', markdown: words },
    { title: 'Neither', markdown: 'w0 w1' },
  ])
  expect(await titles(id, run.slice(0, 250))).toEqual(['Unspaced'])
  expect(await titles(id, words)).toEqual(['Spaced'])
  expect(await titles(id, `"${words}"`)).toEqual(['Spaced'])
  expect(await titles(id, words.replaceAll(' ', '.'))).toEqual(['Spaced'])
})

describe('unusual and invalid input', () => {
  test('400 without a query and for 513 characters; 200 for 512 characters', async () => {
    const id = await spaceWith([{ title: 'A', markdown: 'x' }])
    for (const path of [`/spaces/${id}/search`, `/orgs/${organization}/search`]) {
      expect(readError(await admin.get(path)).message).toContain('query')
      expect((await admin.get(path)).status).toBe(400)
      for (const character of ['a', 'ß', '語', 'a ', "'"]) {
        const longest = character.repeat(512 / character.length)
        expect((await admin.get(`${path}?query=${encodeURIComponent(longest)}`)).status).toBe(200)
        const longer = encodeURIComponent(`${longest}b`)
        expect((await admin.get(`${path}?query=${longer}`)).status).toBe(400)
      }
    }
  })

  test.each([
    '',
    ' ',
    '!!! ??? ...',
    '& | ! ( ) <-> :*',
    "' \\' \\\\ ''",
    '"unclosed',
    '""',
    '" "',
    '“offen',
    'a & | b',
    'install:*',
    '%_%',
    '<script>alert(1)</script>',
    '👩‍👩‍👧‍👦 🇩🇪',
    'ﷺ ﷽',
    'a\u0301\u0301\u0301\u0301',
    '\u202Eright to left',
    'नमस्ते दुनिया',
    'สวัสดีชาวโลก',
    'مرحبا بالعالم',
    'שלום עולם',
    'Привет мир',
    'Γειά σου Κόσμε',
    '你好世界',
    'こんにちは世界',
    '안녕하세요 세계',
    'ಕನ್ನಡ தமிழ் తెలుగు',
    '~1 =a #b +c',
    'the of and',
    'x'.repeat(512),
    '1 2 3 4.5.6 7,8',
    "l'été d'aujourd'hui",
    '__init__ --flag $HOME @scope/name C++ C# .NET',
    '\u0000'.replace('\u0000', '\u0001'),
  ])('200 for the query %j', async (query) => {
    const id = await spaceWith([{ title: 'A', markdown: 'Some text' }])
    expect((await admin.get(`/spaces/${id}/search?query=${encodeURIComponent(query)}`)).status).toBe(200)
  })

  test('400 for a cursor of another query', async () => {
    const id = await spaceWith([
      { title: 'A', markdown: 'Twice' },
      { title: 'B', markdown: 'Twice' },
    ])
    const path = `/spaces/${id}/search?query=twice&limit=1`
    const { next } = expectStatus(200, await admin.get<ListBody<SearchPage>>(path))
    expect((await admin.get(buildPagePath(path, next?.page ?? ''))).status).toBe(200)
    expect(
      (await admin.get(buildPagePath(`/spaces/${id}/search?query=other`, next?.page ?? ''))).status,
    ).toBe(400)
  })
})
