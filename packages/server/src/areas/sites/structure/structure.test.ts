import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { listIds, readList, listTitles } from '../../../testing/lists.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { Site } from '../sites/schema.ts'
import type { SiteExternalLink, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const space = (title: string) => app.space(admin, organization, { title })
const pathOf = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`

/** A site that shows nothing yet, and what can be done with it. */
async function newSite(body: object = { title: 'Docs' }) {
  const site = await app.site(admin, organization, body)
  const path = pathOf(site)
  const add = <Added>(kind: string, body: object) => admin.post<Added>(`${path}/${kind}`, body)
  return {
    ...site,
    path,
    structure: async (by = admin) => expectStatus(200, await by.get<SiteStructure>(`${path}/structure`)),
    addSpace: async (title: string, sectionId?: string) =>
      expectStatus(
        201,
        await add<SiteSpace>('site-spaces', {
          spaceId: (await space(title)).id,
          ...(sectionId && { sectionId }),
        }),
      ),
    addSection: async (title: string, more: object = {}) =>
      expectStatus(
        201,
        await add<SiteSection>('sections', { spaceId: (await space(title)).id, title, ...more }),
      ),
    addGroup: async (title: string, sections: string[] = [], more: object = {}) =>
      expectStatus(201, await add<SiteSectionGroup>('section-groups', { title, sections, ...more })),
  }
}

/** The titles of a structure, with those of a section's site spaces and of a group's content inside it. */
type Outline = (string | Outline)[]
const outline = ({
  structure,
}: {
  structure: (SiteSection | SiteExternalLink | SiteSectionGroup | SiteSpace)[]
}): Outline =>
  structure.map((item) =>
    item.object === 'site-section-group'
      ? [item.title, ...outline({ structure: item.children })]
      : item.title,
  )

describe('sections', () => {
  test('201 for the first: site spaces at the root move to a default section before it', async () => {
    const site = await newSite()
    const [one, two] = [await site.addSpace('One'), await site.addSpace('Two')]
    expect(await site.structure()).toMatchObject({
      type: 'siteSpaces',
      structure: [
        { id: one.id, default: true, path: 'one', title: 'One' },
        { id: two.id, default: false, path: 'two' },
      ],
    })

    const added = await site.addSection('API', { icon: 'code' })
    expect(added).toMatchObject({
      object: 'site-section',
      title: 'API',
      path: 'api',
      default: false,
      icon: 'code',
    })
    expect(added.siteSpaces).toMatchObject([{ default: true, section: added.id }])
    expect(await site.structure()).toMatchObject({
      type: 'sections',
      structure: [
        { title: 'Docs', default: true, siteSpaces: [{ id: one.id }, { id: two.id }] },
        { id: added.id },
      ],
    })
  })

  test('205 moves the site spaces of the last to the root; then 204', async () => {
    const site = await newSite()
    const section = await site.addSection('One')
    await site.addSpace('Two')
    expect((await admin.delete(`${site.path}/sections/${section.id}`)).status).toBe(205)
    expect((await admin.delete(`${site.path}/sections/${section.id}`)).status).toBe(204)

    expect(await site.structure()).toMatchObject({
      type: 'siteSpaces',
      structure: [
        { title: 'One', default: true },
        { title: 'Two', default: false },
      ],
    })
  })

  test('200 changes the given fields; null removes one; the old path redirects', async () => {
    const site = await newSite()
    await site.addSection('One')
    const section = await site.addSection('Two')
    const path = `${site.path}/sections/${section.id}`
    const body = {
      title: 'Second',
      path: 'second',
      icon: 'star',
      description: 'More',
      condition: 'visitor.claims.beta',
    }
    expect(expectStatus(200, await admin.patch<SiteSection>(path, body))).toMatchObject(body)
    const less = { icon: null, description: null, condition: null }
    const after = expectStatus(200, await admin.patch<SiteSection>(path, less))
    for (const name of Object.keys(less)) expect(after).not.toHaveProperty(name)
    expect(after).toMatchObject({ title: 'Second', path: 'second' })

    const trails = () =>
      app.database.rows(sql`
      select source, section_id as "sectionId" from site_redirects where site_id = ${site.id} order by source`)
    expect(await trails()).toEqual([{ source: '/two', sectionId: section.id }])
    // Back where it was, it needs none to itself.
    await admin.patch(path, { path: 'two' })
    expect(await trails()).toEqual([{ source: '/second', sectionId: section.id }])
  })

  test('200 for another default site space, which changes the published URLs', async () => {
    const site = await newSite()
    const section = await site.addSection('One')
    const other = await site.addSection('Other')
    const variant = await site.addSpace('Variant', other.id)
    expectStatus(200, await admin.post(`${site.path}/publish`))
    const url = `https://verso.example/${organization}/${site.basename}/`
    const urls = async () => {
      const { items } = await readList<SiteSpace>(admin, `${site.path}/site-spaces`)
      return items.map(({ urls }) => urls.published?.replace(url, '/'))
    }
    expect(await urls()).toEqual(['/', '/other/', '/other/variant/'])
    const body = { defaultSiteSpace: variant.id }
    expectStatus(200, await admin.patch(`${site.path}/sections/${other.id}`, body))
    expect(await urls()).toEqual(['/', '/other/other/', '/other/'])
    expectStatus(200, await admin.patch(site.path, { defaultSiteSection: other.id }))
    expect(await urls()).toEqual(['/one/', '/other/', '/'])
    expect((await admin.get<Space>(`/spaces/${variant.space.id}`)).body.urls.published).toBe(url)

    expect((await admin.patch(`${site.path}/sections/${section.id}`, body)).status).toBe(400)
    expect((await admin.patch(site.path, { defaultSiteSection: 'nowhere' })).status).toBe(404)
    expect((await admin.patch(site.path, { defaultSiteSpace: 'nowhere' })).status).toBe(404)
  })

  test.each([
    { title: 'x' },
    { path: '' },
    { path: 'a/b' },
    { path: '~x' },
    { path: 'x'.repeat(101) },
    { icon: 'x'.repeat(51) },
    { description: 'x'.repeat(257) },
    { condition: 'visitor.claims.' },
    { condition: 'while (true) {}' },
    { condition: 'x'.repeat(1025) },
  ])('400 for %j', async (body) => {
    const site = await newSite()
    const section = await site.addSection('One')
    expect((await admin.patch(`${site.path}/sections/${section.id}`, body)).status).toBe(400)
    expect(await site.structure()).toMatchObject({ structure: [section] })
  })

  test('409 for a path that another section has', async () => {
    const site = await newSite()
    const [, two] = [await site.addSection('One'), await site.addSection('Two')]
    expect((await admin.patch(`${site.path}/sections/${two.id}`, { path: 'one' })).status).toBe(409)
    expect((await site.addSection('One')).path).toBe('one-1')
  })

  test('404 for another organization, 403 for a space of which the caller is no admin', async () => {
    const site = await newSite()
    const other = await newSite()
    const theirs = await other.addSection('Theirs')
    const elsewhere = await app.organization('Elsewhere')
    const foreign = await app.space(elsewhere.admin, elsewhere.id)
    expect((await admin.patch(`${site.path}/sections/${theirs.id}`, { title: 'Mine' })).status).toBe(404)
    expect((await admin.delete(`${site.path}/sections/${theirs.id}`)).status).toBe(204)
    expect((await admin.post(`${site.path}/sections`, { spaceId: foreign.id })).status).toBe(404)
    expect((await admin.post(`${site.path}/site-spaces`, { spaceId: foreign.id })).status).toBe(404)

    const creator = await app.member(organization, 'create')
    const shared = await space('Shared')
    expect((await creator.post(`${site.path}/sections`, { spaceId: shared.id })).status).toBe(403)
    const mine = await app.space(creator, organization, { title: 'Mine' })
    expect((await creator.post(`${site.path}/sections`, { spaceId: mine.id })).status).toBe(201)
  })
})

const before = (id: string) => ({ position: { before: { type: 'site-section', siteSection: id } } })
const after = (id: string) => ({ position: { after: { type: 'site-section', siteSection: id } } })
const section = (id: string) => ({ type: 'site-section', id })

describe('moving', () => {
  test('200 for sections, groups and site spaces, before and after each other', async () => {
    const site = await newSite()
    const [a, b, c] = [await site.addSection('a0'), await site.addSection('b0'), await site.addSection('c0')]
    const move = (id: string, body?: object) => admin.post(`${site.path}/sections/${id}/move`, body)
    expectStatus(200, await move(c.id, before(a.id)))
    expectStatus(200, await move(a.id, after(b.id)))
    expect(outline(await site.structure())).toEqual(['c0', 'b0', 'a0'])
    expectStatus(200, await move(c.id))
    expect(outline(await site.structure())).toEqual(['b0', 'a0', 'c0'])

    const group = await site.addGroup('G', [a.id])
    const toStart = { position: { before: { type: 'site-section', id: b.id } } }
    expectStatus(200, await admin.post(`${site.path}/section-groups/${group.id}/move`, toStart))
    expectStatus(200, await move(c.id, before(a.id)))
    expect(outline(await site.structure())).toEqual([['G', 'c0', 'a0'], 'b0'])
    expect(await listTitles(admin, `${site.path}/sections`)).toEqual(['c0', 'a0', 'b0'])

    const variant = await site.addSpace('Variant', b.id)
    const [first] = b.siteSpaces
    const ahead = { position: { before: { type: 'site-space', siteSpace: first?.id } } }
    expectStatus(200, await admin.post(`${site.path}/site-spaces/${variant.id}/move`, ahead))
    expect(await listTitles(admin, `${site.path}/site-spaces`)).toEqual(['c0', 'a0', 'Variant', 'b0'])
  })

  test('200 sorts nodes beside others of the same level, 400 beside any other', async () => {
    const site = await newSite()
    const [a, b] = [await site.addSection('a0'), await site.addSection('b0')]
    const group = await site.addGroup('G')
    const sort = (item: object, position: object) =>
      admin.patch<{ id: string }>(`${site.path}/structure/sort`, { item, position })
    const groupItem = { type: 'site-section-group', id: group.id }
    const siteSpace = { type: 'site-space', id: a.siteSpaces[0]?.id }

    expect(expectStatus(200, await sort(groupItem, { before: section(b.id) })).id).toBe(group.id)
    expect(outline(await site.structure())).toEqual(['a0', ['G'], 'b0'])
    expectStatus(200, await sort(section(a.id), { after: groupItem }))
    expect(outline(await site.structure())).toEqual([['G'], 'a0', 'b0'])
    expectStatus(200, await sort(section(a.id), {}))
    expect(outline(await site.structure())).toEqual([['G'], 'b0', 'a0'])
    expectStatus(200, await sort(section(a.id), { after: groupItem, before: section(b.id) }))
    expect(outline(await site.structure())).toEqual([['G'], 'a0', 'b0'])

    for (const [item, position] of [
      [siteSpace, { before: section(b.id) }],
      [section(a.id), { before: siteSpace }],
      [section(a.id), { before: section(a.id) }],
      [section(a.id), { after: section(b.id), before: groupItem }],
      [groupItem, { after: groupItem }],
    ] as const) {
      expect((await sort(item, position)).status).toBe(400)
    }
    expect(outline(await site.structure())).toEqual([['G'], 'a0', 'b0'])
  })

  test('404 beside a node of another site, 409 for the only site space of a section', async () => {
    const site = await newSite()
    const [a, b] = [await site.addSection('a0'), await site.addSection('b0')]
    const other = await newSite()
    const theirs = await other.addSection('theirs')
    await other.addSection('more')
    const move = (kind: string, id: string, position: object) =>
      admin.post(`${site.path}/${kind}/${id}/move`, { position })
    const [mine, yours] = [a.siteSpaces[0]?.id ?? '', theirs.siteSpaces[0]?.id ?? '']

    expect((await admin.post(`${site.path}/sections/${a.id}/move`, before(theirs.id))).status).toBe(404)
    expect((await admin.post(`${site.path}/sections/${theirs.id}/move`, before(a.id))).status).toBe(404)
    const group = await site.addGroup('G')
    for (const type of ['site-section', 'site-section-group']) {
      const position = { after: { type, id: theirs.id } }
      expect((await move('section-groups', group.id, position)).status).toBe(404)
    }
    expect(
      (await move('site-spaces', mine, { before: { type: 'site-space', siteSpace: yours } })).status,
    ).toBe(404)
    const beside = { before: { type: 'site-space', siteSpace: b.siteSpaces[0]?.id } }
    expect((await move('site-spaces', mine, beside)).status).toBe(409)
    expect(outline(await site.structure())).toEqual(['a0', 'b0', ['G']])
  })

  test('200 for many at once: nothing is lost, and every rank is unique', async () => {
    const site = await newSite()
    const sections = []
    for (const n of Array.from({ length: 6 }).keys()) sections.push(await site.addSection(`Section ${n}`))
    const [first] = sections
    const moves = sections
      .slice(1)
      .map(({ id }) => admin.post(`${site.path}/sections/${id}/move`, before(first?.id ?? '')))
    expect(countStatuses(await Promise.all(moves))).toEqual({ 200: 5 })
    const ids = await listIds(admin, `${site.path}/sections`)
    expect(ids.at(-1)).toBe(first?.id)
    expect(new Set(ids)).toEqual(new Set(sections.map(({ id }) => id)))
  })
})

describe('groups', () => {
  test('201 with sections in the given order, 205 leaves them in its position', async () => {
    const site = await newSite()
    const [a, b, c] = [await site.addSection('a0'), await site.addSection('b0'), await site.addSection('c0')]
    const group = await site.addGroup('G', [b.id, a.id], { icon: 'star' })
    expect(group).toMatchObject({
      title: 'G',
      icon: 'star',
      sections: [{ id: b.id, sectionGroup: group.id }, { id: a.id }],
    })
    const path = `${site.path}/section-groups/${group.id}`
    const renamed = expectStatus(
      200,
      await admin.patch<SiteSectionGroup>(path, { title: 'Renamed', icon: null }),
    )
    expect(renamed).toMatchObject({ title: 'Renamed', sections: [{ id: b.id }, { id: a.id }] })
    expect(renamed).not.toHaveProperty('icon')

    const inner = await site.addGroup('Inner', [], { parent: group.id })
    const added = await admin.post<SiteSectionGroup>(`${site.path}/section-groups/${inner.id}/sections`, {
      sectionId: c.id,
    })
    expect(expectStatus(201, added)).toMatchObject({ sectionGroup: group.id, children: [{ id: c.id }] })
    expect(outline(await site.structure())).toEqual([['Renamed', 'b0', 'a0', ['Inner', 'c0']]])
    expect(await listTitles(admin, `${site.path}/section-groups`)).toEqual(['Renamed', 'Inner'])

    expect((await admin.delete(`${path}/sections/${b.id}`)).status).toBe(205)
    expect((await admin.delete(`${path}/sections/${b.id}`)).status).toBe(204)
    expect((await admin.delete(path)).status).toBe(205)
    expect((await admin.delete(path)).status).toBe(204)
    expect(outline(await site.structure())).toEqual(['a0', ['Inner', 'c0'], 'b0'])
  })

  test('404 for sections and groups of another site, 409 without sections, 400 when too deep', async () => {
    const site = await newSite()
    const other = await newSite()
    expect((await admin.post(`${site.path}/section-groups`, { title: 'G' })).status).toBe(409)
    await site.addSection('Mine')
    const theirs = await other.addSection('Theirs')
    const theirGroup = await other.addGroup('Theirs')
    const group = await site.addGroup('G')
    const post = (body: object) => admin.post(`${site.path}/section-groups`, body)

    expect((await post({ title: 'G', sections: [theirs.id] })).status).toBe(404)
    expect((await post({ title: 'G', parent: theirGroup.id })).status).toBe(404)
    const path = `${site.path}/section-groups/${group.id}/sections`
    expect((await admin.post(path, { sectionId: theirs.id })).status).toBe(404)
    expect((await post({ title: '' })).status).toBe(400)
    const inner = await site.addGroup('Inner', [], { parent: group.id })
    const innermost = await site.addGroup('Innermost', [], { parent: inner.id })
    expect((await post({ title: 'Too deep', parent: innermost.id })).status).toBe(400)
  })
})

describe('site spaces', () => {
  test('200 for another path, condition and space; the old path redirects', async () => {
    const site = await newSite()
    await site.addSpace('One')
    const two = await site.addSpace('Two')
    const other = await space('Other')
    const path = `${site.path}/site-spaces/${two.id}`
    const body = { path: 'second', condition: '!visitor.claims.beta', spaceId: other.id }
    const changed = expectStatus(200, await admin.patch<SiteSpace>(path, body))
    expect(changed).toMatchObject({
      path: 'second',
      condition: body.condition,
      title: 'Other',
      space: { id: other.id },
    })
    expect(expectStatus(200, await admin.patch(path, { condition: null }))).not.toHaveProperty('condition')
    expect((await admin.patch(path, { path: 'one' })).status).toBe(409)
    expect((await admin.patch(path, { spaceId: 'nowhere' })).status).toBe(404)
    expect((await admin.patch(path, { condition: 'claims +' })).status).toBe(400)
    expect(
      await app.database.rows(sql`
        select source, site_space_id as "siteSpaceId", capture_wildcard as "captureWildcard"
        from site_redirects where site_id = ${site.id}`),
    ).toEqual([{ source: '/two', siteSpaceId: two.id, captureWildcard: true }])
  })

  test('200 lists the default ones, or the others, and pages through all', async () => {
    const site = await newSite()
    const a = await site.addSection('a0')
    await site.addSpace('a1', a.id)
    await site.addSection('b0')
    const list = (query: string) => listTitles(admin, `${site.path}/site-spaces?${query}`)
    expect(await list('')).toEqual(['a0', 'a1', 'b0'])
    expect(await list('default=true')).toEqual(['a0', 'b0'])
    expect(await list('default=false')).toEqual(['a1'])

    const first = await readList<SiteSpace>(admin, `${site.path}/site-spaces?limit=2`)
    expect(first).toMatchObject({ count: 3, items: [{ title: 'a0' }, { title: 'a1' }] })
    const page = encodeURIComponent(first.next?.page ?? '')
    const second = await readList<SiteSpace>(admin, `${site.path}/site-spaces?limit=2&page=${page}`)
    expect(second.items.map(({ title }) => title)).toEqual(['b0'])
    const back = encodeURIComponent(second.previous?.page ?? '')
    const again = await readList<SiteSpace>(admin, `${site.path}/site-spaces?limit=2&page=${back}`)
    expect(again.items).toEqual(first.items)
  })

  test('205; a deleted space is removed from all its sites, which get another default', async () => {
    const sharedSpace = await space('Shown')
    const one = await newSite({ title: 'One', spaces: [sharedSpace.id] })
    const otherSpace = await one.addSpace('Kept')
    const two = await newSite({ title: 'Two' })
    const section = expectStatus(
      201,
      await admin.post<SiteSection>(`${two.path}/sections`, { spaceId: sharedSpace.id }),
    )
    const other = await two.addSection('Other')

    expect((await admin.delete(`/spaces/${sharedSpace.id}`)).status).toBe(205)
    expect(await one.structure()).toMatchObject({ structure: [{ id: otherSpace.id, default: true }] })
    expect(await two.structure()).toMatchObject({ structure: [{ id: other.id, default: true }] })
    expect(section.default).toBe(true)
    // Brought back, it is shown where someone shows it again.
    expectStatus(200, await admin.post(`/spaces/${sharedSpace.id}/restore`))
    expect(await listIds(admin, `/orgs/${organization}/sites?space=${sharedSpace.id}`)).toEqual([])
  })

  test('200 without the spaces that the caller does not see', async () => {
    const site = await newSite()
    const [open, closed] = [await site.addSpace('Open'), await site.addSpace('Closed')]
    expectStatus(200, await admin.patch(`/spaces/${closed.space.id}`, { defaultLevel: null }))
    const creator = await app.member(organization, 'create')

    expect(await site.structure(creator)).toMatchObject({ structure: [{ id: open.id }] })
    expect((await site.structure(creator)).structure).toHaveLength(1)
    const list = await creator.get<ListBody<SiteSpace>>(`${site.path}/site-spaces`)
    expect(list.body.count).toBe(1)
    expect((await creator.patch(`${site.path}/site-spaces/${closed.id}`, { path: 'x' })).status).toBe(404)
    expect(await site.structure()).toMatchObject({ structure: [{ id: open.id }, { path: 'closed' }] })
  })

  test('201 duplicates a space beside itself', async () => {
    const site = await newSite()
    const [one] = [await site.addSpace('One'), await site.addSpace('Two')]
    const path = `${site.path}/site-spaces/${one.id}/duplicate`
    const copy = expectStatus(201, await admin.post<SiteSpace>(path))
    expect(copy).toMatchObject({ title: 'One (copy)', path: 'one-copy', default: false })
    expect(copy.space.id).not.toBe(one.space.id)
    expect(outline(await site.structure())).toEqual(['One', 'One (copy)', 'Two'])
    expect((await admin.post(`${site.path}/site-spaces/nowhere/duplicate`)).status).toBe(404)
  })
})

test('412 for the transfer of content that a site shows', async () => {
  const { body: elsewhere } = await admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })
  const collection = await app.collection(admin, organization)
  const inner = await app.collection(admin, organization, { parent: collection.id })
  const sharedSpace = await app.space(admin, organization, { parent: inner.id })
  const site = await app.site(admin, organization, { spaces: [sharedSpace.id] })
  const transfers = [`/spaces/${sharedSpace.id}/transfer`, `/collections/${collection.id}/transfer`]
  for (const path of transfers) {
    expect((await admin.post(path, { organization: elsewhere.id })).status).toBe(412)
  }
  await admin.delete(pathOf(site))
  for (const path of transfers) {
    const { status } = await admin.post(path, { organization: elsewhere.id })
    expect(status).toBe(200)
    await admin.post(path, { organization })
  }
})

test('a grant on a site applies to its spaces that inherit', async () => {
  const guest = await app.member(organization, null)
  const site = await newSite()
  const [open, closed] = [await site.addSpace('Open'), await site.addSpace('Closed')]
  await admin.patch(`/spaces/${closed.space.id}`, { defaultLevel: null })
  await app.database.execute(sql`
    insert into grants (organization_id, site_id, user_id, role, created_at)
    values (${organization}, ${site.id}, ${guest.id}, 'edit', now())`)
  expect((await guest.get<Space>(`/spaces/${open.space.id}`)).body.permissions).toMatchObject({
    edit: true,
    admin: false,
  })
  expect((await guest.get(`/spaces/${closed.space.id}`)).status).toBe(404)
  expect(await listIds(guest, `/orgs/${organization}/spaces`)).toEqual([open.space.id])
  expect((await guest.get<Site>(site.path)).body.permissions).toMatchObject({
    view: true,
    edit: true,
    admin: false,
  })
})

test('a thousand sections need no more statements than one', async () => {
  const site = await newSite()
  const { siteSpaces } = await site.addSection('First')
  const paths = ['structure', 'sections?limit=1000', 'section-groups', 'site-spaces?limit=1000']
  const queries = () =>
    app.countStatements(async () => {
      for (const path of paths) expectStatus(200, await admin.get(`${site.path}/${path}`))
    })
  const before = await queries()
  const spaceId = siteSpaces[0]?.space.id ?? ''
  for (let n = 0; n < 1000; n++) {
    const id = newId()
    await app.database.execute(sql`
      with section as (
        insert into site_sections (id, site_id, title, path, rank, created_at)
        values (${id}, ${site.id}, 'More', ${`more-${n}`}, ${id}, now())
      )
      insert into site_spaces
        (id, organization_id, site_id, section_id, space_id, path, is_default, rank, created_at)
      values (${newId()}, ${organization}, ${site.id}, ${id}, ${spaceId}, 'space', true, ${id}, now())`)
  }
  expect(await queries()).toBe(before)
  expect((await readList(admin, `${site.path}/sections`)).count).toBe(1001)
  expect((await site.structure()).structure).toHaveLength(1001)
  const added = await site.addSection('More')
  expect(added.path).toBe('more')
})

// Steps by the numbers of what they are about; what they find there decides whether they are allowed.
const step = fc.record({
  kind: fc.constantFrom('section', 'space', 'group', 'ungroup', 'into', 'move', 'delete', 'deleteSpace'),
  at: fc.nat(8),
  beside: fc.nat(8),
})

test('the structure is consistent after any sequence of requests', async () => {
  const sharedSpace = await space('Shown')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { path, structure } = await newSite()
      for (const { kind, at, beside } of steps) {
        const sections = await listIds(admin, `${path}/sections`)
        const groups = await listIds(admin, `${path}/section-groups`)
        const siteSpaces = await listIds(admin, `${path}/site-spaces`)
        const section = sections[at % sections.length] ?? 'none'
        const group = groups[beside % groups.length] ?? 'none'
        const anchor = { type: 'site-section', siteSection: sections[beside % sections.length] ?? 'none' }
        const { status } = await {
          section: () => admin.post(`${path}/sections`, { spaceId: sharedSpace.id, title: 'Same' }),
          space: () => admin.post(`${path}/site-spaces`, { spaceId: sharedSpace.id }),
          group: () =>
            admin.post(`${path}/section-groups`, { title: 'Group', sections: sections.slice(at, at + 2) }),
          ungroup: () => admin.delete(`${path}/section-groups/${group}`),
          into: () => admin.post(`${path}/section-groups/${group}/sections`, { sectionId: section }),
          move: () => admin.post(`${path}/sections/${section}/move`, { position: { before: anchor } }),
          delete: () => admin.delete(`${path}/sections/${section}`),
          deleteSpace: () =>
            admin.delete(`${path}/site-spaces/${siteSpaces[at % siteSpaces.length] ?? 'none'}`),
        }[kind]()
        expect([200, 201, 204, 205, 400, 404, 409]).toContain(status)
      }
      const { type, structure: items } = await structure()
      const sections = (await readList<SiteSection>(admin, `${path}/sections`)).items
      const siteSpaces = (await readList<SiteSpace>(admin, `${path}/site-spaces`)).items
      expect(type).toBe(sections.length > 0 ? 'sections' : 'siteSpaces')
      expect(sections.filter((each) => each.default)).toHaveLength(Math.min(1, sections.length))
      const levels = sections.length > 0 ? sections.map((each) => each.siteSpaces) : [siteSpaces]
      for (const level of levels) {
        expect(level.filter((each) => each.default)).toHaveLength(Math.min(1, level.length))
        expect(level.length > 0 || type === 'siteSpaces').toBe(true)
      }
      expect(levels.flat().map(({ id }) => id)).toEqual(siteSpaces.map(({ id }) => id))
      const walk = (nodes: typeof items): string[] =>
        nodes.flatMap((node) => (node.object === 'site-section-group' ? walk(node.children) : [node.id]))
      expect(walk(items)).toEqual((sections.length > 0 ? sections : siteSpaces).map(({ id }) => id))
    }),
    { numRuns: 12 },
  )
})
