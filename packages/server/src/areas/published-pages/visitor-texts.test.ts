import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let publisher: SitePublisher

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(t)
})
afterAll(() => t.stop())

/** The cookie of a visitor who claims something. */
const claim = async (sitePath: string, query: string): Promise<string> =>
  (await publisher.get(`${sitePath}?${query}`)).cookie

const texts = [
  '{% if visitor.claims.unsigned.isBeta %}\n\nFor testers.\n\n{% endif %}',
  'Hello, <code class="expression">visitor.claims.unsigned.name</code>, and welcome.',
  '[A page for some](beta.md)',
].join('\n\n')

describe('a text that depends on its visitor', () => {
  it.each(['mixed', 'mixed.md', 'llms-full.txt'])(
    '200 for %s, each visitor what is theirs',
    async (address) => {
      const { path: sitePath, space } = await publisher.publish()
      await commitChanges(t, publisher.admin, space.id, [newPage('mixed', 'Mixed', texts)])
      const visitors = [
        { cookie: '', isTester: false, name: '' },
        { cookie: await claim(sitePath, 'visitor.isBeta=true'), isTester: true, name: '' },
        { cookie: await claim(sitePath, 'visitor.name=Ann'), isTester: false, name: 'Ann' },
        { cookie: await claim(sitePath, 'visitor.name=Bob&visitor.x=1'), isTester: false, name: 'Bob' },
        {
          cookie: await claim(sitePath, 'visitor.name=Bob&visitor.isBeta=true'),
          isTester: true,
          name: 'Bob',
        },
        { cookie: await claim(sitePath, 'visitor.y=2'), isTester: false, name: '' },
      ]
      const check = async ({ cookie, isTester, name }: (typeof visitors)[number]) => {
        const { status, text } = await publisher.get(`${sitePath}/${address}`, { cookie })
        expect(status).toBe(200)
        expect(text).toContain(`Hello, ${name}, and welcome.`)
        expect(text.includes('For testers.')).toBe(isTester)
        expect(text.includes(`${sitePath}/beta`)).toBe(isTester)
      }
      await Promise.all(visitors.map(check))
      await Promise.all(visitors.toReversed().map(check))
    },
  )

  it('200 shows a page of another space to those who see it there', async () => {
    const { path: sitePath, space, site } = await publisher.publish()
    const other = await t.space(publisher.admin, publisher.organization, { title: 'Other' })
    await commitChanges(t, publisher.admin, other.id, [
      newPage('secret', 'Secret', 'Hidden.', { condition: 'visitor.claims.unsigned.isBeta' }),
    ])
    const siteSpaces = `${publisher.getApiPath(site)}/site-spaces`
    expectStatus(201, await publisher.admin.post(siteSpaces, { spaceId: other.id }))
    await commitChanges(t, publisher.admin, space.id, [
      newPage('linking', 'Linking', `[There](https://verso.example/s/${other.id}/secret)\n\nLinked.`),
      newPage('far', 'Far', `{% content-ref url="/spaces/${other.id}/pages/secret" %}\n{% endcontent-ref %}`),
    ])
    const tester = await claim(sitePath, 'visitor.isBeta=true')
    const read = async (cookie: string) => (await publisher.get(`${sitePath}/far`, { cookie })).text
    const [hidden, shown] = [await read(''), await read(tester)]
    expect([await read(tester), await read('')]).toEqual([shown, hidden])
  })
})

describe('a derived text', () => {
  it('200 for llms-full.txt shows a merge at once, and is the same text until then', async () => {
    const { path: sitePath, space } = await publisher.publish()
    const read = () => publisher.get(`${sitePath}/llms-full.txt`)
    const first = await read()
    expect(first.text).toContain('Install the zebra.')
    expect((await read()).headers['etag']).toBe(first.headers['etag'])
    await commitChanges(t, publisher.admin, space.id, [
      { type: 'update-page', id: 'setup', document: { markdown: 'Install the okapi.' } },
    ])
    const second = await read()
    expect(second.text).toContain('Install the okapi.')
    expect(second.text).not.toContain('zebra')
  })

  it('200 for the maps of a site shows a new page at once', async () => {
    const { path: sitePath, space } = await publisher.publish()
    for (const address of ['llms.txt', 'sitemap-pages.xml']) {
      expect((await publisher.get(`${sitePath}/${address}`)).text).not.toContain(`/new-${address.length}`)
      await commitChanges(t, publisher.admin, space.id, [
        newPage(`new-${address.length}`, `New ${address.length}`, 'News.'),
      ])
      expect((await publisher.get(`${sitePath}/${address}`)).text).toContain(`/new-${address.length}`)
    }
  })
})
