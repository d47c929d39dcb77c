import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { expectStatus } from '../../../testing/app.ts'
import { changeContent, findPageId, writePages } from '../../../testing/content.ts'
import { commitChanges as commitDirectly, newPage } from '../../../testing/direct-changes.ts'
import { readList } from '../../../testing/lists.ts'
import { getResultSpace, TranslationWorld } from '../../../testing/translation-world.ts'
import type { Job } from '../../tasks/schema.ts'
import type { RevisionPage } from '../../content/revisions/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'

const world = await TranslationWorld.start()
const {
  app,
  admin,
  organizationId,
  translator,
  makePath,
  waitForRuns,
  createTranslation,
  startRun,
  readMarkdown,
  createSource,
} = world
beforeEach(world.resetTranslator)
afterEach(world.deleteResults)
afterAll(world.close)

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
