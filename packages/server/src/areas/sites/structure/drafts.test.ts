import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { SitePublisher } from '../../../testing/site-publisher.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { PublishedContentSite, PublishedLookup } from '../renderer-api/schema.ts'
import type { SiteExternalLink, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from './schema.ts'

let app: TestApp
let publisher: SitePublisher
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(app)
  ;({ organization, admin } = publisher)
})
afterAll(() => app.stop())

async function createSpace(title: string, language?: string): Promise<Space> {
  const space = await app.space(admin, organization, { title, ...(language !== undefined && { language }) })
  await commitChanges(app, admin, space.id, [
    newPage(`p-${space.id}`, `Welcome to ${title}`, `Words of ${title}.`),
  ])
  return space
}

/** A published site with the section "Guide", to which more is added. */
async function createSite() {
  const { site, path: pages } = await publisher.publish()
  const path = publisher.getApiPath(site)
  const addSection = async (space: Space, fields: object = {}) =>
    expectStatus(
      201,
      await admin.post<SiteSection>(`${path}/sections`, { spaceId: space.id, title: space.title, ...fields }),
    )
  return {
    site,
    path,
    addSection,
    addVariant: async (space: Space, fields: object = {}) =>
      expectStatus(201, await admin.post<SiteSpace>(`${path}/site-spaces`, { spaceId: space.id, ...fields })),
    change: async (part: string, body: object) =>
      expectStatus(200, await admin.patch(`${path}/${part}`, body)),
    read: (way = '') => publisher.get(`${pages}${way}`),
    /** What a renderer that knows nothing of Verso sees of it as a visitor. */
    enter: async () => {
      const url = `https://verso.example${pages}`
      const lookup = expectStatus(200, await app.anonymous.post<PublishedLookup>('/urls/published', { url }))
      if (!('apiToken' in lookup)) throw new Error('nobody may see the site')
      const renderer = new Client(app.app, lookup.apiToken)
      const published = expectStatus(200, await renderer.get<PublishedContentSite>(`${path}/published`))
      return { renderer, titles: published.structure.structure.map(({ title }) => title) }
    },
  }
}

describe('a draft', () => {
  test('section is seen by nobody but its authors, whatever visitors know of it, until it is none', async () => {
    const site = await createSite()
    const space = await createSpace('Secret plan')
    const section = await site.addSection(space, { draft: true })
    expect(section).toMatchObject({ draft: true })
    const expectSeen = async (isSeen: boolean) => {
      const home = await site.read()
      expect(home.text.includes('Secret plan')).toBe(isSeen)
      expect((await site.read(`/${section.path}`)).text.includes('Words of Secret plan')).toBe(isSeen)
      for (const way of ['/sitemap.xml', '/llms.txt', '/~verso/search?q=secret'])
        expect([way, /secret-plan/.test((await site.read(way)).text)]).toEqual([way, isSeen])
      const { renderer, titles } = await site.enter()
      expect(titles.includes('Secret plan')).toBe(isSeen)
      expect((await renderer.get(`/spaces/${space.id}`)).status).toBe(isSeen ? 200 : 404)
      expect((await renderer.get(`/spaces/${space.id}/content/pages`)).status).toBe(isSeen ? 200 : 404)
      const shown = expectStatus(200, await admin.get<Space>(`/spaces/${space.id}`))
      expect(shown.urls.published !== undefined).toBe(isSeen)
    }
    await app.app.areas.search.indexer.waitForFlush()
    await expectSeen(false)
    await site.change(`sections/${section.id}`, { draft: false })
    await expectSeen(true)
  })

  test('group hides all that is in it, and its sections stay drafts when it goes', async () => {
    const site = await createSite()
    const [inner, other] = [await createSpace('Inner'), await createSpace('Other')]
    await site.addSection(other)
    const group = expectStatus(
      201,
      await admin.post<SiteSectionGroup>(`${site.path}/section-groups`, { title: 'More' }),
    )
    const deeper = expectStatus(
      201,
      await admin.post<SiteSectionGroup>(`${site.path}/section-groups`, {
        title: 'Deeper',
        parent: group.id,
      }),
    )
    const section = await site.addSection(inner, { siteSectionGroupId: deeper.id })
    expect((await site.read(`/${section.path}`)).text).toContain('Words of Inner')
    await site.change(`section-groups/${group.id}`, { draft: true })
    expect((await site.read(`/${section.path}`)).status).toBe(404)
    expect((await site.read()).text).not.toContain('Inner')
    const { renderer } = await site.enter()
    expect((await renderer.get(`/spaces/${inner.id}`)).status).toBe(404)
    for (const { id } of [group, deeper])
      expectStatus(205, await admin.delete(`${site.path}/section-groups/${id}`))
    const structure = expectStatus(200, await admin.get<SiteStructure>(`${site.path}/structure`))
    expect(structure.structure.find(({ title }) => title === 'Inner')).toMatchObject({ draft: true })
    expect((await site.read(`/${section.path}`)).status).toBe(404)
  })

  test('variant leaves the others; where the default is one, readers get the next', async () => {
    const site = await createSite()
    const [old, next] = [await createSpace('Version 1'), await createSpace('Version 2')]
    const variant = await site.addVariant(old)
    const draft = await site.addVariant(next, { draft: true })
    expect((await site.read()).text).toContain('Version 1')
    expect((await site.read()).text).not.toContain('Version 2')
    expect((await site.read(`/${draft.path}`)).status).toBe(404)
    const { items } = expectStatus(200, await admin.get<{ items: SiteSpace[] }>(`${site.path}/site-spaces`))
    const first = items.find((each) => each.default)
    await site.change(`site-spaces/${first?.id}`, { draft: true })
    expect((await site.read()).text).toContain('Words of Version 1')
    await site.change(`site-spaces/${variant.id}`, { draft: true })
    expect((await site.read()).status).toBe(404)
  })
})

test('a hidden variant can be opened by its address and is in no menu', async () => {
  const site = await createSite()
  const space = await createSpace('Nightly')
  const variant = await site.addVariant(space)
  expect((await site.read()).text).toContain('Nightly')
  const changed = await site.change(`site-spaces/${variant.id}`, { hidden: true })
  expect(changed).toMatchObject({ hidden: true, draft: false })
  expect((await site.read()).text).not.toContain('Nightly')
  const page = await site.read(`/${variant.path}`)
  expect(page.text).toContain('Words of Nightly')
  // From there, readers find back.
  expect(page.text).toContain('Guide')
})

describe('titles in other languages', () => {
  test('are those that readers of the language see, with the nearest one where it is missing', async () => {
    const site = await createSite()
    const german = await createSpace('Anleitung', 'de')
    const brazilian = await createSpace('Guia', 'pt-br')
    await site.addSection(await createSpace('First'))
    const group = expectStatus(
      201,
      await admin.post<SiteSectionGroup>(`${site.path}/section-groups`, { title: 'More' }),
    )
    await site.change(`section-groups/${group.id}`, { localizedTitle: { de: 'Weiteres' } })
    const section = await site.addSection(await createSpace('Reference'), { siteSectionGroupId: group.id })
    const [variant, other] = [await site.addVariant(german), await site.addVariant(brazilian)]
    const localizedTitle = { de: 'Nachschlagen', pt: 'Consulta' }
    const localizedDescription = { de: 'Alle Funktionen' }
    const changed = await site.change(`sections/${section.id}`, {
      description: 'All functions',
      localizedTitle,
      localizedDescription,
    })
    expect(changed).toMatchObject({ title: 'Reference', localizedTitle, localizedDescription })
    expectStatus(
      201,
      await admin.post<SiteExternalLink>(`${site.path}/external-links`, {
        title: 'Status page',
        url: 'https://status.example',
        localizedTitle: { de: 'Zustand' },
      }),
    )
    await site.change(`site-spaces/${variant.id}`, { localizedTitle: { de: 'Deutsche Fassung' } })
    const [english, inGerman, inPortuguese] = [
      (await site.read()).text,
      (await site.read(`/${variant.path}`)).text,
      (await site.read(`/${other.path}`)).text,
    ]
    expect(english).toContain('Reference')
    expect(english).not.toContain('Nachschlagen')
    for (const words of ['Weiteres', 'Nachschlagen', 'Alle Funktionen', 'Zustand', 'Deutsche Fassung'])
      expect([words, inGerman.includes(words)]).toEqual([words, true])
    expect(inPortuguese).toContain('Consulta')
    expect(inPortuguese).toContain('Status page')
    await site.change(`sections/${section.id}`, { localizedTitle: null })
    expect((await site.read(`/${variant.path}`)).text).not.toContain('Nachschlagen')
  })

  test('400 for what is no language and for texts that are none, and nothing is changed', async () => {
    const site = await createSite()
    const section = await site.addSection(await createSpace('Reference'))
    for (const localizedTitle of [
      { 'no language': 'x' },
      { de: 7 },
      { de: '' },
      { de: 'x'.repeat(129) },
      ['de'],
      'Titel',
    ]) {
      const response = await admin.patch(`${site.path}/sections/${section.id}`, { localizedTitle })
      expect({ localizedTitle, status: response.status }).toEqual({ localizedTitle, status: 400 })
    }
    for (const body of [{ draft: 'yes' }, { draft: null }])
      expect((await admin.patch(`${site.path}/sections/${section.id}`, body)).status).toBe(400)
    const hostile = { de: '<script>alert(1)</script>' }
    expect(await site.change(`sections/${section.id}`, { localizedTitle: hostile })).toMatchObject({
      localizedTitle: hostile,
    })
  })
})
