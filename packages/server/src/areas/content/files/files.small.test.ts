import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestImage } from '../../../testing/images.ts'
import { detectContentType, canShowInline } from './content-type.ts'
import { readImageDimensions } from './image-dimensions.ts'
import { sanitizeFileName } from './file-name.ts'

/** Many runs take longer than the default limit on a busy machine. */
const slow = { timeout: 60_000 }

const text = (content: string) => Buffer.from(content)

describe('the name of a file', () => {
  test.each([
    ['diagram.png', 'diagram.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\Notes.docx', 'Notes.docx'],
    ['.htaccess', 'htaccess'],
    ['a\u0000b\r\nSet-Cookie: x.txt', 'abSet-Cookie_ x.txt'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['Übersicht 概要.pdf', 'Übersicht 概要.pdf'],
    ['U\u0308ber.txt', 'Über.txt'],
    ['', 'file'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['\uD800.txt', 'txt'],
  ])('%j becomes %j', (given, name) => expect(sanitizeFileName(given)).toBe(name))

  test('is cut to the length that file systems allow and keeps its extension', () => {
    const name = sanitizeFileName(`${'ü'.repeat(400)}.tar`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/^ü+\.tar$/)
  })

  test('is one safe path segment for any input, and sanitizing it again does not change it', slow, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = sanitizeFileName(given)
        expect(name).not.toMatch(/[/\\"\p{Cc}\p{Cf}]/u)
        expect(name).not.toBe('')
        expect(name.startsWith('.')).toBe(false)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(sanitizeFileName(name)).toBe(name)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the type of a file', () => {
  test.each<[string, Buffer, string, string | undefined, string]>([
    ['bytes before name', createTestImage.png(1, 1), 'a.txt', 'text/plain', 'image/png'],
    ['a JPEG', createTestImage.jpeg(1, 1), 'a', undefined, 'image/jpeg'],
    ['a GIF', createTestImage.gif(1, 1), 'a', undefined, 'image/gif'],
    ['a WebP', createTestImage.webp(1, 1), 'a', undefined, 'image/webp'],
    ['an SVG behind a declaration', createTestImage.svg(1, 1), 'a.svg', undefined, 'image/svg+xml'],
    ['HTML that claims to be a PNG', text('<html>'), 'a.png', 'image/png', 'application/octet-stream'],
    ['HTML that claims to be an SVG', text('<html>'), 'a', 'image/svg+xml', 'application/octet-stream'],
    ['HTML', text('<html>'), 'a.HTML', undefined, 'text/html'],
    ['an SVG by another name', createTestImage.svg(1, 1), 'a.txt', 'text/plain', 'image/svg+xml'],
    [
      'the extension inside a zip',
      text('PK\u0003\u0004'),
      'a.docx',
      undefined,
      expect.stringMatching(/wordprocessing/),
    ],
    ['a zip', text('PK\u0003\u0004'), 'a.html', undefined, 'application/zip'],
    [
      'the given type where bytes and name tell nothing',
      text('x'),
      'a.foo',
      'Application/X-Foo; a=b',
      'application/x-foo',
    ],
    ['a given type that is invalid', text('x'), 'a.foo', 'text/html\r\nX: y', 'application/octet-stream'],
    ['nothing at all', Buffer.alloc(0), '', undefined, 'application/octet-stream'],
  ])('%s', (_case, bytes, name, given, type) => expect(detectContentType(bytes, name, given)).toEqual(type))

  test('only types that cannot run scripts are shown inline', () => {
    for (const type of ['image/png', 'image/svg+xml', 'application/pdf', 'video/mp4', 'text/plain'])
      expect(canShowInline(type)).toBe(true)
    for (const type of [
      'text/html',
      'text/javascript',
      'application/xml',
      'application/xhtml+xml',
      'text/css',
    ])
      expect(canShowInline(type)).toBe(false)
  })
})

describe('the dimensions of an image', () => {
  test.each([
    ['image/png', createTestImage.png(640, 480)],
    ['image/gif', createTestImage.gif(640, 480)],
    ['image/jpeg', createTestImage.jpeg(640, 480)],
    ['image/jpeg', createTestImage.jpeg(480, 640, 6)],
    ['image/webp', createTestImage.webp(640, 480)],
    ['image/svg+xml', createTestImage.svg(640, 480)],
    ['image/svg+xml', text('<svg viewBox="0 0 640 480">')],
  ])('%s', (type, bytes) => expect(readImageDimensions(bytes, type)).toEqual({ width: 640, height: 480 }))

  test('are undefined for invalid images and for other files', () => {
    expect(readImageDimensions(createTestImage.png(0, 480), 'image/png')).toBeUndefined()
    expect(readImageDimensions(createTestImage.png(4_000_000_000, 480), 'image/png')).toBeUndefined()
    expect(readImageDimensions(createTestImage.png(1, 1).subarray(0, 12), 'image/png')).toBeUndefined()
    expect(readImageDimensions(text('<svg width="100%">'), 'image/svg+xml')).toBeUndefined()
    expect(readImageDimensions(text('%PDF-1.7'), 'application/pdf')).toBeUndefined()
  })

  test('are not read from memory beyond the end of the file', () => {
    const shared = Buffer.concat([createTestImage.png(1, 1).subarray(0, 16), Buffer.alloc(20, 1)])
    expect(readImageDimensions(shared.subarray(0, 16), 'image/png')).toBeUndefined()
  })

  test('are read in bounded time from hostile bytes', slow, () => {
    const size = 24 * 1024 * 1024
    const jpeg = Buffer.from('ffd8ffe0', 'hex')
    for (const [type, bytes] of [
      ['image/svg+xml', Buffer.alloc(size, '<svg ')],
      ['image/svg+xml', Buffer.concat([text('<svg '), Buffer.alloc(size, 'a="')])],
      ['image/jpeg', Buffer.concat([jpeg, Buffer.alloc(size)])],
      ['image/jpeg', Buffer.concat([jpeg, Buffer.alloc(size, 255)])],
    ] as const)
      expect(readImageDimensions(bytes, type)).toBeUndefined()
  })

  test('are positive or undefined for any bytes', slow, () => {
    const types = ['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/svg+xml']
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.uint8Array({ maxLength: 300 }), (type, bytes) => {
        const { width, height } = readImageDimensions(bytes, type) ?? { width: 1, height: 1 }
        expect(Math.min(width, height)).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })
})
