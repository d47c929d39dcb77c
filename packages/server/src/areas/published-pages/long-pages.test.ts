import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'
import { createPetstore } from '../../testing/specs.ts'
import { waitFor } from '../../testing/wait-for.ts'

let t: TestApp
let publisher: SitePublisher

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(t)
})
afterAll(() => t.stop())

/** Paragraphs with this number of characters in total. */
const long = (length: number): string =>
  Array.from(
    { length: Math.ceil(length / 74) },
    (_, index) => `Lorem ipsum ${index} **dolor** sit amet, [consectetur](setup.md) adipiscing.\n\n`,
  )
    .join('')
    .slice(0, length)

async function publish(markdown: string, fields: object = {}) {
  const publishedSite = await publisher.publish()
  await commitChanges(t, publisher.admin, publishedSite.space.id, [newPage('long', 'Long', markdown, fields)])
  return publishedSite
}

describe('a page of 2 MB', () => {
  it.each([
    ['long', 'Lorem ipsum 20000'],
    ['long.md', 'Lorem ipsum 20000'],
    ['llms-full.txt', 'Lorem ipsum 20000'],
    ['long/rss.xml', 'News'],
  ])(
    '200 for %s, while many other requests are handled',
    async (path, expected) => {
      const update =
        '{% updates format="full" %}\n{% update date="2026-01-31" %}\nNews\n{% endupdate %}\n{% endupdates %}\n\n'
      const { path: sitePath, space } = await publish(`${update}At ${path}.\n\n${long(1_980_000)}`)
      await publisher.get(`${sitePath}/setup`)
      // The source is cached by this request, so that only rendering is left.
      expectStatus(200, await publisher.admin.get(`/spaces/${space.id}/content/page/long`))
      const order: string[] = []
      const others = async () => {
        // The requests are sequential: if one had to wait for the long page, so would all after it.
        for (let n = 0; n < 40; n++) expect((await publisher.get(`${sitePath}/setup`)).status).toBe(200)
        order.push('others')
      }
      const request = publisher.get(`${sitePath}/${path}`).then((response) => {
        order.push('long')
        return response
      })
      await Promise.all([others(), request])
      expect(order).toEqual(['others', 'long'])
      const { status, text } = await request
      expect(status).toBe(200)
      expect(text).toContain(expected)
    },
    120_000,
  )
})

describe('a long page', () => {
  it('200 has the same content as a short page', async () => {
    const { path: sitePath, space } = await publisher.publish()
    const file = await t.app.areas.content.files.store({
      name: 'pets.json',
      bytes: Buffer.from(JSON.stringify(createPetstore())),
    })
    const parts = [
      'See [setup](setup.md#linux), [elsewhere](https://example.com/) and [nowhere](gone.md).',
      '```ts\nconst coloured = 1\n```',
      '{% file src="/files/pets" %}',
      '{% openapi src="/files/pets" path="/pets" method="get" %}\n{% endopenapi %}',
      '{% if visitor.claims.unsigned.isBeta %}\nFor some.\n{% endif %}',
      '<script>alert(1)</script>',
      '{% include "/reusable-contents/note" %}',
    ].join('\n\n')
    await commitChanges(t, publisher.admin, space.id, [
      { type: 'put-file', id: 'pets', file },
      {
        type: 'put-reusable-content',
        id: 'note',
        title: 'Note',
        document: { markdown: 'A note that is used again.' },
      },
      newPage('short', 'Same', parts),
      newPage('long', 'Same', `${parts}\n\n# End\n\n${long(300_000)}`),
    ])
    const { cookie: tester } = await publisher.get(`${sitePath}?visitor.isBeta=true`)
    for (const cookie of ['', tester]) {
      const waitUntilSettled = (path: string): Promise<string> =>
        waitFor(`the highlighted code and the description in ${path}`, async () => {
          const { text } = await publisher.get(`${sitePath}/${path}`, { cookie })
          return text.includes('List pets') && /<span class="[^"]+">const/.test(text) && text
        })
      const longOne = readContent(await waitUntilSettled('long'))
      const shortOne = readContent(await waitUntilSettled('short'))
      expect(longOne).toBe(shortOne)
      expect(longOne.includes('For some.')).toBe(cookie !== '')
      expect(longOne).toContain('A note that is used again.')
    }
  })

  it('200 when only its reusable content makes it long', async () => {
    const { path: sitePath, space } = await publisher.publish()
    await commitChanges(t, publisher.admin, space.id, [
      {
        type: 'put-reusable-content',
        id: 'much',
        title: 'Much',
        document: { markdown: long(400_000) },
      },
      newPage('long', 'Long', '{% include "/reusable-contents/much" %}'),
    ])
    const { status, text } = await publisher.get(`${sitePath}/long`)
    expect(status).toBe(200)
    expect(text).toContain('Lorem ipsum 4000')
    expect(text).toContain(`href="${sitePath}/setup"`)
  })

  it('200 with a link to a description that is nested too deeply for a worker message', async () => {
    const { path: sitePath, space } = await publisher.publish()
    const schemas = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [
        `S${n}`,
        { type: 'object', properties: { next: { $ref: `#/components/schemas/S${n + 1}` } } },
      ]),
    )
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } }
    const deep = createPetstore({
      paths: {
        '/pets': { get: { summary: 'Deep pets', responses: { 200: { description: 'x', content } } } },
      },
      components: { schemas },
    })
    const bytes = Buffer.from(JSON.stringify(deep))
    const file = await t.app.areas.content.files.store({ name: 'deep.json', bytes })
    const block = '{% openapi src="/files/deep" path="/pets" method="get" %}\n{% endopenapi %}'
    await commitChanges(t, publisher.admin, space.id, [
      { type: 'put-file', id: 'deep', file },
      newPage('short', 'Short', block),
      newPage('long', 'Long', `${block}\n\n${long(300_000)}`),
    ])
    await waitFor('the description in the short page', async () => {
      const { status, text } = await publisher.get(`${sitePath}/short`)
      expect(status).toBe(200)
      return text.includes('Deep pets')
    })
    const { status, text } = await publisher.get(`${sitePath}/long`)
    expect(status).toBe(200)
    expect(text).toContain('class="api missing"')
    expect(text).toContain('deep.json')
  })

  it('is refused like a short page, without affecting the next page', async () => {
    const deep = '> '.repeat(2000)
    const { path: sitePath } = await publish(`${deep}x\n\n${long(300_000)}`)
    const short = await publish(`${deep}x`)
    const expected = (await publisher.get(`${short.path}/long`)).status
    expect((await publisher.get(`${sitePath}/long`)).status).toBe(expected)
    const next = await publish(long(300_000))
    expect((await publisher.get(`${next.path}/long`)).status).toBe(200)
  })

  it('200 shows a change at once', async () => {
    const { path: sitePath, space } = await publish(long(300_000))
    expect((await publisher.get(`${sitePath}/long`)).text).toContain('Lorem ipsum 12')
    await commitChanges(t, publisher.admin, space.id, [
      { type: 'update-page', id: 'long', document: { markdown: `Another.\n\n${long(300_000)}` } },
    ])
    expect((await publisher.get(`${sitePath}/long`)).text).toContain('Another.')
  })
})

/** Up to where both are the same; without colours, which come when they are there, and not for both at once. */
const readContent = (text: string) =>
  (/<div class="content">(.*?)<\/article>/s.exec(text)?.[1] ?? '')
    .replace(/<h[1-6] id="end".*|<\/div>\s*$/s, '')
    .replaceAll(/<span class="t-\w+">(.*?)<\/span>/gs, '$1')
