import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import { createLiveWorld, LiveWriter } from '../../../testing/live-page.ts'
import type { ChangeRequest, ContentUpdateResult } from '../change-requests/schema.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { TextMatchList, TextReplacement } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

class World {
  readonly path: string
  readonly pageIds: string[]

  constructor(path: string, pageIds: string[]) {
    this.path = path
    this.pageIds = pageIds
  }

  static async create(...pages: object[]): Promise<World> {
    const { id } = await app.space(admin, organization)
    expectStatus(201, await admin.post(`/spaces/${id}/change-requests`, {}))
    const world = new World(`/spaces/${id}/change-requests/1`, [])
    for (let from = 0; from < pages.length; from += 50) await world.insert(pages.slice(from, from + 50))
    return world
  }

  async insert(pages: readonly object[]): Promise<void> {
    const changes = pages.map((page) => ({ operation: 'insert_page', ...page }))
    const result = await admin.post<ContentUpdateResult>(`${this.path}/content?compat=false`, { changes })
    for (const { page } of expectStatus(200, result).changes)
      this.pageIds.push(typeof page === 'object' ? page.id : (page ?? ''))
  }

  async find(query: string, by: Person = admin): Promise<TextMatchList> {
    return expectStatus(200, await by.get<TextMatchList>(`${this.path}/content/text-matches?${query}`))
  }

  replace(body: object) {
    return admin.post<TextReplacement>(`${this.path}/content/text-replacements`, body)
  }

  undo(body: object) {
    return admin.post<TextReplacement>(`${this.path}/content/text-replacements/undo`, body)
  }

  /** Finds words and replaces them at every place. */
  async replaceAll(text: string, replacement: string): Promise<TextReplacement> {
    const { pages } = await this.find(`text=${encodeURIComponent(text)}`)
    return expectStatus(200, await this.replace({ text, replacement, pages: chooseAll(pages) }))
  }

  write(page: string, fields: object) {
    return admin.post(`${this.path}/content`, { changes: [{ operation: 'update_page', page, ...fields }] })
  }

  async read(page: string): Promise<RevisionPage> {
    const path = `${this.path}/content/page/${page}?format=markdown`
    return expectStatus(200, await admin.get<RevisionPage>(path))
  }

  async markdown(page = this.pageIds[0] ?? ''): Promise<string | undefined> {
    return (await this.read(page)).markdown
  }
}

const createReusableTarget = (index: number) => ({
  reusableContent: `r${index}`,
  version: 'x',
  places: ['text.0'],
})

const chooseAll = (pages: TextMatchList['pages']) =>
  pages.map(({ page, version, places }) => ({ page, version, places: places.map(({ place }) => place) }))

const page = (title: string, markdown: string) => ({ title, document: { markdown } })

describe('finding', () => {
  test('200 with every place in titles, descriptions and texts, with the words around it, by page', async () => {
    const world = await World.create(
      page('Pears', 'No match.\n'),
      { ...page('An apple', 'One **app**le and `apple`.\n'), description: 'Apples' },
      { type: 'group', title: 'Apple group' },
    )
    const { pages, searchedPages, totalPages, next, unreadablePages } = await world.find('text=apple')
    expect({ searchedPages, totalPages, next, unreadablePages }).toEqual({
      searchedPages: 3,
      totalPages: 3,
      next: undefined,
      unreadablePages: [],
    })
    expect(pages.map(({ title, places }) => [title, places])).toEqual([
      [
        'An apple',
        [
          { place: 'title.0', kind: 'title', before: 'An ', text: 'apple', after: '' },
          { place: 'description.0', kind: 'description', before: '', text: 'Apple', after: 's' },
          { place: 'text.0', kind: 'text', before: 'One ', text: 'apple', after: ' and apple.' },
          { place: 'text.1', kind: 'text', before: 'One apple and ', text: 'apple', after: '.' },
        ],
      ],
      ['Apple group', [{ place: 'title.0', kind: 'title', before: '', text: 'Apple', after: ' group' }]],
    ])
    const exact = await world.find('text=apple&matchCase=true&wholeWords=true')
    expect(exact.pages.map(({ places }) => places.length)).toEqual([3])
    expect((await world.find(`text=${encodeURIComponent('(a+)+$')}`)).pages).toEqual([])
  })

  test('200 finds a title once that is a heading of the text too', async () => {
    const world = await World.create(page('x', '# An apple\n\nText\n'))
    const { pages } = await world.find('text=apple')
    expect(pages[0]?.places.map(({ kind }) => kind)).toEqual(['heading'])
  })

  test('200 goes through 1,000 pages in parts, whose places are all of one revision', async () => {
    const world = await World.create(
      ...Array.from({ length: 1000 }, (_, index) => page(`Page ${index}`, `A needle, ${index}.\n`)),
    )
    const seen = new Set<string>()
    const revisions = new Set<string>()
    let from: number | undefined = 0
    let requestCount = 0
    while (from !== undefined) {
      const revision = [...revisions][0]
      const result: TextMatchList = await world.find(
        `text=needle&from=${from}${revision === undefined ? '' : `&revision=${revision}`}`,
      )
      revisions.add(result.revision)
      for (const { page: id } of result.pages) seen.add(id)
      from = result.next
      requestCount += 1
      // Others write meanwhile.
      await world.write(world.pageIds[0] ?? '', { title: `Changed ${requestCount}` })
    }
    expect(seen.size).toBe(1000)
    expect(revisions.size).toBe(1)
    expect(requestCount).toBeGreaterThan(2)
  })

  test('200 says where a page has more places than are listed', async () => {
    const world = await World.create(page('Much', 'a '.repeat(5000)))
    const { pages } = await world.find('text=a')
    expect(pages[0]).toMatchObject({ hasMore: true })
    expect(pages[0]?.places).toHaveLength(200)
  })

  test('400 for wrong queries, 404 for what is not there or belongs to others', async () => {
    const world = await World.create(page('A', 'a'))
    const path = `${world.path}/content/text-matches`
    const queries = [
      '',
      '?text=',
      `?text=${'a'.repeat(201)}`,
      '?text=a%0Ab',
      '?text=a%00',
      '?text=a&from=-1',
      '?text=a&from=x',
      '?text=a&matchCase=perhaps',
    ]
    for (const query of queries) expect([query, (await admin.get(path + query)).status]).toEqual([query, 400])
    expect((await admin.get(`${path}?text=a&revision=nowhere`)).status).toBe(404)
    const other = await World.create(page('B', 'b'))
    const { revision: foreign } = await other.find('text=b')
    expect((await admin.get(`${path}?text=a&revision=${foreign}`)).status).toBe(404)
    expect((await admin.get(`${path.replace('/1/', '/7/')}?text=a`)).status).toBe(404)
    const { admin: stranger } = await app.organization('Elsewhere')
    expect((await stranger.get(`${path}?text=a`)).status).toBe(404)
  })
})

describe('replacing', () => {
  test('200 changes the lines of the chosen places and nothing else', async () => {
    const text =
      'One  apple\nwrapped *apple*.\n\n+ apple\n+ [apple](https://apple.example)\n\n```\napple\n```\n'
    const world = await World.create(page('A', text), page('B', 'An apple.\n'))
    const { pages } = await world.find('text=apple')
    const [first, second] = chooseAll(pages)
    const chosen = [{ ...first, places: ['text.1', 'text.3', 'text.4'] }, second]
    const result = expectStatus(
      200,
      await world.replace({ text: 'apple', replacement: 'pear', pages: chosen }),
    )
    expect(result.pages.map(({ result: outcome }) => outcome)).toEqual(['replaced', 'replaced'])
    expect(await world.markdown()).toBe(
      'One  apple\nwrapped *pear*.\n\n+ apple\n+ [pear](https://apple.example)\n\n```\npear\n```\n',
    )
    expect(await world.markdown(world.pageIds[1])).toBe('An pear.\n')
    const { revision } = expectStatus(200, await admin.get<ChangeRequest>(world.path))
    expect(result.revision).toBe(revision)
  })

  test('200 writes what looks like Markdown as text, in paragraphs, cells, code, headings and titles', async () => {
    const replacement = '*a* _b_ <c> | [d](e) `f` {% g %}'
    const text = '## A word\n\nA **wo**rd.\n\n| word |\n| ---- |\n| word |\n\n```\nword\n```\n'
    const world = await World.create(page('The word', text))
    await world.replaceAll('word', replacement)
    const { pages } = await world.find(`text=${encodeURIComponent(replacement)}&matchCase=true`)
    expect(pages[0]?.places.map(({ kind }) => kind)).toEqual([
      'title',
      'heading',
      'text',
      'label',
      'text',
      'code',
    ])
    expect(await world.markdown()).toContain(`\`\`\`\n${replacement}\n\`\`\``)
  })

  test('200 changes titles and descriptions where they are: in the fields, a heading or front matter', async () => {
    const world = await World.create(
      { ...page('Old field', 'Text\n'), description: 'An old one' },
      page(
        'x',
        '---\nicon: star\ndescription: The old one # not a comment\ntags: []\n---\n\n# Old title\n\nText\n',
      ),
    )
    await world.replaceAll('old', 'new')
    expect(await world.read(world.pageIds[0] ?? '')).toMatchObject({
      title: 'new field',
      description: 'An new one',
    })
    const second = await world.read(world.pageIds[1] ?? '')
    expect(second).toMatchObject({ title: 'new title', description: 'The new one' })
    expect(second.markdown).toContain('# new title\n\nText\n')
    expect(second.markdown).toContain('icon: star\ndescription: The new one\ntags: []\n')
  })

  test('200 leaves a page alone on which somebody has written since, and one that is gone', async () => {
    const world = await World.create(page('A', 'apple\n'), page('B', 'apple\n'), page('C', 'apple\n'))
    const { pages } = await world.find('text=apple')
    const [a = '', b = '', c = ''] = world.pageIds
    expectStatus(200, await world.write(a, { document: { markdown: 'an apple more\n' } }))
    expectStatus(
      200,
      await admin.post(`${world.path}/content`, { changes: [{ operation: 'delete_page', page: b }] }),
    )
    const body = { text: 'apple', replacement: 'pear', pages: chooseAll(pages) }
    const result = expectStatus(200, await world.replace(body))
    expect(result.pages.map(({ page: id, result: outcome }) => [id, outcome])).toEqual([
      [a, 'outdated'],
      [b, 'missing'],
      [c, 'replaced'],
    ])
    expect(await world.markdown(a)).toBe('an apple more\n')
    expect(await world.markdown(c)).toBe('pear\n')
    // A second time, the places are gone.
    const again = expectStatus(200, await world.replace(body))
    expect(again.pages.map(({ result: outcome }) => outcome)).toEqual(['outdated', 'missing', 'outdated'])
  })

  test('200 refuses pages that cannot be written, and writes the others', async () => {
    const world = await World.create(
      { type: 'group', title: 'apple' },
      page('B', 'apple\n'),
      page('C', 'apple\n'),
    )
    const { pages } = await world.find('text=apple')
    const chosen = chooseAll(pages)
    const [, second] = chosen
    second?.places.push('text.7')
    const result = expectStatus(200, await world.replace({ text: 'apple', replacement: '', pages: chosen }))
    expect(result.pages.map(({ result: outcome }) => outcome)).toEqual(['refused', 'refused', 'replaced'])
    expect(result.pages[0]?.problem).toContain('title')
    expect(await world.markdown(world.pageIds[1])).toBe('apple\n')
  })

  test('200 by two at once: each page is replaced by one of them', async () => {
    const world = await World.create(
      ...Array.from({ length: 20 }, (_, index) => page(`P${index}`, 'apple\n')),
    )
    const { pages } = await world.find('text=apple')
    const answers = await Promise.all(
      ['pear', 'plum'].map((replacement) =>
        world.replace({ text: 'apple', replacement, pages: chooseAll(pages) }),
      ),
    )
    const replacedCount = answers
      .flatMap((answer) => expectStatus(200, answer).pages)
      .filter(({ result }) => result === 'replaced').length
    expect(replacedCount).toBe(20)
    for (const id of world.pageIds) expect(await world.markdown(id)).toMatch(/^(pear|plum)\n$/)
  })

  test('200 keeps what somebody types in a page that is open, and shows them the new words', async () => {
    const live = await createLiveWorld(app, admin, organization, 'An apple here.\n\nThe end.\n')
    const writer = await LiveWriter.open('ann', admin, live)
    writer.type('The end', ' (typed)')
    await writer.commit()
    const world = new World(live.path, [live.pageId])
    // What is typed is found before it is saved.
    expect((await world.find('text=(typed)')).pages).toHaveLength(1)
    writer.type('The end', ' again')
    await writer.commit()
    await world.replaceAll('apple', 'pear')
    await writer.read()
    expect(writer.doc.textContent).toBe('An pear here.The end again (typed).')
    await writer.save()
    expect(await world.markdown()).toBe('An pear here.\n\nThe end again (typed).\n')
  })

  test('400 for wrong bodies, 403 for readers, 404 for strangers, 409 in an archived change request', async () => {
    const world = await World.create(page('A', 'apple\n'))
    const [target] = chooseAll((await world.find('text=apple')).pages)
    const body = { text: 'apple', replacement: 'pear', pages: [target] }
    const wrongBodies = [
      {},
      { ...body, text: '' },
      { ...body, text: 7 },
      { ...body, text: 'a\nb' },
      { ...body, text: '\uD800' },
      { ...body, replacement: 'a\u0007' },
      { ...body, replacement: 'a'.repeat(1001) },
      { ...body, pages: [] },
      { ...body, pages: undefined },
      { ...body, pages: [], reusableContents: [] },
      { ...body, reusableContents: [{ ...target, places: ['text.0'] }] },
      { ...body, reusableContents: Array.from({ length: 50 }, (_, index) => createReusableTarget(index)) },
      { ...body, pages: [target, target] },
      { ...body, pages: [{ ...target, places: [] }] },
      { ...body, pages: [{ ...target, places: ['slug.0'] }] },
      { ...body, pages: [{ ...target, places: ['text.-1'] }] },
      { ...body, pages: Array.from({ length: 51 }, (_, index) => ({ ...target, page: `p${index}` })) },
    ]
    for (const wrong of wrongBodies)
      expect([wrong, (await world.replace(wrong)).status]).toEqual([wrong, 400])
    const reader = await app.member(organization, 'read')
    expect((await reader.post(`${world.path}/content/text-replacements`, body)).status).toBe(403)
    expect((await reader.get(`${world.path}/content/text-matches?text=apple`)).status).toBe(200)
    const { admin: stranger } = await app.organization('Elsewhere')
    expect((await stranger.post(`${world.path}/content/text-replacements`, body)).status).toBe(404)
    expectStatus(200, await admin.patch(world.path, { status: 'archived' }))
    const refused = await world.replace(body)
    expect([refused.status, readError(refused).message]).toEqual([409, expect.stringContaining('archived')])
    expect(await world.markdown()).toBe('apple\n')
  })
})

/** A change request with a page and some reusable contents. */
const createContents = async (...contents: object[]): Promise<World> => {
  const world = await World.create(page('A', 'An apple.\n'))
  const changes = contents.map((content) => Object.assign({ operation: 'put_reusable_content' }, content))
  expectStatus(200, await admin.post(`${world.path}/content`, { changes }))
  return world
}
const chooseContents = ({ reusableContents }: TextMatchList) =>
  reusableContents.map(({ reusableContent, version, places }) => ({
    reusableContent,
    version,
    places: places.map(({ place }) => place),
  }))
const readContent = async (world: World, id: string) =>
  expectStatus(
    200,
    await admin.get<{ title: string; markdown: string }>(
      `${world.path}/content/reusable-contents/${id}?format=markdown`,
    ),
  )

describe('reusable contents', () => {
  const text = '---\nowner: apple\n---\n\n# Apple  *pie*\n\n+ One **app**le,\n  wrapped apple.\n'

  test('200 their words are found, replaced and undone like those of pages, byte for byte', async () => {
    const world = await createContents(
      { title: 'Apple notice', document: { markdown: text } },
      { title: 'Pear notice', document: { markdown: 'Pears.\n' } },
    )
    const found = await world.find('text=apple')
    expect(found).toMatchObject({ searchedPages: 1, totalPages: 1 })
    expect(found.pages.map(({ title }) => title)).toEqual(['A'])
    expect(
      found.reusableContents.map(({ title, places }) => [title, places.map(({ kind }) => kind)]),
    ).toEqual([['Apple notice', ['title', 'heading', 'text', 'text']]])
    const [target] = chooseContents(found)
    const id = target?.reusableContent ?? ''
    const result = expectStatus(
      200,
      await world.replace({
        text: 'apple',
        replacement: 'plum',
        pages: chooseAll(found.pages),
        reusableContents: [{ ...target, places: ['title.0', 'text.0', 'text.2'] }],
      }),
    )
    expect(result.pages).toMatchObject([{ result: 'replaced' }])
    expect(result.reusableContents).toMatchObject([{ reusableContent: id, result: 'replaced' }])
    expect(await readContent(world, id)).toMatchObject({
      title: 'plum notice',
      markdown: text.replace('# Apple', '# plum').replace('wrapped apple', 'wrapped plum'),
    })
    expect(await world.markdown()).toBe('An plum.\n')

    const reusableContents = result.reusableContents.map(({ version }) => ({ reusableContent: id, version }))
    const undone = await world.undo({ revision: result.previousRevision, reusableContents })
    expect(expectStatus(200, undone)).toMatchObject({ pages: [], reusableContents: [{ result: 'replaced' }] })
    expect(await readContent(world, id)).toMatchObject({ title: 'Apple notice', markdown: text })
    expect(await world.markdown()).toBe('An plum.\n')
  })

  test('200 one that was written since, that is gone, or that belongs to another space is left alone', async () => {
    const world = await createContents(
      { title: 'One', document: { markdown: 'apple\n' } },
      { title: 'Two', document: { markdown: 'apple\n' } },
      { title: 'Three', document: { markdown: 'apple\n' } },
    )
    const other = await createContents({ title: 'Foreign', document: { markdown: 'apple\n' } })
    const foreign = await other.find('text=apple')
    const found = await world.find('text=apple')
    const [one, two] = found.reusableContents
    expectStatus(
      200,
      await admin.post(`${world.path}/content`, {
        changes: [
          {
            operation: 'put_reusable_content',
            reusableContent: one?.reusableContent,
            document: { markdown: 'an apple more\n' },
          },
          { operation: 'delete_reusable_content', reusableContent: two?.reusableContent },
        ],
      }),
    )
    const result = expectStatus(
      200,
      await world.replace({
        text: 'apple',
        replacement: 'pear',
        reusableContents: [...chooseContents(found), ...chooseContents(foreign)],
      }),
    )
    const outcomes = new Map(
      result.reusableContents.map(({ reusableContent, result: outcome }) => [reusableContent, outcome]),
    )
    expect(found.reusableContents.map(({ reusableContent }) => outcomes.get(reusableContent))).toEqual([
      'outdated',
      'missing',
      'replaced',
    ])
    expect(outcomes.get(foreign.reusableContents[0]?.reusableContent ?? '')).toBe('missing')
    expect((await other.find('text=apple')).reusableContents).toHaveLength(1)
  })
})

describe('undoing', () => {
  test('200 gives every page its bytes, its title and its description again', async () => {
    const text = '---\ndescription: "An apple"\n---\n\nApple\n=====\n\nAn *apple*,\nwrapped   apple.\n'
    const world = await World.create(page('x', text), { type: 'group', title: 'Apples' })
    const before = await Promise.all(world.pageIds.map((id) => world.read(id)))
    const replaced = await world.replaceAll('apple', '[pear]*')
    expect(await world.markdown()).not.toBe(before[0]?.markdown)
    const pages = replaced.pages.map(({ page: id, version }) => ({ page: id, version }))
    const undone = expectStatus(200, await world.undo({ revision: replaced.previousRevision, pages }))
    expect(undone.pages.map(({ result }) => result)).toEqual(['replaced', 'replaced'])
    for (const [index, id] of world.pageIds.entries()) {
      const { title, description, markdown } = await world.read(id)
      const { title: oldTitle, description: oldDescription, markdown: oldMarkdown } = before[index] ?? {}
      expect({ title, description, markdown }).toEqual({
        title: oldTitle,
        description: oldDescription,
        markdown: oldMarkdown,
      })
    }
  })

  test('200 leaves pages alone on which somebody has written since', async () => {
    const world = await World.create(page('A', 'apple\n'))
    const { previousRevision: revision, pages } = await world.replaceAll('apple', 'pear')
    const [id = ''] = world.pageIds
    await world.write(id, { document: { markdown: 'a pear, and more\n' } })
    const target = { page: id, version: pages[0]?.version }
    const result = expectStatus(200, await world.undo({ revision, pages: [target] }))
    expect(result.pages).toEqual([{ page: id, result: 'outdated' }])
    expect(await world.markdown()).toBe('a pear, and more\n')
  })

  test('400 for wrong bodies, 404 for a revision of another space', async () => {
    const world = await World.create(page('A', 'apple\n'))
    const other = await World.create(page('B', 'apple\n'))
    const { revision } = await other.find('text=apple')
    const target = { page: world.pageIds[0], version: 'x' }
    expect((await world.undo({ revision, pages: [target] })).status).toBe(404)
    expect((await world.undo({ revision })).status).toBe(400)
    expect((await world.undo({ pages: [target] })).status).toBe(400)
    expect((await world.undo({ revision, pages: [target, target] })).status).toBe(400)
  })
})
