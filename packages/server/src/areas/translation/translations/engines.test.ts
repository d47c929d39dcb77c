import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, TestApp } from '../../../testing/app.ts'
import { findPageId, writePages } from '../../../testing/content.ts'
import { getResultSpace, sourcePages, TranslationWorld } from '../../../testing/translation-world.ts'
import { toUpperCaseText } from '../../../testing/translators.ts'
import { waitFor, waitForAssertions } from '../../../testing/wait-for.ts'
import type { RevisionPage } from '../../content/revisions/schema.ts'
import type { Translation } from './schema.ts'

const world = await TranslationWorld.start()
const {
  app,
  admin,
  organizationId,
  network,
  translator,
  readTranslation,
  waitForRuns,
  createTranslation,
  startRun,
  readMarkdown,
  createSource,
} = world
beforeEach(world.resetTranslator)
afterEach(world.deleteResults)
afterAll(world.close)

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
    await waitForAssertions(async () =>
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
    await waitForAssertions(async () => expect((await readTranslation(id)).error).toMatch(/failed \(500\)/))
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

test('LibreTranslate translates the languages that it knows', async () => {
  const other = await TestApp.start(
    { translator: { kind: 'libretranslate', url: translator.url, key: undefined } },
    { role: 'all', network },
  )
  try {
    const { id, admin: owner } = await other.organization()
    const space = await other.space(owner, id)
    await writePages(owner, space.id, sourcePages)
    const path = `/orgs/${id}/translations`
    const given = { source: { space: space.id, language: 'en' } }
    const [spanish, japanese] = await Promise.all(
      ['es', 'ja'].map(async (language) =>
        expectStatus(201, await owner.post<Translation>(path, { ...given, language })),
      ),
    )
    const finished = (translation: Translation | undefined) =>
      waitFor('the end of the translation', async () => {
        const { body } = await owner.get<Translation>(`${path}/${translation?.id}`)
        return body.status === 'completed' && body
      })
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
