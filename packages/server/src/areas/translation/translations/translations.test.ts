import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../../database/database.ts'
import { readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { newId } from '../../../common/ids.ts'
import { changeContent, findPageId, writePages } from '../../../testing/content.ts'
import { commitChanges as commitDirectly, newPage } from '../../../testing/direct-changes.ts'
import { readList } from '../../../testing/lists.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { waitFor } from '../../../testing/wait-for.ts'
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
  // Tests must not find the translations of each other.
  await app.database.execute(sql`delete from translation_memory`)
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

const makePath = (id: string): string => `/orgs/${organizationId}/translations/${id}`

const readTranslation = async (id: string, by = admin): Promise<Translation> =>
  expectStatus(200, await by.get<Translation>(makePath(id)))

/** Repeats the assertions until they hold. */
const waitUntil = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 30 })

/** Waits until the given number of runs have ended. */
const waitForRuns = (id: string, runs: number): Promise<Translation> =>
  waitFor(`run ${runs} of the translation`, async () => {
    const translation = await readTranslation(id)
    return translation.status === 'completed' && translation.stats.runs === runs && translation
  })

async function createTranslation(space: string, body: object = {}): Promise<Translation> {
  const given = { source: { space, language: 'en' }, language: 'es', ...body }
  return expectStatus(201, await admin.post<Translation>(`/orgs/${organizationId}/translations`, given))
}

const startRun = async (id: string): Promise<void> => {
  expectStatus(204, await admin.post(`${makePath(id)}/run`))
}

const readMarkdown = async (spaceId: string, path: string): Promise<string> => {
  const at = `/spaces/${spaceId}/content/path/${encodeURIComponent(path)}?format=markdown`
  const page = expectStatus(200, await admin.get<RevisionPage>(at))
  return page.markdown ?? ''
}

const getResultSpace = (translation: Translation): string => translation.result?.space ?? ''

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

async function createSource(body: object = {}): Promise<Space> {
  const space = await app.space(admin, organizationId, { title: 'Handbook', ...body })
  await writePages(admin, space.id, pages)
  return space
}

describe('a run', () => {
  test('creates a space after the source, with its pages in the other language', async () => {
    const { id } = await createSource()
    const created = await createTranslation(id)
    expect(created).toMatchObject({ status: 'pending', stats: { runs: 0 } })
    const done = await waitForRuns(created.id, 1)

    expect(done).toMatchObject({ problems: [], result: { language: 'es' } })
    expect(done.error).toBeUndefined()
    const target = expectStatus(200, await admin.get<Space>(`/spaces/${getResultSpace(done)}`))
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
    expect(start.id).toBe(await findPageId(admin, id, 'guide/start'))
    expect(await readMarkdown(target.id, 'guide')).toContain(
      '## SET UP\n\nPUT `words` IN [THE PAGE](guide/start.md#first-step).\n',
    )
    expect(await readMarkdown(target.id, 'guide/start')).toContain('SAY **HELLO** TO {{ user }}.')
    // The source is as it was.
    expect(await readMarkdown(id, 'end')).toContain('Good bye.')
    const broken = await readList(admin, `/spaces/${target.id}/links?status=broken`)
    expect(broken.items).toEqual([])
  })

  test('counts runs, pages, words and durations', async () => {
    const done = await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
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

  test('translates only what changed since the last run', async () => {
    const { id } = await createSource()
    const translation = await waitForRuns((await createTranslation(id)).id, 1)
    translator.requestedSegments.length = 0
    const page = await findPageId(admin, id, 'end')
    await changeContent(admin, id, [
      { operation: 'update_page', page, document: { markdown: 'Good bye.\n\nSee you.\n' } },
    ])
    const again = await waitForRuns(translation.id, 2)

    expect(translator.requestedSegments).toEqual(['See you.'])
    expect(again.stats).toMatchObject({ latestWords: 2, latestPages: 1, totalWords: 21, totalPages: 3 })
    expect(getResultSpace(again)).toBe(getResultSpace(translation))
    expect(again.result?.revision).not.toBe(translation.result?.revision)
    expect(await readMarkdown(getResultSpace(again), 'end')).toBe('GOOD BYE.\n\nSEE YOU.\n')
  })

  test('changes nothing and calls no translator if the source did not change', async () => {
    const translation = await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
    translator.requests.length = 0
    await startRun(translation.id)
    const again = await waitForRuns(translation.id, 2)

    expect(translator.requests).toEqual([])
    expect(again.result).toEqual(translation.result)
    expect(again.stats).toMatchObject({ latestWords: 0, latestPages: 0 })
  })

  test('follows pages that are moved, added and deleted', async () => {
    const { id } = await createSource()
    const translation = await waitForRuns((await createTranslation(id)).id, 1)
    await changeContent(admin, id, [
      { operation: 'delete_page', page: await findPageId(admin, id, 'end') },
      { operation: 'insert_page', title: 'New', document: { markdown: 'Fresh.\n' } },
    ])
    const again = await waitForRuns(translation.id, 2)

    expect(await readMarkdown(getResultSpace(again), 'new')).toBe('FRESH.\n')
    const gone = await admin.get(`/spaces/${getResultSpace(again)}/content/path/end`)
    expect(gone.status).toBe(404)
  })

  test('keeps changes of people in the translation until the source changes in the same lines', async () => {
    const { id } = await createSource()
    const translation = await waitForRuns((await createTranslation(id)).id, 1)
    const target = getResultSpace(translation)
    const end = await findPageId(admin, target, 'end')
    await changeContent(admin, target, [
      { operation: 'update_page', page: end, document: { markdown: 'Hasta luego.\n' } },
    ])
    await changeContent(admin, id, [
      { operation: 'insert_page', title: 'New', document: { markdown: 'Fresh.\n' } },
    ])
    await waitForRuns(translation.id, 2)
    expect(await readMarkdown(target, 'end')).toBe('Hasta luego.\n')
    expect(await readMarkdown(target, 'new')).toBe('FRESH.\n')

    await changeContent(admin, id, [
      { operation: 'update_page', page: end, document: { markdown: 'Bye now.\n' } },
    ])
    const last = await waitForRuns(translation.id, 3)
    expect(await readMarkdown(target, 'end')).toBe('BYE NOW.\n')
    expect(last.problems).toMatchObject([{ page: end }])
  })

  test('redirects references to the source space to the translated space', async () => {
    const space = await createSource()
    const end = await findPageId(admin, space.id, 'end')
    await writePages(admin, space.id, [
      {
        title: 'Links',
        markdown: `Go [there](/spaces/${space.id}/pages/${end}) or [here](/pages/${end}).\n`,
      },
    ])
    const done = await waitForRuns((await createTranslation(space.id)).id, 1)
    expect(await readMarkdown(getResultSpace(done), 'links')).not.toContain(space.id)
    expect(await readMarkdown(getResultSpace(done), 'links')).toContain(
      `/spaces/${getResultSpace(done)}/pages/${end}`,
    )
  })

  test('translates reusable content, titles of groups and links that are pages', async () => {
    const space = await app.space(admin, organizationId)
    const end = newId()
    await commitDirectly(app, admin, space.id, [
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
    const done = await waitForRuns((await createTranslation(space.id)).id, 1)
    const [revision] = await app.app.areas.content.revisionStore.findCurrent(app.database, [
      getResultSpace(done),
    ])
    if (!revision) throw new Error('the translation shows nothing')
    const view = app.app.areas.content.revisionStore.createView(app.database, revision.root)
    const [, group, link] = await view.getPageTree()
    expect(group?.fields).toMatchObject({ type: 'group', title: 'PART ONE', slug: 'part' })
    expect(link?.fields).toMatchObject({
      title: 'OVER THERE',
      target: { kind: 'page', page: end, space: getResultSpace(done) },
    })
    const [note] = await view.listReusableContents()
    expect(note).toMatchObject({ title: 'A NOTE' })
    expect([...(await view.getDocuments(note?.document ? [note.document] : [])).values()]).toEqual([
      'MIND `this`.\n',
    ])
    expect(Object.fromEntries(await view.getVariables())).toEqual({ product: 'Some words' })
  })

  test('does not use stored translations of a model in other spaces', async () => {
    await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
    const requestCount = translator.requestedSegments.length
    await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
    expect(translator.requestedSegments).toHaveLength(requestCount * 2)
  })

  test('sends the instructions, the languages and the key to an engine that supports them', async () => {
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
    const created = await createTranslation((await createSource()).id, { instructions })
    await waitForRuns(created.id, 1)
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
    expectStatus(200, await admin.put(makePath(created.id), { instructions }))
    await startRun(created.id)
    await waitForRuns(created.id, 2)
    expect(translator.requestedSegments).toHaveLength(9)
  })

  test('uses the glossary, and translates again only texts with a changed term', async () => {
    const created = await createTranslation((await createSource()).id)
    await waitForRuns(created.id, 1)
    const glossary = `/orgs/${organizationId}/translations-glossary`
    const insert = { type: 'insert', translations: { en: 'Hello', es: 'buenas' } }
    expectStatus(204, await admin.put(glossary, { operations: [insert] }))
    translator.requestedSegments.length = 0
    translator.requests.length = 0
    await startRun(created.id)
    await waitForRuns(created.id, 2)

    expect(translator.requestedSegments).toEqual(['Say <x1>hello</x1> to <x2/>.'])
    expect(JSON.stringify(translator.requests[0]?.body)).toContain('Hello → buenas')
    const [entry] = (await readList<{ id: string }>(admin, glossary)).items
    expectStatus(204, await admin.put(glossary, { operations: [{ type: 'delete', id: entry?.id }] }))
  })
})

describe('a translator', () => {
  test('that breaks a placeholder leaves the segment in the source language and adds a problem', async () => {
    translator.behaviour = { translate: (segment) => toUpperCaseText(segment).replace('<x2/>', '') }
    const { id } = await createSource()
    const done = await waitForRuns((await createTranslation(id)).id, 1)

    expect(done.error).toBeUndefined()
    expect(done.problems).toEqual([
      {
        page: await findPageId(admin, id, 'guide/start'),
        text: 'Say <x1>hello</x1> to <x2/>.',
        message: expect.stringContaining('markup'),
      },
    ])
    expect(await readMarkdown(getResultSpace(done), 'guide/start')).toContain('Say **hello** to {{ user }}.')

    // The next run tries it again, and nothing else.
    translator.behaviour = { translate: toUpperCaseText }
    translator.requestedSegments.length = 0
    await startRun(done.id)
    const again = await waitForRuns(done.id, 2)
    expect(translator.requestedSegments).toEqual(['Say <x1>hello</x1> to <x2/>.'])
    expect(again.problems).toEqual([])
    expect(await readMarkdown(getResultSpace(again), 'guide/start')).toContain('SAY **HELLO** TO {{ user }}.')
  })

  test('that leaves out texts is called for them once more', async () => {
    const first = new Set<string>()
    translator.behaviour = {
      translate: (segment) => (first.size < 3 && first.add(segment) ? undefined : toUpperCaseText(segment)),
    }
    const done = await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
    expect(done.problems).toEqual([])
    expect(translator.requests).toHaveLength(2)
  })

  test('that is called too often is called again later', async () => {
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: (response, n) => {
        if (n > 1) return false
        response.writeHead(429, { 'retry-after': '0' }).end()
        return true
      },
    }
    const done = await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
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
    const { id } = await createTranslation((await createSource()).id)
    await waitUntil(async () =>
      expect(await readTranslation(id)).toMatchObject({
        status: 'pending',
        error: expect.stringMatching(message),
      }),
    )
    isBroken = false
    // The runner waits by its clock.
    app.clock.advance(10_000)
    expect((await waitForRuns(id, 1)).error).toBeUndefined()
  })

  test('that fails halfway keeps what it translated; the rest is translated later', async () => {
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
    const { id } = await createTranslation(spaceId)
    await waitUntil(async () => expect((await readTranslation(id)).error).toMatch(/failed \(500\)/))
    app.clock.advance(10_000)
    const done = await waitForRuns(id, 1)

    expect(done.error).toBeUndefined()
    // Three of each but the title: no segment that was answered was asked for twice.
    expect(done.stats.latestWords).toBe(new Set(translator.requestedSegments).size * 3 - 2)
    expect(new Set(translator.requestedSegments).size).toBe(91)
    expect(translator.requestedSegments.length).toBeLessThanOrEqual(91 + 80)
  })

  test.each([
    [401, /VERSO_TRANSLATOR_KEY/],
    [404, /VERSO_TRANSLATOR/],
  ])('that responds with %i is not called again', async (status, message) => {
    translator.behaviour = {
      translate: toUpperCaseText,
      respondInstead: (response) => {
        response.writeHead(status).end()
        return true
      },
    }
    const done = await waitForRuns((await createTranslation((await createSource()).id)).id, 1)
    expect(done.error).toMatch(message)
    expect(done.error).not.toContain('the-key')
    expect(done.result).toBeUndefined()
  })
})

/** Blocks the responses of the translator until `open` is called. */
function blockTranslator(): { requested: Promise<void>; open: () => void } {
  const requested = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  translator.behaviour = {
    translate: toUpperCaseText,
    respondInstead: async () => {
      requested.resolve()
      await opened.promise
      return false
    },
  }
  return { requested: requested.promise, open: opened.resolve }
}

describe('concurrent runs', () => {
  test('run one after the other, and those that wait become one', async () => {
    const { requested, open } = blockTranslator()
    const { id } = await createTranslation((await createSource()).id)
    await requested
    expect((await readTranslation(id)).status).toBe('running')
    await Promise.all([startRun(id), startRun(id), startRun(id)])
    open()
    const done = await waitForRuns(id, 2)
    expect(done.stats).toMatchObject({ runs: 2, latestWords: 0 })
  })

  test('translate what was merged while they waited or ran', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    await writePages(admin, spaceId, [{ title: 'Late', markdown: 'Late words.\n' }])
    open()
    const done = await waitForRuns(id, 2)
    expect(await readMarkdown(getResultSpace(done), 'late')).toBe('LATE WORDS.\n')
  })

  test('are cancelled when the translation is deleted', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    const before = await readList<Space>(admin, `/orgs/${organizationId}/spaces?limit=1000`)
    expectStatus(205, await admin.delete(makePath(id)))
    expectStatus(204, await admin.delete(makePath(id)))
    open()
    await waitUntil(async () => {
      const { items } = await readList<Job>(admin, `/orgs/${organizationId}/jobs?space=${spaceId}`)
      expect(items).toMatchObject([{ status: 'canceled' }])
    })
    const after = await readList<Space>(admin, `/orgs/${organizationId}/spaces?limit=1000`)
    expect(after.count).toBe(before.count)
  })

  test('are cancelled when the source is deleted, and can be started again after it is restored', async () => {
    const { requested, open } = blockTranslator()
    const { id: spaceId } = await createSource()
    const { id } = await createTranslation(spaceId)
    await requested
    expectStatus(205, await admin.delete(`/spaces/${spaceId}`))
    open()
    const done = await waitForRuns(id, 1)
    expect(done.error).toMatch(/source space is deleted/)
    expect(done.result).toBeUndefined()
    const refused = await admin.post(`${makePath(id)}/run`)
    expect(refused.status).toBe(409)
    expect(readError(refused).message).toMatch(/deleted/)

    expectStatus(200, await admin.post(`/spaces/${spaceId}/restore`))
    await startRun(id)
    expect((await waitForRuns(id, 2)).result).toBeDefined()
  })

  test('fail if the translated space is deleted meanwhile; the next run, but no merge, creates a new space', async () => {
    const { id: spaceId } = await createSource()
    const translation = await waitForRuns((await createTranslation(spaceId)).id, 1)
    const { requested, open } = blockTranslator()
    await writePages(admin, spaceId, [{ title: 'Other', markdown: 'Other words.\n' }])
    await requested
    expectStatus(205, await admin.delete(`/spaces/${getResultSpace(translation)}`))
    open()
    const failed = await waitForRuns(translation.id, 2)
    expect(failed.error).toMatch(/translated space was deleted/)
    expect(failed.result).toBeUndefined()

    await writePages(admin, spaceId, [{ title: 'More', markdown: 'More words.\n' }])
    expect((await readTranslation(translation.id)).status).toBe('completed')
    await startRun(translation.id)
    const again = await waitForRuns(translation.id, 3)
    expect(getResultSpace(again)).not.toBe(getResultSpace(translation))
    expect(await readMarkdown(getResultSpace(again), 'more')).toBe('MORE WORDS.\n')
  })
})

describe('access to a translation', () => {
  test('needs access to its source, and the translated space has the access of the source', async () => {
    const collection = await app.collection(admin, organizationId)
    const space = await createSource({ parent: collection.id })
    expectStatus(200, await admin.patch(`/spaces/${space.id}`, { defaultLevel: null }))
    const created = await createTranslation(space.id)
    const done = await waitForRuns(created.id, 1)
    const member = await app.member(organizationId, 'create')

    expect((await member.get(makePath(created.id))).status).toBe(404)
    expect((await member.post(`${makePath(created.id)}/run`)).status).toBe(404)
    expect((await member.get(`/spaces/${getResultSpace(done)}`)).status).toBe(404)
    const list = await readList<Translation>(member, `/orgs/${organizationId}/translations?limit=1000`)
    expect(list.items.map(({ id }) => id)).not.toContain(created.id)
    const grants = { role: 'read', users: [member.id] }
    expectStatus(204, await admin.post(`/spaces/${space.id}/permissions`, grants))
    expect(await readTranslation(created.id, member)).toMatchObject({
      permissions: { view: true, edit: false },
    })
    expect((await member.delete(makePath(created.id))).status).toBe(403)
  })

  test('is not possible from another organization, by either id', async () => {
    const { id: otherId, admin: stranger } = await app.organization('Other')
    const space = await createSource()
    const created = await createTranslation(space.id)
    await waitForRuns(created.id, 1)
    const path = `/orgs/${otherId}/translations`
    expect((await stranger.get(`${path}/${created.id}`)).status).toBe(404)
    expect((await stranger.post(`${path}/${created.id}/run`)).status).toBe(404)
    expect((await stranger.delete(`${path}/${created.id}`)).status).toBe(204)
    const body = { source: { space: space.id, language: 'en' }, language: 'fr' }
    expect((await stranger.post(path, body)).status).toBe(404)
    expect((await stranger.get(makePath(created.id))).status).toBe(404)
    expect((await readTranslation(created.id)).id).toBe(created.id)
  })

  test('without a source, after the source space was transferred', async () => {
    const { id: otherId } = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Second' }))
    const space = await createSource()
    const created = await createTranslation(space.id)
    await waitForRuns(created.id, 1)
    translator.requests.length = 0
    expectStatus(200, await admin.post(`/spaces/${space.id}/transfer`, { organization: otherId }))
    await writePages(admin, space.id, [{ title: 'Secret', markdown: 'Secret words.\n' }])
    expect((await admin.post(`${makePath(created.id)}/run`)).status).toBe(409)
    expect(await readTranslation(created.id)).toMatchObject({
      status: 'completed',
      error: expect.stringMatching(/organization/),
    })
    expect(translator.requests).toEqual([])
  })
})

test('LibreTranslate translates the languages that it knows', async () => {
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
    const at = `/spaces/${getResultSpace(done)}/content/path/guide%2Fstart?format=markdown`
    expect((await owner.get<RevisionPage>(at)).body.markdown).toContain('SAY **HELLO** TO {{ user }}.')
    expect((await finished(japanese)).error).toMatch(/does not translate from English to Japanese/)
    expect(new Set(translator.requests.map((request) => request.path))).toEqual(new Set(['/translate']))
  } finally {
    await other.stop()
  }
})
