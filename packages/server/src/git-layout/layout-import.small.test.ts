import { describe, expect, test } from 'vitest'
import { readOrigin } from './index.ts'
import { MemorySpace, type MemoryRepository } from './testing.ts'
import { guide, spaceOf } from './testing-guide.ts'

const insertPage = (
  id: string,
  parent: string | null,
  markdown: string,
): Parameters<MemorySpace['apply']>[0] => [
  {
    type: 'insert-page',
    id,
    parent,
    fields: { type: 'document', title: id.toUpperCase(), slug: id },
    document: { markdown },
  },
]

describe('import', () => {
  test('creates pages, groups and links in the order of the summary', async () => {
    const { outline, page, text } = await spaceOf(guide)

    expect(await outline()).toEqual([
      'Welcome',
      'group Use it',
      '  Install',
      '    Linux',
      '  link Our site',
      'group More',
      '  FAQ',
    ])
    expect((await page('Install')).fields).toMatchObject({
      description: 'How to',
      icon: 'rocket',
      linkTitle: 'Set up',
      slug: 'install',
    })
    expect(await text('Install')).toBe('Run it.\n')
    expect(await text('Linux')).toBe('No heading here.\n')
  })

  test('takes the order of the folders without a summary, with readmes first', async () => {
    const { outline } = await spaceOf({
      'b.md': '# B',
      'README.md': '# Top',
      'a/README.md': '# A',
      'a/z.md': 'z',
      'c/deep/x.md': '# X',
      '.github/hidden.md': '# No',
    })

    expect(await outline()).toEqual(['Top', 'A', '  Z', 'B', 'group C', '  group Deep', '    X'])
  })

  test('without a summary, a file is the page of the folder beside it with the same name', async () => {
    const { outline, repository, space } = await spaceOf({
      'README.md': '# Home\n',
      'kitchen.md': '# Kitchen\n',
      'kitchen/index.md': '# Index\n',
      'kitchen/oven.md': '# Oven\n',
      'garden/index.md': '# Beds\n',
    })
    expect(await outline()).toEqual(['Home', 'group Garden', '  Beds', 'Kitchen', '  Index', '  Oven'])
    expect(await space.export(repository)).toEqual([])
  })

  test('covers, layouts and keys of others in front matter are read, and written where they change', async () => {
    const head =
      '---\ncover: .gitbook/assets/a.png\ncoverY: 12.5\nlayout:\n  cover:\n    visible: true\n    size: background\n  tags:\n    visible: false\ntags:\n  - tag: new\nmetaLinks:\n  canonical: https://a.b\nx: 1 # kept\n---\n\n# A\n\n'
    const { page, repository, space } = await spaceOf({ 'README.md': `${head}Text.\n` })
    const { id, fields } = await page('A')
    const cover = { ref: { kind: 'file', file: '.gitbook/assets/a.png' }, yPos: 12.5 }
    expect(fields).toMatchObject({ cover, layout: { cover: true, coverSize: 'background', tags: false } })
    expect(await space.export(repository)).toEqual([])
    await space.apply([{ type: 'update-page', id, fields: { cover: { ...cover, yPos: 3 } } }])
    await space.export(repository)
    expect(repository.get('README.md')).toBe(`${head}Text.\n`.replace('12.5', '3'))
    await space.apply([{ type: 'update-page', id, fields: { cover: null } }])
    await space.export(repository)
    expect(repository.get('README.md')).toBe(
      `${head}Text.\n`.replace('cover: .gitbook/assets/a.png\ncoverY: 12.5\n', ''),
    )
  })

  test('tags, meta links and the mask of a cover are read, and written where they change', async () => {
    const head =
      '---\nlayout:\n  cover:\n    visible: true\n    size: background\n    mask: radial # round\ntags:\n  - tag: beta\n    primary: true\n  - plain\nmetaLinks:\n  canonical: https://a.b/c\n  alternates:\n    - ../fr/a.md\n    - >-\n      https://app.gitbook.com/s/x/y\n    - javascript:alert(1)\nother: 1 # kept\n---\n\n# A\n\n'
    const { page, repository, space } = await spaceOf({ 'README.md': `${head}Text.\n` })
    const { id, fields } = await page('A')
    expect(fields).toMatchObject({
      layout: { cover: true, coverSize: 'background', coverMask: 'radial' },
      tags: [{ tag: { kind: 'tag', tag: 'beta' }, primary: true }, { tag: { kind: 'tag', tag: 'plain' } }],
      metaLinks: {
        canonical: { kind: 'url', url: 'https://a.b/c' },
        alternates: [
          { kind: 'page', page: '../fr/a.md' },
          { kind: 'url', url: 'https://app.gitbook.com/s/x/y' },
        ],
      },
    })
    expect(await space.export(repository)).toEqual([])
    // Another change of the page leaves all of it as it is.
    await space.apply([{ type: 'update-page', id, fields: { description: 'About A' } }])
    await space.export(repository)
    expect(repository.get('README.md')).toBe(
      `${head}Text.\n`.replace('other: 1 # kept\n', 'other: 1 # kept\ndescription: About A\n'),
    )
    await space.apply([
      {
        type: 'update-page',
        id,
        fields: { tags: [{ tag: { kind: 'tag', tag: 'new' } }], metaLinks: null },
      },
    ])
    await space.export(repository)
    const text = repository.get('README.md')
    expect(text).toContain('tags:\n  - tag: new\n')
    expect(text).not.toContain('metaLinks')
    expect(text).toContain('other: 1 # kept\n')
    await space.import(repository)
    expect((await page('A')).fields['tags']).toEqual([{ tag: { kind: 'tag', tag: 'new' } }])
  })

  test('wrong tags and meta links are left in the file and are none of the page', async () => {
    const head = '---\ntags:\n  new: 1\nmetaLinks:\n  - a\nlayout:\n  cover:\n    mask: 5\n---\n\n# A\n\n'
    const { page, repository, space } = await spaceOf({ 'README.md': `${head}Text.\n` })
    const { id, fields } = await page('A')
    for (const name of ['tags', 'metaLinks', 'layout']) expect(fields).not.toHaveProperty(name)
    await space.apply([{ type: 'update-page', id, fields: { icon: 'star' } }])
    await space.export(repository)
    expect(repository.get('README.md')).toContain('tags:\n  new: 1\nmetaLinks:\n  - a\n')
  })

  test('a group has the slug that the anchor of its heading names, and keeps it', async () => {
    const summary =
      '# Table of contents\n\n* [A](a.md)\n\n## Get Started <a href="#getting-started" id="getting-started"></a>\n\n* [B](b.md)\n\n## Plain\n\n* [C](c.md)\n'
    const { page, repository, space } = await spaceOf({
      'SUMMARY.md': summary,
      'a.md': '# A\n',
      'b.md': '# B\n',
      'c.md': '# C\n',
    })
    const group = await page('Get Started')
    expect(group.fields.slug).toBe('getting-started')
    expect((await page('Plain')).fields.slug).toBe('plain')
    expect(await space.export(repository)).toEqual([])
    // Another change of the summary leaves the heading as it is.
    const { id } = await page('C')
    await space.apply([{ type: 'update-page', id, fields: { linkTitle: 'See' } }])
    expect(await space.export(repository)).toEqual(['SUMMARY.md'])
    expect(repository.get('SUMMARY.md')).toBe(summary.replace('(c.md)', '(c.md "See")'))
    await space.apply([{ type: 'update-page', id: group.id, fields: { slug: 'start' } }])
    expect(await space.export(repository)).toEqual(['SUMMARY.md'])
    expect(repository.get('SUMMARY.md')).toContain('\n## Get Started <a href="#start" id="start"></a>\n')
    await space.import(repository)
    expect((await page('Get Started')).fields.slug).toBe('start')
  })

  const petstore = [
    '* ```yaml',
    '  type: builtin:openapi',
    '  props:',
    '    models: true',
    '    downloadLink: true',
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    '        spec: petstore',
    '  ```',
  ].join('\n')

  test('a block of YAML in the list is the computed page that it means, and stays as it was', async () => {
    const summary = `* [A](a.md)\n\n## API\n\n${petstore}\n* [B](b.md)\n`
    const { outline, page, problems, repository, space } = await spaceOf({
      'SUMMARY.md': summary,
      'a.md': '# A\n',
      'b.md': '# B\n',
    })
    expect(problems).toEqual([])
    expect(await outline()).toEqual(['A', 'group API', '  computed API reference', '  B'])
    const { id, fields } = await page('API reference')
    expect(fields.computed).toEqual({
      type: 'builtin:openapi',
      props: { models: true, downloadLink: true },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'petstore' } } },
    })
    expect(await space.export(repository)).toEqual([])
    await space.import(repository)
    expect((await page('API reference')).id).toBe(id)
    // Another line changes, and the block does not.
    await space.apply([{ type: 'update-page', id: (await page('B')).id, fields: { linkTitle: 'See' } }])
    await space.export(repository)
    expect(repository.get('SUMMARY.md')).toBe(summary.replace('(b.md)', '(b.md "See")'))
    // What was computed in Verso is written as GitBook writes it, and read again.
    await space.apply([
      {
        type: 'insert-page',
        id: 'new',
        parent: null,
        fields: {
          type: 'computed',
          title: 'Another',
          computed: {
            type: 'builtin:openapi',
            dependencies: { spec: { ref: { kind: 'openapi', spec: 'x' } } },
          },
        },
        document: null,
      },
    ])
    await space.export(repository)
    expect(repository.get('SUMMARY.md')).toContain('* ```yaml\n  type: builtin:openapi\n')
    await space.import(repository, new Map())
    expect((await page('Another')).id).toBe('new')
    expect(await space.export(repository)).toEqual([])
  })

  test('a block of YAML that computes nothing stays where it is', async () => {
    const { outline, repository, space } = await spaceOf({
      'SUMMARY.md': '* [A](a.md)\n* ```yaml\n  type: other\n  ```\n',
      'a.md': '# A\n',
    })
    expect((await outline())[0]).toBe('A')
    expect(await space.export(repository)).toEqual([])
  })

  test('an entry that leads to an anchor of a listed page is a link to that place', async () => {
    const summary = '* [A](a.md)\n  * [Part](a.md#part)\n* [B](b.md)\n'
    const { outline, page, problems, repository, space } = await spaceOf({
      'SUMMARY.md': summary,
      'a.md': '# A\n\n## Part\n',
      'b.md': '# B\n',
    })
    expect(problems).toEqual([])
    expect(await outline()).toEqual(['A', '  link Part', 'B'])
    const { id, fields } = await page('Part')
    const target = { kind: 'anchor', page: (await page('A')).id, anchor: 'part' }
    expect(fields.target).toEqual(target)
    expect(await space.export(repository)).toEqual([])
    await space.import(repository)
    expect((await page('Part')).id).toBe(id)
    await space.apply([{ type: 'update-page', id, fields: { title: 'The part' } }])
    await space.export(repository)
    expect(repository.get('SUMMARY.md')).toBe(summary.replace('[Part]', '[The part]'))
  })

  test('links by id are written as paths from file to file, and all others as they were', async () => {
    const space = new MemorySpace()
    const links = 'See [a](/pages/a#top), [x](/pages/gone), `/pages/a` and <a href="/pages/c">c</a>.\n'
    await space.apply([
      ...insertPage('a', null, 'Hi.\n'),
      ...insertPage('b', 'a', links),
      ...insertPage('c', 'b', '[b](/pages/b)\n'),
    ])
    const repository: MemoryRepository = new Map()
    await space.export(repository)
    expect(repository.get('a/b.md')).toBe(
      '# B\n\nSee [a](../a.md#top), [x](/pages/gone), `/pages/a` and <a href="b/c.md">c</a>.\n',
    )
    expect(repository.get('a/b/c.md')).toBe('# C\n\n[b](../b.md)\n')
    await space.import(repository)
    expect(await space.export(repository)).toEqual([])
  })

  test('skips and reports links to a missing file, out of the repository, to the summary or twice to one file', async () => {
    const { outline, problems, repository, space } = await spaceOf({
      'SUMMARY.md':
        '* [A](a.md)\n  * [A again](./a.md)\n* [Out](../../etc/passwd.md)\n* [Me](SUMMARY.md)\n* [Gone](gone.md)\n* [Pic](a.png)\n',
      'a.md': '# A',
      'a.png': 'x',
    })

    expect(await outline()).toEqual(['A'])
    expect(problems).toHaveLength(5)
    expect(await space.export(repository)).toEqual([])
  })

  test('keeps the ids of moved files with the same bytes, also if several have the same, and reads all of many', async () => {
    const space = new MemorySpace()
    const repository: MemoryRepository = new Map([['README.md', '# Home\n']])
    for (let n = 0; n < 200; n += 1) repository.set(`.gitbook/assets/${n}.txt`, `bytes ${n % 150}`)
    await space.import(repository)
    const before = (await space.content(space.root)).files
    expect(before).toHaveLength(200)
    for (let n = 0; n < 200; n += 1) {
      repository.set(`.gitbook/assets/moved/${n}.txt`, repository.get(`.gitbook/assets/${n}.txt`) ?? '')
      repository.delete(`.gitbook/assets/${n}.txt`)
    }
    await space.import(repository)
    const after = (await space.content(space.root)).files
    const byId = new Map(after.map((file) => [file.id, file]))
    expect(after).toHaveLength(200)
    for (const { id, blob } of before) expect(byId.get(id)?.blob).toBe(blob)
    expect(new Set(after.map((file) => readOrigin(file)?.path))).toEqual(
      new Set([...repository.keys()].filter((path) => path !== 'README.md')),
    )
  })

  test('keeps the id of a moved page by its bytes, by its position in the summary, or by its lines', async () => {
    const body = Array.from({ length: 10 }, (_, n) => `Line ${n} of it.`).join('\n')
    const { space, repository, page, pages } = await spaceOf({
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n',
      'a.md': '# A\n\nsame bytes',
      'b.md': '# B\n\nshort',
      'c.md': `# C\n\n${body}`,
    })
    const ids = await Promise.all(['A', 'B', 'C'].map(async (title) => (await page(title)).id))
    repository.clear()
    repository.set('SUMMARY.md', '## G\n\n* [See](x/see.md)\n  * [A](x/a.md)\n\n***\n\n* [B](renamed.md)\n')
    repository.set('x/a.md', '# A\n\nsame bytes')
    repository.set('renamed.md', 'Quite another text\n')
    repository.set('x/see.md', `# See\n\n${body}\nAnd more.`)
    await space.import(repository)

    const foundPages = await pages()
    expect(
      ['A', 'B', 'See'].map((title) => foundPages.find(({ fields }) => fields.title === title)?.id),
    ).toEqual(ids)
  })

  test.each([
    [
      'a folder elsewhere',
      'root: ./docs/\nstructure:\n  summary: toc.md\n',
      { 'docs/toc.md': '* [X](x.md)', 'docs/x.md': '# X' },
      ['X'],
    ],
    ['a root that leads out', 'root: ../..\n', { 'README.md': '# Here' }, ['Here']],
    ['what is no YAML', '{{', { 'README.md': '# Here' }, ['Here']],
  ])('takes .gitbook.yaml with %s', async (_, config, files, expected) => {
    const { outline } = await spaceOf({ '.gitbook.yaml': config, ...files })
    expect(await outline()).toEqual(expected)
  })

  test('imports variables, reusable contents and files', async () => {
    const { space, repository } = await spaceOf({
      'README.md': '# Hello',
      '.gitbook/vars.yaml': 'version: 1.2\nname: Verso\n',
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind this.\n',
      '.gitbook/assets/a b.png': 'png',
      'img/c.svg': 'svg',
      'src/main.py': 'no',
    })
    const content = await space.content(space.root)

    expect(Object.fromEntries(content.variables)).toEqual({ version: '1.2', name: 'Verso' })
    expect(content.reusableContents).toMatchObject([{ title: 'Note' }])
    expect(content.files.map((file) => readOrigin(file)?.path ?? '').sort()).toEqual([
      '.gitbook/assets/a b.png',
      'img/c.svg',
    ])
    await space.apply([{ type: 'set-variables', variables: { name: 'Other', version: null, added: 'x' } }])
    expect(await space.export(repository)).toEqual(['.gitbook/vars.yaml'])
    expect(repository.get('.gitbook/vars.yaml')).toBe('name: Other\nadded: x\n')
  })
})
