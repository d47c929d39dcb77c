import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { readError, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { NewToken, Token } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const tokensPath = '/user/tokens'

const isoIn = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString()

/** What a token is answered. */
const tryToken = async (token: string) =>
  (await app.anonymous.get('/user', { authorization: `Bearer ${token}` })).status

describe('POST /user/tokens', () => {
  test('201 shows the secret once and keeps only its hash', async () => {
    const person = await app.person()
    const { status, body, headers } = await person.post<NewToken>(tokensPath, { name: 'CI' })

    expect(status).toBe(201)
    expect(headers['location']).toBe(body.urls.location)
    expect(body).toMatchObject({ object: 'token', name: 'CI' })
    expect(body.token).toMatch(/^verso_[\w-]{43}$/)
    expect(body).not.toHaveProperty('expiresAt')
    expect(await tryToken(body.token)).toBe(200)
    const list = await person.get(tokensPath)
    expect(JSON.stringify(list.body)).not.toContain(body.token)
    const rows = await app.database.rows(sql`select * from tokens where id = ${body.id}`)
    expect(rows).toMatchObject([{ hash: createHash('sha256').update(body.token).digest() }])
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })

  test('401 for a token in the cookie of a session, also on a page of ours', async () => {
    const { token } = await app.person()
    const cookie = `verso_session=${token}`

    expect(await tryToken(token)).toBe(200)
    expect((await app.anonymous.get('/user', { cookie })).status).toBe(401)
    const fromOwnPage = { cookie, origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }
    const answer = await app.anonymous.send('POST', tokensPath, { name: 'More' }, fromOwnPage)
    expect(answer.status).toBe(401)
  })

  test('201 with an expiry: the token works only until then', async () => {
    const person = await app.person()
    const expiresAt = isoIn(2 * days)
    const { body } = await person.post<NewToken>(tokensPath, { name: 'Short', expiresAt })

    expect(body.expiresAt).toBe(expiresAt)
    expect(await tryToken(body.token)).toBe(200)
    app.clock.advance(2 * days - minutes)
    expect(await tryToken(body.token)).toBe(200)
    app.clock.advance(2 * minutes)
    expect(await tryToken(body.token)).toBe(401)
    expect(await listIds(person, tokensPath)).toContain(body.id)
    expect((await person.delete(`${tokensPath}/${body.id}`)).status).toBe(205)
  })

  test('400 for an invalid name or expiry', async () => {
    const person = await app.person()

    for (const [field, body] of [
      ['name', {}],
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 7 }],
      ['expiresAt', { name: 'x', expiresAt: 'tomorrow' }],
      ['expiresAt', { name: 'x', expiresAt: 1_900_000_000 }],
      ['expiresAt', { name: 'x', expiresAt: isoIn(-minutes) }],
      ['expiresAt', { name: 'x', expiresAt: '2030-02-30T00:00:00Z' }],
      ['expiresAt', { name: 'x', expiresAt: '2030-06-30T23:59:60Z' }],
    ] as const) {
      const answer = await person.post(tokensPath, body)
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain(`body.${field} must`)
    }
    expect(await readList(person, tokensPath)).toMatchObject({ count: 1 })
  })

  test('401 without a token', async () => {
    expect((await app.anonymous.post(tokensPath, { name: 'x' })).status).toBe(401)
  })
})

describe('GET /user/tokens', () => {
  test("200 lists one's own, with their last use, and nobody else's", async () => {
    const person = await app.person()
    const other = await app.person()
    const { body: used } = await person.post<NewToken>(tokensPath, { name: 'Used' })
    const { body: unused } = await person.post<NewToken>(tokensPath, { name: 'Unused' })
    await tryToken(used.token)

    // The use is written down behind the answer.
    await waitFor('the last use of the token', async () => {
      const { items } = await readList<Token>(person, tokensPath)
      return items.find(({ id }) => id === used.id)?.lastUsedAt
    })
    const { count, items } = await readList<Token>(person, tokensPath)
    expect(count).toBe(3)
    expect(items.find(({ id }) => id === unused.id)).not.toHaveProperty('lastUsedAt')
    expect(await readList(other, tokensPath)).toMatchObject({ count: 1 })
  })
})

describe('DELETE /user/tokens/:tokenId', () => {
  test('205 and the token is rejected from then on, while others work', async () => {
    const person = await app.person()
    const { body } = await person.post<NewToken>(tokensPath, { name: 'Lost' })

    expect((await person.delete(`${tokensPath}/${body.id}`)).status).toBe(205)
    expect(await tryToken(body.token)).toBe(401)
    expect(await tryToken(person.token)).toBe(200)
    expect((await person.delete(`${tokensPath}/${body.id}`)).status).toBe(204)
  })

  test('205 for the token of the request itself', async () => {
    const person = await app.person()
    const [own = ''] = await listIds(person, tokensPath)

    expect((await person.delete(`${tokensPath}/${own}`)).status).toBe(205)
    expect((await person.get('/user')).status).toBe(401)
  })

  test('204 for a token of someone else, which still works, and for missing ones', async () => {
    const person = await app.person()
    const other = await app.person()
    const [theirs = ''] = await listIds(other, tokensPath)

    expect((await person.delete(`${tokensPath}/${theirs}`)).status).toBe(204)
    expect((await other.get('/user')).status).toBe(200)
    expect((await person.delete(`${tokensPath}/${newId()}`)).status).toBe(204)
  })
})
