import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCorpusFiles, hasCorpus } from '../testing/corpus.ts'
import { joinText, splitPageFile, parseHead, writeHead } from './head.ts'
import { readOrigin } from './index.ts'
import { MemorySpace, type MemoryRepository } from './testing.ts'
import { guide, spaceOf } from './testing-guide.ts'
import { setYamlKeys } from './yaml-lines.ts'

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
