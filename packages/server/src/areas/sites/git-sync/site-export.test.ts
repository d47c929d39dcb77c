import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus } from '../../../testing/app.ts'
import { GitWorld } from '../../../testing/git-world.ts'
import { siteConfig, siteFiles, siteOutline, siteProject } from '../../../testing/site-files.ts'
import type { Site } from '../sites/schema.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

describe('POST …/sites/{siteId}/git/export', () => {
  test('writes nothing where nothing changed, byte for byte', async () => {
    const { site } = await world.importSite()
    const { head } = site.repository
    await site.synchronise('export', siteProject)
    expect(site.repository.head).toBe(head)
  })

  test('changes of several spaces and of the structure are one commit of the person', async () => {
    const { site } = await world.importSite()
    const { head } = site.repository
    await (await site.space('guides/en')).write('Welcome', 'Hello, world.\n')
    await (await site.space('reference/latest')).write('API', 'All calls.\n')
    const sections = (await site.structure()).structure
    const guides = sections.find(({ title }) => title === 'Guides')
    expectStatus(200, await world.admin.patch(`${site.path}/sections/${guides?.id}`, { title: 'All guides' }))
    await site.synchronise('export', siteProject)

    expect(site.repository.listChanges(head)).toEqual([
      'M\tdocs/gitbook-docs.yaml',
      'M\tdocs/guides/en/README.md',
      'M\tpackages/api/docs/README.md',
    ])
    expect(site.repository.log.slice(0, 2)).toEqual(['From Verso', 'First'])
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(
      siteConfig.replace('title: Guides', 'title: All guides'),
    )
    expect(site.repository.read('docs/guides/en/README.md')).toBe(
      '---\nicon: hand\n---\n\n# Welcome\n\nHello, world.\n',
    )
    // What was pushed is what both have: nothing is left to do in either direction.
    const pushed = site.repository.head
    await site.synchronise('import', siteProject)
    await site.synchronise('export', siteProject)
    expect(site.repository.head).toBe(pushed)
  })

  test('sections and spaces that are added, moved and removed in the console', async () => {
    const { site } = await world.importSite()
    const space = await world.app.space(world.admin, world.organization, { title: 'Changelog' })
    const added = expectStatus(
      201,
      await world.admin.post<{ id: string }>(`${site.path}/sections`, { spaceId: space.id, title: 'News' }),
    )
    const french = (await site.siteSpaces()).get('guides/fr')
    expectStatus(205, await world.admin.delete(`${site.path}/site-spaces/${french?.id}`))
    const guides = (await site.structure()).structure[0]
    expectStatus(
      200,
      await world.admin.patch(`${site.path}/structure/sort`, {
        item: { type: 'site-section', id: added.id },
        position: { before: { type: 'site-section', id: guides?.id } },
      }),
    )
    await site.synchronise('export', siteProject)
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(
      siteConfig
        .replace(/ {8}- type: space\n {10}key: guides-fr[^]*?language: fr\n/, '')
        .replace(
          '    # What most people come for\n',
          '    - type: section\n      key: section-news\n      title: News\n      path: news\n      children:\n        - type: space\n          key: space-news-changelog\n          title: Changelog\n          path: changelog\n          default: true\n          content:\n            directory: ./news/changelog\n    # What most people come for\n',
        ),
    )
    // The siteFiles of a space that left the site are not deleted.
    expect(site.repository.read('docs/guides/fr/README.md')).toBe(siteFiles['docs/guides/fr/README.md'])
    await site.synchronise('import', siteProject)
    expect((await site.outline())[0]).toBe('News /news')
  })

  test('links to elsewhere come in, are changed and added, and go out', async () => {
    const withLinks = `${siteConfig}    - type: external-link
      key: status
      title: Status
      url: https://status.example
      draft: true
    - type: external-link
      key: shop
      title: Shop
      url: https://shop.example
`
    const { site } = await world.importSite()
    site.repository.commit('Link', { 'docs/gitbook-docs.yaml': withLinks })
    await site.synchronise('import', siteProject)
    expect(await site.outline()).toEqual([
      ...siteOutline,
      'Status -> https://status.example',
      'Shop -> https://shop.example',
    ])
    await site.synchronise('export', siteProject)
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(withLinks)

    const [status, shop] = (await site.structure()).structure.slice(-2)
    const links = `${site.path}/external-links`
    expect(status).toMatchObject({ object: 'site-external-link', draft: true })
    expectStatus(200, await world.admin.patch(`${links}/${status?.id}`, { title: 'Health', draft: false }))
    expectStatus(205, await world.admin.delete(`${links}/${shop?.id}`))
    expectStatus(201, await world.admin.post(links, { title: 'Forum', url: 'https://forum.example/?a=1#b' }))
    await site.synchronise('export', siteProject)
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(
      withLinks
        .replace('title: Status', 'title: Health')
        .replace('      draft: true\n', '')
        .replace('key: shop', 'key: link-forum')
        .replace('title: Shop', 'title: Forum')
        .replace('url: https://shop.example', 'url: https://forum.example/?a=1#b'),
    )
  })

  test('drafts, hidden variants and titles in other languages come in, are changed, and go out', async () => {
    const withDrafts = siteConfig
      .replace('title: Guides\n', 'title: Guides\n      localizedTitle:\n        fr: Guides pratiques\n')
      .replace('title: Français\n', 'title: Français\n          hidden: true\n')
      .replace('title: More\n', 'title: More\n      draft: true\n')
    const { site } = await world.importSite()
    site.repository.commit('Hide', { 'docs/gitbook-docs.yaml': withDrafts })
    await site.synchronise('import', siteProject)
    const [guides, more] = (await site.structure()).structure
    expect(guides).toMatchObject({
      title: 'Guides',
      localizedTitle: { fr: 'Guides pratiques' },
      draft: false,
    })
    expect(more).toMatchObject({ title: 'More', draft: true })
    const french = (await site.siteSpaces()).get('guides/fr')
    expect(french).toMatchObject({ hidden: true, draft: false })
    await site.synchronise('export', siteProject)
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(withDrafts)

    const change = async (way: string, body: object) =>
      expectStatus(200, await world.admin.patch(`${site.path}/${way}`, body))
    await change(`site-spaces/${french?.id}`, { hidden: false, draft: true })
    await change(`section-groups/${more?.id}`, { draft: false, localizedTitle: { fr: 'Plus' } })
    // The file has no word for a section that is a draft, so that stays what it is here.
    await change(`sections/${guides?.id}`, { draft: true, localizedTitle: null })
    await site.synchronise('export', siteProject)
    const changed = siteConfig
      .replace('          path: fr\n', '          path: fr\n          draft: true\n')
      .replace('title: More\n', 'title: More\n      localizedTitle:\n        fr: Plus\n')
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(changed)
    await site.synchronise('import', siteProject)
    expect((await site.structure()).structure).toMatchObject([
      { title: 'Guides', draft: true },
      { title: 'More', draft: false, localizedTitle: { fr: 'Plus' } },
    ])
  })

  test('a site that was never in Git, into an empty repository, and back into another site', async () => {
    const repository = world.server.createRepository()
    const spaces = await Promise.all(
      ['Guide', 'Help'].map((title) => world.app.space(world.admin, world.organization, { title })),
    )
    const site = await world.createSiteFor(repository, { title: 'Fresh', spaces: spaces.map(({ id }) => id) })
    await (
      await site.space('guide')
    ).edit({
      operation: 'insert_page',
      title: 'Start',
      document: { markdown: 'Here.\n' },
    })
    await site.synchronise('export')
    expect(repository.read('gitbook-docs.yaml')).toBe(
      'site:\n  title: Fresh\n  structure:\n    - type: space\n      key: space-guide\n      title: Guide\n      path: guide\n      default: true\n      content:\n        directory: ./guide\n    - type: space\n      key: space-help\n      title: Help\n      path: help\n      content:\n        directory: ./help\n',
    )
    const other = await world.createSiteFor(repository)
    await other.synchronise('import')
    expect(await other.outline()).toEqual(['Guide /guide *', 'Help /help'])
    expect((await (await other.space('guide')).titles()).map(([title]) => title)).toEqual(['Start'])
    const { head } = repository
    await other.synchronise('export')
    expect(repository.head).toBe(head)
    // A space that loses all its pages keeps its directory, so that it can be imported again.
    const { id } = await (await other.space('guide')).page('Start')
    await (await other.space('guide')).edit({ operation: 'delete_page', page: id })
    await other.synchronise('export')
    await other.synchronise('import')
    expect(await (await other.space('guide')).titles()).toEqual([])
  })

  test('both sides changed: texts and structure are merged, and Git wins where both changed the same', async () => {
    const { site } = await world.importSite()
    const guides = (await site.structure()).structure[0]
    expectStatus(
      200,
      await world.admin.patch(`${site.path}/sections/${guides?.id}`, { title: 'Ours', icon: 'star' }),
    )
    await (await site.space('guides/en')).write('Welcome', 'From the console.\n')
    site.repository.commit('Theirs', {
      'docs/gitbook-docs.yaml': siteConfig
        .replace('title: Guides', 'title: Theirs')
        .replace('title: More', 'title: Less'),
      'docs/guides/fr/README.md': '# Bienvenue\n\nDe Git.\n',
    })
    const operation = await site.synchronise('export', siteProject)
    expect(operation.problems).toEqual([
      'The title of "Theirs" was changed on both sides: that of Git was taken.',
    ])
    expect((await site.outline()).filter((line) => /Theirs|Less|Ours/.test(line))).toEqual([
      'Theirs /guides *',
      'Less',
    ])
    expect(site.repository.read('docs/gitbook-docs.yaml')).toBe(
      siteConfig
        .replace('title: Guides', 'title: Theirs')
        .replace('title: More', 'title: Less')
        .replace('icon: book', 'icon: star'),
    )
    expect(site.repository.read('docs/guides/en/README.md')).toContain('From the console.')
    expect(
      await (
        await site.space('guides/fr')
      ).text((await (await site.space('guides/fr')).page('Bienvenue')).id),
    ).toBe('De Git.\n')
  })

  test('a push that comes between the fetch and ours is imported, and ours follows on top', async () => {
    const { site } = await world.importSite()
    await (await site.space('guides/en')).write('Welcome', 'Ours.\n')
    let isFirst = true
    world.server.options = {
      intercept: (request) => {
        if (isFirst && request.url?.includes('git-receive-pack')) {
          isFirst = false
          site.repository.commit('Meanwhile', { 'docs/guides/fr/README.md': '# Bienvenue\n\nEntre-temps.\n' })
        }
        return false
      },
    }
    await site.synchronise('export', siteProject)
    expect(site.repository.log.slice(0, 2)).toEqual(['From Verso', 'Meanwhile'])
    expect(site.repository.read('docs/guides/fr/README.md')).toContain('Entre-temps.')
    expect(site.repository.read('docs/guides/en/README.md')).toContain('Ours.')
  })

  test('two exports at once make one commit', async () => {
    const { site } = await world.importSite()
    await (await site.space('guides/en')).write('Welcome', 'Once.\n')
    const before = (await world.admin.get<Site>(site.path)).body.gitSync?.operation?.startedAt
    const answers = await Promise.all([
      site.request('export', siteProject),
      site.request('export', siteProject),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    const first = await site.waitForOperation(before)
    await site.run('import', siteProject)
    expect(first.status).toBe('success')
    expect(site.repository.log).toEqual(['From Verso', 'First'])
  })

  test('a push whose response was lost is recognised', async () => {
    const { site } = await world.importSite()
    await (await site.space('guides/en')).write('Welcome', 'Lost.\n')
    let isFirst = true
    world.server.options = {
      dropResponse: (request) => {
        const isPush = request.method === 'POST' && request.url?.includes('git-receive-pack') === true
        const isDropped = isPush && isFirst
        if (isPush) isFirst = false
        return isDropped
      },
    }
    await site.run('export', siteProject)
    world.server.options = {}
    await site.synchronise('export', siteProject)
    expect(site.repository.log).toEqual(['From Verso', 'First'])
    expect((await world.admin.get<Site>(site.path)).body.gitSync?.commit).toBe(site.repository.head)
  })
})
