import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Invalid } from '../../../common/errors.ts'
import { type ImportContext, limits } from '../import.ts'
import type { Folder } from './folder.ts'

/**
 * The files of a repository at its head. The guard judges the host, and git is held to the addresses that were
 * judged: it follows no redirect, asks for no password, runs no hook and writes no file but its own.
 */
export async function cloneFolder(context: ImportContext, url: string): Promise<Folder> {
  const { hostname, port, addresses } = await context.fetcher.guard.locate(url)
  const pinned = isIP(hostname)
    ? []
    : ['-c', `http.curloptResolve=${hostname}:${port}:${addresses.map(bracketed).join(',')}`]
  const home = await mkdtemp(join(tmpdir(), 'verso-clone-'))
  try {
    const options = ['--bare', '--depth=1', '--single-branch', '--no-tags', '--quiet', '--template=']
    const watch = watchSize(home)
    try {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limits.downloadMs), watch.signal])
      await git(home, [...pinned, 'clone', ...options, '--', url, 'wiki'], signal)
    } finally {
      watch.stop()
    }
    return await readFiles(join(home, 'wiki'), context.signal)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

const bracketed = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address)

const hardened = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  'credential.helper=',
  'http.followRedirects=false',
  'http.proxy=',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=20',
  'protocol.allow=never',
  'protocol.http.allow=always',
  'protocol.https.allow=always',
  'transfer.fsckObjects=true',
  'transfer.bundleURI=false',
].flatMap((setting) => ['-c', setting])

/** Runs git with nothing of this process's environment, and gives what it wrote. */
function git(folder: string, parameters: string[], signal: AbortSignal, input?: string): Promise<Buffer> {
  const environment = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    LC_ALL: 'C',
  }
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...hardened, ...parameters], { cwd: folder, env: environment, signal })
    const chunks: Buffer[] = []
    let complaint = ''
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.allFileBytes) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-1000)))
    child.on('error', (error) => reject(signal.aborted ? tooMuch() : error))
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks))
      else reject(signal.aborted || code === null ? tooMuch() : new Invalid(explained(complaint)))
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
  })
}

const tooMuch = () => new Invalid('The repository is too large or its server too slow.')

function explained(complaint: string): string {
  if (/not found|404/i.test(complaint)) return 'There is no repository at this URL that everyone may read.'
  if (/could not read Username|Authentication|403|401/i.test(complaint))
    return 'The repository is not open to everyone.'
  if (/redirect/i.test(complaint)) return 'The repository has moved: give the URL it is at now.'
  return 'The repository could not be read.'
}

/** Stops git when what it has received fills more room than an import may. */
function watchSize(folder: string) {
  const controller = new AbortController()
  const timer = setInterval(() => {
    sizeOf(folder).then(
      (size) => size > limits.archiveBytes && controller.abort(),
      () => {},
    )
  }, 500)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      size += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  }
  return size
}

/** Mode, type, id, size and path of every file, as `ls-tree -r -l -z` lists them. */
const listed = /^(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t(.+)$/s

async function readFiles(repository: string, signal: AbortSignal): Promise<Folder> {
  const listing = (await git(repository, ['ls-tree', '-r', '-l', '-z', 'HEAD'], signal)).toString('utf8')
  const files = new Map<string, { id: string; size: number }>()
  const failures: Folder['failures'] = []
  let total = 0
  for (const line of listing.split('\0')) {
    const [, mode, type, id = '', size = '0', path = ''] = listed.exec(line) ?? []
    if (path === '') continue
    if (type !== 'blob' || mode === '120000') {
      failures.push({ resource: path, reason: 'It is a link; only files are imported.' })
      continue
    }
    total += Number(size)
    files.set(path, { id, size: Number(size) })
  }
  if (total > limits.allFileBytes) throw tooMuch()
  const bytes = await readBlobs(repository, [...new Set([...files.values()].map(({ id }) => id))], signal)
  return {
    paths: [...files.keys()],
    size: (path) => files.get(path)?.size ?? 0,
    read: (path) => Promise.resolve(bytes.get(files.get(path)?.id ?? '') ?? Buffer.alloc(0)),
    failures,
  }
}

/** `cat-file --batch` writes `<id> <type> <size>`, the bytes, and a line feed, for each. */
async function readBlobs(
  repository: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const output = await git(repository, ['cat-file', '--batch'], signal, `${ids.join('\n')}\n`)
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at)
    const [id = '', , size = '0'] = output.toString('latin1', at, end).split(' ')
    blobs.set(id, output.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return blobs
}
