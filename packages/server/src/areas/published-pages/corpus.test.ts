import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp, expectStatus } from '../../testing/app.ts'
import { hasCorpus } from '../../testing/corpus.ts'
import { corpusFolder, type CorpusPage, loadCorpus } from '../../testing/corpus-space.ts'

describe.skipIf(!hasCorpus)(`a real documentation${hasCorpus ? '' : ' (needs ../shared/corpus)'}`, () => {
  let t: TestApp
  let sitePath: string
  let pages: CorpusPage[]
  /** The HTML of every page, by the address it has. */
  const htmlByPath = new Map<string, { page: CorpusPage; html: string }>()

  beforeAll(async () => {
    t = await TestApp.start()
    const { id: organization, admin } = await t.organization()
    const space = await t.space(admin, organization, { title: 'SDK' })
    pages = await loadCorpus(t, admin, space.id)
    const site = await t.site(admin, organization, { title: 'SDK', spaces: [space.id] })
    const path = `/orgs/${organization}/sites/${site.id}`
    const { urls } = expectStatus(200, await admin.post<typeof site>(`${path}/publish`))
    sitePath = new URL(urls.published ?? '').pathname.replace(/\/$/, '')
    const { text } = await read(`${sitePath}/sitemap-pages.xml`)
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
    if (addresses.length !== pages.length)
      throw new Error(`${pages.length} pages, ${addresses.length} addresses`)
    for (const [index, address] of addresses.entries()) {
      const { status, text: html } = await read(address)
      if (status !== 200) throw new Error(`${address} is answered with ${status}`)
      const page = pages[index]
      if (page) htmlByPath.set(address, { page, html })
    }
  }, 300_000)
  afterAll(() => t.stop())

  const read = async (url: string) => {
    const answer = await t.app.http.inject({ url, headers: { host: 'localhost:4000' } })
    return { status: answer.statusCode, text: answer.body }
  }

  it('has no unparsed tag in its pages', () => {
    for (const [address, { html }] of htmlByPath) {
      const text = readContent(html).replaceAll(/<pre.*?<\/pre>|<code.*?<\/code>/gs, '')
      expect([address, text.includes('{%')]).toEqual([address, false])
    }
  })

  it('has no broken link except those that are broken in its source', () => {
    for (const [address, { page, html }] of htmlByPath) {
      const content = readContent(html)
      for (const [, href = ''] of content.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
        if (href.includes('/~verso/') || href === sitePath) continue
        expect([address, href, htmlByPath.has(href)]).toEqual([address, href, true])
      }
      // What was left without a target names no file that is there.
      const source = readFileSync(join(corpusFolder, page.file), 'utf8')
      const broken = [...content.matchAll(/<span class="broken-link">(.*?)<\/span>/gs)]
      const linkedPaths = [...source.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, path = '']) => path)
      const missing = linkedPaths.filter(
        (path) =>
          !/^[a-z]+:|^\//.test(path) &&
          !existsSync(normalize(join(corpusFolder, page.file, '..', decodeURI(path)))),
      )
      expect(
        broken.length <= missing.length + unlisted(page, linkedPaths).length,
        `${address}: ${broken.map(([all]) => all).join()}`,
      ).toBe(true)
    }
  })

  /** Files that exist and that the table of contents leaves out. */
  const unlisted = (page: CorpusPage, paths: string[]): string[] => {
    const listed = new Set(pages.map(({ file }) => file))
    return paths.filter((path) => {
      const file = normalize(join(page.file, '..', decodeURI(path)))
      return !listed.has(file) && !listed.has(`${file}/README.md`.replace('//', '/'))
    })
  }

  it('shows every operation whose OpenAPI file exists', async () => {
    let operations = 0
    for (const [address, { page, html }] of htmlByPath) {
      const source = readFileSync(join(corpusFolder, page.file), 'utf8')
      const there = [...source.matchAll(/^\{% openapi src="([^"]+)"/gm)].filter(([, path = '']) =>
        existsSync(join(corpusFolder, page.file, '..', decodeURIComponent(path))),
      )
      if (there.length === 0) continue
      operations += there.length
      const shownParts = (html: string) => readContent(html).match(/<section class="api">/g)?.length ?? 0
      // A page waits for its files, on a busy machine not always long enough; it has them the next time.
      const again = shownParts(html) < there.length ? (await read(address)).text : html
      expect([address, shownParts(again)]).toEqual([address, there.length])
    }
    expect(operations).toBeGreaterThan(15)
  })

  it('shows every image whose file exists, and serves the file', async () => {
    const served = new Set<string>()
    for (const [address, { page, html }] of htmlByPath) {
      const content = readContent(html)
      const source = readFileSync(join(corpusFolder, page.file), 'utf8')
      const there = [...source.matchAll(/<img [^>]*src="([^"]+)"/g)]
        .map(([, path = '']) => path)
        .filter(
          (path) =>
            !/^https?:/.test(path) &&
            existsSync(join(corpusFolder, page.file, '..', decodeURIComponent(path))),
        )
      const shownParts = [...content.matchAll(/<img src="([^"]*~verso\/files[^"]*)"/g)].map(
        ([, src = '']) => src,
      )
      expect(
        shownParts.length >= there.length,
        `${address}: ${there.length} files, ${shownParts.length} pictures`,
      ).toBe(true)
      for (const src of shownParts) served.add(src)
    }
    expect(served.size).toBeGreaterThan(20)
    for (const src of [...served].slice(0, 40)) expect([src, (await read(src)).status]).toEqual([src, 200])
  })
})

const readContent = (html: string): string => /<div class="content">(.*?)<\/article>/s.exec(html)?.[1] ?? ''
