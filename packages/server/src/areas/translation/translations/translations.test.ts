import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../../database/database.ts'
import { errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { newId } from '../../../common/ids.ts'
import { changeContent, pageIdAt, writePages } from '../../../testing/content.ts'
import { commitChanges as directChanges, newPage } from '../../../testing/direct-changes.ts'
import { readList } from '../../../testing/lists.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { toUpperCaseText, startTestTranslator, type TestTranslator } from '../../../testing/translators.ts'
import type { Job } from '../../tasks/schema.ts'
import type { RevisionPage } from '../../content/revisions/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { Translation } from './schema.ts'

let app: TestApp
let network: TestNetwork
let translator: TestTranslator
let organizationId: string
let admin: Person

beforeAll(async () => {
  network = new TestNetwork()
  translator = await startTestTranslator(network)
  app = await TestApp.start(
    { translator: { kind: 'openai', url: translator.url, key: 'the-key', model: 'a-model' } },
    { role: 'all', network },
  )
  ;({ id: organizationId, admin } = await app.organization())
})
beforeEach(() => {
  translator.behaviour = { translate: toUpperCaseText }
  translator.requestedSegments.length = 0
  translator.requests.length = 0
})
afterEach(async () => {
  await app.database.execute(sql`delete from tasks`)
  // What one test had translated, another has not.
  await app.database.execute(sql`delete from translation_memory`)
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

const pathOf = (id: string): string => `/orgs/${organizationId}/translations/${id}`

const read = async (id: string, by = admin): Promise<Translation> =>
  expectStatus(200, await by.get<Translation>(pathOf(id)))

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 30 })

/** The translation once a number of runs have ended. */
async function ended(id: string, runs: number): Promise<Translation> {
  await until(async () => {
    const { status, stats } = await read(id)
    expect({ status, runs: stats.runs }).toEqual({ status: 'completed', runs })
  })
  return read(id)
}

async function create(space: string, body: object = {}): Promise<Translation> {
  const given = { source: { space, language: 'en' }, language: 'es', ...body }
  return expectStatus(201, await admin.post<Translation>(`/orgs/${organizationId}/translations`, given))
}

const run = async (id: string): Promise<void> => {
  expectStatus(204, await admin.post(`${pathOf(id)}/run`))
}

const markdownAt = async (spaceId: string, path: string): Promise<string> => {
  const at = `/spaces/${spaceId}/content/path/${encodeURIComponent(path)}?format=markdown`
  const page = expectStatus(200, await admin.get<RevisionPage>(at))
  return page.markdown ?? ''
}

const resultOf = (translation: Translation): string => translation.result?.space ?? ''

const pages = [
  {
    title: 'Guide',
    markdown: '## Set up\n\nPut `words` in [the page](guide/start.md#first-step).\n',
    pages: [
      {
        title: 'Start',
        markdown: '## First step\n\nSay **hello** to {{ user }}.\n',
        fields: { description: 'How to begin' },
      },
    ],
  },
  { title: 'End', markdown: 'Good bye.\n' },
]

async function source(body: object = {}): Promise<Space> {
  const space = await app.space(admin, organizationId, { title: 'Handbook', ...body })
  await writePages(admin, space.id, pages)
  return space
}

describe('a run', () => {
  test('makes a space behind the source, with its pages in the other language', async () => {
    const { id } = await source()
    const created = await create(id)
    expect(created).toMatchObject({ status: 'pending', stats: { runs: 0 } })
    const done = await ended(created.id, 1)

    expect(done).toMatchObject({ problems: [], result: { language: 'es' } })
    expect(done.error).toBeUndefined()
    const target = expectStatus(200, await admin.get<Space>(`/spaces/${resultOf(done)}`))
    expect(target).toMatchObject({
      title: 'Handbook (español)',
      language: 'es',
      revision: done.result?.revision,
    })
    const start = expectStatus(
      200,
      await admin.get<RevisionPage>(`/spaces/${target.id}/content/path/guide%2Fstart`),
    )
    expect(start).toMatchObject({ title: 'START', description: 'HOW TO BEGIN', path: 'guide/start' })
    expect(start.id).toBe(await pageIdAt(admin, id, 'guide/start'))
    expect(await markdownAt(target.id, 'guide')).toContain(
      '## SET UP\n\nPUT `words` IN [THE PAGE](guide/start.md#first-step).\n',
    )
    expect(await markdownAt(target.id, 'guide/start')).toContain('SAY **HELLO** TO {{ user }}.')
    // The source is as it was.
    expect(await markdownAt(id, 'end')).toContain('Good bye.')
    const broken = await readList(admin, `/spaces/${target.id}/links?status=broken`)
    expect(broken.items).toEqual([])
  })

  test('measures itself', async () => {
    const done = await ended((await create((await source()).id)).id, 1)
    // Guide, Set up, Put in the page, Start, How to begin, First step, Say hello to, End, Good bye.
    expect(done.stats).toMatchObject({
      runs: 1,
      totalPages: 3,
      latestPages: 3,
      totalWords: 19,
      latestWords: 19,
    })
    const { items } = await readList<Job>(admin, `/orgs/${organizationId}/jobs?type=translate`)
    expect(items).toMatchObject([{ status: 'completed', progress: { done: 3, total: 3 } }])
  })

  test('translates only what changed since the last one', async () => {
    const { id } = await source()
    const translation = await ended((await create(id)).id, 1)
    translator.requestedSegments.length = 0
    const page = await pageIdAt(admin, id, 'end')
    await changeContent(admin, id, [
      { operation: 'update_page', page, document: { markdown: 'Good bye.\n\nSee you.\n' } },
    ])
    const again = await ended(translation.id, 2)

    expect(translator.requestedSegments).toEqual(['See you.'])
    expect(again.stats).toMatchObject({ latestWords: 2, latestPages: 1, totalWords: 21, totalPages: 3 })
    expect(resultOf(again)).toBe(resultOf(translation))
    expect(again.result?.revision).not.toBe(translation.result?.revision)
    expect(await markdownAt(resultOf(again), 'end')).toBe('GOOD BYE.\n\nSEE YOU.\n')
  })

  test('of what is as it was changes nothing and asks nobody', async () => {
    const translation = await ended((await create((await source()).id)).id, 1)
    translator.requests.length = 0
    await run(translation.id)
    const again = await ended(translation.id, 2)

    expect(translator.requests).toEqual([])
    expect(again.result).toEqual(translation.result)
    expect(again.stats).toMatchObject({ latestWords: 0, latestPages: 0 })
  })

  test('follows pages that are moved, added and deleted', async () => {
    const { id } = await source()
    const translation = await ended((await create(id)).id, 1)
    await changeContent(admin, id, [
      { operation: 'delete_page', page: await pageIdAt(admin, id, 'end') },
      { operation: 'insert_page', title: 'New', document: { markdown: 'Fresh.\n' } },
    ])
    const again = await ended(translation.id, 2)

    expect(await markdownAt(resultOf(again), 'new')).toBe('FRESH.\n')
    const gone = await admin.get(`/spaces/${resultOf(again)}/content/path/end`)
    expect(gone.status).toBe(404)
  })

  test('keeps what people changed in the translation, until the source changes there', async () => {
    const { id } = await source()
    const translation = await ended((await create(id)).id, 1)
    const target = resultOf(translation)
    const end = await pageIdAt(admin, target, 'end')
    await changeContent(admin, target, [
      { operation: 'update_page', page: end, document: { markdown: 'Hasta luego.\n' } },
    ])
    await changeContent(admin, id, [
      { operation: 'insert_page', title: 'New', document: { markdown: 'Fresh.\n' } },
    ])
    await ended(translation.id, 2)
    expect(await markdownAt(target, 'end')).toBe('Hasta luego.\n')
    expect(await markdownAt(target, 'new')).toBe('FRESH.\n')

    await changeContent(admin, id, [
      { operation: 'update_page', page: end, document: { markdown: 'Bye now.\n' } },
    ])
    const last = await ended(translation.id, 3)
    expect(await markdownAt(target, 'end')).toBe('BYE NOW.\n')
    expect(last.problems).toMatchObject([{ page: end }])
  })

  test('rewires what refers to the source by its id', async () => {
    const space = await source()
    const end = await pageIdAt(admin, space.id, 'end')
    await writePages(admin, space.id, [
      {
        title: 'Links',
        markdown: `Go [there](/spaces/${space.id}/pages/${end}) or [here](/pages/${end}).\n`,
      },
    ])
    const done = await ended((await create(space.id)).id, 1)
    expect(await markdownAt(resultOf(done), 'links')).not.toContain(space.id)
    expect(await markdownAt(resultOf(done), 'links')).toContain(`/spaces/${resultOf(done)}/pages/${end}`)
  })

  test('translates reusable content, titles of groups and links that are pages', async () => {
    const space = await app.space(admin, organizationId)
    const end = newId()
    await directChanges(app, admin, space.id, [
      newPage(end, 'End', 'Good bye.\n'),
      {
        type: 'insert-page',
        id: newId(),
        parent: null,
        fields: { type: 'group', title: 'Part one', slug: 'part' },
      },
      {
        type: 'insert-page',
        id: newId(),
        parent: null,
        fields: { type: 'link', title: 'Over there', target: { kind: 'page', page: end, space: space.id } },
      },
      {
        type: 'put-reusable-content',
        id: newId(),
        title: 'A note',
        document: { markdown: 'Mind `this`.\n' },
      },
      { type: 'set-variables', variables: { product: 'Some words' } },
    ])
    const done = await ended((await create(space.id)).id, 1)
    const [revision] = await app.app.areas.content.revisionStore.findCurrent(app.database, [resultOf(done)])
    if (!revision) throw new Error('the translation shows nothing')
    const view = app.app.areas.content.revisionStore.createView(app.database, revision.root)
    const [, group, link] = await view.tree()
    expect(group?.fields).toMatchObject({ type: 'group', title: 'PART ONE', slug: 'part' })
    expect(link?.fields).toMatchObject({
      title: 'OVER THERE',
      target: { kind: 'page', page: end, space: resultOf(done) },
    })
    const [note] = await view.reusableContents()
    expect(note).toMatchObject({ title: 'A NOTE' })
    expect([...(await view.documents(note?.document ? [note.document] : [])).values()]).toEqual([
      'MIND `this`.\n',
    ])
    expect(Object.fromEntries(await view.variables())).toEqual({ product: 'Some words' })
  })

  test('remembers nothing of a model beyond the space', async () => {
    await ended((await create((await source()).id)).id, 1)
    const asked = translator.requestedSegments.length
    await ended((await create((await source()).id)).id, 1)
    expect(translator.requestedSegments).toHaveLength(asked * 2)
  })

  test('gives the instructions, the languages and the key to an engine that takes them', async () => {
    const instructions = {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Say tú, never usted.' }] }],
        },
      ],
    }
    const created = await create((await source()).id, { instructions })
    await ended(created.id, 1)
    const [request] = translator.requests
    expect(request).toMatchObject({
      path: '/chat/completions',
      headers: { authorization: 'Bearer the-key' },
      body: { model: 'a-model' },
    })
    const prompt = JSON.stringify(request?.body)
    for (const words of ['Say tú, never usted.', 'English', 'Spanish']) expect(prompt).toContain(words)

    // Other instructions are another translation of everything.
    translator.requestedSegments.length = 0
    instructions.nodes.length = 0
    expectStatus(200, await admin.put(pathOf(created.id), { instructions }))
    await run(created.id)
    await ended(created.id, 2)
    expect(translator.requestedSegments).toHaveLength(9)
  })

  test('uses the glossary, and translates anew only what has a term that changed', async () => {
    const created = await create((await source()).id)
    await ended(created.id, 1)
    const glossary = `/orgs/${organizationId}/translations-glossary`
    const insert = { type: 'insert', translations: { en: 'Hello', es: 'buenas' } }
    expectStatus(204, await admin.put(glossary, { operations: [insert] }))
    translator.requestedSegments.length = 0
    translator.requests.length = 0
    await run(created.id)
    await ended(created.id, 2)

    expect(translator.requestedSegments).toEqual(['Say <x1>hello</x1> to <x2/>.'])
    expect(JSON.stringify(translator.requests[0]?.body)).toContain('Hello → buenas')
    const [entry] = (await readList<{ id: string }>(admin, glossary)).items
    expectStatus(204, await admin.put(glossary, { operations: [{ type: 'delete', id: entry?.id }] }))
  })
})

describe('a translator', () => {
  test('that breaks a placeholder leaves the segment in the source language, and that is told', async () => {
    translator.behaviour = { translate: (segment) => toUpperCaseText(segment).replace('<x2/>', '') }
    const { id } = await source()
    const done = await ended((await create(id)).id, 1)

    expect(done.error).toBeUndefined()
    expect(done.problems).toEqual([
      {
        page: await pageIdAt(admin, id, 'guide/start'),
        text: 'Say <x1>hello</x1> to <x2/>.',
        message: expect.stringContaining('markup'),
      },
    ])
    expect(await markdownAt(resultOf(done), 'guide/start')).toContain('Say **hello** to {{ user }}.')

    // The next run tries it again, and nothing else.
    translator.behaviour = { translate: toUpperCaseText }
    translator.requestedSegments.length = 0
    await run(done.id)
    const again = await ended(done.id, 2)
    expect(translator.requestedSegments).toEqual(['Say <x1>hello</x1> to <x2/>.'])
    expect(again.problems).toEqual([])
    expect(await markdownAt(resultOf(again), 'guide/start')).toContain('SAY **HELLO** TO {{ user }}.')
  })

  test('that forgets texts is asked for them once more', async () => {
    const first = new Set<string>()
    translator.behaviour = {
      translate: (segment) => (first.size < 3 && first.add(segment) ? undefined : toUpperCaseText(segment)),
    }
    const done = await ended((await create((await source()).id)).id, 1)
    expect(done.problems).toEqual([])
    expect(translator.requests).toHaveLength(2)
  })

  test('that is asked too often is waited for', async () => {
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: (response, n) => {
        if (n > 1) return false
        response.writeHead(429, { 'retry-after': '0' }).end()
        return true
      },
    }
    const done = await ended((await create((await source()).id)).id, 1)
    expect(done.error).toBeUndefined()
    expect(translator.requests).toHaveLength(2)
  })

  test.each([
    ['answers garbage', '<html>no</html>', /not JSON/],
    ['answers JSON of its own', '{"choices":"none"}', /chat message/],
  ])('that %s is tried again later, and what it said meanwhile', async (_, garbage, message) => {
    let isBroken = true
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: (response) => {
        if (isBroken) response.end(garbage)
        return isBroken
      },
    }
    const { id } = await create((await source()).id)
    await until(async () =>
      expect(await read(id)).toMatchObject({ status: 'pending', error: expect.stringMatching(message) }),
    )
    isBroken = false
    // The runner waits by its clock.
    app.clock.advance(10_000)
    expect((await ended(id, 1)).error).toBeUndefined()
  })

  test('that fails halfway has lost nothing: the rest is translated later', async () => {
    const { id: spaceId } = await app.space(admin, organizationId)
    const paragraphs = Array.from(
      { length: 90 },
      (_, n) => `Paragraph number ${'abcdefghij'[n % 10]}${'klmnopqrs'[Math.floor(n / 10)]}.`,
    )
    await writePages(admin, spaceId, [{ title: 'Long', markdown: paragraphs.join('\n\n') }])
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: (response, n) => {
        if (n !== 3) return false
        response.writeHead(500).end()
        return true
      },
    }
    const { id } = await create(spaceId)
    await until(async () => expect((await read(id)).error).toMatch(/failed \(500\)/))
    app.clock.advance(10_000)
    const done = await ended(id, 1)

    expect(done.error).toBeUndefined()
    // Three of each but the title: no segment that was answered was asked for twice.
    expect(done.stats.latestWords).toBe(new Set(translator.requestedSegments).size * 3 - 2)
    expect(new Set(translator.requestedSegments).size).toBe(91)
    expect(translator.requestedSegments.length).toBeLessThanOrEqual(91 + 80)
  })

  test.each([
    [401, /VERSO_TRANSLATOR_KEY/],
    [404, /VERSO_TRANSLATOR/],
  ])('that answers %i is not asked again', async (status, message) => {
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: (response) => {
        response.writeHead(status).end()
        return true
      },
    }
    const done = await ended((await create((await source()).id)).id, 1)
    expect(done.error).toMatch(message)
    expect(done.error).not.toContain('the-key')
    expect(done.result).toBeUndefined()
  })
})

/** Holds the translator until it is let go. */
function gate(): { asked: Promise<void>; open: () => void } {
  const asked = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  translator.behaviour = {
    translate: toUpperCaseText,
    respondInstead: async () => {
      asked.resolve()
      await opened.promise
      return false
    },
  }
  return { asked: asked.promise, open: opened.resolve }
}

describe('runs at once', () => {
  test('are one after the other, and as many as wait are one', async () => {
    const { asked, open } = gate()
    const { id } = await create((await source()).id)
    await asked
    expect((await read(id)).status).toBe('running')
    await Promise.all([run(id), run(id), run(id)])
    open()
    const done = await ended(id, 2)
    expect(done.stats).toMatchObject({ runs: 2, latestWords: 0 })
  })

  test('meet what was merged while they waited or ran', async () => {
    const { asked, open } = gate()
    const { id: spaceId } = await source()
    const { id } = await create(spaceId)
    await asked
    await writePages(admin, spaceId, [{ title: 'Late', markdown: 'Late words.\n' }])
    open()
    const done = await ended(id, 2)
    expect(await markdownAt(resultOf(done), 'late')).toBe('LATE WORDS.\n')
  })

  test('end with the translation that is deleted', async () => {
    const { asked, open } = gate()
    const { id: spaceId } = await source()
    const { id } = await create(spaceId)
    await asked
    const before = await readList<Space>(admin, `/orgs/${organizationId}/spaces?limit=1000`)
    expectStatus(205, await admin.delete(pathOf(id)))
    expectStatus(204, await admin.delete(pathOf(id)))
    open()
    await until(async () => {
      const { items } = await readList<Job>(admin, `/orgs/${organizationId}/jobs?space=${spaceId}`)
      expect(items).toMatchObject([{ status: 'canceled' }])
    })
    const after = await readList<Space>(admin, `/orgs/${organizationId}/spaces?limit=1000`)
    expect(after.count).toBe(before.count)
  })

  test('end with the source that is deleted, and it says so; restored, it can be run', async () => {
    const { asked, open } = gate()
    const { id: spaceId } = await source()
    const { id } = await create(spaceId)
    await asked
    expectStatus(205, await admin.delete(`/spaces/${spaceId}`))
    open()
    const done = await ended(id, 1)
    expect(done.error).toMatch(/source space is deleted/)
    expect(done.result).toBeUndefined()
    const refused = await admin.post(`${pathOf(id)}/run`)
    expect(refused.status).toBe(409)
    expect(errorOf(refused).message).toMatch(/deleted/)

    expectStatus(200, await admin.post(`/spaces/${spaceId}/restore`))
    await run(id)
    expect((await ended(id, 2)).result).toBeDefined()
  })

  test('into a space that is deleted meanwhile fail; the next makes a new one, merges do not', async () => {
    const { id: spaceId } = await source()
    const translation = await ended((await create(spaceId)).id, 1)
    const { asked, open } = gate()
    await writePages(admin, spaceId, [{ title: 'Other', markdown: 'Other words.\n' }])
    await asked
    expectStatus(205, await admin.delete(`/spaces/${resultOf(translation)}`))
    open()
    const failed = await ended(translation.id, 2)
    expect(failed.error).toMatch(/translated space was deleted/)
    expect(failed.result).toBeUndefined()

    await writePages(admin, spaceId, [{ title: 'More', markdown: 'More words.\n' }])
    expect((await read(translation.id)).status).toBe('completed')
    await run(translation.id)
    const again = await ended(translation.id, 3)
    expect(resultOf(again)).not.toBe(resultOf(translation))
    expect(await markdownAt(resultOf(again), 'more')).toBe('MORE WORDS.\n')
  })
})

describe('who', () => {
  test('sees the source sees its translation, and the result is open to no more people', async () => {
    const collection = await app.collection(admin, organizationId)
    const space = await source({ parent: collection.id })
    expectStatus(200, await admin.patch(`/spaces/${space.id}`, { defaultLevel: null }))
    const created = await create(space.id)
    const done = await ended(created.id, 1)
    const member = await app.member(organizationId, 'create')

    expect((await member.get(pathOf(created.id))).status).toBe(404)
    expect((await member.post(`${pathOf(created.id)}/run`)).status).toBe(404)
    expect((await member.get(`/spaces/${resultOf(done)}`)).status).toBe(404)
    const list = await readList<Translation>(member, `/orgs/${organizationId}/translations?limit=1000`)
    expect(list.items.map(({ id }) => id)).not.toContain(created.id)
    const grants = { role: 'read', users: [member.id] }
    expectStatus(204, await admin.post(`/spaces/${space.id}/permissions`, grants))
    expect(await read(created.id, member)).toMatchObject({ permissions: { view: true, edit: false } })
    expect((await member.delete(pathOf(created.id))).status).toBe(403)
  })

  test('is of another organization finds nothing, by either id', async () => {
    const { id: otherId, admin: stranger } = await app.organization('Other')
    const space = await source()
    const created = await create(space.id)
    await ended(created.id, 1)
    const path = `/orgs/${otherId}/translations`
    expect((await stranger.get(`${path}/${created.id}`)).status).toBe(404)
    expect((await stranger.post(`${path}/${created.id}/run`)).status).toBe(404)
    expect((await stranger.delete(`${path}/${created.id}`)).status).toBe(204)
    const body = { source: { space: space.id, language: 'en' }, language: 'fr' }
    expect((await stranger.post(path, body)).status).toBe(404)
    expect((await stranger.get(pathOf(created.id))).status).toBe(404)
    expect((await read(created.id)).id).toBe(created.id)
  })

  test('has the source transferred leaves the translation without it', async () => {
    const { id: otherId } = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Second' }))
    const space = await source()
    const created = await create(space.id)
    await ended(created.id, 1)
    translator.requests.length = 0
    expectStatus(200, await admin.post(`/spaces/${space.id}/transfer`, { organization: otherId }))
    await writePages(admin, space.id, [{ title: 'Secret', markdown: 'Secret words.\n' }])
    expect((await admin.post(`${pathOf(created.id)}/run`)).status).toBe(409)
    expect(await read(created.id)).toMatchObject({
      status: 'completed',
      error: expect.stringMatching(/organization/),
    })
    expect(translator.requests).toEqual([])
  })
})

test('LibreTranslate translates too, what it knows', async () => {
  const other = await TestApp.start(
    { translator: { kind: 'libretranslate', url: translator.url, key: undefined } },
    { role: 'all', network },
  )
  try {
    const { id, admin: owner } = await other.organization()
    const space = await other.space(owner, id)
    await writePages(owner, space.id, pages)
    const path = `/orgs/${id}/translations`
    const given = { source: { space: space.id, language: 'en' } }
    const [spanish, japanese] = await Promise.all(
      ['es', 'ja'].map(async (language) =>
        expectStatus(201, await owner.post<Translation>(path, { ...given, language })),
      ),
    )
    const finished = (translation: Translation | undefined) =>
      vi.waitFor(
        async () => {
          const { body } = await owner.get<Translation>(`${path}/${translation?.id}`)
          expect(body.status).toBe('completed')
          return body
        },
        { timeout: 20_000, interval: 30 },
      )
    const done = await finished(spanish)
    expect(done).toMatchObject({ problems: [], stats: { latestWords: 19 } })
    const at = `/spaces/${resultOf(done)}/content/path/guide%2Fstart?format=markdown`
    expect((await owner.get<RevisionPage>(at)).body.markdown).toContain('SAY **HELLO** TO {{ user }}.')
    expect((await finished(japanese)).error).toMatch(/does not translate from English to Japanese/)
    expect(new Set(translator.requests.map((request) => request.path))).toEqual(new Set(['/translate']))
  } finally {
    await other.stop()
  }
})
