import { expect, test } from 'vitest'
import { createZip } from '../testing/zip.ts'
import { Archive } from './archives.ts'

const limits = { entries: 100, bytes: 100_000_000 }
const openArchive = (bytes: Buffer) => Archive.open(bytes, limits)

test('reads files as they were written', async () => {
  const archive = await openArchive(
    createZip({ 'a.md': 'Hello', 'folder/ü b.png': Buffer.from([0, 255]), 'folder/': '' }),
  )
  expect(archive.paths).toEqual(['a.md', 'folder/ü b.png'])
  expect((await archive.read('a.md')).toString()).toBe('Hello')
  expect(await archive.read('folder/ü b.png')).toEqual(Buffer.from([0, 255]))
  await expect(archive.read('nowhere')).rejects.toThrow('has no file')
})

test.each(['../evil.md', 'a/../../evil.md', '/etc/passwd', 'C:\\evil.md', '..\\evil.md', 'a\\..\\..\\evil'])(
  'an entry named %s spoils the archive',
  async (name) => {
    await expect(openArchive(createZip({ 'good.md': 'x', [name]: 'y' }))).rejects.toThrow(
      'not a zip archive that can be read',
    )
  },
)

test('lists symbolic links separately from files', async () => {
  const archive = await openArchive(createZip([{ name: 'link.md', content: '/etc/passwd', mode: 0o120777 }]))
  expect(archive).toMatchObject({ paths: [], links: ['link.md'] })
})

test('rejects too many entries', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `${index}.md`, content: '' }))
  await expect(openArchive(createZip(many))).rejects.toThrow('more than 100 entries')
})

test('rejects more bytes in total than the limit', async () => {
  const names = Array.from({ length: 5 }, (_, index) => ({
    name: `${index}`,
    content: Buffer.alloc(30_000_000, 'ab'),
  }))
  await expect(openArchive(createZip(names))).rejects.toThrow('expands to more than')
})

test('rejects the expansion ratio of a zip bomb', async () => {
  await expect(openArchive(createZip({ bomb: Buffer.alloc(90_000_000) }))).rejects.toThrow('zip bombs')
})

test('fails to read an entry that is larger than its declared size', async () => {
  const archive = await openArchive(
    createZip([{ name: 'liar', content: Buffer.alloc(1_000_000), declaredSize: 10 }]),
  )
  await expect(archive.read('liar')).rejects.toThrow('cannot be unpacked')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('hello'.repeat(100))],
  ['half an archive', createZip({ 'a.md': 'x'.repeat(1000) }).subarray(0, 60)],
  [
    'an archive with a broken table',
    Buffer.concat([createZip({ 'a.md': 'x' }).subarray(0, -40), Buffer.alloc(60)]),
  ],
])('%s is no archive', async (_what, bytes) => {
  await expect(openArchive(bytes)).rejects.toThrow('not a zip archive that can be read')
})
