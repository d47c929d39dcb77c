import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours } from '../../common/clock.ts'
import type { Job } from '../tasks/schema.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { TestNetwork } from '../../testing/network.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'
import { createPetstore } from '../../testing/specs.ts'
import { waitFor } from '../../testing/wait-for.ts'

const network = new TestNetwork()
/** The responses of the test server, by path; a number is a status. */
const responses = new Map<string, string | number | { location: string }>()
const requestedPaths: string[] = []
let t: TestApp
let publisher: SitePublisher
let admin: Person

beforeAll(async () => {
  await network.addSite('api.example.com', '93.184.216.34', (request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const body = responses.get(path) ?? 404
    if (typeof body === 'number') response.writeHead(body).end()
    else if (typeof body === 'object') response.writeHead(302, body).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  network.setAddresses('inside.example.com', ['10.0.0.7'])
  t = await TestApp.start({ publicUrl: 'https://verso.example' }, { role: 'all', network })
  publisher = await SitePublisher.create(t)
  ;({ admin } = publisher)
})
afterAll(async () => {
  await t.stop()
  await network.close()
})

const block = (src: string, path = '/pets', method = 'get', tag = 'openapi') =>
  `{% ${tag} src="${src}" path="${path}" method="${method}" %}\n[${src}](${src})\n{% end${tag} %}`

const page = (markdown: string) => publisher.publish({}, { pages: [newPage('pets', 'Pets', markdown)] })

/** Publishes a page together with a file that it refers to. */
const withFile = async (bytes: string | Buffer, markdown: string, name = 'pets.json') => {
  const publishedSite = await publisher.publish({}, { pages: [] })
  const file = await t.app.areas.content.files.store({ name, bytes: Buffer.from(bytes) })
  await commitChanges(t, admin, publishedSite.space.id, [
    { type: 'put-file', id: 'description', file },
    newPage('pets', 'Pets', markdown),
  ])
  return publishedSite
}

const readContent = async (sitePath: string): Promise<string> => {
  const { status, text } = await publisher.get(sitePath)
  expect(status).toBe(200)
  return /<div class="content">(.*?)<\/article>/s.exec(text)?.[1] ?? ''
}

/** The content of a page after all jobs of its space have ended, retries included. */
async function waitUntilSettled({ space, path: sitePath }: PublishedTestSite): Promise<string> {
  await readContent(sitePath)
  await waitFor('the jobs of the space to end', async () => {
    const { items } = expectStatus(
      200,
      await admin.get<{ items: Job[] }>(`/orgs/${publisher.organization}/jobs?space=${space.id}`),
    )
    const open = items.filter(({ status }) => status === 'pending' || status === 'running')
    if (open.length > 0 && open.every(({ retryAt }) => retryAt !== undefined)) t.clock.advance(60_000)
    return open.length === 0
  })
  return readContent(sitePath)
}

/** The content of a page once it shows a file. A page is first sent without a file that takes long to read. */
const waitForContent = (sitePath: string, expected: string): Promise<string> =>
  waitFor(`"${expected}" in the page`, async () => {
    const text = await readContent(sitePath)
    return text.includes(expected) && text
  })

const isLink = (html: string, href: string): boolean =>
  html.includes('class="api missing"') && html.includes(`href="${href}"`)

describe('a description in a file of the space', () => {
  it('200 shows method, parameters, responses and samples', async () => {
    const { path: sitePath } = await withFile(JSON.stringify(createPetstore()), block('/files/description'))
    const text = await waitForContent(sitePath, 'List pets')
    expect(text).toContain('<span class="server">https://pets.example.com/v1</span>')
    expect(text).toContain('limit')
    expect(text).toContain('Some pets')
    expect(text).toContain('curl')
    expect(text).not.toContain('class="api missing"')
  })

  it('200 lists each operation and each heading in the outline', async () => {
    const operation = block('/files/description')
    const { path: sitePath } = await withFile(
      JSON.stringify(createPetstore()).replace('"operationId":"listPets",', ''),
      `## List pets\n\n${operation}\n\n## End\n\n${operation}`,
    )
    await waitForContent(sitePath, 'curl')
    const { text } = await publisher.get(sitePath)
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

  it('200 shows Swagger 2.0 in YAML, with the old name of the block', async () => {
    const yaml = `swagger: "2.0"\ninfo: { title: Pets, version: "1" }\nhost: old.example.com\nschemes: [https]\npaths:\n  /pets:\n    post:\n      summary: Make a pet\n      parameters:\n        - { name: pet, in: body, schema: { type: object, properties: { nickname: { type: string } } } }\n      responses: { 201: { description: Made } }\n`
    const { path: sitePath } = await withFile(
      yaml,
      block('/files/description', '/pets', 'post', 'swagger'),
      'pets.yaml',
    )
    const text = await waitForContent(sitePath, 'Make a pet')
    expect(text).toContain('https://old.example.com')
    expect(text).toContain('nickname')
  })

  it('200 shows the new content after the file was replaced', async () => {
    const { path: sitePath, space } = await withFile(
      JSON.stringify(createPetstore()),
      block('/files/description'),
    )
    await waitForContent(sitePath, 'List pets')
    const changed = JSON.stringify(createPetstore()).replace('List pets', 'All pets there are')
    const file = await t.app.areas.content.files.store({ name: 'pets.json', bytes: Buffer.from(changed) })
    await commitChanges(t, admin, space.id, [{ type: 'put-file', id: 'description', file }])
    expect(await waitForContent(sitePath, 'All pets there are')).not.toContain('List pets')
  })

  it.each<[string, string | Buffer]>([
    ['no description', 'Dear diary'],
    ['a page of HTML', '<!doctype html><title>x</title>'],
    ['nothing', ''],
    ['bytes that are no text', randomBytes(2000)],
    [
      'a picture of another file',
      JSON.stringify({ ...createPetstore(), paths: { '/pets': { $ref: 'other.yaml' } } }),
    ],
    [
      'one that refers to an address, which would be fetched for a reader',
      JSON.stringify({ ...createPetstore(), paths: { '/pets': { $ref: 'http://api.example.com/hidden' } } }),
    ],
    [
      'aliases without end',
      `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => `b${n}: &b${n} [${`*${n ? `b${n - 1}` : 'a'}, `.repeat(9)}]`).join('\n')}`,
    ],
    ['no such operation', JSON.stringify({ ...createPetstore(), paths: {} })],
    [
      'something else where an operation belongs',
      JSON.stringify({ ...createPetstore(), paths: { '/pets': { get: 7 } } }),
    ],
  ])('200 shows a link to the file when it is %s', async (_name, bytes) => {
    const { path: sitePath, space } = await withFile(bytes, block('/files/description'))
    const html = await readContent(sitePath)
    expect(html).toContain('class="api missing"')
    expect(html).toMatch(new RegExp(`href="[^"]*/~verso/files/${space.id}/description/`))
    expect(requestedPaths).not.toContain('/hidden')
  })

  it('200 shows nothing of a file of another organization', async () => {
    const { id: other, admin: stranger } = await t.organization()
    const theirs = await t.space(stranger, other)
    const secret = JSON.stringify(createPetstore()).replace('List pets', 'Their secret')
    const file = await t.app.areas.content.files.store({ name: 'pets.json', bytes: Buffer.from(secret) })
    await commitChanges(t, stranger, theirs.id, [{ type: 'put-file', id: 'description', file }])
    for (const src of [`/spaces/${theirs.id}/files/description`, '/files/description']) {
      const { path: sitePath } = await page(block(src))
      expect(await readContent(sitePath)).not.toContain('Their secret')
    }
  })

  it('200 within the time limit for descriptions that expand endlessly', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => {
        const next = { $ref: `#/components/schemas/L${n + 1}` }
        const properties = Object.fromEntries(Array.from({ length: 30 }, (_, m) => [`p${m}`, next]))
        return [`L${n}`, { type: 'object', properties, allOf: [next, next], example: { a: next, b: next } }]
      }),
    )
    const top = { $ref: '#/components/schemas/L0' }
    const content = { 'application/json': { schema: top, example: { a: top, b: top } } }
    const wide = createPetstore({
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
    const { path: sitePath } = await withFile(JSON.stringify(wide), block('/files/description'))
    const text = await waitForContent(sitePath, 'Deep pets')
    expect(text.length).toBeLessThan(20_000_000)
  })

  it('200 runs no script from it', async () => {
    const evil = '<script>alert(1)</script>'
    const { path: sitePath } = await withFile(
      JSON.stringify(
        createPetstore({
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
    const text = await waitForContent(sitePath, 'Evil')
    expect(text).not.toContain('<script')
    expect(text).not.toMatch(/href="\s*javascript:/i)
  })
})

describe('a description at a URL', () => {
  it('200 shows a link at first, then the description, and its new content an hour later', async () => {
    const src = 'http://api.example.com/pets.json'
    responses.set('/pets.json', JSON.stringify(createPetstore()))
    const site = await page(block(src))
    const first = await publisher.get(site.path)
    expect(isLink(first.text, src)).toBe(true)
    expect(await waitUntilSettled(site)).toContain('List pets')

    // However many read it, it is asked for once.
    const before = requestedPaths.filter((path) => path === '/pets.json').length
    const firstResponse = await publisher.get(site.path)
    responses.set('/pets.json', JSON.stringify(createPetstore()).replace('List pets', 'Every pet'))
    for (let n = 0; n < 5; n++) expect(await waitUntilSettled(site)).toContain('List pets')
    expect((await publisher.get(site.path)).headers['etag']).toBe(firstResponse.headers['etag'])
    expect(requestedPaths.filter((path) => path === '/pets.json')).toHaveLength(before)

    t.clock.advance(1 * hours + 1)
    expect(await readContent(site.path)).toContain('List pets')
    expect(await waitUntilSettled(site)).toContain('Every pet')
    expect(requestedPaths.filter((path) => path === '/pets.json')).toHaveLength(before + 1)
    const etag = String(firstResponse.headers['etag'])
    expect((await publisher.get(site.path, { 'if-none-match': etag })).status).toBe(200)
  })

  it('200 shows the last known content while the URL fails', async () => {
    responses.set('/fickle.json', JSON.stringify(createPetstore()))
    const site = await page(block('http://api.example.com/fickle.json'))
    expect(await waitUntilSettled(site)).toContain('List pets')
    responses.set('/fickle.json', 503)
    t.clock.advance(1 * hours + 1)
    expect(await waitUntilSettled(site)).toContain('List pets')
    responses.set('/fickle.json', 'no longer a description')
    t.clock.advance(1 * hours + 1)
    expect(await waitUntilSettled(site)).toContain('List pets')
  })

  it('200 shows a description of several files on one host', async () => {
    responses.set(
      '/many.json',
      JSON.stringify(createPetstore({ paths: { '/pets': { $ref: 'parts/pets.json' } } })),
    )
    responses.set('/parts/pets.json', JSON.stringify({ get: { summary: 'From a part', responses: {} } }))
    expect(await waitUntilSettled(await page(block('http://api.example.com/many.json')))).toContain(
      'From a part',
    )
  })

  it.each<[string, string, string | number | { location: string } | undefined]>([
    ['answers 404', '/gone.json', 404],
    ['answers 500', '/broken.json', 500],
    ['is no description', '/page.html', '<!doctype html>'],
    ['is too large', '/large.json', JSON.stringify(createPetstore({ 'x-room': 'x'.repeat(5 * 2 ** 20) }))],
    ['leads to this machine', '/loop', { location: 'http://127.0.0.1/admin' }],
    ['leads to the inside', '/inside', { location: 'http://inside.example.com/' }],
    ['leads to a file', '/file', { location: 'file:///etc/passwd' }],
    ['leads nowhere but to itself', '/again', { location: '/again' }],
    [
      'refers to the inside',
      '/ref.json',
      JSON.stringify(createPetstore({ paths: { '/pets': { $ref: 'http://inside.example.com/x' } } })),
    ],
  ])('200 shows a link when it %s', async (_name, path, answer) => {
    if (answer !== undefined) responses.set(path, answer)
    const src = `http://api.example.com${path}`
    const before = network.connections.length
    expect(isLink(await waitUntilSettled(await page(block(src))), src)).toBe(true)
    expect(requestedPaths).toContain(path)
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
  ])('200 sends no request to %s', async (_name, src) => {
    const before = network.connections.length
    expect(await waitUntilSettled(await page(block(src)))).toContain('class="api missing"')
    expect(network.connections.length).toBe(before)
  })

  it('200 shows links for descriptions beyond the limit of a space', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `/many/${n}.json`)
    for (const name of names) responses.set(name, JSON.stringify(createPetstore()))
    const site = await page(names.map((name) => block(`http://api.example.com${name}`)).join('\n\n'))
    const html = await waitUntilSettled(site)
    expect(html.match(/class="api missing"/g)).toHaveLength(10)
    expect(requestedPaths.filter((path) => path.startsWith('/many/'))).toHaveLength(30)
    await waitUntilSettled(site)
    expect(requestedPaths.filter((path) => path.startsWith('/many/'))).toHaveLength(30)
  })

  it('is not requested for the Markdown of a page', async () => {
    responses.set('/quiet.json', JSON.stringify(createPetstore()))
    const { path: sitePath } = await page(block('http://api.example.com/quiet.json'))
    expect((await publisher.get(`${sitePath}/index.md`)).text).toContain('http://api.example.com/quiet.json')
    expect((await publisher.get(`${sitePath}/llms-full.txt`)).text).toContain(
      'http://api.example.com/quiet.json',
    )
    expect(requestedPaths).not.toContain('/quiet.json')
  })
})
