import { listWords, parseMarkdown } from '@verso/markdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../testing/app.ts'
import { GitWorld } from '../../testing/git-world.ts'
import { type LiveWorld, LiveWriter, readMarkdown, writeMarkdown } from '../../testing/live-page.ts'
import type { SyncedSpace } from '../../testing/synced-space.ts'
import type { ChangeRequest, MergeOutcome } from '../content/change-requests/schema.ts'

const text = '# Guide\n\nThe first *line*.\n\nThe second line.\n\nThe end.\n'
/** The title is no part of the text that the API gives. */
const body = text.replace('# Guide\n\n', '')
/** What it is with the word that is typed at the end of each test. */
const lastBody = body.replace('The', 'The last')

let world: GitWorld
let ann: Person

beforeAll(async () => {
  world = await GitWorld.start()
  ann = await world.app.member(world.organization, 'edit')
})
afterAll(() => world.stop())

/** A page of a repository, and a change request in which people write it. */
async function start(): Promise<{ space: SyncedSpace; page: LiveWorld }> {
  const space = await world.createSyncedSpace({
    'SUMMARY.md': '# Table of contents\n\n* [Guide](README.md)\n',
    'README.md': text,
  })
  await space.synchronise('import')
  const { id: pageId } = await space.page('Guide')
  const requests = `${space.path}/change-requests`
  const { id } = expectStatus(201, await world.admin.post<ChangeRequest>(requests, { subject: 'Live' }))
  const path = `${requests}/${id}`
  const livePath = `${path}/content/page/${pageId}/live`
  return { space, page: { spaceId: space.id, changeRequestId: id, path, pageId, livePath } }
}

async function typeAndCommit(page: LiveWorld, behind: string, words: string): Promise<LiveWriter> {
  const writer = await LiveWriter.open('ann', ann, page)
  writer.type(behind, words)
  await writer.commit()
  return writer
}

/** Types one word more, to see that it has its place too, and returns the text that everybody has then. */
async function writeLast(page: LiveWorld, writer: LiveWriter): Promise<string> {
  await writer.read()
  writer.type('The', ' last')
  await writer.commit()
  await writer.save()
  const other = await LiveWriter.open('other', world.admin, page)
  expect(other.doc.toJSON()).toEqual(writer.doc.toJSON())
  return readMarkdown(ann, page)
}

const change = (page: LiveWorld, fields: object) =>
  world.admin.post(`${page.path}/content`, { changes: [{ page: page.pageId, ...fields }] })

/** Finds words of a text as a revert takes them. */
const findNode = (markdown: string, words: string) => {
  const { key, text } = listWords(parseMarkdown(markdown).document).texts.find((each) =>
    each.text.includes(words),
  ) ?? { key: '', text: '' }
  return { node: key, start: text.indexOf(words), end: text.indexOf(words) + words.length }
}

describe('while somebody writes a page', () => {
  test('a commit of the repository comes in by an update, and both texts are there', async () => {
    const { space, page } = await start()
    const writer = await typeAndCommit(page, 'The first', ' (live)')
    space.repository.commit('From Git', { 'README.md': text.replace('The end', 'The end (Git)') })
    await space.synchronise('import')
    const outcome = expectStatus(200, await world.admin.post<MergeOutcome>(`${page.path}/update`, {}))
    expect(outcome).toMatchObject({ result: 'update', conflicts: [] })
    expect(await writeLast(page, writer)).toBe(
      lastBody.replace('first', 'first (live)').replace('The end', 'The end (Git)'),
    )
  })

  test('an update that changes the same line keeps both for somebody to choose', async () => {
    const { space, page } = await start()
    const writer = await typeAndCommit(page, 'The second', ' (live)')
    await space.write('Guide', body.replace('The second', 'The second (main)'))
    // What is typed while the update is under way is not lost either.
    writer.type('The end', ' (meanwhile)')
    const [outcome] = await Promise.all([
      world.admin.post<MergeOutcome>(`${page.path}/update`, {}),
      writer.commit(),
    ])
    expect(expectStatus(200, outcome).result).toBe('conflicts')
    await writer.save()
    const markdown = await readMarkdown(ann, page)
    for (const part of ['The second (live) line.', 'The second (main) line.', 'The end (meanwhile).']) {
      expect(markdown).toContain(part)
    }
    // Whoever resolves it by the API leaves those who write with the same text.
    const resolved = markdown
      .replace(/<{7}[^]*?\n/, '')
      .replace(/={7}\n/, '\n')
      .replace(/>{7}[^]*?\n/, '')
    await writeMarkdown(world.admin, page, resolved)
    await writer.read()
    for (const part of ['The second (live) line.', 'The second (main) line.', 'The end (meanwhile).']) {
      expect(writer.text).toContain(part)
    }
    expect(writer.text).not.toContain('<<<')
    const other = await LiveWriter.open('other', world.admin, page)
    expect(other.doc.toJSON()).toEqual(writer.doc.toJSON())
  })

  test.each([
    ['a page', { operation: 'revert_page' }],
    ['the whole change request', { operation: 'revert_all', page: undefined }],
  ])('a revert of %s takes back what was saved, and not what was typed since', async (_name, revert) => {
    const { page } = await start()
    await writeMarkdown(world.admin, page, body.replace('The end', 'The wrong end'))
    const writer = await typeAndCommit(page, 'The first', ' (live)')
    expectStatus(200, await change(page, revert))
    expect(await writeLast(page, writer)).toBe(lastBody.replace('first', 'first (live)'))
  })

  test('a revert of one block leaves the words that were typed in others', async () => {
    const { page } = await start()
    await writeMarkdown(world.admin, page, body.replace('The end', 'The wrong end'))
    const writer = await typeAndCommit(page, 'The second', ' (live)')
    const { document } = expectStatus(
      200,
      await ann.get<{ document: { nodes: { key: string }[] } }>(
        `${page.path}/content/page/${page.pageId}?format=document`,
      ),
    )
    const block = document.nodes.at(-1)?.key
    expectStatus(200, await change(page, { operation: 'revert_page', block: [block] }))
    expect(await writeLast(page, writer)).toBe(lastBody.replace('second', 'second (live)'))
  })

  test('a revert of one word leaves the words that were typed beside it', async () => {
    const { page } = await start()
    await writeMarkdown(world.admin, page, body.replace('The end', 'The wrong end'))
    const writer = await typeAndCommit(page, 'wrong end', ' (live)')
    const words = findNode(await readMarkdown(ann, page), 'The wrong end')
    const earlierWords = findNode(body, 'The end')
    expectStatus(200, await change(page, { operation: 'revert_page', words, earlierWords }))
    expect(await writeLast(page, writer)).toBe(lastBody.replace('end', 'end (live)'))
  })

  test('an import into the change request adds its pages, and changes nothing in this one', async () => {
    const { page } = await start()
    const writer = await typeAndCommit(page, 'The first', ' (live)')
    const file = Buffer.from('# Imported\n\nFrom elsewhere.\n')
    const upload = { kind: 'import_file', file: { name: 'a.md', type: 'text/markdown', size: file.length } }
    const { url } = expectStatus(
      201,
      await world.admin.post<{ url: string }>(`/orgs/${world.organization}/storage/upload`, upload),
    )
    const { pathname, search } = new URL(url)
    const stored = await world.app.app.http.inject({
      method: 'PUT',
      url: pathname + search,
      payload: file,
    })
    const { downloadURL } = stored.json<{ downloadURL: string }>()
    const source = { source: 'markdown', url: downloadURL }
    expectStatus(201, await world.admin.post(`${page.path}/content/import`, source))
    expect(await writeLast(page, writer)).toBe(lastBody.replace('first', 'first (live)'))
    const { pages } = expectStatus(200, await ann.get<{ pages: { title: string }[] }>(`${page.path}/content`))
    expect(pages.map(({ title }) => title)).toEqual(['Guide', 'Imported'])
  })

  test('many scripts and many people at once: every word is there once', async () => {
    const { page } = await start()
    const writers = await Promise.all(['a', 'b', 'c'].map((name) => LiveWriter.open(name, ann, page)))
    const append = (word: string) => writeMarkdown(world.admin, page, `${body}\n${word}\n`)
    await append('script0')
    for (let round = 1; round < 4; round++) {
      await Promise.all([
        ...writers.map(async (writer) => {
          writer.type('The first', ` ${writer.id}${round}`)
          await writer.commit()
        }),
        writers[0]?.save(),
      ])
      const markdown = await readMarkdown(world.admin, page)
      await writeMarkdown(world.admin, page, `${markdown}\nscript${round}\n`)
    }
    await Promise.all(writers.map((writer) => writer.read()))
    const words = ['a', 'b', 'c'].flatMap((name) => [1, 2, 3].map((round) => `${name}${round}`))
    for (const writer of writers) {
      expect(writer.doc.toJSON()).toEqual(writers[0]?.doc.toJSON())
      for (const word of [...words, 'script0', 'script1', 'script2', 'script3']) {
        expect(writer.text.split(word)).toHaveLength(2)
      }
    }
  })
})
