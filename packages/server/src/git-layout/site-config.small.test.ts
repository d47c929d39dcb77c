import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SiteConfigNode } from './site-config-fields.ts'
import { mergeSiteConfigs } from './site-config-merge.ts'
import { createSiteConfig, updateSiteConfig } from './site-config-writer.ts'
import { listNodes, parseSiteConfig, type SiteConfig } from './site-config.ts'

const options = { name: 'gitbook-docs.yaml', projectDirectory: 'docs' }
const parse = (source: string) => parseSiteConfig(source, options)

const source = `# Our site
$schema: https://example.com/schema.json
site:
  title: "Acme"   # in quotes
  theme: ours
  structure:
    # Guides first
    - type: section
      key: guides
      title: Guides
      path: guides
      default: true
      reviewers: [ada, grace]
      children:
      # English
      - type: space
        key: guides-en
        title: 'English'
        path: en
        default: true
        content:
          directory: ./guides/en
          language: en
      - type: space
        key: guides-fr
        title: Français
        path: fr
        content: { directory: /guides-fr, language: fr }

    # The rest
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: api
          title: API
          path: api
          icon: code
          description: |
            Everything that can be called.
          children:
            - type: space
              key: api-space
              title: API
              path: latest
              default: true
              content:
                directory: ./api
        - {type: external-link, key: status, title: Status, url: https://status.example.com}
`

const blockSource = source.replace(
  /- \{type: external-link.*\}/,
  `- type: external-link
          key: status
          title: Status
          url: https://status.example.com`,
)

const space = (fields: string) =>
  `site:\n  title: Te\n  structure:\n    - type: space\n      key: a\n      title: A\n      path: a\n      default: true\n      content:\n        directory: ./a\n${fields}`
const second = (directory: string, more = '') =>
  `    - type: space\n      key: b\n      title: A\n      path: b\n      content:\n        directory: ${directory}\n${more}`

function nestGroups(depth: number): string {
  const lines = ['site:', '  title: Te', '  structure:']
  for (let n = 0; n < depth; n += 1) {
    const indent = ' '.repeat(4 + n * 4)
    lines.push(
      `${indent}- type: section-group`,
      `${indent}  key: g${n}`,
      `${indent}  title: G`,
      `${indent}  children:`,
    )
  }
  return `${lines.join('\n')}\n`
}

const edit = (text: string, change: (config: SiteConfig) => void): string => {
  const config = structuredClone(parse(text).config)
  change(config)
  return updateSiteConfig(text, config, options)
}
const find = (config: SiteConfig, key: string): SiteConfigNode => {
  const node = listNodes(config.nodes).find((each) => each.key === key)
  if (!node) throw new Error(`no node ${key}`)
  return node
}

describe('reading', () => {
  test('nodes, directories from the top of the repository, and links', () => {
    const { config, problems } = parse(source)
    expect(config.title).toBe('Acme')
    expect(listNodes(config.nodes).map(({ key, fields }) => [key, fields.directory])).toEqual([
      ['guides', undefined],
      ['guides-en', 'docs/guides/en'],
      ['guides-fr', 'guides-fr'],
      ['more', undefined],
      ['api', undefined],
      ['api-space', 'docs/api'],
      ['status', undefined],
    ])
    expect(find(config, 'status').fields).toEqual({ title: 'Status', url: 'https://status.example.com' })
    expect(problems).toEqual([])
  })

  test.each([
    ['a syntax error', 'site:\n  title: "x\n', /line \d+: Missing closing "quote/],
    ['a list', '- a\n', /must be an object with the key `site`/],
    ['no structure', 'site:\n  title: xy\n', /line 2: site\.structure: must be a list/],
    ['no space', 'site:\n  title: xy\n  structure: []\n', /site\.structure: names no space/],
    [
      'an unknown type',
      'site:\n  title: xy\n  structure:\n    - type: page\n',
      /line 4: site\.structure\[0\]\.type: must be one of/,
    ],
    [
      'a link that no browser may follow',
      source.replace('https://status.example.com', 'javascript:alert(1)'),
      /line 50: site\.structure\[1\]\.children\[1\]\.url: /,
    ],
    [
      'a directory outside',
      space(second('../b')),
      /line 16: site\.structure\[1\]\.content\.directory: must be a directory inside/,
    ],
    ['the directory of Git', space(second('./.git')), /content\.directory: must be a directory inside/],
    [
      'a directory in two languages',
      space(second('./a', '        language: de\n')),
      /"docs\/a" is read once/,
    ],
    [
      'a key twice',
      space(second('./b').replace('key: b', 'key: a')),
      /line 11: site\.structure\[1\]\.key: "a" is the key of another node: .*line 4/,
    ],
    [
      'a path twice',
      space(second('./b').replace('path: b', 'path: a')),
      /"a" is also the path of another node/,
    ],
    [
      'two defaults',
      space(second('./b').replace('path: b', 'path: b\n      default: true')),
      /only one space here may be the default/,
    ],
    [
      'no default',
      space('').replace('      default: true\n', ''),
      /one space here must have `default: true`/,
    ],
    [
      'a path with a slash',
      space('').replace('path: a', 'path: a/b'),
      /line 7: site\.structure\[0\]\.path: may have letters/,
    ],
    [
      'a title that is a list',
      space('').replace('title: A', 'title: [A]'),
      /line 6: site\.structure\[0\]\.title: must be a text/,
    ],
    [
      'a number for a flag',
      space('').replace('default: true', 'default: 3'),
      /default: must be true or false/,
    ],
    [
      'a title by something else than languages',
      space('').replace('title: A', 'title: A\n      localizedTitle: { 7 up: B }'),
      /line 7: site\.structure\[0\]\.localizedTitle: must have codes of languages/,
    ],
    [
      'a title in other languages that is a text',
      space('').replace('title: A', 'title: A\n      localizedTitle: B'),
      /localizedTitle: must be an object with a text for each language/,
    ],
    [
      'a space among sections',
      source.replace('    # The rest\n', second('./x')),
      /lists no space at the top level/,
    ],
    [
      'a section in a section',
      source.replace('- type: space\n        key: guides-en', '- type: section\n        key: guides-en'),
      /a section holds no section/,
    ],
    ['deep groups', nestGroups(5), /nested at most 3 deep/],
    ['brackets without end', `site: ${'['.repeat(100_000)}`, /nested too deeply|line 1/],
    ['a large file', `# ${'x'.repeat(600_000)}`, /larger than 512 KB/],
  ])('%s is refused with its line', (_, text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  test('aliases are never resolved, so a few lines cannot become gigabytes', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (let n = 1; n < 12; n += 1) {
      const [last, next] = [String.fromCodePoint(96 + n), String.fromCodePoint(97 + n)]
      bomb.push(`${next}: &${next} [${Array(9).fill(`*${last}`).join(', ')}]`)
    }
    expect(() => parse(`${bomb.join('\n')}\nsite:\n  title: *l\n  structure: *l\n`)).toThrow(
      /title: must be a text/,
    )
    expect(parse(`${bomb.join('\n')}\n${space('')}`).config.title).toBe('Te')
  })

  test('a thousand wrong nodes give a message of bounded length', () => {
    const wrong = Array.from({ length: 5000 }, () => '    - type: page\n').join('')
    expect(() => parse(`site:\n  title: Te\n  structure:\n${wrong}`)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^[^]{1,4000}$/) as string }) as Error,
    )
  })
})

describe('writing', () => {
  test('nothing when nothing changed', () => {
    expect(edit(source, () => undefined)).toBe(source)
  })

  test('one line for one field, and none of the others', () => {
    expect(edit(source, (config) => (find(config, 'guides-fr').fields.title = 'En français'))).toBe(
      source.replace('title: Français', 'title: En français'),
    )
    expect(edit(source, (config) => (config.title = 'Acme: the manual'))).toBe(
      source.replace('"Acme"', '"Acme: the manual"'),
    )
    expect(edit(source, (config) => (find(config, 'guides').fields.condition = 'visitor.claims.beta'))).toBe(
      source.replace(
        'reviewers: [ada, grace]\n',
        'reviewers: [ada, grace]\n      condition: visitor.claims.beta\n',
      ),
    )
    expect(edit(source, (config) => delete find(config, 'api').fields.icon)).toBe(
      source.replace('          icon: code\n', ''),
    )
  })

  test('titles by language, drafts and hidden spaces, each where it was', () => {
    const localized = source
      .replace(
        "title: 'English'\n",
        "title: 'English'\n        localizedTitle:\n          # Later\n          pt-br: Inglês\n        hidden: true\n",
      )
      .replace(
        'title: More\n',
        'title: More\n      draft: true\n      localizedTitle: { de: Mehr, fr: Plus }\n',
      )
    const { config, problems } = parse(localized)
    expect(problems).toEqual([])
    expect(find(config, 'guides-en').fields).toMatchObject({
      hidden: true,
      localizedTitle: { 'pt-br': 'Inglês' },
    })
    expect(find(config, 'more').fields).toEqual({
      title: 'More',
      draft: true,
      localizedTitle: { de: 'Mehr', fr: 'Plus' },
    })
    expect(edit(localized, () => undefined)).toBe(localized)
    // The texts of one node are written anew, and all other lines stay.
    const changed = edit(localized, (now) => {
      find(now, 'guides-en').fields.localizedTitle = { 'pt-br': 'Em inglês', de: 'Englisch' }
    })
    expect(changed).toBe(
      localized.replace(
        '          # Later\n          pt-br: Inglês\n',
        '          pt-br: Em inglês\n          de: Englisch\n',
      ),
    )
    const added = edit(source, (now) => (find(now, 'api').fields.localizedTitle = { de: 'Schnittstelle' }))
    expect(added).toContain('          localizedTitle:\n            de: Schnittstelle\n          children:\n')
    expect(edit(added, (now) => delete find(now, 'api').fields.localizedTitle)).toBe(source)
  })

  test('a node that moves takes its lines, its comments and its unknown keys along', () => {
    const moved = edit(blockSource, (config) => {
      const guides = config.nodes.shift()
      if (guides) find(config, 'more').children.unshift(guides)
    })
    expect(moved).toContain(
      '        # Guides first\n        - type: section\n          key: guides\n          title: Guides\n          path: guides\n          default: true\n          reviewers: [ada, grace]\n          children:\n          # English\n          - type: space\n',
    )
    expect(moved).toContain('content: { directory: /guides-fr, language: fr }')
    expect(
      moved
        .split('\n')
        .toSorted()
        .map((line) => line.trim())
        .toSorted(),
    ).toEqual(
      blockSource
        .split('\n')
        .map((line) => line.trim())
        .toSorted(),
    )
  })

  test('nodes that are added and removed', () => {
    const changed = edit(blockSource, (config) => {
      const more = find(config, 'more')
      more.children = more.children.filter(({ key }) => key !== 'status')
      find(config, 'guides').children.push({
        type: 'space',
        key: 'space-de',
        fields: { title: 'Deutsch', path: 'de', directory: 'docs/de', language: 'de' },
        children: [],
      })
    })
    expect(changed).toBe(
      blockSource
        .replace(/ {8}- type: external-link[^]*$/, '')
        .replace(
          'language: fr }\n',
          'language: fr }\n      - type: space\n        key: space-de\n        title: Deutsch\n        path: de\n        content:\n          directory: ./de\n          language: de\n',
        ),
    )
  })

  test('carriage returns stay', () => {
    const windows = source.replaceAll('\n', '\r\n')
    const changed = edit(windows, (config) => {
      find(config, 'guides').fields.title = 'All guides'
      find(config, 'guides').fields.icon = 'book'
    })
    expect(changed.replaceAll('\r\n', '')).not.toContain('\n')
    expect(changed).toContain('title: All guides\r\n')
  })

  test('flow style is written anew, with unknown keys', () => {
    const flow =
      '{site: {title: Te, structure: [{type: space, key: a, title: A, path: a, default: true, owner: ada, content: {directory: ./a}}]}}\n'
    const changed = edit(flow, (config) => (find(config, 'a').fields.title = 'B'))
    expect(changed).toContain('owner: ada')
    expect(parse(changed).config.nodes[0]?.fields.title).toBe('B')
  })
})

// Any change of any structure is what is read afterwards, whatever lines it had before.
const text = fc.constantFrom(
  'A',
  'B: c',
  '# d',
  "it's",
  '"q"',
  '2024',
  'true',
  'null',
  '- x',
  'é ',
  'a\nb',
  '',
)
const fieldsArbitrary = fc.record(
  {
    title: fc.constantFrom('One', 'Two: 2', '#3', 'null'),
    localizedTitle: fc.dictionary(
      fc.constantFrom('de', 'fr', 'pt-br', 'no'),
      text.filter((each) => each !== ''),
      { minKeys: 1, noNullPrototype: true },
    ),
    icon: text.filter((each) => each.trim() !== ''),
  },
  { requiredKeys: ['title'] },
)
const configArbitrary = fc
  .array(
    fc.record({
      group: fc.nat(3),
      key: fc.nat(12),
      fields: fieldsArbitrary,
      spaces: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((sections): SiteConfig => {
    const root: SiteConfigNode[] = []
    const usedSpaces = new Set<number>()
    const usedSections = new Set<number>()
    for (const { group, key, fields, spaces } of sections) {
      const ownSpaces = spaces.filter((space) => !usedSpaces.has(space))
      if (usedSections.has(key) || ownSpaces.length === 0) continue
      usedSections.add(key)
      const node: SiteConfigNode = {
        type: 'section',
        key: `section-${key}`,
        fields: { ...fields, path: `s${key}`, ...(root.length === 0 && { default: true as const }) },
        children: ownSpaces.map((space, index) => {
          usedSpaces.add(space)
          return {
            type: 'space',
            key: `space-${space}`,
            fields: {
              title: `${fields.title} ${space}`,
              path: `p${space}`,
              ...(index === 0 && { default: true as const }),
              directory: `docs/d${space}`,
            },
            children: [],
          }
        }),
      }
      let parent = root.find((each) => each.key === `group-${group}`)
      if (group > 0 && !parent) {
        parent = {
          type: 'section-group',
          key: `group-${group}`,
          fields: { title: `G${group}` },
          children: [],
        }
        root.push(parent)
      }
      ;(parent?.children ?? root).push(node)
    }
    return { title: 'Te', nodes: root }
  })

test('whatever is written is what is read', () => {
  fc.assert(
    fc.property(configArbitrary, configArbitrary, (before, after) => {
      const written = createSiteConfig(before, options)
      expect(parse(written).config).toEqual(before)
      const updated = updateSiteConfig(written, after, options)
      expect(parse(updated).config).toEqual(after)
      expect(updateSiteConfig(updated, after, options)).toBe(updated)
    }),
  )
})

describe('merging', () => {
  test('keeps what only one side changed', () => {
    fc.assert(
      fc.property(configArbitrary, configArbitrary, (base, changed) => {
        expect(mergeSiteConfigs({ base, ours: base, theirs: changed }).config).toEqual(changed)
        expect(mergeSiteConfigs({ base, ours: changed, theirs: base }).config).toEqual(changed)
        expect(mergeSiteConfigs({ base, ours: changed, theirs: changed }).config).toEqual(changed)
      }),
    )
  })

  test('always gives a structure that can be written and read', () => {
    fc.assert(
      fc.property(configArbitrary, configArbitrary, configArbitrary, (base, ours, theirs) => {
        const { config } = mergeSiteConfigs({ base, ours, theirs })
        expect(parse(createSiteConfig(config, options)).config).toEqual(config)
      }),
    )
  })

  test('takes different changes of both, and that of Git where both changed the same', () => {
    const base = parse(source).config
    const [ours, theirs] = [structuredClone(base), structuredClone(base)]
    const [ourGuides, theirGuides] = [ours.nodes[0], theirs.nodes[0]]
    if (!ourGuides || !theirGuides) throw new Error('the structure is empty')
    ourGuides.fields.title = 'Ours'
    ourGuides.fields.icon = 'book'
    theirGuides.fields.title = 'Theirs'
    theirs.nodes.reverse()
    const { config, conflicts } = mergeSiteConfigs({ base, ours, theirs })
    expect(config.nodes.map(({ key }) => key)).toEqual(['more', 'guides'])
    expect(config.nodes[1]?.fields).toMatchObject({ title: 'Theirs', icon: 'book' })
    expect(conflicts).toEqual(['The title of "Theirs" was changed on both sides: that of Git was taken.'])
  })
})
