import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { readError, TestApp } from '../../../testing/app.ts'
import type { User } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const colleague = await app.member(organizationId, 'read')
const stranger = await app.person()

const update = async (body: object) => (await stranger.patch(`/users/${stranger.id}`, body)).status

describe('GET /user', () => {
  test('200 is the user of the token', async () => {
    const person = await app.person('Grace.Hopper@Example.com')
    const { status, body } = await person.get<User>('/user')

    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'user',
      id: person.id,
      displayName: 'grace.hopper',
      email: 'grace.hopper@example.com',
      urls: { location: expect.stringMatching(new RegExp(`/v1/users/${person.id}$`)) },
    })
  })

  test('401 without a token, with an unknown one, and with an invalid header', async () => {
    expect(readError(await app.anonymous.get('/user')).message).toContain('Authorization: Bearer')
    for (const token of ['nope', 'x'.repeat(5000), `${admin.token}x`, admin.token.toUpperCase()]) {
      const answer = await app.anonymous.get('/user', { authorization: `Bearer ${token}` })
      expect(answer.status).toBe(401)
      expect(readError(answer).message).toContain('unknown, revoked or expired')
    }
  })
})

describe('GET /users/:userId', () => {
  test('200 for oneself and for people one shares an organization with', async () => {
    expect((await admin.get<User>(`/users/${colleague.id}`)).body.email).toBe(colleague.email)
    expect((await colleague.get(`/users/${admin.id}`)).status).toBe(200)
    expect((await stranger.get(`/users/${stranger.id}`)).status).toBe(200)
  })

  test('404 for everyone else, for missing ones, and for addresses', async () => {
    for (const id of [stranger.id, newId(), colleague.email, organizationId]) {
      expect((await admin.get(`/users/${id}`)).status).toBe(404)
    }
    expect((await stranger.get(`/users/${admin.id}`)).status).toBe(404)
  })

  test('404 once the last shared organization is left', async () => {
    const leaver = await app.member(organizationId, 'read')
    await leaver.delete(`/orgs/${organizationId}/members/${leaver.id}`)

    expect((await admin.get(`/users/${leaver.id}`)).status).toBe(404)
    expect((await leaver.get(`/users/${admin.id}`)).status).toBe(404)
  })

  test('400 for an id that cannot be stored', async () => {
    expect((await admin.get('/users/a%00b')).status).toBe(400)
  })
})

describe('PATCH /users/:userId', () => {
  test('200 changes the given fields, and colleagues see the changes', async () => {
    const path = `/users/${colleague.id}`
    const { status, body } = await colleague.patch<User>(path, {
      displayName: 'Ada 👩‍💻',
      photoURL: 'https://example.com/ada.png',
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      displayName: 'Ada 👩‍💻',
      photoURL: 'https://example.com/ada.png',
      email: colleague.email,
    })
    expect((await colleague.patch<User>(path, { displayName: 'Ada' })).body.photoURL).toBe(body.photoURL)
    expect((await admin.get<User>(path)).body).toEqual({ ...body, displayName: 'Ada' })
  })

  test('200 ignores an e-mail address and an id', async () => {
    const { status, body } = await stranger.patch<User>(`/users/${stranger.id}`, {
      displayName: 'Me',
      email: admin.email,
      id: admin.id,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: stranger.id, email: stranger.email })
  })

  test('400 for invalid names and photo URLs', async () => {
    expect(await update({ displayName: '😀'.repeat(64) })).toBe(200)
    expect(await update({ displayName: '😀'.repeat(65) })).toBe(400)
    expect(await update({ displayName: '' })).toBe(400)
    expect(await update({ displayName: null })).toBe(400)
    expect(await update({ photoURL: 'no url' })).toBe(400)
    expect(await update({ photoURL: `https://example.com/${'x'.repeat(2048)}` })).toBe(400)
    expect(await update({})).toBe(400)
  })

  test('403 for colleagues, also for admins; 404 for people one does not see', async () => {
    expect((await admin.patch(`/users/${colleague.id}`, { displayName: 'x' })).status).toBe(403)
    expect((await admin.patch(`/users/${stranger.id}`, { displayName: 'x' })).status).toBe(404)
    expect((await admin.patch(`/users/${newId()}`, { displayName: 'x' })).status).toBe(404)
  })
})
