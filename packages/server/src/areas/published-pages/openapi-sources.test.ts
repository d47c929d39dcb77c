import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours } from '../../common/clock.ts'
import type { Job } from '../tasks/schema.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { changeContent, newPage } from '../../testing/direct-changes.ts'
import { TestNetwork } from '../../testing/network.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'
import { makePetstore } from '../../testing/specs.ts'

const network = new TestNetwork()
/** What the outside has to say, by path; a number is a status. */
const outside = new Map<string, string | number | { location: string }>()
const asked: string[] = []
let t: TestApp
let readers: SitePublisher
let admin: Person

beforeAll(async () => {
  await network.addSite('api.example.com', '93.184.216.34', (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = outside.get(path) ?? 404
    if (typeof answer === 'number') response.writeHead(answer).end()
    else if (typeof answer === 'object') response.writeHead(302, answer).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  network.setAddresses('inside.example.com', ['10.0.0.7'])
  t = await TestApp.start({ publicUrl: 'https://verso.example' }, { role: 'all', network })
  readers = await SitePublisher.create(t)
  ;({ admin } = readers)
})
afterAll(async () => {
  await t.stop()
  await network.close()
})

const block = (src: string, path = '/pets', method = 'get', tag = 'openapi') =>
  `{% ${tag} src="${src}" path="${path}" method="${method}" %}\n[${src}](${src})\n{% end${tag} %}`

const page = (markdown: string) => readers.publish({}, { pages: [newPage('pets', 'Pets', markdown)] })

/** A page in whose place other pages may say more. */
const withFile = async (bytes: string | Buffer, markdown: string, name = 'pets.json') => {
  const made = await readers.publish({}, { pages: [] })
  const file = await t.app.areas.content.files.store({ name, bytes: Buffer.from(bytes) })
  await changeContent(t, admin, made.space.id, [
    { type: 'put-file', id: 'description', file },
    newPage('pets', 'Pets', markdown),
  ])
  return made
}

const contentOf = async (at: string): Promise<string> => {
  const { status, text } = await readers.get(at)
  expect(status).toBe(200)
  return /<div class="content">(.*?)<\/article>/s.exec(text)?.[1] ?? ''
}

/** What a page says once nothing is done about it any more; what was to be tried again was. */
async function settled({ space, path: at }: PublishedTestSite): Promise<string> {
  await contentOf(at)
  for (;;) {
    const { items } = expectStatus(
      200,
      await admin.get<{ items: Job[] }>(`/orgs/${readers.organization}/jobs?space=${space.id}`),
    )
    const open = items.filter(({ status }) => status === 'pending' || status === 'running')
    if (open.length === 0) return contentOf(at)
    if (open.every(({ retryAt }) => retryAt !== undefined)) t.clock.advance(60_000)
    await sleep(20)
  }
}

/** What a page says of a file, which it waits for; on a busy machine not always long enough. */
async function filled(at: string, expected: string): Promise<string> {
  for (;;) {
    const text = await contentOf(at)
    if (text.includes(expected)) return text
    await sleep(50)
  }
}

const isLink = (html: string, href: string): boolean =>
  html.includes('class="api missing"') && html.includes(`href="${href}"`)

describe('a description in a file of the space', () => {
  it('200 is shown: method, parameters, responses and samples', async () => {
    const { path: at } = await withFile(JSON.stringify(makePetstore()), block('/files/description'))
    const text = await filled(at, 'List pets')
    expect(text).toContain('<span class="server">https://pets.example.com/v1</span>')
    expect(text).toContain('limit')
    expect(text).toContain('Some pets')
    expect(text).toContain('curl')
    expect(text).not.toContain('class="api missing"')
  })

  it('200 leads to each operation, and to headings, from the outline', async () => {
    const shown = block('/files/description')
    const { path: at } = await withFile(
      JSON.stringify(makePetstore()).replace('"operationId":"listPets",', ''),
      `## List pets\n\n${shown}\n\n## End\n\n${shown}`,
    )
    await filled(at, 'curl')
    const { text } = await readers.get(at)
    const outline = /<nav[^>]*data-outline>(.*?)<\/nav>/s.exec(text)?.[1] ?? ''
    const anchors = [...outline.matchAll(/href="#([^"]*)">([^<]*)</g)].map(([, anchor, title]) => [
      anchor,
      title,
    ])
    expect(anchors).toEqual([
      ['list-pets', 'List pets'],
      ['list-pets-2', 'List pets'],
      ['end', 'End'],
      ['list-pets-3', 'List pets'],
    ])
    for (const [anchor = ''] of anchors) expect(text.split(` id="${anchor}"`)).toHaveLength(2)
  })

  it('200 as YAML, of Swagger 2.0, under the old name of the block', async () => {
    const yaml = `swagger: "2.0"\ninfo: { title: Pets, version: "1" }\nhost: old.example.com\nschemes: [https]\npaths:\n  /pets:\n    post:\n      summary: Make a pet\n      parameters:\n        - { name: pet, in: body, schema: { type: object, properties: { nickname: { type: string } } } }\n      responses: { 201: { description: Made } }\n`
    const { path: at } = await withFile(
      yaml,
      block('/files/description', '/pets', 'post', 'swagger'),
      'pets.yaml',
    )
    const text = await filled(at, 'Make a pet')
    expect(text).toContain('https://old.example.com')
    expect(text).toContain('nickname')
  })

  it('200 follows the file: another one of the same name is another page', async () => {
    const { path: at, space } = await withFile(JSON.stringify(makePetstore()), block('/files/description'))
    await filled(at, 'List pets')
    const changed = JSON.stringify(makePetstore()).replace('List pets', 'All pets there are')
    const file = await t.app.areas.content.files.store({ name: 'pets.json', bytes: Buffer.from(changed) })
    await changeContent(t, admin, space.id, [{ type: 'put-file', id: 'description', file }])
    expect(await filled(at, 'All pets there are')).not.toContain('List pets')
  })

  it.each<[string, string | Buffer]>([
    ['no description', 'Dear diary'],
    ['a page of HTML', '<!doctype html><title>x</title>'],
    ['nothing', ''],
    ['bytes that are no text', randomBytes(2000)],
    [
      'a picture of another file',
      JSON.stringify({ ...makePetstore(), paths: { '/pets': { $ref: 'other.yaml' } } }),
    ],
    [
      'one that refers to an address, which would be fetched for a reader',
      JSON.stringify({ ...makePetstore(), paths: { '/pets': { $ref: 'http://api.example.com/hidden' } } }),
    ],
    [
      'aliases without end',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => `b${n}: &b${n} [${`*${n ? `b${n - 1}` : 'a'}, `.repeat(9)}]`).join('\n')}`,
    ],
    ['no such operation', JSON.stringify({ ...makePetstore(), paths: {} })],
    [
      'something else where an operation belongs',
      JSON.stringify({ ...makePetstore(), paths: { '/pets': { get: 7 } } }),
    ],
  ])('200 a link to it where it is %s', async (_name, bytes) => {
    const { path: at, space } = await withFile(bytes, block('/files/description'))
    const html = await contentOf(at)
    expect(html).toContain('class="api missing"')
    expect(html).toMatch(new RegExp(`href="[^"]*/~verso/files/${space.id}/description/`))
    expect(asked).not.toContain('/hidden')
  })

  it('200 nothing of another organization’s file, whatever the reference', async () => {
    const { id: other, admin: stranger } = await t.organization()
    const theirs = await t.space(stranger, other)
    const secret = JSON.stringify(makePetstore()).replace('List pets', 'Their secret')
    const file = await t.app.areas.content.files.store({ name: 'pets.json', bytes: Buffer.from(secret) })
    await changeContent(t, stranger, theirs.id, [{ type: 'put-file', id: 'description', file }])
    for (const src of [`/spaces/${theirs.id}/files/description`, '/files/description']) {
      const { path: at } = await page(block(src))
      expect(await contentOf(at)).not.toContain('Their secret')
    }
  })

  it('200 in time, whatever it unfolds to', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => {
        const next = { $ref: `#/components/schemas/L${n + 1}` }
        const properties = Object.fromEntries(Array.from({ length: 30 }, (_, m) => [`p${m}`, next]))
        return [`L${n}`, { type: 'object', properties, allOf: [next, next], example: { a: next, b: next } }]
      }),
    )
    const top = { $ref: '#/components/schemas/L0' }
    const content = { 'application/json': { schema: top, example: { a: top, b: top } } }
    const wide = makePetstore({
      paths: {
        '/pets': {
          get: {
            summary: 'Deep pets',
            parameters: [{ name: 'p', in: 'query', required: true, schema: top, example: { a: top } }],
            requestBody: { content },
            responses: { 200: { description: 'x', content } },
          },
        },
      },
      components: { schemas: levels },
    })
    const { path: at } = await withFile(JSON.stringify(wide), block('/files/description'))
    const text = await filled(at, 'Deep pets')
    expect(text.length).toBeLessThan(20_000_000)
  })

  it('200 runs nothing of it', async () => {
    const evil = '<script>alert(1)</script>'
    const { path: at } = await withFile(
      JSON.stringify(
        makePetstore({
          servers: [{ url: `javascript:alert(1)//${evil}` }],
          paths: {
            '/pets': {
              get: {
                summary: `Evil ${evil}`,
                description: `${evil} [x](javascript:alert(1))`,
                responses: { [evil]: { description: evil, content: { [evil]: { example: evil } } } },
              },
            },
          },
        }),
      ),
      block('/files/description'),
    )
    const text = await filled(at, 'Evil')
    expect(text).not.toContain('<script')
    expect(text).not.toMatch(/href="\s*javascript:/i)
  })
})

describe('a description at an address', () => {
  it('200 a link at first, then what it says; and what it says an hour later', async () => {
    const src = 'http://api.example.com/pets.json'
    outside.set('/pets.json', JSON.stringify(makePetstore()))
    const site = await page(block(src))
    const first = await readers.get(site.path)
    expect(isLink(first.text, src)).toBe(true)
    expect(await settled(site)).toContain('List pets')

    // However many read it, it is asked for once.
    const before = asked.filter((path) => path === '/pets.json').length
    const kept = await readers.get(site.path)
    outside.set('/pets.json', JSON.stringify(makePetstore()).replace('List pets', 'Every pet'))
    for (let n = 0; n < 5; n++) expect(await settled(site)).toContain('List pets')
    expect((await readers.get(site.path)).headers['etag']).toBe(kept.headers['etag'])
    expect(asked.filter((path) => path === '/pets.json')).toHaveLength(before)

    t.clock.advance(1 * hours + 1)
    expect(await contentOf(site.path)).toContain('List pets')
    expect(await settled(site)).toContain('Every pet')
    expect(asked.filter((path) => path === '/pets.json')).toHaveLength(before + 1)
    const etag = String(kept.headers['etag'])
    expect((await readers.get(site.path, { 'if-none-match': etag })).status).toBe(200)
  })

  it('200 what it said last, while it says nothing', async () => {
    outside.set('/fickle.json', JSON.stringify(makePetstore()))
    const site = await page(block('http://api.example.com/fickle.json'))
    expect(await settled(site)).toContain('List pets')
    outside.set('/fickle.json', 503)
    t.clock.advance(1 * hours + 1)
    expect(await settled(site)).toContain('List pets')
    outside.set('/fickle.json', 'no longer a description')
    t.clock.advance(1 * hours + 1)
    expect(await settled(site)).toContain('List pets')
  })

  it('200 of several files, each within reach', async () => {
    outside.set(
      '/many.json',
      JSON.stringify(makePetstore({ paths: { '/pets': { $ref: 'parts/pets.json' } } })),
    )
    outside.set('/parts/pets.json', JSON.stringify({ get: { summary: 'From a part', responses: {} } }))
    expect(await settled(await page(block('http://api.example.com/many.json')))).toContain('From a part')
  })

  it.each<[string, string, string | number | { location: string } | undefined]>([
    ['answers 404', '/gone.json', 404],
    ['answers 500', '/broken.json', 500],
    ['is no description', '/page.html', '<!doctype html>'],
    ['is too large', '/large.json', JSON.stringify(makePetstore({ 'x-room': 'x'.repeat(5 * 2 ** 20) }))],
    ['leads to this machine', '/loop', { location: 'http://127.0.0.1/admin' }],
    ['leads to the inside', '/inside', { location: 'http://inside.example.com/' }],
    ['leads to a file', '/file', { location: 'file:///etc/passwd' }],
    ['leads nowhere but to itself', '/again', { location: '/again' }],
    [
      'refers to the inside',
      '/ref.json',
      JSON.stringify(makePetstore({ paths: { '/pets': { $ref: 'http://inside.example.com/x' } } })),
    ],
  ])('200 a link where it %s', async (_name, path, answer) => {
    if (answer !== undefined) outside.set(path, answer)
    const src = `http://api.example.com${path}`
    const before = network.connections.length
    expect(isLink(await settled(await page(block(src))), src)).toBe(true)
    expect(asked).toContain(path)
    expect(network.connections.slice(before).filter((address) => address !== '93.184.216.34')).toEqual([])
  })

  it.each([
    ['this machine', 'http://127.0.0.1:5432/'],
    ['the cloud around it', 'http://169.254.169.254/latest/meta-data/'],
    ['this machine in IPv6', 'http://[::1]/x.json'],
    ['this machine by its name', 'http://localhost/x.json'],
    ['the inside', 'http://inside.example.com/x.json'],
    ['an address with a password', 'http://name:password@api.example.com/x.json'],
    ['an address without end', `http://api.example.com/${'x'.repeat(3000)}`],
    ['another protocol', 'ftp://api.example.com/x.json'],
  ])('200 nothing is asked of %s', async (_name, src) => {
    const before = network.connections.length
    expect(await settled(await page(block(src)))).toContain('class="api missing"')
    expect(network.connections.length).toBe(before)
  })

  it('200 links for those beyond what one space may name', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `/many/${n}.json`)
    for (const name of names) outside.set(name, JSON.stringify(makePetstore()))
    const site = await page(names.map((name) => block(`http://api.example.com${name}`)).join('\n\n'))
    const html = await settled(site)
    expect(html.match(/class="api missing"/g)).toHaveLength(10)
    expect(asked.filter((path) => path.startsWith('/many/'))).toHaveLength(30)
    await settled(site)
    expect(asked.filter((path) => path.startsWith('/many/'))).toHaveLength(30)
  })

  it('is not asked for by the Markdown of a page', async () => {
    outside.set('/quiet.json', JSON.stringify(makePetstore()))
    const { path: at } = await page(block('http://api.example.com/quiet.json'))
    expect((await readers.get(`${at}/index.md`)).text).toContain('http://api.example.com/quiet.json')
    expect((await readers.get(`${at}/llms-full.txt`)).text).toContain('http://api.example.com/quiet.json')
    expect(asked).not.toContain('/quiet.json')
  })
})
