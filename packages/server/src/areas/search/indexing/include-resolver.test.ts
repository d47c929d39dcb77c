import type { Change } from '@verso/revisions'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { SearchPage } from '../schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

async function createSpace(...changes: Change[]): Promise<string> {
  const { id } = await app.space(admin, organization)
  await change(id, ...changes)
  return id
}

const change = (spaceId: string, ...changes: Change[]) => commitChanges(app, admin, spaceId, changes)

const page = (id: string, markdown: string, parent: string | null = null): Change =>
  newPage(id, `Page ${id}`, markdown, {}, parent)

const edit = (id: string, markdown: string): Change => ({ type: 'update-page', id, document: { markdown } })

const content = (id: string, markdown: string): Change => ({
  type: 'put-reusable-content',
  id,
  title: id,
  document: { markdown },
})

const include = (id: string) => `{% include "/reusable-contents/${id}" %}\n`

/** Text that only some visitors see. */
const conditional = (text: string) => `{% if visitor.claims.paying %}\n\n${text}\n\n{% endif %}\n`

const search = async (spaceId: string, query: string) =>
  expectStatus(
    200,
    await admin.get<ListBody<SearchPage>>(`/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`),
  ).items

const findPageIds = async (spaceId: string, query: string) =>
  (await search(spaceId, query)).map(({ id }) => id).toSorted()

/** The ids of the texts of a space's pages, by page id. */
const listTexts = async (spaceId: string) => {
  await app.app.areas.search.indexer.catchUp([spaceId])
  const rows = await app.database.rows<{ page: string; text: number }>(sql`
    select page_id as page, text_id as text from search_pages where space_id = ${spaceId}`)
  return new Map(rows.map(({ page, text }) => [page, text]))
}

describe('pages are found by the reusable contents that they include', () => {
  test('in the section that includes it, and in the sections that it has itself', async () => {
    const id = await createSpace(
      content('note', 'Zebras are striped.\n\n## Stables\n\nHorses sleep here.'),
      page('a', `Intro\n\n## Animals\n\nBefore.\n\n${include('note')}`),
      page('b', 'No animals'),
    )
    expect(await search(id, 'zebras')).toMatchObject([
      { id: 'a', sections: [{ title: 'Animals', path: 'a#animals', body: 'Before. Zebras are striped.' }] },
    ])
    expect(await search(id, 'horses')).toMatchObject([
      { id: 'a', sections: [{ title: 'Stables', path: 'a#stables' }] },
    ])
    expect(await findPageIds(id, 'animals zebras horses')).toEqual(['a'])
  })

  test('through other reusable contents, and if they include each other in a circle', async () => {
    const id = await createSpace(
      content('outer', `Outside\n\n${include('inner')}`),
      content('inner', `Inside\n\n${include('outer')}`),
      page('a', include('outer')),
      page('b', include('inner')),
      page('c', include('nowhere')),
    )
    expect(await findPageIds(id, 'outside inside')).toEqual(['a', 'b'])
    await change(id, content('inner', 'Replaced'))
    expect(await findPageIds(id, 'inside')).toEqual([])
    expect(await findPageIds(id, 'replaced')).toEqual(['a', 'b'])
    expect(await findPageIds(id, 'outside')).toEqual(['a'])
    await change(id, content('nowhere', 'Suddenly'))
    expect(await findPageIds(id, 'suddenly')).toEqual(['c'])
  })

  test('deleted content is not found, and restored content is', async () => {
    const id = await createSpace(content('note', 'Ephemeral'), page('a', include('note')))
    expect(await findPageIds(id, 'ephemeral')).toEqual(['a'])
    await change(id, { type: 'delete-reusable-content', id: 'note' })
    expect(await findPageIds(id, 'ephemeral')).toEqual([])
    await change(id, content('note', 'Ephemeral'))
    expect(await findPageIds(id, 'ephemeral')).toEqual(['a'])
    await change(id, edit('a', 'Nothing'))
    expect(await findPageIds(id, 'ephemeral')).toEqual([])
    const includeRows = sql`select from search_includes where space_id = ${id}`
    expect(await app.database.rows(includeRows)).toEqual([])
  })

  test('by paths relative to the page', async () => {
    const id = await createSpace(
      content('note', 'Pathfinder'),
      page('first', 'First'),
      page('group', 'Group'),
      page('a', '{% include "./.gitbook/includes/note.md" %}'),
      page('b', '{% include "../.gitbook/includes/note.md" %}', 'group'),
      page('c', '{% include "/.gitbook/includes/note.md" %}', 'group'),
    )
    expect(await findPageIds(id, 'pathfinder')).toEqual(['a', 'b', 'c'])
    await change(id, { type: 'move-page', id: 'group', parent: 'first' })
    expect(await findPageIds(id, 'pathfinder')).toEqual(['a', 'c'])
    await change(id, page('below', 'It gives a page a folder of its own', 'a'))
    expect(await findPageIds(id, 'pathfinder')).toEqual(['c'])
    const moved = { git: { path: 'elsewhere/note.md', oid: 'a'.repeat(40) } }
    await change(id, { type: 'put-reusable-content', id: 'note', title: 'note', fields: moved })
    expect(await findPageIds(id, 'pathfinder')).toEqual([])
    await change(id, edit('b', '{% include "/elsewhere/note.md" %}'))
    expect(await findPageIds(id, 'pathfinder')).toEqual(['b'])
  })

  test('not by reusable contents of other spaces, which readers do not see', async () => {
    const other = await createSpace(content('secret', 'Confidential'))
    const id = await createSpace(page('a', `{% include "/spaces/${other}/reusable-contents/secret" %}`))
    expect(await findPageIds(id, 'confidential')).toEqual([])
  })

  test('conditions around and inside of a reusable content apply', async () => {
    const id = await createSpace(
      content('open', 'Gratis'),
      content('partly', `Everybody\n\n${conditional('Premium')}\n\nAnybody`),
      page('a', `${conditional(include('open'))}\n\n${include('partly')}`),
    )
    const { search: service } = app.app.areas.search
    const pages = async (query: string, unconditional: boolean) =>
      (
        await service.findPages(
          app.database,
          [id],
          query,
          { limit: 5 },
          { excludeConditionalText: unconditional },
        )
      ).items.length
    for (const word of ['gratis', 'premium']) {
      expect([word, await pages(word, true), await pages(word, false)]).toEqual([word, 0, 1])
    }
    for (const word of ['everybody', 'anybody']) expect([word, await pages(word, true)]).toEqual([word, 1])
  })

  test('a copy of a space changes independently', async () => {
    const id = await createSpace(content('note', 'Common'), page('a', include('note')))
    await listTexts(id)
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
    expect(await listTexts(copy)).toEqual(await listTexts(id))
    await change(copy, content('note', 'Individual'))
    expect(await findPageIds(copy, 'individual')).toEqual(['a'])
    expect(await findPageIds(id, 'common')).toEqual(['a'])
    expect(await findPageIds(copy, 'common')).toEqual([])
  })
})

test('a change of a reusable content indexes the pages that include it, and no others', async () => {
  const plain = Array.from({ length: 10 }, (_, n) => page(`plain-${n}`, `Text ${n}`))
  const id = await createSpace(
    content('one', 'First'),
    content('other', 'Second'),
    page('a', include('one')),
    page('b', include('other')),
    ...plain,
  )
  const before = await listTexts(id)
  await change(id, content('one', 'Third'))
  const after = await listTexts(id)
  expect([...after].filter(([page, text]) => text !== before.get(page)).map(([page]) => page)).toEqual(['a'])
  expect(await findPageIds(id, 'third')).toEqual(['a'])
})

test('a page whose includes would expand to gigabytes is indexed as far as readers see it', async () => {
  const levels = Array.from({ length: 9 }, (_, n) =>
    content(`l${n}`, `level${n}\n\n${include(`l${n + 1}`).repeat(10)}`),
  )
  const id = await createSpace(...levels, content('l9', 'deepest'), page('a', `Top\n\n${include('l0')}`))
  expect(await findPageIds(id, 'top level0')).toEqual(['a'])
})

const name = fc.constantFrom('one', 'two', 'three')
const text = fc.oneof(
  fc.constantFrom('alpha', 'beta', 'gamma'),
  name.map(include),
  name.map((id) => `delta\n\n{% include "./.gitbook/includes/${id}.md" %}\n`),
  name.map((id) => `{% include "../.gitbook/includes/${id}.md" %}\n`),
)
const step = fc.oneof(
  fc.record({ put: name, text }),
  fc.record({ drop: name }),
  fc.record({ page: fc.nat(20), text }),
  fc.record({ move: fc.nat(20), below: fc.nat(20) }),
  fc.record({ remove: fc.nat(20) }),
)

test('after any changes the index equals a newly built one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { id } = await app.space(admin, organization)
      const [pages, contents] = [['p0'], new Set<string>()]
      await change(id, page('p0', 'alpha'))
      for (const each of steps) {
        if ('put' in each) {
          contents.add(each.put)
          await change(id, content(each.put, each.text))
        } else if ('drop' in each) {
          if (contents.delete(each.drop)) await change(id, { type: 'delete-reusable-content', id: each.drop })
        } else if ('page' in each) {
          const known = pages[each.page]
          await change(id, known ? edit(known, each.text) : page(`p${pages.length}`, each.text))
          if (!known) pages.push(`p${pages.length}`)
        } else if ('move' in each) {
          const [moved, below] = [each.move % pages.length, each.below % pages.length]
          // A page only moves below an earlier one, so that none ends up below itself.
          const parent = below < moved ? (pages[below] ?? null) : null
          await change(id, { type: 'move-page', id: pages[moved] ?? '', parent })
        } else if (pages.length > 1) {
          const last = pages.at(-1) ?? ''
          if (each.remove % 2 === 0) {
            pages.pop()
            await change(id, { type: 'delete-page', id: last })
          }
        }
        await listTexts(id)
      }
      const updatedIndex = await readIndex(id)
      await app.database.execute(sql`delete from search_spaces where space_id = ${id}`)
      await listTexts(id)
      expect(updatedIndex).toEqual(await readIndex(id))
    }),
    { numRuns: 15 },
  )
})

/** Every page with its text and the names of what it includes, as the index has them. */
const readIndex = (spaceId: string) =>
  app.database.rows(sql`
    select p.page_id, p.parent_id, p.slug, t.title,
      (select string_agg(s.body, ' ' order by s.position) from search_sections s where s.text_id = t.id) as body,
      (select array_agg(i.name order by i.name) from search_includes i
        where i.space_id = p.space_id and i.page_id = p.page_id) as includes
    from search_pages p left join search_texts t on t.id = p.text_id
    where p.space_id = ${spaceId} order by p.page_id`)
