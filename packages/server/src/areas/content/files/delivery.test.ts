import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestImage } from '../../../testing/images.ts'
import { TestApp } from '../../../testing/app.ts'

const app = await TestApp.start({ rateLimit: 3, maxFileSize: 1000 })
afterAll(() => app.stop())
const { files } = app.app.areas.content

async function storeFile(name: string, content: Buffer | string, contentType?: string) {
  const bytes = Buffer.from(content)
  const record = await files.store({ name, bytes, ...(contentType !== undefined && { contentType }) })
  return { record, url: new URL(files.createDownloadUrl(record)), bytes }
}

const get = (url: URL | string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.http.inject({ method, url: typeof url === 'string' ? url : url.pathname + url.search, headers })

describe('GET /files/…', () => {
  test('200 for everyone who has the URL, without a token and without a rate limit', async () => {
    const { record, url, bytes } = await storeFile('Übersicht (1).png', createTestImage.png(640, 480))
    expect(record).toMatchObject({ contentType: 'image/png', dimensions: { width: 640, height: 480 } })
    for (let times = 0; times < 5; times++) {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.rawPayload).toEqual(bytes)
    }
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="_bersicht (1).png"; filename*=UTF-8''%C3%9Cbersicht%20%281%29.png`,
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
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
  ])('200 %s cannot run scripts', async (name, content, type, kind) => {
    const { headers } = await get((await storeFile(name, content)).url)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${kind};`))
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
    expect(headers['content-security-policy']).not.toMatch(/allow-|script-src/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('403 for a URL that was invented, changed or cut off', async () => {
    const { record, url } = await storeFile('secret.txt', 'a secret')
    const other = await storeFile('other.txt', 'another')
    const signature = url.searchParams.get('signature')
    for (const forgedUrl of [
      `/files/${record.blob}/secret.txt`,
      `/files/${record.blob}/secret.txt?type=text/plain`,
      url.href.replace(record.blob, other.record.blob),
      url.href.replace('secret.txt', 'secret.html'),
      url.href.replace('text%2Fplain', 'text%2Fhtml'),
      url.href.replace(/expires=\d+/, 'expires=99999999999'),
      url.href.replace(/&expires=\d+/, ''),
      `${url.pathname}${url.search.slice(0, -1)}`,
      `/files/..%2F..%2Fpostgres/secret.txt?signature=${signature}`,
      `/files/%00/x?signature=x`,
    ]) {
      const response = await get(forgedUrl)
      expect({ forgedUrl, ...response.json() }).toMatchObject({ forgedUrl, error: { code: 403 } })
      expect(response.headers['cache-control']).toBeUndefined()
    }
  })

  test('404 when the bytes do not exist any more', async () => {
    const { record, url } = await storeFile('gone.txt', 'gone')
    rmSync(join(app.folder, 'files', record.blob.slice(0, 2), record.blob))
    expect((await get(url)).statusCode).toBe(404)
    expect((await get(url, {}, 'HEAD')).statusCode).toBe(404)
  })

  test('200 for HEAD with the headers and no body', async () => {
    const { url } = await storeFile('head.txt', 'head of it')
    const { statusCode, headers, payload } = await get(url, {}, 'HEAD')
    expect({ statusCode, payload }).toEqual({ statusCode: 200, payload: '' })
    expect(headers).toMatchObject({ 'content-length': '10', 'content-type': 'text/plain; charset=utf-8' })
  })

  test('304 when the client has the file', async () => {
    const { record, url } = await storeFile('kept.txt', 'kept')
    for (const tag of [`"${record.blob}"`, `"x", W/"${record.blob}"`, '*']) {
      const response = await get(url, { 'if-none-match': tag })
      expect({ status: response.statusCode, body: response.payload }).toEqual({ status: 304, body: '' })
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
  ])('a request with Range: %s gets %d', async (range, status, body, contentRange) => {
    const { record, url } = await storeFile('digits.txt', '0123456789')
    const response = await get(url, { range })
    expect(response.statusCode).toBe(status)
    expect(response.payload).toBe(body)
    expect(response.headers['content-range']).toBe(contentRange)
    const unchangedResponse = await get(url, { range, 'if-range': `"${record.blob}"` })
    expect(unchangedResponse.statusCode).toBe(status)
    const changedResponse = await get(url, { range, 'if-range': '"other"' })
    expect({ status: changedResponse.statusCode, body: changedResponse.payload }).toEqual({
      status: 200,
      body: '0123456789',
    })
  })

  test('200 for an empty file', async () => {
    const { url } = await storeFile('empty.txt', '')
    const response = await get(url)
    expect({ status: response.statusCode, body: response.payload }).toEqual({ status: 200, body: '' })
    expect((await get(url, { range: 'bytes=0-' })).statusCode).toBe(416)
  })
})

test('413 for a file that is too large, which is not stored', async () => {
  const before = readdirSync(join(app.folder, 'files'))
  await expect(storeFile('large', Buffer.alloc(1001, 3))).rejects.toMatchObject({ status: 413 })
  expect(readdirSync(join(app.folder, 'files'))).toEqual(before)
  await expect(storeFile('largest', Buffer.alloc(1000, 3))).resolves.toBeDefined()
})

test('200 an image may be used by pages of other origins', async () => {
  const { url } = await storeFile('pixel.png', createTestImage.png(1, 1))
  const { headers } = await get(url, { origin: 'https://docs.example.com' })
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
})
