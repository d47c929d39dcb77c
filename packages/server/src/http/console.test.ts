import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { writeOperations, type ApiDocument } from '@verso/console'
import { execFileSync } from 'node:child_process'
import { TestApp } from '../testing/app.ts'

const app = await TestApp.start({ publicUrl: 'https://docs.example.com' })
afterAll(() => app.stop())

const get = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })

/** What the browser of somebody sends who has signed in, perhaps long ago. */
const cookie = `__Host-verso_session=verso_session_${'0'.repeat(20)}`

describe('GET /app', () => {
  test('200 at every address: a page with the strict policy, and nothing of the address in it', async () => {
    // The second address is of the same kind of screen, for which the same is loaded ahead.
    for (const [path, alike] of [
      ['/', '/orgs/abc'],
      ['/spaces/abc123', '/spaces/%3Cscript%3E'],
      ['/spaces/abc123/pages/x', '/spaces/s/pages/%22onload='],
      ['/x%22onload=', '/a/b/c/d'],
    ]) {
      const { statusCode, headers, body } = await get(`/app${path}`, { cookie })
      expect(statusCode).toBe(200)
      expect((await get(`/app${alike}`, { cookie })).body).toBe(body)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
    expect((await get('/')).headers['location']).toBe('/app')
  })

  test('without a session, every address is the sign-in page', async () => {
    const signIn = await get('/app/sign-in')
    for (const path of ['', '/', '/orgs/abc', '/spaces/abc123/pages/x', '/nowhere']) {
      const page = await get(`/app${path}`)
      expect(page.body).toBe(signIn.body)
      expect(page.headers['vary']).toContain('Cookie')
    }
    // A token that somebody put into the cookie is no session.
    expect((await get('/app/orgs/abc', { cookie: '__Host-verso_session=token' })).body).toBe(signIn.body)
    expect((await get('/app/orgs/abc', { cookie })).body).not.toBe(signIn.body)
    expect((await get('/app/reset')).body).not.toBe(signIn.body)
  })

  test('304 to whoever has the page already, and never without asking again', async () => {
    const { headers } = await get('/app/spaces/x', { cookie })
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/app/spaces/y', { cookie, 'if-none-match': String(headers['etag']) })
    expect((await get('/app/spaces/y', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(200)
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })
})

describe('GET /app/assets', () => {
  test('200 for every file that the page names, compressed, and kept for ever', async () => {
    const { body } = await get('/app')
    const names = [...body.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, name]) => name ?? '')
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      const { statusCode, headers } = await get(name, { 'accept-encoding': 'br' })
      expect({ name, statusCode }).toEqual({ name, statusCode: 200 })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-encoding']).toBe('br')
      expect(headers['content-type']).toMatch(/^text\/(javascript|css); charset=utf-8$/)
    }
  })

  test('404 for what is not there, and for every way out of the folder', async () => {
    for (const name of [
      'nope.js',
      '..%2fmanifest.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      'a%00.js',
      'x.ts',
    ]) {
      expect((await get(`/app/assets/${name}`)).statusCode).toBe(404)
    }
  })
})

describe('GET /app/icons', () => {
  test('200 for a name of Font Awesome, also an old one; 404 for any other', async () => {
    const icon = await get('/app/icons/rocket.svg')
    expect(icon.statusCode).toBe(200)
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect(icon.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await get('/app/icons/edit.svg')).statusCode).toBe(200)
    for (const name of ['nope', '..%2f..%2fpackage', 'a'.repeat(200)]) {
      expect((await get(`/app/icons/${name}.svg`)).statusCode).toBe(404)
    }
  })

  test('200 for the list of all names, with the words that people look for', async () => {
    const list = (await get('/app/icons.json')).json<{ name: string; terms: string[] }[]>()
    expect(list.length).toBeGreaterThan(1000)
    expect(list.find(({ name }) => name === 'rocket')?.terms).toContain('launch')
    for (const { name } of list.slice(0, 20))
      expect((await get(`/app/icons/${name}.svg`)).statusCode).toBe(200)
  })
})

test('the operations that the console knows are those of the route table', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const api = join(root, 'packages/console/src/api')
  const written = writeOperations((await get('/openapi.json')).json<ApiDocument>())
  const format = (input: string): string =>
    execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['--stdin-filepath', 'operations.ts'], {
      input,
      encoding: 'utf8',
      cwd: root,
    })
  const names = readdirSync(join(api, 'operations')).map((name) => `operations/${name}`)
  expect(new Set(['operations.ts', ...names])).toEqual(new Set(Object.keys(written)))
  const different = Object.entries(written)
    .filter(([name, text]) => readFileSync(join(api, name), 'utf8') !== format(text))
    .map(([name]) => name)
  expect(different, 'run `npm run generate:operations`').toEqual([])
})
