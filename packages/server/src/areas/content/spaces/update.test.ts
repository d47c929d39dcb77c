import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { readError, TestApp } from '../../../testing/app.ts'
import { listIds } from '../../../testing/lists.ts'
import type { Space } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const editor = await app.member(organizationId, 'edit')
const creator = await app.member(organizationId, 'create')
const { id: otherId, admin: stranger } = await app.organization('Other')

const book = '📖'

describe('PATCH /spaces/:spaceId', () => {
  test('200 changes the given fields only, and everyone sees the changes', async () => {
    const space = await app.space(admin, organizationId, { title: 'Before', emoji: '1f4d6' })
    const { status, body } = await admin.patch<Space>(`/spaces/${space.id}`, {
      title: 'After',
      editMode: 'locked',
      language: 'de',
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'After',
      emoji: '1f4d6',
      editMode: 'locked',
      language: 'de',
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
      createdAt: space.createdAt,
    })
    expect(body.updatedAt >= space.updatedAt).toBe(true)
    expect((await editor.get<Space>(`/spaces/${space.id}`)).body).toMatchObject({
      title: 'After',
      editMode: 'locked',
    })
  })

  test('200 for an empty body', async () => {
    const space = await app.space(admin, organizationId)

    expect((await admin.patch<Space>(`/spaces/${space.id}`, {})).body).toMatchObject({ title: space.title })
  })

  test('200 an emoji and an icon replace each other, and null removes either', async () => {
    const space = await app.space(admin, organizationId, { emoji: book })
    const icon = 'https://example.com/icon.png'
    const update = async (body: object) => (await admin.patch<Space>(`/spaces/${space.id}`, body)).body

    const withIcon = await update({ icon })
    expect(withIcon).toMatchObject({ emoji: '', urls: { icon } })
    const withEmoji = await update({ emoji: book })
    expect(withEmoji.emoji).toBe(book)
    expect(withEmoji.urls).not.toHaveProperty('icon')
    expect(await update({ emoji: null, icon: null })).toMatchObject({ emoji: '' })
  })

  test('200 ignores unknown fields, also the names of columns', async () => {
    const collection = await app.collection(admin, organizationId)
    const space = await app.space(admin, organizationId)
    const unknownFields = {
      id: newId(),
      organization: otherId,
      organizationId: otherId,
      organization_id: otherId,
      parent: collection.id,
      parentId: collection.id,
      rank: '0',
      revision: newId(),
      iconUrl: 'javascript:alert(1)',
      deletedAt: null,
      unknown: { deep: [1] },
    }
    const { status, body } = await admin.patch<Space>(`/spaces/${space.id}`, unknownFields)

    expect(status).toBe(200)
    expect(body).toEqual({ ...space, updatedAt: body.updatedAt })
    expect((await admin.get<Space>(`/spaces/${space.id}`)).body).toEqual(body)
    expect(await listIds(stranger, `/orgs/${otherId}/spaces`)).not.toContain(space.id)
  })

  test('200 for a title of the maximal number of code points', async () => {
    const space = await app.space(admin, organizationId)

    for (const title of ['', 'x'.repeat(50), book.repeat(50), 'é'.normalize('NFD').repeat(25)]) {
      const { status, body } = await admin.patch<Space>(`/spaces/${space.id}`, { title })
      expect(status).toBe(200)
      expect(body.title).toBe(title)
    }
  })

  test('400 for a longer title, and nothing changes', async () => {
    const space = await app.space(admin, organizationId, { title: 'Short' })

    for (const title of ['x'.repeat(51), book.repeat(51), `${'é'.normalize('NFD').repeat(25)}x`]) {
      const answer = await admin.patch(`/spaces/${space.id}`, { title, editMode: 'locked' })
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toBe('body.title must not have more than 50 characters.')
    }
    expect((await admin.get<Space>(`/spaces/${space.id}`)).body).toEqual(space)
  })

  test.each([
    ['title', { title: ['x'] }],
    ['defaultLevel', { defaultLevel: 'owner' }],
    ['editMode', { editMode: null }],
    ['emoji', { emoji: '' }],
    ['icon', { icon: 'no url' }],
    ['language', { language: null }],
    ['mergeRules', { mergeRules: { type: 'rules' } }],
    ['mergeRules', { mergeRules: { type: 'rules', rules: [{ rule: 'be_nice' }] } }],
  ])('400 names the invalid field: %s in %j', async (field, body) => {
    const space = await app.space(admin, organizationId)
    const answer = await admin.patch(`/spaces/${space.id}`, body)

    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain(`body.${field}`)
  })

  test('400 without a body', async () => {
    const space = await app.space(admin, organizationId)

    expect((await admin.patch(`/spaces/${space.id}`)).status).toBe(400)
  })

  test('403 for members who are not its admin', async () => {
    const space = await app.space(admin, organizationId, { title: 'Kept' })

    expect((await editor.patch(`/spaces/${space.id}`, { title: 'Taken' })).status).toBe(403)
    expect((await creator.patch(`/spaces/${space.id}`, { title: 'Taken' })).status).toBe(403)
    expect((await admin.get<Space>(`/spaces/${space.id}`)).body.title).toBe('Kept')
  })

  test("404 with another organization's token", async () => {
    const space = await app.space(admin, organizationId)

    expect((await stranger.patch(`/spaces/${space.id}`, { title: 'Taken' })).status).toBe(404)
  })
})

describe('POST /spaces/:spaceId/duplicate', () => {
  test('201 copies the space right behind the original, with its settings and without its grants', async () => {
    const collection = await app.collection(admin, organizationId)
    const parent = collection.id
    const original = await app.space(admin, organizationId, { title: 'Guide', emoji: book, parent })
    const last = await app.space(admin, organizationId, { title: 'Last', parent })
    await admin.patch(`/spaces/${original.id}`, { defaultLevel: 'comment', editMode: 'locked' })
    await admin.patch(`/spaces/${original.id}/permissions/users/${editor.id}`, { role: 'review' })

    const { status, body, headers } = await admin.post<Space>(`/spaces/${original.id}/duplicate`)

    expect(status).toBe(201)
    expect(headers['location']).toBe(body.urls.location)
    expect(body).toMatchObject({
      title: 'Guide (copy)',
      emoji: book,
      parent,
      defaultLevel: 'comment',
      editMode: 'locked',
    })
    expect(body.id).not.toBe(original.id)
    expect(body.revision).not.toBe(original.revision)
    expect(await listIds(admin, `/collections/${parent}/spaces`)).toEqual([original.id, body.id, last.id])
    expect((await editor.get<Space>(`/spaces/${body.id}`)).body.permissions.review).toBe(false)
  })

  test('201 shortens the title to the maximal length', async () => {
    const space = await app.space(admin, organizationId, { title: book.repeat(50) })
    const { body } = await admin.post<Space>(`/spaces/${space.id}/duplicate`)

    expect(body.title).toBe(`${book.repeat(43)} (copy)`)
  })

  test('201 for two concurrent requests: both copies are between the original and its successor', async () => {
    const { id: parent } = await app.collection(admin, organizationId)
    const original = await app.space(admin, organizationId, { parent })
    const last = await app.space(admin, organizationId, { parent })
    const answers = await Promise.all([1, 2].map(() => admin.post<Space>(`/spaces/${original.id}/duplicate`)))

    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const ids = await listIds(admin, `/collections/${parent}/spaces`)
    expect(ids).toHaveLength(4)
    expect(ids.at(0)).toBe(original.id)
    expect(ids.at(-1)).toBe(last.id)
  })

  test('403 for members who may not create in the parent of the space', async () => {
    const space = await app.space(admin, organizationId)

    expect((await editor.post(`/spaces/${space.id}/duplicate`)).status).toBe(403)
    expect((await creator.post(`/spaces/${space.id}/duplicate`)).status).toBe(201)
  })

  test('404 for a space that is deleted, does not exist, or is of another organization', async () => {
    const space = await app.space(admin, organizationId)
    expect((await stranger.post(`/spaces/${space.id}/duplicate`)).status).toBe(404)
    await admin.delete(`/spaces/${space.id}`)

    expect((await admin.post(`/spaces/${space.id}/duplicate`)).status).toBe(404)
    expect((await admin.post(`/spaces/${newId()}/duplicate`)).status).toBe(404)
  })
})
