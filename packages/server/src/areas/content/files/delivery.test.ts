import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pictures } from '../../../testing/images.ts'
import { TestApp } from '../../../testing/app.ts'

const app = await TestApp.start({ rateLimit: 3, maxFileSize: 1000 })
afterAll(() => app.stop())
const { files } = app.app.areas.content

async function stored(name: string, content: Buffer | string, contentType?: string) {
  const bytes = Buffer.from(content)
  const record = await files.store({ name, bytes, ...(contentType !== undefined && { contentType }) })
  return { record, url: new URL(files.createDownloadUrl(record)), bytes }
}

const get = (url: URL | string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.http.inject({ method, url: typeof url === 'string' ? url : url.pathname + url.search, headers })

describe('GET /files/…', () => {
  test('200 for whoever has the address, with no token and as often as they like', async () => {
    const { record, url, bytes } = await stored('Übersicht (1).png', pictures.png(640, 480))
    expect(record).toMatchObject({ contentType: 'image/png', dimensions: { width: 640, height: 480 } })
    for (let times = 0; times < 5; times++) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(bytes)
    }
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="_bersicht (1).png"; filename*=UTF-8''%C3%9Cbersicht%20%281%29.png`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${record.blob}"`,
    })
    expect(url.href).toContain('http://localhost:4000/files/')
  })

  test.each([
    ['evil.html', '<script>alert(1)</script>', 'text/html; charset=utf-8', 'attachment'],
    ['evil.svg', '<svg onload="alert(1)"/>', 'image/svg+xml', 'inline'],
    ['evil.xhtml', '<html/>', 'application/octet-stream', 'attachment'],
    ['evil.js', 'alert(1)', 'text/javascript; charset=utf-8', 'attachment'],
    ['notes.txt', 'Wörter', 'text/plain; charset=utf-8', 'inline'],
  ])('200 %s can run nothing', async (name, content, type, kind) => {
    const { headers } = await get((await stored(name, content)).url)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${kind};`))
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
    expect(headers['content-security-policy']).not.toMatch(/allow-|script-src/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('403 for an address that was made up, changed or cut off', async () => {
    const { record, url } = await stored('secret.txt', 'a secret')
    const other = await stored('other.txt', 'another')
    const signature = url.searchParams.get('signature')
    for (const forged of [
      `/files/${record.blob}/secret.txt`,
      `/files/${record.blob}/secret.txt?type=text/plain`,
      `/files/${other.record.blob}/secret.txt?type=text%2Fplain&signature=${signature}`,
      `/files/${record.blob}/secret.html?type=text%2Fhtml&signature=${signature}`,
      `/files/${record.blob}/secret.txt?type=text%2Fhtml&signature=${signature}`,
      `${url.pathname}${url.search.slice(0, -1)}`,
      `/files/..%2F..%2Fpostgres/secret.txt?signature=${signature}`,
      `/files/%00/x?signature=x`,
    ]) {
      const answer = await get(forged)
      expect({ forged, ...answer.json() }).toMatchObject({ forged, error: { code: 403 } })
      expect(answer.headers['cache-control']).toBeUndefined()
    }
  })

  test('404 when the bytes are gone', async () => {
    const { record, url } = await stored('gone.txt', 'gone')
    rmSync(join(app.folder, 'files', record.blob.slice(0, 2), record.blob))
    expect((await get(url)).statusCode).toBe(404)
    expect((await get(url, {}, 'HEAD')).statusCode).toBe(404)
  })

  test('HEAD tells all but the bytes', async () => {
    const { url } = await stored('head.txt', 'head of it')
    const { statusCode, headers, payload } = await get(url, {}, 'HEAD')
    expect({ statusCode, payload }).toEqual({ statusCode: 200, payload: '' })
    expect(headers).toMatchObject({ 'content-length': '10', 'content-type': 'text/plain; charset=utf-8' })
  })

  test('304 for those who have it', async () => {
    const { record, url } = await stored('kept.txt', 'kept')
    for (const tag of [`"${record.blob}"`, `"x", W/"${record.blob}"`, '*']) {
      const answer = await get(url, { 'if-none-match': tag })
      expect({ status: answer.statusCode, body: answer.payload }).toEqual({ status: 304, body: '' })
    }
    expect((await get(url, { 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('Range: %s is answered with %d', async (range, status, body, contentRange) => {
    const { record, url } = await stored('digits.txt', '0123456789')
    const answer = await get(url, { range })
    expect(answer.statusCode).toBe(status)
    expect(answer.payload).toBe(body)
    expect(answer.headers['content-range']).toBe(contentRange)
    const same = await get(url, { range, 'if-range': `"${record.blob}"` })
    expect(same.statusCode).toBe(status)
    const changed = await get(url, { range, 'if-range': '"other"' })
    expect({ status: changed.statusCode, body: changed.payload }).toEqual({ status: 200, body: '0123456789' })
  })

  test('an empty file is one', async () => {
    const { url } = await stored('empty.txt', '')
    const answer = await get(url)
    expect({ status: answer.statusCode, body: answer.payload }).toEqual({ status: 200, body: '' })
    expect((await get(url, { range: 'bytes=0-' })).statusCode).toBe(416)
  })
})

test('413 a file that is too large stores nothing', async () => {
  const before = readdirSync(join(app.folder, 'files'))
  await expect(stored('large', Buffer.alloc(1001, 3))).rejects.toMatchObject({ status: 413 })
  expect(readdirSync(join(app.folder, 'files'))).toEqual(before)
  await expect(stored('largest', Buffer.alloc(1000, 3))).resolves.toBeDefined()
})

test('a range of an image in a page of another origin may be read', async () => {
  const { url } = await stored('pixel.png', pictures.png(1, 1))
  const { headers } = await get(url, { origin: 'https://docs.example.com' })
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
})
