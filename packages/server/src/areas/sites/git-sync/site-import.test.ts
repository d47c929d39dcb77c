import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GitWorld, mainRef } from '../../../testing/git-world.ts'
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

describe('POST …/sites/{siteId}/git/import', () => {
  test('creates sections, groups and variants, and a space for each directory', async () => {
    const { site, operation } = await world.importSite()
    expect(await site.outline()).toEqual(siteOutline)
    expect(operation).toMatchObject({ direction: 'import', state: 'success', commit: site.repository.head })
    const { body } = await world.admin.get<Site>(site.path)
    expect(body).toMatchObject({
      title: 'Acme docs',
      gitSync: { installationStatus: 'active', ref: mainRef, commit: site.repository.head },
    })
    expect(JSON.stringify(body)).not.toContain('node_ids')

    const english = await site.space('guides/en')
    expect(await english.titles()).toEqual([['Welcome', 'readme']])
    expect((await site.siteSpaces()).get('guides/fr')?.space).toMatchObject({
      language: 'fr',
      title: 'Français',
    })
    expect(await (await site.space('reference/latest')).titles()).toEqual([['API', 'readme']])
  })

  test('fetches once for all spaces, and reads no directory again that did not change', async () => {
    const { site } = await world.importSite()
    const before = await Promise.all(
      ['guides/en', 'guides/fr'].map(async (path) => (await (await site.space(path)).revision()).id),
    )
    site.repository.commit('Write', { 'docs/guides/fr/README.md': '# Bienvenue\n\nSalut.\n' })
    const requests = world.server.requests.length
    await site.synchronise('import', siteProject)
    const fetches = world.server.requests.slice(requests).filter((each) => each.includes('/info/refs'))
    expect(fetches).toHaveLength(1)
    const after = await Promise.all(
      ['guides/en', 'guides/fr'].map(async (path) => (await (await site.space(path)).revision()).id),
    )
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    expect(await (await site.space('guides/en')).info()).toMatchObject({ commit: site.repository.head })
  })

  test('a structure that is pushed changes the site, and what stays keeps its ids', async () => {
    const { site } = await world.importSite()
    const before = await site.siteSpaces()
    site.repository.commit('Restructure', {
      'docs/gitbook-docs.yaml': siteConfig
        .replace('path: en\n', 'path: english\n')
        .replace('title: Reference', 'title: Calls')
        .replace(/ {8}- type: space\n {10}key: guides-fr[^]*?language: fr\n/, '')
        .replace('title: Acme docs', 'title: Acme manual'),
    })
    await site.synchronise('import', siteProject)
    expect(await site.outline()).toEqual([
      'Guides /guides *',
      '  English /english *',
      'More',
      '  Calls /reference',
      '    API /latest *',
    ])
    const after = await site.siteSpaces()
    expect(after.get('guides/english')?.id).toBe(before.get('guides/en')?.id)
    expect((await world.admin.get<Site>(site.path)).body.title).toBe('Acme manual')
    // The space that left the site stays, and is no longer synchronised.
    const removed = before.get('guides/fr')?.space.id
    expect((await world.admin.get(`/spaces/${removed}`)).status).toBe(200)
    expect((await world.admin.get(`/spaces/${removed}/git/info`)).status).toBe(404)
  })

  test('two sections that exchange their paths', async () => {
    const { site } = await world.importSite()
    site.repository.commit('Exchange', {
      'docs/gitbook-docs.yaml': siteConfig
        .replace('path: guides\n', 'path: x\n')
        .replace('path: reference\n', 'path: guides\n')
        .replace('path: x\n', 'path: reference\n'),
    })
    await site.synchronise('import', siteProject)
    expect((await site.outline()).filter((line) => /Guides|Reference/.test(line))).toEqual([
      'Guides /reference *',
      '  Reference /guides',
    ])
  })

  test('takes the spaces over that the site shows at the same paths', async () => {
    const repository = world.server.createRepository({
      'docs.yaml':
        'site:\n  title: Acme\n  structure:\n    - type: space\n      key: a\n      title: Guide\n      path: guide\n      default: true\n      content:\n        directory: .\n',
      'README.md': '# Home\n',
    })
    const space = await world.app.space(world.admin, world.organization, { title: 'Guide' })
    const site = await world.createSiteFor(repository, { spaces: [space.id] })
    await site.synchronise('import')
    expect((await site.siteSpaces()).get('guide')?.space.id).toBe(space.id)
    expect((await (await site.space('guide')).titles())[0]?.[0]).toBe('Home')
  })

  test.each([
    ['no file', { 'docs/gitbook-docs.yaml': null }, /has no gitbook-docs\.yaml or docs\.yaml in "docs"/],
    [
      'a directory that is not there',
      { 'docs/guides/fr': null },
      /line 23: site\.structure\[0\]\.children\[1\]\.content\.directory: the commit has no directory "docs\/guides\/fr"/,
    ],
    [
      'a directory outside',
      { 'docs/gitbook-docs.yaml': siteConfig.replace('./guides/en', '../../etc') },
      /line 21: .*content\.directory: must be a directory inside/,
    ],
    [
      'a key twice',
      { 'docs/gitbook-docs.yaml': siteConfig.replace('key: guides-fr', 'key: guides-en') },
      /"guides-en" is the key of another node/,
    ],
    [
      'a condition that cannot be read',
      {
        'docs/gitbook-docs.yaml': siteConfig.replace(
          'path: fr\n',
          'path: fr\n          condition: visitor..claims\n',
        ),
      },
      /children\[1\]\.condition/,
    ],
    ['broken YAML', { 'docs/gitbook-docs.yaml': 'site: [\n' }, /gitbook-docs\.yaml, line \d/],
  ])('%s fails with its place, and changes nothing', async (_, changes, message) => {
    const { site } = await world.importSite()
    const before = await site.structure()
    site.repository.commit('Break', changes)
    expect(await site.run('import', siteProject)).toMatchObject({
      status: 'failure',
      error: expect.stringMatching(message) as string,
    })
    expect(await site.structure()).toEqual(before)
    expect(await (await site.space('guides/fr')).titles()).toEqual([['Bienvenue', 'readme']])
    // The next commit mends it.
    site.repository.commit('Mend', siteFiles)
    await site.synchronise('import', siteProject)
  })

  test('a space inside of the directory of another one owns what is there', async () => {
    const nested = `site:\n  title: Nested\n  structure:\n    - {type: space, key: top, title: Top, path: top, default: true, content: {directory: .}}\n    - {type: space, key: api, title: API, path: api, content: {directory: ./api}}\n`
    const site = await world.createSyncedSite({
      'gitbook-docs.yaml': nested,
      'README.md': '# Top\n',
      'api/README.md': '# API\n',
      'api/calls.md': '# Calls\n',
    })
    await site.synchronise('import')
    expect((await (await site.space('top')).titles()).map(([title]) => title)).toEqual(['Top'])
    expect((await (await site.space('api')).titles()).map(([title]) => title)).toEqual(['API', 'Calls'])
  })
})
