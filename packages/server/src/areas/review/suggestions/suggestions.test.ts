import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, readError, TestApp } from '../../../testing/app.ts'
import {
  createLiveWorld,
  type LiveWorld,
  LiveWriter,
  readMarkdown,
  writeMarkdown,
} from '../../../testing/live-page.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { Comment } from '../comments/schema.ts'

let app: TestApp
let organization: string
let admin: Person
let editor: Person
let commenter: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  editor = await app.member(organization, 'edit')
  commenter = await app.member(organization, 'comment')
})
afterAll(() => app.stop())

const text = `Install the **tool**   on your machine.

* Run the tool once.
* Run the tool twice.

![A picture](https://example.com/a.png)

\`\`\`sh
verso start
\`\`\`
`

const createPage = (markdown = text): Promise<LiveWorld> =>
  createLiveWorld(app, admin, organization, markdown)

const suggest = (
  { path, pageId }: LiveWorld,
  exact: string,
  replacement: string,
  { by = commenter, ...fields }: { by?: Person; prefix?: string; suffix?: string } = {},
) =>
  by.post<Comment>(`${path}/comments`, {
    page: pageId,
    quote: { exact, ...fields },
    suggestion: { replacement },
  })

const apply = ({ path }: LiveWorld, id: string, by = editor) =>
  by.post<Comment>(`${path}/comments/${id}/apply`)

const readRequest = async ({ path }: LiveWorld) => expectStatus(200, await admin.get<ChangeRequest>(path))

describe('suggesting', () => {
  test('200 keeps the suggested words, with a text or without', async () => {
    const page = await createPage()
    const comment = expectStatus(200, await suggest(page, 'your machine', 'any computer'))
    expect(comment).toMatchObject({
      body: { markdown: '' },
      status: 'open',
      suggestion: { replacement: 'any computer' },
      target: { quote: { exact: 'your machine' }, outdated: false },
    })
    expect(comment.suggestion).not.toHaveProperty('appliedAt')
    const withText = await commenter.post<Comment>(`${page.path}/comments`, {
      body: { markdown: 'Shorter.' },
      page: page.pageId,
      quote: { exact: ' on your machine' },
      suggestion: { replacement: '' },
    })
    expect(expectStatus(200, withText)).toMatchObject({
      body: { markdown: 'Shorter.' },
      suggestion: { replacement: '' },
    })
    const { items } = expectStatus(200, await admin.get<ListBody<Comment>>(`${page.path}/comments`))
    expect(new Set(items.map(({ suggestion }) => suggestion?.replacement))).toEqual(
      new Set(['', 'any computer']),
    )
  })

  test('400 for what no suggestion can replace, and 400 for a comment that says nothing', async () => {
    const page = await createPage()
    const refusals: [object, string][] = [
      [{ suggestion: { replacement: 'x' } }, 'body.quote'],
      [{ page: page.pageId, suggestion: { replacement: 'x' } }, 'body.quote'],
      [{ page: page.pageId, quote: { exact: 'once.\nRun' }, suggestion: { replacement: 'x' } }, 'one block'],
      [{ page: page.pageId, quote: { exact: 'verso' }, suggestion: { replacement: 'verso' } }, 'differ'],
      [{ page: page.pageId, quote: { exact: 'verso' }, suggestion: { replacement: 'a\nb' } }, 'replacement'],
      [
        { page: page.pageId, quote: { exact: 'verso' }, suggestion: { replacement: '\uD800' } },
        'replacement',
      ],
      [
        { page: page.pageId, quote: { exact: 'verso' }, suggestion: { replacement: 'x'.repeat(2001) } },
        'replacement',
      ],
      [{ page: page.pageId, quote: { exact: 'verso' }, suggestion: {} }, 'replacement'],
      [{ page: page.pageId, quote: { exact: 'verso' } }, 'body.body'],
      [{ page: page.pageId, quote: { exact: 'nowhere' }, suggestion: { replacement: 'x' } }, 'words'],
    ]
    for (const [body, message] of refusals) {
      const response = await commenter.post(`${page.path}/comments`, body)
      expect([body, response.status, readError(response).message]).toEqual([
        body,
        400,
        expect.stringContaining(message),
      ])
    }
    const onObject = await createPage(
      'See <img src="https://example.com/a.png" alt="" data-size="line"> here.\n',
    )
    const refused = await suggest(onObject, 'See \uFFFC here', 'x')
    expect([refused.status, readError(refused).message]).toEqual([400, expect.stringContaining('picture')])
  })

  test('400 on a space, where nothing can be applied', async () => {
    const page = await createPage()
    expectStatus(200, await admin.post(`${page.path}/merge`))
    const body = { page: page.pageId, quote: { exact: 'verso' }, suggestion: { replacement: 'x' } }
    const response = await commenter.post(`/spaces/${page.spaceId}/comments`, body)
    expect([response.status, readError(response).message]).toEqual([
      400,
      expect.stringContaining('change request'),
    ])
  })
})

describe('applying', () => {
  test('200 replaces the words, resolves the comment, and credits whoever suggested it', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'your machine', 'a *new* machine'))
    const before = await readRequest(page)
    const applied = expectStatus(200, await apply(page, id))
    expect(applied).toMatchObject({
      status: 'resolved',
      resolvedBy: { id: editor.id },
      suggestion: { replacement: 'a *new* machine', appliedBy: { id: editor.id } },
    })
    expect(applied.suggestion?.appliedAt).toBe(applied.resolvedAt)
    expect(await readMarkdown(admin, page)).toBe(text.replace('your', 'a \\*new\\*'))
    const after = await readRequest(page)
    expect(after.revision).not.toBe(before.revision)
    expect([before.comments, after.comments]).toEqual([1, 0])
    const { items } = expectStatus(
      200,
      await admin.get<ListBody<{ user: { id: string } }>>(`${page.path}/contributors`),
    )
    expect(new Set(items.map(({ user }) => user.id))).toEqual(new Set([admin.id, editor.id, commenter.id]))
  })

  test('200 finds the words where they are now, and the right ones of several', async () => {
    const page = await createPage()
    const place = { prefix: 'Run the ', suffix: ' twice' }
    const { id } = expectStatus(200, await suggest(page, 'tool', 'program', place))
    await writeMarkdown(
      editor,
      page,
      `New.\n\n${text.replace('* Run the tool once.\n', '* Do not run the tool once.\n* more\n')}`,
    )
    const markdown = await readMarkdown(admin, page)
    expectStatus(200, await apply(page, id))
    expect(await readMarkdown(admin, page)).toBe(markdown.replace('tool twice', 'program twice'))
  })

  test('409 when the words were changed or the page is gone, and nothing changes', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'your machine', 'any computer'))
    await writeMarkdown(editor, page, text.replace('your machine', 'your old machine'))
    const { revision } = await readRequest(page)
    const changed = await apply(page, id)
    expect([changed.status, readError(changed).message]).toEqual([
      409,
      expect.stringContaining('changed since'),
    ])
    expect(await readRequest(page)).toMatchObject({ revision, comments: 1 })
    expectStatus(
      200,
      await editor.post(`${page.path}/content`, {
        changes: [{ operation: 'delete_page', page: page.pageId }],
      }),
    )
    const gone = await apply(page, id)
    expect([gone.status, readError(gone).message]).toEqual([409, expect.stringContaining('page')])
    expect(expectStatus(200, await admin.get<Comment>(`${page.path}/comments/${id}`)).status).toBe('open')
  })

  test('409 when it was applied or dismissed before, 409 for a comment that suggests nothing', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'verso', 'verso -v'))
    expectStatus(200, await editor.put(`${page.path}/comments/${id}`, { resolved: true }))
    expect(readError(await apply(page, id))).toMatchObject({
      code: 409,
      message: expect.stringContaining('dismissed') as string,
    })
    expectStatus(200, await editor.put(`${page.path}/comments/${id}`, { resolved: false }))
    expectStatus(200, await apply(page, id))
    expectStatus(200, await editor.put(`${page.path}/comments/${id}`, { resolved: false }))
    expect(readError(await apply(page, id))).toMatchObject({
      code: 409,
      message: expect.stringContaining('applied already') as string,
    })
    expect((await readMarkdown(admin, page)).split('verso -v start')).toHaveLength(2)
    const plain = await commenter.post<Comment>(`${page.path}/comments`, { body: { markdown: 'Hm.' } })
    expect((await apply(page, expectStatus(200, plain).id)).status).toBe(409)
  })

  test('200 once, when several people apply it at the same moment', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'tool', 'tool tool', { prefix: 'Install the ' }))
    const responses = await Promise.all([editor, admin, editor, admin].map((by) => apply(page, id, by)))
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ])
    expect(await readMarkdown(admin, page)).toBe(text.replace('tool', 'tool tool'))
    expect((await readRequest(page)).comments).toBe(0)
  })

  test('200 for two suggestions on the same page at the same moment: both are there', async () => {
    const page = await createPage()
    const [one, other] = [
      expectStatus(200, await suggest(page, 'once', 'one time')),
      expectStatus(200, await suggest(page, 'twice', 'two times')),
    ]
    const responses = await Promise.all([one, other].map(({ id }) => apply(page, id)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await readMarkdown(admin, page)).toBe(
      text.replace('once', 'one time').replace('twice', 'two times'),
    )
  })

  test('409 in a change request that is archived or merged', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'verso', 'Verso'))
    expectStatus(200, await admin.patch(page.path, { status: 'archived' }))
    const archived = await apply(page, id)
    expect([archived.status, readError(archived).message]).toEqual([409, expect.stringContaining('archived')])
    expectStatus(200, await admin.patch(page.path, { status: 'open' }))
    expectStatus(200, await admin.post(`${page.path}/merge`))
    const merged = await apply(page, id)
    expect([merged.status, readError(merged).message]).toEqual([409, expect.stringContaining('merged')])
  })

  test('403 without the right to edit, its author included, 404 for others and for other change requests', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'verso', 'Verso'))
    expect((await apply(page, id, commenter)).status).toBe(403)
    const { admin: stranger } = await app.organization('Elsewhere')
    expect((await apply(page, id, stranger)).status).toBe(404)
    expect((await apply(await createPage(), id)).status).toBe(404)
    expect((await apply(page, 'nowhere')).status).toBe(404)
    expect(await readMarkdown(admin, page)).toBe(text)
  })

  test('200 changes no byte but those of the words, whatever the page is', async () => {
    const words = ['alpha', 'beta', 'gamma', 'delta']
    const line = fc.constantFrom(
      '*   x alpha',
      '1) __beta__ y',
      '> gamma\tz',
      'a  delta `alpha`',
      '| beta |\n|:--|\n|  gamma|',
      '## delta ##',
      '<!-- alpha -->',
      '~~~\nbeta  x\n~~~',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(line, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('Q', 'two words', '*', '<x>'),
        async (lines, replacement) => {
          const markdown = `${lines.join('\n\n')}\n`
          const page = await createPage(markdown)
          for (const word of words) {
            const response = await suggest(page, word, replacement)
            // A word that is not there, or more than once, is not suggested on.
            if (response.status === 400) continue
            const { id } = expectStatus(200, response)
            const before = await readMarkdown(admin, page)
            expectStatus(200, await apply(page, id))
            const after = await readMarkdown(admin, page)
            const at = findDifference(before, after)
            const escaped = ['Q', 'two words', '*', '\\*', '<x>', '\\<x>', '\\<x\\>'].find(
              (form) => after === before.slice(0, at.start) + form + before.slice(at.start + word.length),
            )
            expect([word, escaped === undefined ? after : 'only the word']).toEqual([word, 'only the word'])
          }
        },
      ),
      { numRuns: 12, seed: 1 },
    )
  })
})

/** Where two texts begin to differ. */
function findDifference(one: string, other: string): { start: number } {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  return { start }
}

describe('while people write the page', () => {
  test('200 comes to them as a write from outside, and what they type stays', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'your machine', 'any computer'))
    const [ann, ben] = [await LiveWriter.open('ann', editor, page), await LiveWriter.open('ben', admin, page)]
    ann.type('Install the', ' small')
    await ann.commit()
    // Ben has typed something that the server does not have yet.
    ben.type('Run the', ' same')
    expectStatus(200, await apply(page, id))
    await ben.commit()
    await ann.read()
    await ben.read()
    expect(ann.doc.toJSON()).toEqual(ben.doc.toJSON())
    for (const words of ['Install the small tool', 'on any computer.', 'Run the same tool once.']) {
      expect(ann.text).toContain(words)
    }
    await ann.save()
    expect(await readMarkdown(admin, page)).toBe(
      text
        .replace('Install the', 'Install the small')
        .replace('your machine', 'any computer')
        .replace('Run the', 'Run the same'),
    )
  })

  test('409 when somebody has just typed in the words, and what they typed stays', async () => {
    const page = await createPage()
    const { id } = expectStatus(200, await suggest(page, 'your machine', 'any computer'))
    const ann = await LiveWriter.open('ann', editor, page)
    ann.type('your', ' own')
    await ann.commit()
    expect((await apply(page, id)).status).toBe(409)
    await ann.save()
    expect(await readMarkdown(admin, page)).toBe(text.replace('your', 'your own'))
  })
})
