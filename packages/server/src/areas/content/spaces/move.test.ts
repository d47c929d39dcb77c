import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, readError, TestApp } from '../../../testing/app.ts'
import { listTitles } from '../../../testing/lists.ts'
import type { Space } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const creator = await app.member(organizationId, 'create')
const editor = await app.member(organizationId, 'edit')
const { id: otherId, admin: stranger } = await app.organization('Other')

/** Creates a collection with spaces of the given titles. */
async function createCollectionWith(...titles: string[]) {
  const { id } = await app.collection(admin, organizationId)
  const spaces: Space[] = []
  for (const title of titles) spaces.push(await app.space(admin, organizationId, { title, parent: id }))
  const findId = (title: string) => spaces.find((space) => space.title === title)?.id ?? ''
  return {
    id,
    findId,
    at: (title: string) => ({ type: 'space', space: findId(title) }),
    move: (title: string, body: unknown) => admin.post<Space>(`/spaces/${findId(title)}/move`, body),
    titles: () => listTitles(admin, `/collections/${id}/spaces`),
  }
}

describe('POST /spaces/:spaceId/move in its collection', () => {
  test('200 moves a space before or after another one', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C', 'D')

    expect((await move('D', { position: { before: at('B') } })).status).toBe(200)
    expect(await titles()).toEqual(['A', 'D', 'B', 'C'])
    await move('A', { position: { after: at('B') } })
    expect(await titles()).toEqual(['D', 'B', 'A', 'C'])
    await move('C', { position: { before: at('D') } })
    expect(await titles()).toEqual(['C', 'D', 'B', 'A'])
    await move('C', { position: { after: at('A') } })
    expect(await titles()).toEqual(['D', 'B', 'A', 'C'])
  })

  test('200 between two anchors moves it right behind the first', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C', 'D')

    await move('D', { position: { after: at('A'), before: at('B') } })
    expect(await titles()).toEqual(['A', 'D', 'B', 'C'])
    await move('B', { position: { after: at('A'), before: at('C') } })
    expect(await titles()).toEqual(['A', 'B', 'D', 'C'])
  })

  test('200 for the position that it has already', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C')

    await move('B', { position: { after: at('A') } })
    await move('B', { position: { before: at('C') } })
    expect(await titles()).toEqual(['A', 'B', 'C'])
  })

  test('200 moves it to the end without a position and with an empty one', async () => {
    const { id, move, titles } = await createCollectionWith('A', 'B', 'C')

    await move('A', { parent: id })
    expect(await titles()).toEqual(['B', 'C', 'A'])
    await move('B', { position: {} })
    expect(await titles()).toEqual(['C', 'A', 'B'])
  })

  test('200 next to a collection: spaces and collections share one order', async () => {
    const { id, move, at, titles } = await createCollectionWith('A', 'B')
    const inner = await app.collection(admin, organizationId, { parent: id })
    const beside = { type: 'collection', collection: inner.id }

    await move('A', { position: { after: beside } })
    expect(await titles()).toEqual(['B', 'A'])
    await move('B', { position: { after: beside } })
    expect(await titles()).toEqual(['B', 'A'])
    await admin.post(`/collections/${inner.id}/move`, { position: { after: at('A') } })
    await move('B', { position: { before: beside } })
    expect(await titles()).toEqual(['A', 'B'])
  })

  test('200 updates one row only, however many siblings there are', async () => {
    const { id, move, at } = await createCollectionWith('A', 'B', 'C', 'D', 'E')
    const ranks = () =>
      app.database.rows<{ id: string; rank: string }>(sql`
        select id, rank from spaces where parent_id = ${id} order by id`)
    const before = await ranks()
    await move('E', { position: { before: at('A') } })
    const after = await ranks()

    expect(after.filter(({ rank }, index) => rank !== before[index]?.rank)).toHaveLength(1)
  })

  test('200 for a hundred moves into the same gap', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C', 'D')

    for (let round = 0; round < 50; round++) {
      await move('C', { position: { after: at('A') } })
      await move('D', { position: { after: at('A') } })
    }
    expect(await titles()).toEqual(['A', 'D', 'C', 'B'])
  })

  test('200 for two concurrent moves into the same gap: both have a rank of their own', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C', 'D')
    const answers = await Promise.all(
      ['C', 'D'].map((title) => move(title, { position: { after: at('A') } })),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const order = await titles()
    expect(order.at(0)).toBe('A')
    expect(order.at(-1)).toBe('B')
    expect([...order].sort()).toEqual(['A', 'B', 'C', 'D'])
    // The two have different ranks, so that another space fits between them.
    await move('B', { position: { after: at(order[1] ?? '') } })
    expect(await titles()).toEqual([order[0], order[1], 'B', order[2]])
  })

  test('200 for many concurrent moves relative to each other: nothing is lost', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C', 'D', 'E', 'F')
    const next: Record<string, string> = { A: 'B', B: 'C', C: 'D', D: 'E', E: 'F', F: 'A' }
    const answers = await Promise.all(
      Object.entries(next).flatMap(([moved, anchor]) => [
        move(moved, { position: { after: at(anchor) } }),
        move(anchor, { position: { before: at(moved) } }),
      ]),
    )

    expect(countStatuses(answers)).toEqual({ 200: 12 })
    expect([...(await titles())].sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
  })

  test('400 with itself as an anchor', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B')
    const answer = await move('A', { position: { after: at('A') } })

    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('body.position')
    expect(await titles()).toEqual(['A', 'B'])
  })

  test.each([
    {},
    { parent: 7 },
    { position: 'first' },
    { position: { before: 'A' } },
    { position: { before: { type: 'page', page: 'x' } } },
    { position: { before: { type: 'space' } } },
    { position: { before: { type: 'space', collection: 'x' } } },
  ])('400 for %j', async (body) => {
    const { move } = await createCollectionWith('A')

    expect((await move('A', body)).status).toBe(400)
  })

  test('404 for anchors that do not exist, are deleted, of another kind or of another organization', async () => {
    const { id, move, at, findId, titles } = await createCollectionWith('A', 'B', 'C')
    const foreign = await app.space(stranger, otherId)
    await admin.delete(`/spaces/${findId('C')}`)

    for (const anchor of [
      { type: 'space', space: newId() },
      at('C'),
      { type: 'collection', collection: findId('B') },
      { type: 'space', space: id },
      { type: 'space', space: foreign.id },
    ]) {
      expect((await move('A', { position: { after: anchor } })).status).toBe(404)
    }
    expect(await titles()).toEqual(['A', 'B'])
  })

  test('404 for an anchor that the caller may not see, also in another collection', async () => {
    const { id: parent, at, findId } = await createCollectionWith('Hidden')
    const elsewhere = await createCollectionWith('Hidden too')
    const mine = await app.space(creator, organizationId, { parent })
    for (const hidden of [findId('Hidden'), elsewhere.findId('Hidden too')]) {
      await admin.patch(`/spaces/${hidden}`, { defaultLevel: null })
    }

    for (const anchor of [at('Hidden'), elsewhere.at('Hidden too')]) {
      const answer = await creator.post(`/spaces/${mine.id}/move`, { position: { before: anchor } })
      expect(answer.status).toBe(404)
    }
  })

  test('409 for an anchor in another collection', async () => {
    const one = await createCollectionWith('A')
    const other = await createCollectionWith('B')

    expect((await one.move('A', { position: { after: other.at('B') } })).status).toBe(409)
    expect((await one.move('A', { parent: null, position: { after: other.at('B') } })).status).toBe(409)
    expect(await one.titles()).toEqual(['A'])
  })

  test('409 for anchors in the wrong order, and for equal anchors', async () => {
    const { move, at, titles } = await createCollectionWith('A', 'B', 'C')

    expect((await move('C', { position: { after: at('B'), before: at('A') } })).status).toBe(409)
    expect((await move('C', { position: { after: at('B'), before: at('B') } })).status).toBe(409)
    expect(await titles()).toEqual(['A', 'B', 'C'])
  })
})

describe('POST /spaces/:spaceId/move to another parent', () => {
  test('200 to a position in another collection, and back to the top level', async () => {
    const from = await createCollectionWith('A', 'B')
    const to = await createCollectionWith('X', 'Y')
    const moved = await from.move('A', { parent: to.id, position: { before: to.at('Y') } })

    expect(moved.body).toMatchObject({ parent: to.id, visibility: 'in-collection' })
    expect(await from.titles()).toEqual(['B'])
    expect(await to.titles()).toEqual(['X', 'A', 'Y'])
    const { body } = await from.move('A', { parent: null })
    expect(body).not.toHaveProperty('parent')
    expect(body.visibility).toBe('private')
    expect(await to.titles()).toEqual(['X', 'Y'])
  })

  test('200 inherits the access of the new parent', async () => {
    const hidden = await createCollectionWith()
    const { id, findId, move } = await createCollectionWith('A')
    await admin.patch(`/collections/${hidden.id}`, { defaultLevel: null })
    const readStatus = async () => (await editor.get(`/spaces/${findId('A')}`)).status

    await move('A', { parent: hidden.id })
    expect(await readStatus()).toBe(404)
    await move('A', { parent: id })
    expect(await readStatus()).toBe(200)
  })

  test('403 for members who may not create in the new parent', async () => {
    const target = await createCollectionWith()
    await admin.patch(`/collections/${target.id}`, { defaultLevel: 'read' })
    const mine = await app.space(creator, organizationId)

    expect((await creator.post(`/spaces/${mine.id}/move`, { parent: target.id })).status).toBe(403)
    expect((await creator.get<Space>(`/spaces/${mine.id}`)).body).not.toHaveProperty('parent')
  })

  test('403 for members who are not an admin of the space', async () => {
    const { id, findId } = await createCollectionWith('A')

    expect((await editor.post(`/spaces/${findId('A')}/move`, { parent: id })).status).toBe(403)
  })

  test('404 for a new parent that does not exist, is hidden, a space, or of another organization', async () => {
    const foreign = await app.collection(stranger, otherId)
    const hidden = await createCollectionWith()
    await admin.patch(`/collections/${hidden.id}`, { defaultLevel: null })
    const mine = await app.space(creator, organizationId)

    for (const parent of [newId(), hidden.id, mine.id, foreign.id]) {
      expect((await creator.post(`/spaces/${mine.id}/move`, { parent })).status).toBe(404)
    }
  })

  test("404 with another organization's token", async () => {
    const { findId } = await createCollectionWith('A')

    expect((await stranger.post(`/spaces/${findId('A')}/move`, { parent: null })).status).toBe(404)
  })
})
