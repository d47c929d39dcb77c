import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RevisionFile } from '../areas/content/files/schema.ts'
import type { Revision } from '../areas/content/revisions/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import type { PublishedLookup } from '../areas/sites/renderer-api/schema.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { Preview, PublishingAuth, ShareLink } from '../areas/sites/visitors/schema.ts'
import { days, hours } from '../common/clock.ts'
import { Client, expectStatus, type ListBody, type Person, TestApp } from '../testing/app.ts'
import { commitChanges, newPage } from '../testing/direct-changes.ts'

/** Visitors get the files that the text they see uses, by addresses that end. */
let t: TestApp
let organization: string
let admin: Person
let space: Space
let other: Space
let site: Site

const everyone = ['cover', 'first', 'included', 'second']
const testers = ['cover', 'first', 'included', 'second', 'testing', 'tester-block']
const unseen = ['unused', 'forgotten', 'below']

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await t.organization())
  space = await t.space(admin, organization)
  other = await t.space(admin, organization)
  for (const id of [...testers, ...unseen]) await putFile(space, id)
  await putFile(other, 'elsewhere')
  await putFile(other, 'lonely')
  await commitChanges(t, admin, space.id, [
    newPage(
      'start',
      'Start',
      [
        '![](/files/first)',
        '{% include "/reusable-contents/shared" %}',
        `{% file src="/spaces/${other.id}/files/elsewhere" %}`,
        '{% if visitor.claims.unsigned.isTester %}\n![](/files/tester-block)\n{% endif %}',
      ].join('\n\n'),
    ),
    newPage('other', 'Other', '![](/files/second)', {
      cover: { ref: { kind: 'file', file: 'cover' }, yPos: 0 },
    }),
    newPage('test', 'Testing', '![](/files/testing)', { condition: 'visitor.claims.unsigned.isTester' }),
    newPage('never', 'Never', 'Nothing.', { condition: 'visitor.claims.isNobody' }),
    newPage('below', 'Below never', '![](/files/below)', {}, 'never'),
    ...[
      ['shared', '![](/files/included)'],
      ['forgotten', '![](/files/forgotten)'],
    ].map(([id = '', markdown = '']) => ({
      type: 'put-reusable-content' as const,
      id,
      title: id,
      document: { markdown },
    })),
  ])
  site = await createSite()
})
afterAll(() => t.stop())

const putFile = async ({ id: spaceId }: Space, id: string) => {
  const file = await t.app.areas.content.files.store({
    name: `${id}.txt`,
    bytes: Buffer.from(`Bytes of ${id}`),
  })
  await commitChanges(t, admin, spaceId, [{ type: 'put-file', id, file }])
}

async function createSite(visibility = 'public'): Promise<Site> {
  const { id } = await t.site(admin, organization, {
    title: 'Docs',
    visibility,
    spaces: [space.id, other.id],
  })
  return expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${id}/publish`))
}

const pathOf = ({ id }: Site) => `/orgs/${organization}/sites/${id}`

async function enter(url = site.urls.published ?? '', visitor: object = {}): Promise<Client> {
  const lookup = expectStatus(
    200,
    await t.anonymous.post<PublishedLookup>('/urls/published', { url, visitor }),
  )
  return new Client(t.app, 'apiToken' in lookup ? lookup.apiToken : '')
}

const enterAsTester = () => enter(undefined, { unsignedClaims: { isTester: true } })

const readFirstFile = async (reader: Client) =>
  expectStatus(200, await reader.get<RevisionFile>(`/spaces/${space.id}/content/files/first`)).downloadURL

const open = (url: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(url, 'https://verso.example')
  return t.app.http.inject({ url: pathname + search, headers: { host: 'verso.example', ...headers } })
}

describe('the API for renderers', () => {
  test('lists and gets the files that visible text uses, and no others', async () => {
    const revision = expectStatus(200, await admin.get<Space>(`/spaces/${space.id}`)).revision
    for (const [reader, visible] of [
      [await enter(), everyone],
      [await enterAsTester(), testers],
    ] as const) {
      for (const base of [`/spaces/${space.id}/content`, `/spaces/${space.id}/revisions/${revision}`]) {
        const list = expectStatus(200, await reader.get<ListBody<RevisionFile>>(`${base}/files`))
        expect(list.items.map(({ id }) => id).toSorted()).toEqual(visible.toSorted())
        expect(list.count).toBe(visible.length)
        expect(expectStatus(200, await reader.get<Revision>(base)).files.length).toBe(visible.length)
        for (const id of [...testers, ...unseen]) {
          const { status } = await reader.get(`${base}/files/${id}`)
          expect({ base, id, status }).toEqual({ base, id, status: visible.includes(id) ? 200 : 404 })
        }
      }
    }
    expect((await admin.get<ListBody<RevisionFile>>(`/spaces/${space.id}/content/files`)).body.count).toBe(9)
  })

  test('pages through the files in both directions', async () => {
    const reader = await enter()
    const read = async (query: string) =>
      expectStatus(
        200,
        await reader.get<ListBody<RevisionFile>>(`/spaces/${space.id}/content/files?${query}`),
      )
    const first = await read('limit=3')
    expect(first.items.length).toBe(3)
    const second = await read(`limit=3&page=${first.next?.page}`)
    expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(everyone.toSorted())
    expect(second.next).toBeUndefined()
    expect((await read(`limit=3&page=${second.previous?.page}`)).items).toEqual(first.items)
  })
})

describe('the addresses of files', () => {
  test('200 until they expire, the same for some time so that responses can be cached', async () => {
    const reader = await enter()
    const url = await readFirstFile(reader)
    expect(await readFirstFile(await enter())).toBe(url)
    expect((await open(url)).payload).toBe('Bytes of first')
    expect((await open(url)).headers['cache-control']).toBe('public, max-age=3600')
    const members = await readFirstFile(admin)
    expect(members).not.toBe(url)
    expect((await open(members)).headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    t.clock.advance(2 * hours)
    expect((await open(members)).statusCode).toBe(403)
    expect((await open(await readFirstFile(admin))).statusCode).toBe(200)
    expect((await open(url)).statusCode).toBe(200)
    t.clock.advance(2 * days)
    expect((await open(url)).statusCode).toBe(403)
    expect((await open(url, { 'if-none-match': '*' })).statusCode).toBe(403)
    expect((await open(await readFirstFile(await enter()))).statusCode).toBe(200)
  })

  test('403 with another audience, another end or none', async () => {
    const url = await readFirstFile(await enter())
    const otherSite = await createSite()
    for (const changed of [
      url.replace(site.id, otherSite.id),
      url.replace(/site=[^&]*&/, ''),
      url.replace(/expires=\d+/, 'expires=99999999999'),
      url.replace(/&expires=\d+/, ''),
    ]) {
      expect(changed).not.toBe(url)
      expect((await open(changed)).statusCode).toBe(403)
    }
  })

  test('403 once the share link is revoked, and no shared cache keeps what it opened', async () => {
    const shared = await createSite('share-link')
    const link = expectStatus(
      201,
      await admin.post<ShareLink>(`${pathOf(shared)}/share-links`, { name: 'For friends' }),
    )
    const url = await readFirstFile(await enter(link.urls.published))
    expect((await open(url)).headers['cache-control']).toBe('private, no-cache')
    expectStatus(200, await admin.patch(`${pathOf(shared)}/share-links/${link.id}`, { active: false }))
    expect((await open(url)).statusCode).toBe(403)
    expect((await open(url, { 'if-none-match': '*' })).statusCode).toBe(403)
  })

  test('403 once the key is replaced, and after the JWT has expired', async () => {
    const signedIn = await createSite('visitor-auth')
    const enterSigned = async () => {
      const auth = expectStatus(200, await admin.get<PublishingAuth>(`${pathOf(signedIn)}/publishing/auth`))
      const jwtToken = await new SignJWT({ name: 'Ada' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(new Date(t.clock.now().getTime() + hours / 2))
        .sign(new TextEncoder().encode(auth.privateKey))
      return enter(signedIn.urls.published, { jwtToken })
    }
    const first = await readFirstFile(await enterSigned())
    expect((await open(first)).headers['cache-control']).toBe('private, no-cache')
    expectStatus(200, await admin.post(`${pathOf(signedIn)}/publishing/auth/regenerate`))
    expect((await open(first)).statusCode).toBe(403)
    const second = await readFirstFile(await enterSigned())
    expect((await open(second)).statusCode).toBe(200)
    t.clock.advance(hours / 2 + 1000)
    expect((await open(second)).statusCode).toBe(403)
  })

  test('403 once the site is unpublished, and when a preview ends', async () => {
    const short = await createSite()
    const [url, preview] = [
      await readFirstFile(await enter(short.urls.published)),
      expectStatus(200, await admin.get<Preview>(`${pathOf(short)}/publishing/preview`)).url,
    ]
    const previewed = await readFirstFile(await enter(preview))
    expectStatus(200, await admin.post(`${pathOf(short)}/unpublish`))
    expect((await open(url)).statusCode).toBe(403)
    expect((await open(previewed)).headers['cache-control']).toBe('private, no-cache')
    t.clock.advance(hours + 1000)
    expect((await open(previewed)).statusCode).toBe(403)
  })

  test('a logo, a picture and a link in a text hold as long as they stand there', async () => {
    const [logo, linked, leaked] = [await readFirstFile(admin), await readSecondFile(), await readCoverFile()]
    expectStatus(200, await admin.patch(`/orgs/${organization}`, { logo }))
    await commitChanges(t, admin, other.id, [newPage('linking', 'Linking', `[a file](${linked})`)])
    await t.app.areas.search.indexer.catchUp([other.id])
    t.clock.advance(30 * days)
    expect((await open(logo)).statusCode).toBe(200)
    expect((await open(linked)).statusCode).toBe(200)
    expect((await open(leaked)).statusCode).toBe(403)
    expectStatus(200, await admin.patch(`/orgs/${organization}`, { logo: null }))
    expect((await open(logo)).statusCode).toBe(403)
  })
})

const readSecondFile = async () =>
  expectStatus(200, await admin.get<RevisionFile>(`/spaces/${space.id}/content/files/second`)).downloadURL
const readCoverFile = async () =>
  expectStatus(200, await admin.get<RevisionFile>(`/spaces/${space.id}/content/files/cover`)).downloadURL

const fetchFile = async (id: string, { spaceId = space.id, cookie = '' } = {}) => {
  const { revisionStore } = t.app.areas.content
  const [revision] = await revisionStore.findCurrent(t.database, [spaceId])
  const file = revision && (await revisionStore.createView(t.database, revision.resolvedRoot).findFile(id))
  const base = new URL(site.urls.published ?? '').pathname
  return open(`${base}~verso/files/${spaceId}/${id}/${file?.blob.slice(0, 16)}/${id}.txt`, {
    cookie,
  })
}

describe('the pages of a site', () => {
  const cookie = `verso-claims=${Buffer.from(JSON.stringify({ isTester: true })).toString('base64url')}`

  test('200 for files that visible text uses, 404 for all others', async () => {
    for (const id of [...testers, ...unseen]) {
      const { statusCode: status } = await fetchFile(id)
      expect({ id, status }).toEqual({ id, status: everyone.includes(id) ? 200 : 404 })
      const { statusCode } = await fetchFile(id, { cookie })
      expect({ id, statusCode }).toEqual({ id, statusCode: testers.includes(id) ? 200 : 404 })
    }
    expect((await fetchFile('first')).headers['cache-control']).toBe('public, max-age=3600')
    expect((await fetchFile('testing', { cookie })).headers['cache-control']).toBe('private, no-cache')
  })

  test('200 for files of another space that text of this one uses', async () => {
    expect((await fetchFile('elsewhere', { spaceId: other.id })).statusCode).toBe(200)
    expect((await fetchFile('lonely', { spaceId: other.id })).statusCode).toBe(404)
  })

  test('200 for a file that a link in the header leads to', async () => {
    const header = {
      preset: 'default',
      links: [{ title: 'Plan', to: { kind: 'file', file: 'unused', space: space.id }, links: [] }],
    }
    expectStatus(200, await admin.put(`${pathOf(site)}/customization`, { header }))
    expect((await fetchFile('unused')).statusCode).toBe(200)
    expectStatus(200, await admin.put(`${pathOf(site)}/customization`, {}))
    expect((await fetchFile('unused')).statusCode).toBe(404)
  })

  test('404 once no page uses the file any more', async () => {
    await putFile(space, 'short')
    await commitChanges(t, admin, space.id, [newPage('brief', 'Brief', '![](/files/short)')])
    expect((await fetchFile('short')).statusCode).toBe(200)
    await commitChanges(t, admin, space.id, [{ type: 'delete-page', id: 'brief' }])
    expect((await fetchFile('short')).statusCode).toBe(404)
  })
})
