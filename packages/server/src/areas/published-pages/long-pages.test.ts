import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, TestApp } from '../../testing/app.ts'
import { changeContent, newPage } from '../../testing/direct-changes.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'
import { makePetstore } from '../../testing/specs.ts'

let t: TestApp
let readers: SitePublisher

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  readers = await SitePublisher.create(t)
})
afterAll(() => t.stop())

/** Paragraphs of so many characters in all. */
const long = (length: number): string =>
  Array.from(
    { length: Math.ceil(length / 74) },
    (_, index) => `Lorem ipsum ${index} **dolor** sit amet, [consectetur](setup.md) adipiscing.\n\n`,
  )
    .join('')
    .slice(0, length)

async function publish(markdown: string, fields: object = {}) {
  const made = await readers.publish()
  await changeContent(t, readers.admin, made.space.id, [newPage('long', 'Long', markdown, fields)])
  return made
}

describe('a page of 2 MB', () => {
  it.each([
    ['long', 'Lorem ipsum 20000'],
    ['long.md', 'Lorem ipsum 20000'],
    ['llms-full.txt', 'Lorem ipsum 20000'],
    ['long/rss.xml', 'News'],
  ])(
    '200 %s, and many requests of others are answered meanwhile',
    async (path, expected) => {
      const update =
        '{% updates format="full" %}\n{% update date="2026-01-31" %}\nNews\n{% endupdate %}\n{% endupdates %}\n\n'
      const { path: at, space } = await publish(`${update}At ${path}.\n\n${long(1_980_000)}`)
      await readers.get(`${at}/setup`)
      // The text is read already: what is left is what has to be made of it.
      expectStatus(200, await readers.admin.get(`/spaces/${space.id}/content/page/long`))
      const order: string[] = []
      const others = async () => {
        // One after the other: if one had to wait for the long page, all behind it would.
        for (let n = 0; n < 40; n++) expect((await readers.get(`${at}/setup`)).status).toBe(200)
        order.push('others')
      }
      const asked = readers.get(`${at}/${path}`).then((got) => {
        order.push('long')
        return got
      })
      await Promise.all([others(), asked])
      expect(order).toEqual(['others', 'long'])
      const { status, text } = await asked
      expect(status).toBe(200)
      expect(text).toContain(expected)
    },
    120_000,
  )
})

describe('a long page', () => {
  it('200 is made from the same things as a short one', async () => {
    const { path: at, space } = await readers.publish()
    const file = await t.app.areas.content.files.store({
      name: 'pets.json',
      bytes: Buffer.from(JSON.stringify(makePetstore())),
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
    await changeContent(t, readers.admin, space.id, [
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
    const { cookie: tester } = await readers.get(`${at}?visitor.isBeta=true`)
    for (const cookie of ['', tester]) {
      const settled = async (path: string): Promise<string> => {
        for (;;) {
          const { text } = await readers.get(`${at}/${path}`, { cookie })
          if (text.includes('List pets') && /<span class="[^"]+">const/.test(text)) return text
          await sleep(50)
        }
      }
      const longOne = contentOf(await settled('long'))
      const shortOne = contentOf(await settled('short'))
      expect(longOne).toBe(shortOne)
      expect(longOne.includes('For some.')).toBe(cookie !== '')
      expect(longOne).toContain('A note that is used again.')
    }
  })

  it('200 is long by what it includes', async () => {
    const { path: at, space } = await readers.publish()
    await changeContent(t, readers.admin, space.id, [
      {
        type: 'put-reusable-content',
        id: 'much',
        title: 'Much',
        document: { markdown: long(400_000) },
      },
      newPage('long', 'Long', '{% include "/reusable-contents/much" %}'),
    ])
    const { status, text } = await readers.get(`${at}/long`)
    expect(status).toBe(200)
    expect(text).toContain('Lorem ipsum 4000')
    expect(text).toContain(`href="${at}/setup"`)
  })

  it('200 with a link to a description that goes deeper than threads can tell each other', async () => {
    const { path: at, space } = await readers.publish()
    const schemas = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [
        `S${n}`,
        { type: 'object', properties: { next: { $ref: `#/components/schemas/S${n + 1}` } } },
      ]),
    )
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } }
    const deep = makePetstore({
      paths: {
        '/pets': { get: { summary: 'Deep pets', responses: { 200: { description: 'x', content } } } },
      },
      components: { schemas },
    })
    const bytes = Buffer.from(JSON.stringify(deep))
    const file = await t.app.areas.content.files.store({ name: 'deep.json', bytes })
    const shown = '{% openapi src="/files/deep" path="/pets" method="get" %}\n{% endopenapi %}'
    await changeContent(t, readers.admin, space.id, [
      { type: 'put-file', id: 'deep', file },
      newPage('short', 'Short', shown),
      newPage('long', 'Long', `${shown}\n\n${long(300_000)}`),
    ])
    for (;;) {
      const { status, text } = await readers.get(`${at}/short`)
      expect(status).toBe(200)
      if (text.includes('Deep pets')) break
      await sleep(50)
    }
    const { status, text } = await readers.get(`${at}/long`)
    expect(status).toBe(200)
    expect(text).toContain('class="api missing"')
    expect(text).toContain('deep.json')
  })

  it('is refused as a short one is, and leaves the next one alone', async () => {
    const deep = '> '.repeat(2000)
    const { path: at } = await publish(`${deep}x\n\n${long(300_000)}`)
    const short = await publish(`${deep}x`)
    const expected = (await readers.get(`${short.path}/long`)).status
    expect((await readers.get(`${at}/long`)).status).toBe(expected)
    const next = await publish(long(300_000))
    expect((await readers.get(`${next.path}/long`)).status).toBe(200)
  })

  it('200 shows at once what was changed', async () => {
    const { path: at, space } = await publish(long(300_000))
    expect((await readers.get(`${at}/long`)).text).toContain('Lorem ipsum 12')
    await changeContent(t, readers.admin, space.id, [
      { type: 'update-page', id: 'long', document: { markdown: `Another.\n\n${long(300_000)}` } },
    ])
    expect((await readers.get(`${at}/long`)).text).toContain('Another.')
  })
})

/** Up to where both are the same; without colours, which come when they are there, and not for both at once. */
const contentOf = (text: string) =>
  (/<div class="content">(.*?)<\/article>/s.exec(text)?.[1] ?? '')
    .replace(/<h[1-6] id="end".*|<\/div>\s*$/s, '')
    .replaceAll(/<span class="t-\w+">(.*?)<\/span>/gs, '$1')
