import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Unavailable } from '../../common/errors.ts'
import { type Git, GitError, type GitOptions, heldTo } from '../../git/git.ts'
import { Objects } from '../../git/objects.ts'
import { type FileMode, listFiles } from '../../git/tree.ts'
import type { Tree } from '../../git-layout/index.ts'
import { OutboundError } from '../../outbound/errors.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import type { RemoteAddress } from './address.ts'
import { Copy, DamagedCopy } from './copy.ts'
import { explainRemote, isMissingBranch, isOvertaken, isRefused } from './explain.ts'

/** The files of a commit, and what of it cannot be used, in words for people. */
export interface Listing {
  tree: Tree
  problems: string[]
}

export interface NewCommit {
  parent: string | undefined
  message: string
  at: Date
  writes: ReadonlyMap<string, Uint8Array>
  deletes: Iterable<string>
}

/** What became of a push: `overtaken` when the branch has moved on, `refused` when the other side does not want it. */
export type Pushed = 'taken' | 'overtaken' | 'refused'

const identity = 'Verso <verso@localhost>'
const largestCommit = 1024 * 1024
/** How far back the branch is looked through for a commit of ours. */
const manyCommits = 100

interface RemoteDependencies {
  git: Git
  guard: OutboundGuard
  address: RemoteAddress
  ref: string
  /** Where copies are kept. */
  cache: string
  /** Who may use the same copy. */
  cacheKey: string
  maxFileSize: number
  signal: AbortSignal
  now: Date
}

/**
 * A branch of a repository elsewhere, with a copy here of what was fetched of it, so that only news are fetched. To be
 * closed at the end. What fails with `DamagedCopy` goes well when it is done again after `forget`.
 */
export class Remote {
  readonly #deps: RemoteDependencies
  readonly #copy: Copy
  readonly #objects: Objects
  readonly #modes = new Map<string, FileMode>()
  #oids: Tree = new Map()

  constructor(deps: RemoteDependencies) {
    this.#deps = deps
    const name = createHash('sha256')
      .update(`${deps.cacheKey}\n${deps.address.url}`)
      .digest('hex')
      .slice(0, 40)
    this.#copy = new Copy(join(deps.cache, `${name}.git`))
    this.#objects = new Objects(deps.git, { folder: this.#copy.folder, signal: deps.signal })
  }

  /** Brings the commit that the branch is at, and says which it is; undefined when there is no such branch. */
  async fetch(depth = 1): Promise<string | undefined> {
    await this.#copy.prepare(this.#deps.now)
    const ref = `refs/verso/${this.#deps.ref.slice('refs/'.length)}`
    // What is too large for a file is not even fetched, where the other side can leave it out.
    const filter = `blob:limit=${this.#deps.maxFileSize + 1}`
    const args = [
      '--quiet',
      `--depth=${depth}`,
      '--no-tags',
      '--force',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      '--no-write-fetch-head',
      `--filter=${filter}`,
      '--',
      'origin',
      `+${this.#deps.ref}:${ref}`,
    ]
    const { settings, ...options } = await this.#networkOptions()
    const fetched = this.#deps.git.run('fetch', args, {
      ...options,
      settings: {
        ...settings,
        'remote.origin.url': this.#deps.address.url,
        // Only a fetch knows that something may be missing. Whoever reads finds it missing, and fetches nothing.
        'remote.origin.promisor': 'true',
        'remote.origin.partialCloneFilter': filter,
      },
    })
    try {
      // Starting a process takes a while, in which the other one waits for the network.
      await Promise.all([fetched, this.#objects.open()])
    } catch (error) {
      if (isMissingBranch(error)) return undefined
      throw damaged(explainRemote(error))
    }
    const [commit] = await this.#objects.infos([`${ref}^{commit}`]).catch(damage)
    if (!commit) throw new DamagedCopy('the commit that was fetched is not there')
    return commit.oid
  }

  /** The same, with a look at whether the branch came over this commit, as far as one looks back. */
  async fetchBackTo(commit: string): Promise<{ head: string | undefined; includes: boolean }> {
    const head = await this.fetch(manyCommits)
    if (head === undefined || head === commit) return { head, includes: head !== undefined }
    const history = await this.#local('rev-list', [`--max-count=${manyCommits}`, head, '--'])
    return { head, includes: history.toString().split('\n').includes(commit) }
  }

  /** A commit in the copy: undefined when it is not there. */
  async find(commit: string): Promise<{ message: string; parent: string | undefined } | undefined> {
    if (!(await this.#copy.exists())) return undefined
    const [object] = await this.#objects.read([`${commit}^{commit}`], largestCommit).catch(damage)
    if (!object) return undefined
    const text = object.bytes.toString('utf8')
    const end = text.indexOf('\n\n')
    return {
      message: text
        .slice(end + 2)
        .trim()
        .slice(0, 10_000),
      parent: /^parent ([0-9a-f]+)$/m.exec(text.slice(0, end))?.[1],
    }
  }

  async list(commit: string, directory: string): Promise<Listing> {
    const problems: string[] = []
    const found = new Map<string, string>()
    for (const { path, oid, kind, mode } of await listFiles(this.#objects, commit, directory).catch(damage)) {
      const shown = JSON.stringify(path.slice(0, 200))
      if (kind === 'link') problems.push(`The symbolic link ${shown} was left aside.`)
      else if (kind === 'submodule') problems.push(`The submodule ${shown} was left aside.`)
      else if (path.includes('\uFFFD')) problems.push(`The name of the file ${shown} is not UTF-8.`)
      else {
        found.set(path, oid)
        this.#modes.set(path, mode)
      }
    }
    const oids = [...new Set(found.values())]
    const infos = await this.#objects.infos(oids).catch(damage)
    const sizes = new Map(oids.map((oid, index) => [oid, infos[index]?.size]))
    const tree = new Map<string, { oid: string; size: number }>()
    for (const [path, oid] of found) {
      const size = sizes.get(oid)
      if (size !== undefined && size <= this.#deps.maxFileSize) tree.set(path, { oid, size })
      else problems.push(`The file ${JSON.stringify(path.slice(0, 200))} is too large and was left aside.`)
    }
    this.#oids = tree
    return { tree, problems }
  }

  /** The bytes of files of the commit that was listed. */
  read = async (paths: readonly string[]): Promise<Map<string, Uint8Array>> => {
    const wanted = paths.flatMap((path) => {
      const oid = this.#oids.get(path)?.oid
      return oid === undefined ? [] : [{ path, oid }]
    })
    const names = wanted.map(({ oid }) => oid)
    const objects = await this.#objects.read(names, this.#deps.maxFileSize).catch(damage)
    return new Map(
      wanted.map(({ path }, index) => {
        const object = objects[index]
        if (object?.type !== 'blob') throw new DamagedCopy(`there is no blob for ${path}`)
        return [path, object.bytes]
      }),
    )
  }

  /** Makes a commit in the copy. */
  async commit({ parent, message, at, writes, deletes }: NewCommit): Promise<string> {
    await this.#copy.prepare(this.#deps.now)
    const ref = 'refs/verso/export'
    const words = Buffer.from(message)
    const pieces: (string | Uint8Array)[] = [
      `reset ${ref}\n${parent === undefined ? '' : `from ${parent}\n`}\n`,
      `commit ${ref}\nmark :1\ncommitter ${identity} ${Math.floor(at.getTime() / 1000)} +0000\ndata ${words.length}\n`,
      words,
      '\n',
    ]
    for (const path of deletes) pieces.push(`D ${quoted(path)}\n`)
    for (const [path, bytes] of writes) {
      pieces.push(
        `M ${this.#modes.get(path) ?? '100644'} inline ${quoted(path)}\ndata ${bytes.length}\n`,
        bytes,
        '\n',
      )
    }
    pieces.push('get-mark :1\ndone\n')
    const made = await this.#local('fast-import', ['--quiet', '--force', '--done'], pieces)
    return made.toString().trim()
  }

  /** @param force whether the branch becomes this commit wherever it is by now. */
  async push(commit: string, { force }: { force: boolean }): Promise<Pushed> {
    const args = [
      '--quiet',
      ...(force ? ['--force'] : []),
      '--',
      this.#deps.address.url,
      `${commit}:${this.#deps.ref}`,
    ]
    try {
      await this.#deps.git.run('push', args, await this.#networkOptions())
      return 'taken'
    } catch (error) {
      if (isOvertaken(error)) return 'overtaken'
      if (isRefused(error)) return 'refused'
      throw explainRemote(error)
    }
  }

  /** Deletes the copy, which is made again when it is needed. */
  async forget(): Promise<void> {
    await this.#objects.close()
    await this.#copy.forget()
  }

  /** Deletes the copy if it has grown too large. */
  async tidy(): Promise<void> {
    await this.#copy.tidy()
  }

  /** Leaves no process behind. */
  async close(): Promise<void> {
    await this.#objects.close()
  }

  async #local(
    command: string,
    args: readonly string[],
    input?: Iterable<string | Uint8Array>,
  ): Promise<Buffer> {
    const options = {
      folder: this.#copy.folder,
      ...(input && { input }),
      signal: this.#deps.signal,
      // One pack instead of a file for each object, and a process less.
      settings: { 'fastimport.unpackLimit': '1' },
    }
    return this.#deps.git.run(command, args, options).catch(damage)
  }

  /** Goes to the addresses that were judged, whatever the name means a moment later. */
  async #networkOptions(): Promise<GitOptions> {
    const { protocol, hostname, port, credentials } = this.#deps.address
    const host = hostname.includes(':') ? `[${hostname}]` : hostname
    const { addresses } = await this.#deps.guard
      .locate(`${protocol === 'http' ? 'http' : 'https'}://${host}:${port}/`)
      .catch(later)
    const common = { folder: this.#copy.folder, signal: this.#deps.signal, network: [protocol] }
    if (protocol === 'ssh') {
      const options = [
        'BatchMode=yes',
        'StrictHostKeyChecking=accept-new',
        `UserKnownHostsFile=${join(this.#copy.folder, '../known_hosts')}`,
        `ConnectTimeout=${this.#deps.git.limits.stallSeconds}`,
        'ProxyCommand=none',
        'ForwardAgent=no',
        `HostName=${addresses[0] ?? ''}`,
        `HostKeyAlias=${hostname}`,
        ...(this.#deps.git.sshKey === undefined
          ? []
          : [`IdentityFile="${this.#deps.git.sshKey}"`, 'IdentitiesOnly=yes']),
      ]
      const command = `ssh ${options.map((option) => `-o '${option.replaceAll("'", '')}'`).join(' ')}`
      return { ...common, environment: { GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' } }
    }
    const basic =
      credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
    return {
      ...common,
      settings: {
        ...heldTo({ hostname, port, addresses }),
        ...(basic !== undefined && { 'http.extraHeader': `Authorization: Basic ${basic}` }),
      },
    }
  }
}

/** What Git says of the copy, when nobody else can be the reason, is that it is broken. */
const damaged = (error: unknown): unknown => (error instanceof GitError ? new DamagedCopy(error) : error)

function damage(error: unknown): never {
  throw damaged(error)
}

/** A name that has no address now may have one in a while. */
function later(error: unknown): never {
  if (error instanceof OutboundError && error.failure === 'failed') throw new Unavailable(error.reason)
  throw error
}

/** As fast-import reads paths. */
const quoted = (path: string): string =>
  `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
