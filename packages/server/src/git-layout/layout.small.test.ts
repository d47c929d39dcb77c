import type { PageTree } from '@verso/revisions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCorpusFiles, hasCorpus } from '../testing/corpus.ts'
import { joinText, splitPageFile, parseHead, writeHead } from './head.ts'
import { readOrigin } from './index.ts'
import { flattenPages, type MemoryRepository, MemorySpace } from './testing.ts'
import { setYamlKeys } from './yaml-lines.ts'

/** The pages as a list of lines: two spaces a level, title and path of the file. */
const outline = (pages: readonly PageTree[], depth = 0): string[] =>
  pages.flatMap((page) => [
    `${'  '.repeat(depth)}${page.fields.type === 'document' ? '' : `${page.fields.type} `}${page.fields.title}`,
    ...outline(page.pages, depth + 1),
  ])

async function spaceOf(files: Record<string, string>) {
  const repository: MemoryRepository = new Map(Object.entries(files))
  const space = new MemorySpace()
  const { problems } = await space.import(repository)
  const pages = async () => flattenPages(await space.view.getPageTree())
  const page = async (title: string) => {
    const foundPage = (await pages()).find(({ fields }) => fields.title === title)
    if (!foundPage) throw new Error(`no page ${title}`)
    return foundPage
  }
  const text = async (title: string) => {
    const { document } = await page(title)
    return document === null ? undefined : (await space.view.getDocuments([document])).get(document)
  }
  return {
    space,
    repository,
    problems,
    pages,
    page,
    text,
    outline: async () => outline(await space.view.getPageTree()),
  }
}

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

const guide = {
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)

## Use it

* [Install](use/install.md "Set up")
  * [Linux](use/install/linux.md)
* [Our site](https://example.com)

## More

* [FAQ](more/faq.md)
`,
  'README.md': '# Welcome\n\nHello.\n',
  'use/install.md':
    '---\ndescription: How to\nicon: rocket\nowner: ann # kept\n---\n\n# Install\n\nRun it.\n',
  'use/install/linux.md': 'No heading here.\n',
  'more/faq.md': '# FAQ\n\nWhy?\n',
  LICENSE: 'free',
}

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

describe('export', () => {
  test('writes nothing if nothing changed', async () => {
    const { space, repository } = await spaceOf(guide)

    expect(await space.export(repository)).toEqual([])
  })

  test('changes only the lines that were edited', async () => {
    const { space, repository, page } = await spaceOf(guide)
    const { id } = await page('Install')
    await space.apply([
      {
        type: 'update-page',
        id,
        fields: { description: 'How: to' },
        document: { markdown: 'Run it twice.\n' },
      },
    ])

    expect(await space.export(repository)).toEqual(['use/install.md'])
    expect(repository.get('use/install.md')).toBe(
      '---\ndescription: "How: to"\nicon: rocket\nowner: ann # kept\n---\n\n# Install\n\nRun it twice.\n',
    )
  })

  test('writes a new title into the heading and the summary, and a new page next to its parent', async () => {
    const { space, repository, page } = await spaceOf(guide)
    const install = await page('Install')
    await space.apply([
      { type: 'update-page', id: install.id, fields: { title: 'Set *it* up' } },
      {
        type: 'insert-page',
        id: 'new',
        parent: install.id,
        fields: { type: 'document', title: 'Mac', slug: 'mac' },
        document: { markdown: 'On a Mac.' },
      },
    ])

    expect(await space.export(repository)).toEqual(['SUMMARY.md', 'use/install.md', 'use/install/mac.md'])
    expect(repository.get('SUMMARY.md')).toBe(
      guide['SUMMARY.md']
        .replace('[Install]', String.raw`[Set \*it\* up]`)
        .replace('linux.md)\n', 'linux.md)\n  * [Mac](use/install/mac.md)\n'),
    )
    expect(repository.get('use/install/mac.md')).toBe('# Mac\n\nOn a Mac.')
    expect((await page('Set *it* up')).id).toBe(install.id)
    expect((await page('Mac')).id).toBe('new')
  })

  test('writes title and front matter once if the text begins with them', async () => {
    const { space, repository, page } = await spaceOf(guide)
    const install = await page('Install')
    const faq = await page('FAQ')
    const text = '---\ndescription: New\n---\n\n# Mac\n\nOn a Mac.\n'
    await space.apply([
      { type: 'update-page', id: install.id, document: { markdown: '# Install\n\nRun it twice.\n' } },
      { type: 'update-page', id: faq.id, document: { markdown: '# Another heading\n\nAsked often.\n' } },
      {
        type: 'insert-page',
        id: 'new',
        parent: null,
        fields: { type: 'document', title: 'Mac', slug: 'mac', description: 'New' },
        document: { markdown: text },
      },
    ])
    await space.export(repository)

    expect(repository.get('use/install.md')).toBe(
      guide['use/install.md'].replace(/# Install[^]*/, '# Install\n\nRun it twice.\n'),
    )
    expect(repository.get('more/faq.md')).toMatch(/^# FAQ\n\n# Another heading\n\nAsked often.\n$/)
    expect(repository.get('mac.md')).toBe(text)
    expect(await space.export(repository)).toEqual([])
  })

  test('moves the lines of moved pages, and renames files only if slugs change', async () => {
    const { space, repository, page } = await spaceOf(guide)
    await space.apply([
      { type: 'move-page', id: (await page('FAQ')).id, parent: null, at: 0 },
      { type: 'update-page', id: (await page('Linux')).id, fields: { slug: 'gnu' } },
      { type: 'delete-page', id: (await page('Our site')).id },
    ])
    const before = (await page('FAQ')).id

    expect(await space.export(repository)).toEqual([
      'SUMMARY.md',
      'use/install/gnu.md',
      'use/install/linux.md',
    ])
    expect(repository.get('SUMMARY.md')).toBe(`# Table of contents

* [FAQ](more/faq.md)
* [Welcome](README.md)

## Use it

* [Install](use/install.md "Set up")
  * [Linux](use/install/gnu.md)

## More
`)
    expect((await page('FAQ')).id).toBe(before)
  })

  test('links follow a page whose file is renamed, and everything else keeps its bytes', async () => {
    const linking = [
      '# Start',
      '',
      '*  See [b](folder/old%20name.md#part "T"), [b](./folder/old%20name.md)   and  [c](folder/c.md).',
      '',
      '{% content-ref url="folder/old name.md" %}',
      '[old name.md](<folder/old name.md>)',
      '{% endcontent-ref %}',
      '',
      '```md',
      '[b](folder/old%20name.md)',
      '```',
      '',
    ].join('\n')
    const files = {
      'README.md': linking,
      'folder/old name.md': '# B\n\n[start](../README.md) [c](c.md) [me](old%20name.md#x)\n',
      'folder/c.md': '# C\n\n[b](old%20name.md)\n',
      'other.md': '# Other\n\nold name.md\n',
      'SUMMARY.md':
        '# Summary\n\n* [Start](README.md)\n* [B](<folder/old name.md>)\n* [C](folder/c.md)\n* [Other](other.md)\n',
    }
    const { space, repository, page } = await spaceOf(files)
    await space.apply([{ type: 'update-page', id: (await page('B')).id, fields: { slug: 'new' } }])
    expect(await space.export(repository)).toEqual([
      'README.md',
      'SUMMARY.md',
      'folder/c.md',
      'folder/new.md',
      'folder/old name.md',
    ])
    expect(repository.get('README.md')).toBe(
      linking
        .replace('[b](folder/old%20name.md#part', '[b](folder/new.md#part')
        .replace('[b](./folder/old%20name.md)   and', '[b](folder/new.md)   and')
        .replace('url="folder/old name.md"', 'url="folder/new.md"')
        .replace('(<folder/old name.md>)', '(folder/new.md)')
        .replace('[old name.md]', '[new.md]'),
    )
    expect(repository.get('folder/new.md')).toBe('# B\n\n[start](../README.md) [c](c.md) [me](new.md#x)\n')
    expect(repository.get('folder/c.md')).toBe('# C\n\n[b](new.md)\n')
    expect(await space.export(repository)).toEqual([])
  })

  test('the links of a readme that moves out of its folder lead to the same files', async () => {
    const { space, repository, page } = await spaceOf({
      'README.md': '# Start\n\n[part](part/README.md)\n',
      'part/README.md': '# Part\n\n![](../pictures/a.png) [x](x.md) [up](../README.md) [gone](gone.md)\n',
      'part/x.md': '# X\n\n[part](README.md)\n',
      'pictures/a.png': 'a picture',
      'SUMMARY.md': '# Summary\n\n* [Start](README.md)\n* [Part](part/README.md)\n  * [X](part/x.md)\n',
    })
    await space.apply([{ type: 'update-page', id: (await page('Part')).id, fields: { slug: 'piece' } }])
    await space.export(repository)
    expect(repository.get('README.md')).toBe('# Start\n\n[part](piece.md)\n')
    expect(repository.get('piece.md')).toBe(
      '# Part\n\n![](pictures/a.png) [x](part/x.md) [up](README.md) [gone](gone.md)\n',
    )
    expect(repository.get('part/x.md')).toBe('# X\n\n[part](../piece.md)\n')
    expect(await space.export(repository)).toEqual([])
  })

  test('writes all files into an empty repository', async () => {
    const repository: MemoryRepository = new Map()
    const space = new MemorySpace()
    await space.apply([
      {
        type: 'insert-page',
        id: 'a',
        parent: null,
        fields: { type: 'document', title: 'A b', slug: 'a-b' },
        document: { markdown: 'Hi.' },
      },
      {
        type: 'insert-page',
        id: 'c',
        parent: 'a',
        fields: { type: 'document', title: 'C', slug: '..' },
        document: { markdown: '' },
      },
    ])
    await space.export(repository)

    expect(Object.fromEntries(repository)).toEqual({
      'SUMMARY.md': '# Table of contents\n\n* [A b](a-b.md)\n  * [C](a-b/c.md)\n',
      'a-b.md': '# A b\n\nHi.',
      'a-b/c.md': '# C\n\n',
    })
    expect(await space.export(repository)).toEqual([])
  })
})

describe('heads', () => {
  const line = fc.constantFrom(
    '# T',
    '#T',
    '---',
    '',
    'text',
    'a: b',
    '===',
    '# **x** #',
    '\uFEFF---',
    '...',
    'k: [',
    '  ',
  )

  test('head and body together are the text, for every text', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const text = lines.join(eol)
        const { head, body, fields } = splitPageFile(text)
        expect(head + body).toBe(text)
        expect(parseHead(head)).toEqual(fields)
        expect(writeHead(head, parseHead(head), { withHeading: false })).toBe(head)
        expect(splitPageFile(joinText({ head, body })).head.startsWith(head)).toBe(true)
      }),
    )
  })

  test('fields that are written are read again', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((raw) => raw.replaceAll(/\s+/g, ' ').trim())
      .filter((raw) => raw !== '')
    fc.assert(
      fc.property(text, text, fc.boolean(), (title, description, hidden) => {
        const fields = { title, description, ...(hidden && { hidden }) }
        const head = writeHead('---\nfoo: 1\n---\n\n# Old\n\n', fields, { withHeading: true })
        expect(parseHead(head)).toEqual(fields)
        expect(head).toContain('foo: 1\n')
      }),
    )
  })

  test('setting keys of YAML keeps the lines of other keys', () => {
    const source = 'a: 1 # one\n# of b\nb:\n  - x\n  - y\nc: >-\n  long\n  text\n'
    expect(
      setYamlKeys(
        source,
        new Map<string, unknown>([
          ['b', 2],
          ['d', 'new'],
        ]),
      ),
    ).toBe('a: 1 # one\n# of b\nb: 2\nc: >-\n  long\n  text\nd: new\n')
    expect(setYamlKeys('{ a: 1, b: 2 }\n', new Map([['a', undefined]]))).toBe('b: 2\n')
  })
})

describe.skipIf(!hasCorpus)('a real repository (../shared/corpus)', () => {
  // The content of pictures does not matter here.
  const files = Object.fromEntries([...readCorpusFiles()].map(([path, bytes]) => [path, bytes.toString()]))

  test('is exported as it was imported, and one changed page changes one file', async () => {
    const { space, repository, pages, problems } = await spaceOf(files)
    expect(problems).toEqual([])
    expect(await space.export(repository)).toEqual([])
    const documents = (await pages()).filter(({ fields }) => fields.type === 'document')
    expect(documents.length).toBeGreaterThan(200)

    for (const { id, fields } of documents.slice(0, 6)) {
      await space.apply([{ type: 'update-page', id, document: { markdown: 'New.\n' } }])
      expect(await space.export(repository)).toEqual([readOrigin(fields)?.path])
    }
    for (const { id } of documents.slice(20, 24)) {
      await space.apply([{ type: 'update-page', id, fields: { title: `New ${id}` } }])
      expect((await space.export(repository)).length).toBeLessThanOrEqual(2)
    }
  }, 60_000)
})
