import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Invalid } from '../../../common/errors.ts'
import { GitError, pinToAddresses } from '../../../git/git.ts'
import { GitObjectReader } from '../../../git/object-reader.ts'
import { listTreeFiles } from '../../../git/tree.ts'
import { type ImportContext, importLimits } from './source.ts'
import type { Folder } from './folder.ts'

const options = ['--bare', '--depth=1', '--single-branch', '--no-tags', '--quiet', '--template=']
const settings = {
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '20',
  'transfer.fsckObjects': 'true',
}

/** Clones a repository and reads the files of its head. Git may connect only to the addresses that the guard has checked. */
export async function cloneFolder(context: ImportContext, url: string): Promise<Folder> {
  const destination = await context.fetcher.guard.resolveDestination(url)
  const home = await mkdtemp(join(tmpdir(), 'verso-clone-'))
  const watch = watchSize(home)
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(importLimits.downloadMs), watch.signal])
  const folder = join(home, 'wiki')
  const objects = new GitObjectReader(context.git, { folder, signal })
  try {
    await context.git.run('clone', [...options, '--', url, folder], {
      folder: home,
      settings: { ...settings, ...pinToAddresses(destination) },
      network: [destination.isSecure ? 'https' : 'http'],
      signal,
    })
    return await readFiles(objects)
  } catch (error) {
    if (signal.aborted) throw createSizeError()
    throw error instanceof GitError ? new Invalid(explainError(error.stderr)) : error
  } finally {
    watch.stop()
    await objects.close()
    await rm(home, { recursive: true, force: true })
  }
}

const createSizeError = () => new Invalid('The repository is too large or its server too slow.')

function explainError(stderr: string): string {
  if (/not found|404/i.test(stderr)) return 'There is no repository at this URL that everyone may read.'
  if (/could not read Username|Authentication|403|401/i.test(stderr))
    return 'The repository is not open to everyone.'
  if (/redirect/i.test(stderr)) return 'The repository has moved: give the URL it is at now.'
  return 'The repository could not be read.'
}

/** Aborts the signal when the folder becomes larger than an import may be. */
function watchSize(folder: string) {
  const controller = new AbortController()
  const timer = setInterval(() => {
    measureFolder(folder).then(
      (size) => size > importLimits.archiveBytes && controller.abort(),
      () => {},
    )
  }, 500)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

async function measureFolder(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      size += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  }
  return size
}

async function readFiles(objects: GitObjectReader): Promise<Folder> {
  const files = new Map<string, string>()
  const failures: Folder['failures'] = []
  for (const { path, oid, kind } of await listTreeFiles(objects, 'HEAD')) {
    if (kind === 'file') files.set(path, oid)
    else failures.push({ resource: path, reason: 'It is a link; only files are imported.' })
  }
  const oids = [...new Set(files.values())]
  const infos = await objects.readInfos(oids)
  const sizes = new Map(oids.map((oid, index) => [oid, infos[index]?.size ?? 0]))
  const sizeAt = (path: string): number => sizes.get(files.get(path) ?? '') ?? 0
  const paths = [...files.keys()]
  if (paths.reduce((sum, path) => sum + sizeAt(path), 0) > importLimits.allFileBytes) throw createSizeError()
  const read = await objects.readObjects(oids, importLimits.allFileBytes)
  const bytes = new Map(oids.map((oid, index) => [oid, read[index]?.bytes]))
  return {
    paths,
    size: sizeAt,
    read: (path) => Promise.resolve(bytes.get(files.get(path) ?? '') ?? Buffer.alloc(0)),
    failures,
  }
}
