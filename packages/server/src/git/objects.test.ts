import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { git } from '../testing/git-server.ts'
import { Git } from './git.ts'
import { Objects } from './objects.ts'
import { listFiles } from './tree.ts'

const home = mkdtempSync(join(tmpdir(), 'verso-objects-'))
const folder = join(home, 'repository')
const large = randomBytes(30_000_000)
const opened: Objects[] = []
const path = process.env['PATH']

beforeAll(() => {
  mkdirSync(join(folder, 'ä b/deep'), { recursive: true })
  writeFileSync(join(folder, 'empty'), '')
  writeFileSync(join(folder, 'large'), large)
  writeFileSync(join(folder, 'ä b/deep/text'), 'missing\n\nabc blob 3\n')
  writeFileSync(join(folder, 'ä b/run'), 'x')
  chmodSync(join(folder, 'ä b/run'), 0o755)
  for (let n = 0; n < 3000; n += 1) writeFileSync(join(folder, `f${n}`), `text ${n}`)
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '-m', 'All')
})
afterEach(async () => {
  process.env['PATH'] = path
  await Promise.all(opened.splice(0).map((objects) => objects.close()))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function open(signal = new AbortController().signal, stallSeconds = 30): Objects {
  const objects = new Objects(new Git({ stallSeconds }), { folder, signal })
  opened.push(objects)
  return objects
}

test('files of a commit, of a folder, and of none, in the order of Git', async () => {
  const objects = open()
  const files = await listFiles(objects, 'HEAD')
  expect(files.map(({ path: name }) => name)).toEqual(
    git(folder, 'ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean),
  )
  expect(await listFiles(objects, 'HEAD', 'ä b')).toMatchObject([
    { path: 'ä b/deep/text', mode: '100644', kind: 'file' },
    { path: 'ä b/run', mode: '100755', kind: 'file' },
  ])
  expect(await listFiles(objects, 'HEAD', 'none')).toEqual([])
  expect(await listFiles(objects, 'HEAD', 'large')).toEqual([])
})

test('many at once, large and empty ones, what is missing, in the order they were asked for', async () => {
  const objects = open()
  const names = Array.from({ length: 3000 }, (_, n) => `HEAD:f${n}`)
  const [many, [one, none, empty, text], infos, again] = await Promise.all([
    objects.read(names, 1000),
    objects.read(['HEAD:large', 'HEAD:none', 'HEAD:empty', 'HEAD:ä b/deep/text'], 1e8),
    objects.infos([...names, 'nothing']),
    objects.read(['HEAD:f7'], 10),
  ])
  expect(many.map((object) => object?.bytes.toString())).toEqual(names.map((_, n) => `text ${n}`))
  expect(one?.bytes.equals(large)).toBe(true)
  expect(none).toBeUndefined()
  expect(empty).toMatchObject({ type: 'blob', size: 0 })
  expect(text?.bytes.toString()).toBe('missing\n\nabc blob 3\n')
  expect(infos.map((info) => info?.size)).toEqual([...names.map((_, n) => `text ${n}`.length), undefined])
  expect(again[0]?.bytes.toString()).toBe('text 7')
})

test('what is larger than it may be ends it, and it begins anew', async () => {
  const objects = open()
  await expect(objects.read(['HEAD:f1', 'HEAD:large'], 1000)).rejects.toThrow('too large')
  expect(await objects.read(['HEAD:f1'], 1000)).toMatchObject([{ size: 6 }])
  await objects.close()
  expect(await objects.infos(['HEAD:f1'])).toMatchObject([{ type: 'blob' }])
})

test('the signal ends it, with the reason', async () => {
  const controller = new AbortController()
  const objects = open(controller.signal)
  const reading = objects.read(['HEAD:large'], 1e8)
  controller.abort(new Error('called off'))
  await expect(reading).rejects.toThrow('called off')
  await expect(objects.infos(['HEAD'])).rejects.toThrow('called off')
})

test('a program that says nothing is not waited for, and is gone', async () => {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho $$ > ${join(home, 'pid')}\nsleep 600\n`)
  chmodSync(join(bin, 'git'), 0o755)
  process.env['PATH'] = `${bin}:${path}`
  const objects = open(undefined, 1)
  await expect(objects.infos(['HEAD'])).rejects.toThrow('too long')
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
})

test('a program that is too old says what is needed', async () => {
  const bin = join(home, 'old')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), '#!/bin/sh\necho error: unknown option >&2\nexit 129\n')
  chmodSync(join(bin, 'git'), 0o755)
  process.env['PATH'] = `${bin}:${path}`
  await expect(open().infos(['HEAD'])).rejects.toThrow('Git 2.37 or later')
})

test('a program that ends by itself is an error', async () => {
  const objects = new Objects(new Git(), { folder: home, signal: new AbortController().signal })
  opened.push(objects)
  await expect(objects.infos(['HEAD'])).rejects.toThrow('cat-file')
})
