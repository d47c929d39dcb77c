import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runGit } from '../testing/git-server.ts'
import { waitFor } from '../testing/wait-for.ts'
import { Git } from './git.ts'
import { GitObjectReader } from './object-reader.ts'
import { listTreeFiles } from './tree.ts'

const home = mkdtempSync(join(tmpdir(), 'verso-objects-'))
const folder = join(home, 'repository')
const large = randomBytes(30_000_000)
const openReaders: GitObjectReader[] = []
const path = process.env['PATH']

beforeAll(() => {
  mkdirSync(join(folder, 'ä b/deep'), { recursive: true })
  writeFileSync(join(folder, 'empty'), '')
  writeFileSync(join(folder, 'large'), large)
  writeFileSync(join(folder, 'ä b/deep/text'), 'missing\n\nabc blob 3\n')
  writeFileSync(join(folder, 'ä b/run'), 'x')
  chmodSync(join(folder, 'ä b/run'), 0o755)
  for (let n = 0; n < 3000; n += 1) writeFileSync(join(folder, `f${n}`), `text ${n}`)
  runGit(folder, 'init', '--quiet')
  runGit(folder, 'add', '--all')
  runGit(folder, 'commit', '--quiet', '-m', 'All')
})
afterEach(async () => {
  process.env['PATH'] = path
  await Promise.all(openReaders.splice(0).map((objects) => objects.close()))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function open(signal = new AbortController().signal, stallSeconds = 30): GitObjectReader {
  const objects = new GitObjectReader(new Git({ stallSeconds }), { folder, signal })
  openReaders.push(objects)
  return objects
}

test('lists the files of a commit and of a folder in the order of Git, and none for a missing folder', async () => {
  const objects = open()
  const files = await listTreeFiles(objects, 'HEAD')
  expect(files.map(({ path: name }) => name)).toEqual(
    runGit(folder, 'ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean),
  )
  expect(await listTreeFiles(objects, 'HEAD', 'ä b')).toMatchObject([
    { path: 'ä b/deep/text', mode: '100644', kind: 'file' },
    { path: 'ä b/run', mode: '100755', kind: 'file' },
  ])
  expect(await listTreeFiles(objects, 'HEAD', 'none')).toEqual([])
  expect(await listTreeFiles(objects, 'HEAD', 'large')).toEqual([])
})

test('answers concurrent requests in their order: many, large, empty and missing objects', async () => {
  const objects = open()
  const names = Array.from({ length: 3000 }, (_, n) => `HEAD:f${n}`)
  const [many, [one, none, empty, text], infos, again] = await Promise.all([
    objects.readObjects(names, 1000),
    objects.readObjects(['HEAD:large', 'HEAD:none', 'HEAD:empty', 'HEAD:ä b/deep/text'], 1e8),
    objects.readInfos([...names, 'nothing']),
    objects.readObjects(['HEAD:f7'], 10),
  ])
  expect(many.map((object) => object?.bytes.toString())).toEqual(names.map((_, n) => `text ${n}`))
  expect(one?.bytes.equals(large)).toBe(true)
  expect(none).toBeUndefined()
  expect(empty).toMatchObject({ type: 'blob', size: 0 })
  expect(text?.bytes.toString()).toBe('missing\n\nabc blob 3\n')
  expect(infos.map((info) => info?.size)).toEqual([...names.map((_, n) => `text ${n}`.length), undefined])
  expect(again[0]?.bytes.toString()).toBe('text 7')
})

test('an object above the size limit ends the process, and the next request starts a new one', async () => {
  const objects = open()
  await expect(objects.readObjects(['HEAD:f1', 'HEAD:large'], 1000)).rejects.toThrow('too large')
  expect(await objects.readObjects(['HEAD:f1'], 1000)).toMatchObject([{ size: 6 }])
  await objects.close()
  expect(await objects.readInfos(['HEAD:f1'])).toMatchObject([{ type: 'blob' }])
})

test('the signal ends the process, and requests fail with its reason', async () => {
  const controller = new AbortController()
  const objects = open(controller.signal)
  const reading = objects.readObjects(['HEAD:large'], 1e8)
  controller.abort(new Error('called off'))
  await expect(reading).rejects.toThrow('called off')
  await expect(objects.readInfos(['HEAD'])).rejects.toThrow('called off')
})

test('a program without output is killed after the time limit', async () => {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho $$ > ${join(home, 'pid')}\nsleep 600\n`)
  chmodSync(join(bin, 'git'), 0o755)
  process.env['PATH'] = `${bin}:${path}`
  const objects = open(undefined, 1)
  await expect(objects.readInfos(['HEAD'])).rejects.toThrow('too long')
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  await waitFor('the end of the process', () => !existsSync(`/proc/${pid}`))
})

test('a program that is too old gives an error with the required version', async () => {
  const bin = join(home, 'old')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), '#!/bin/sh\necho error: unknown option >&2\nexit 129\n')
  chmodSync(join(bin, 'git'), 0o755)
  process.env['PATH'] = `${bin}:${path}`
  await expect(open().readInfos(['HEAD'])).rejects.toThrow('Git 2.37 or later')
})

test('a program that ends by itself is an error', async () => {
  const objects = new GitObjectReader(new Git(), { folder: home, signal: new AbortController().signal })
  openReaders.push(objects)
  await expect(objects.readInfos(['HEAD'])).rejects.toThrow('cat-file')
})
