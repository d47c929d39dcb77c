import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days } from '../../common/clock.ts'
import { sql } from '../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { createTestImage } from '../../testing/images.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let publisher: SitePublisher
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example', rateLimit: 0 })
  publisher = await SitePublisher.create(t)
  ;({ admin } = publisher)
})
afterAll(() => t.stop())

/** A picture with something to see, so that it is not a few bytes in every format. */
const paint = (width: number, height: number, seed = 0) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 31 + (at >> 7) * 17 + seed) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

interface TestPicture {
  name: string
  bytes: Buffer
}

/** Publishes one page with some pictures. */
async function publishPictures(
  pictures: Record<string, TestPicture>,
  { body = {}, markdown }: { body?: object; markdown?: string } = {},
): Promise<PublishedTestSite & { html: string }> {
  const publishedSite = await publisher.publish(body)
  const files = await Promise.all(
    Object.entries(pictures).map(async ([id, picture]) => ({
      type: 'put-file' as const,
      id,
      file: await t.app.areas.content.files.store(picture),
    })),
  )
  const text = markdown ?? files.map(({ id }) => `![${id}](/files/${id})`).join('\n\n')
  await commitChanges(t, admin, publishedSite.space.id, [...files, newPage('pictures', 'Pictures', text)])
  const { text: html } = await publisher.get(`${publishedSite.path}/pictures`)
  return { ...publishedSite, html }
}

/** The attributes of the picture with an alternative text. */
function findPicture(html: string, alt: string): Record<string, string> {
  const [tag = ''] = new RegExp(`<img\\b[^>]*alt="${alt}"[^>]*>`).exec(html) ?? []
  return Object.fromEntries(
    tag
      .matchAll(/([a-z]+)="([^"]*)"/g)
      .map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
}

const listVersions = (srcset: string | undefined) =>
  (srcset ?? '').split(', ').map((version) => {
    const [href = '', width = ''] = version.split(' ')
    return { href, width: Number.parseInt(width, 10) }
  })

const download = async (url: string, headers: Record<string, string> = {}) => {
  const response = await t.app.http.inject({ url, headers: { host: 'verso.example', ...headers } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

const countSizes = async () =>
  (await t.database.rows<{ source: string }>(sql`select source from picture_sizes`)).length

describe('pictures of published pages', { timeout: 120_000 }, () => {
  it('200 in the sizes that the page names, each made once', async () => {
    const bytes = await paint(2000, 1000).jpeg({ quality: 95 }).toBuffer()
    const { html } = await publishPictures({ wide: { name: 'wide.jpg', bytes } })
    const picture = findPicture(html, 'wide')
    expect(picture).toMatchObject({ width: '2000', height: '1000', sizes: 'min(100vw, 736px)' })
    const versions = listVersions(picture['srcset'])
    expect(versions.map(({ width }) => width)).toEqual([480, 960, 1600, 2000])
    expect(versions.at(-1)?.href).toBe(picture['src'])
    for (const { href, width } of versions.slice(0, -1)) {
      const first = await download(href)
      expect(first.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(first.bytes.byteLength),
        'cache-control': 'public, max-age=3600',
      })
      expect(first.headers['content-security-policy']).toContain('sandbox')
      expect(first.headers['content-disposition']).toContain('wide.webp')
      expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 })
      expect(first.bytes.byteLength).toBeLessThan(bytes.byteLength)
      const etag = String(first.headers.etag)
      expect((await download(href, { 'if-none-match': etag })).status).toBe(304)
    }
    const countBefore = await countSizes()
    const other = await publishPictures({ same: { name: 'same.jpg', bytes } })
    const [sameVersion] = listVersions(findPicture(other.html, 'same')['srcset'])
    const same = await download(sameVersion?.href ?? '')
    expect(same.headers.etag).toBe((await download(versions[0]?.href ?? '')).headers.etag)
    expect(await countSizes()).toBe(countBefore)
  })

  it('200 with the sides that a reader sees, for a photo that a camera has turned', async () => {
    const bytes = await paint(1200, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { html } = await publishPictures({ turned: { name: 'turned.jpg', bytes } })
    const picture = findPicture(html, 'turned')
    expect(picture).toMatchObject({ width: '600', height: '1200' })
    const [version] = listVersions(picture['srcset'])
    const { bytes: narrow } = await download(version?.href ?? '')
    expect(await sharp(narrow).metadata()).toMatchObject({ width: 480, height: 960 })
  })

  it('200 with one file for all who ask at the same time', async () => {
    const bytes = await paint(1000, 500, 3).png().toBuffer()
    const { html } = await publishPictures({ busy: { name: 'busy.png', bytes } })
    const [version] = listVersions(findPicture(html, 'busy')['srcset'])
    const countBefore = await countSizes()
    const answers = await Promise.all(Array.from({ length: 12 }, () => download(version?.href ?? '')))
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await countSizes()).toBe(countBefore + 1)
  })

  it('200 with the original of what moves, has no size, is small or is too large', async () => {
    const frames = Buffer.concat(
      await Promise.all([1, 2].map((seed) => paint(600, 400, seed).raw().toBuffer())),
    )
    const moving = sharp(frames, { raw: { width: 600, height: 800, channels: 3, pageHeight: 400 } })
    const still = await paint(600, 400).png().toBuffer()
    const originals: Record<string, TestPicture> = {
      drawing: { name: 'drawing.svg', bytes: createTestImage.svg(3000, 2000) },
      gif: { name: 'moving.gif', bytes: await moving.clone().gif().toBuffer() },
      webp: { name: 'moving.webp', bytes: await moving.clone().webp().toBuffer() },
      // The chunk that makes a PNG move stands behind its header, which has 33 bytes.
      apng: {
        name: 'moving.png',
        bytes: Buffer.concat([
          still.subarray(0, 33),
          Buffer.from('000000086163544c000000020000000000000000', 'hex'),
          still.subarray(33),
        ]),
      },
      small: { name: 'small.png', bytes: await paint(300, 200).png().toBuffer() },
      bomb: { name: 'bomb.png', bytes: createTestImage.png(30_000, 30_000) },
      avif: { name: 'still.avif', bytes: await paint(600, 400).avif({ effort: 0 }).toBuffer() },
    }
    const { html } = await publishPictures(originals)
    for (const [id, { bytes }] of Object.entries(originals)) {
      const picture = findPicture(html, id)
      expect([id, picture['width'], picture['height']]).toEqual([
        id,
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+$/),
      ])
      for (const width of [480, 1600, -1, 'NaN', '480px', '1e3']) {
        const answer = await download(`${picture['src']}?width=${width}`)
        expect([id, width, answer.status, answer.bytes.equals(bytes)]).toEqual([id, width, 200, true])
      }
    }
  })

  it('200 with the original of a picture that cannot be read, without trying again', async () => {
    const whole = await paint(1500, 900, 5).jpeg().toBuffer()
    const broken: Record<string, TestPicture> = {
      header: { name: 'header.png', bytes: createTestImage.png(2000, 1000) },
      half: { name: 'half.jpg', bytes: whole.subarray(0, whole.byteLength / 2) },
      noise: {
        name: 'noise.webp',
        bytes: Buffer.concat([createTestImage.webp(2000, 1000), Buffer.alloc(50_000, 'VP8 ')]),
      },
    }
    const { html } = await publishPictures(broken)
    const countBefore = await countSizes()
    for (const [id, { bytes }] of Object.entries(broken)) {
      const [version] = listVersions(findPicture(html, id)['srcset'])
      for (let attempt = 0; attempt < 2; attempt++) {
        const answer = await download(version?.href ?? '')
        expect([id, answer.status, answer.bytes.equals(bytes)]).toEqual([id, 200, true])
      }
    }
    expect(await countSizes()).toBe(countBefore + 3)
  })

  it('401 and 404 for whoever may not see the picture itself', async () => {
    const bytes = await paint(1100, 700, 9).png().toBuffer()
    const guarded = await publishPictures(
      { secret: { name: 'secret.png', bytes } },
      { body: { visibility: 'visitor-auth' } },
    )
    const open = await publishPictures(
      { secret: { name: 'secret.png', bytes } },
      { markdown: 'There is no picture here.' },
    )
    const { blob } = await t.app.areas.content.files.store({ name: 'secret.png', bytes })
    const buildPath = ({ path, space }: PublishedTestSite) =>
      `${path}/~verso/files/${space.id}/secret/${blob.slice(0, 16)}/secret.png?width=480`
    const refused = await download(buildPath(guarded))
    expect(refused.status).toBe(401)
    expect(refused.headers['cache-control'] ?? 'no-store').not.toContain('public')
    expect((await download(buildPath(open))).status).toBe(404)
  })

  it('has sizes for covers and cards, and none for pages of other hosts', async () => {
    const bytes = await paint(1800, 600, 11).jpeg().toBuffer()
    const { html } = await publishPictures(
      { cover: { name: 'cover.jpg', bytes } },
      {
        markdown:
          '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href="/files/cover">cover.jpg</a></td></tr></tbody></table>\n\n![far](https://pictures.example/far.png)',
      },
    )
    const [card = ''] = /<img[^>]*class="cover [^>]*>/.exec(html) ?? []
    expect(card).toContain('sizes="min(100vw, 480px)"')
    expect(card).toContain('width="1800" height="600"')
    expect(findPicture(html, 'far')).not.toHaveProperty('srcset')
  })

  it('removes the sizes of pictures that nothing shows any more', async () => {
    const bytes = await paint(900, 300, 13).png().toBuffer()
    const { html, space, site } = await publishPictures({ gone: { name: 'gone.png', bytes } })
    const [version] = listVersions(findPicture(html, 'gone')['srcset'])
    const { headers } = await download(version?.href ?? '')
    const blob = String(headers.etag).slice(1, -1)
    const { content } = t.app.areas
    const collect = async () => {
      t.clock.advance(1 * days)
      await content.garbageCollector.collect()
    }
    await collect()
    await collect()
    expect(await content.store.size(blob)).toBe(Number(headers['content-length']))
    expectStatus(205, await admin.delete(publisher.getApiPath(site)))
    expectStatus(205, await admin.delete(`/spaces/${space.id}`))
    t.clock.advance(8 * days)
    await content.spaces.removeExpired(space.id)
    await collect()
    await collect()
    expect(await content.store.size(blob)).toBeUndefined()
  })
})
