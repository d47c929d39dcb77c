import { afterAll, expect, test } from 'vitest'
import { readError, TestApp } from '../../../testing/app.ts'
import type { Preferences } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const path = '/user/preferences'

test('200 is empty at first, keeps what is given, and takes back what is null', async () => {
  const person = await app.person()
  expect((await person.get(path)).body).toEqual({ object: 'preferences', console: {} })
  const first = await person.patch(path, {
    language: 'ar',
    theme: 'dark',
    console: { recent: ['a', 'b'], tab: 1 },
  })
  expect(first.status).toBe(200)
  expect(first.body).toEqual({
    object: 'preferences',
    language: 'ar',
    theme: 'dark',
    console: { recent: ['a', 'b'], tab: 1 },
  })
  expect((await person.get(path)).body).toEqual(first.body)
  const { body } = await person.patch(path, { language: null, console: { tab: null, width: { side: 260 } } })
  expect(body).toEqual({
    object: 'preferences',
    theme: 'dark',
    console: { recent: ['a', 'b'], width: { side: 260 } },
  })
  expect((await (await app.person()).get(path)).body).toEqual({ object: 'preferences', console: {} })
})

test('changes at once do not undo each other', async () => {
  const person = await app.person()
  const keys = Array.from({ length: 10 }, (_, n) => `key${n}`)
  await Promise.all(keys.map((key) => person.patch(path, { console: { [key]: key } })))
  const { body } = await person.get<Preferences>(path)
  expect(Object.keys(body.console).toSorted()).toEqual(keys)
})

test('400 for what is no preference, and for more than fits; nothing is lost', async () => {
  const person = await app.person()
  await person.patch(path, { console: { keep: 'x'.repeat(10_000) } })
  for (const body of [
    {},
    { language: 'xx' },
    { language: 1 },
    { theme: 'pink' },
    { console: 'text' },
    { console: null },
    { console: { '': 1 } },
    { console: { ['k'.repeat(65)]: 1 } },
    { console: { more: 'x'.repeat(10_000) } },
    { console: { more: 'a\u0000b' } },
    { console: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) },
  ]) {
    expect((await person.patch(path, body)).status).toBe(400)
  }
  const tooMuch = await person.patch(path, { console: { more: 'x'.repeat(10_000) } })
  expect(readError(tooMuch).message).toContain('16384 bytes')
  expect((await person.get<Preferences>(path)).body.console).toEqual({ keep: 'x'.repeat(10_000) })
})

test('401 without a token', async () => {
  expect((await app.anonymous.get(path)).status).toBe(401)
  expect((await app.anonymous.patch(path, { language: 'de' })).status).toBe(401)
})
