import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Invalid, Unavailable } from '../../common/errors.ts'
import { type Git, GitError, type GitOptions, pinToAddresses } from '../../git/git.ts'
import { GitObjectReader } from '../../git/object-reader.ts'
import { type GitFileMode, listTreeFiles } from '../../git/tree.ts'
import type { CommitTree } from '../../git-layout/index.ts'
import { OutboundError } from '../../outbound/errors.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import type { RemoteAddress } from './remote-address.ts'
import { RepositoryCache, DamagedCacheError } from './repository-cache.ts'
import { explainRemoteError, isMissingBranch, isNonFastForward, isRejectedByRemote } from './remote-errors.ts'

/** The files of a commit, and messages for people about those that cannot be used. */
export interface CommitFiles {
  tree: CommitTree
  problems: string[]
}

/** The person whose changes a commit has. */
export interface CommitAuthor {
  name: string
  email: string
}

export interface NewCommit {
  parent: string | undefined
  message: string
  /** Verso itself, if undefined. Verso is always the committer. */
  author: CommitAuthor | undefined
  committedAt: Date
  writes: ReadonlyMap<string, Uint8Array>
  deletes: Iterable<string>
}

/** The result of a push: `non-fast-forward` if the branch has moved, `rejected` if the remote's own rules forbid it. */
export type PushResult = 'accepted' | 'non-fast-forward' | 'rejected'

const identity = 'Verso <verso@localhost>'

/** What Git would read as the end of a name or of an address is left out. */
const formatIdentity = ({ name, email }: CommitAuthor): string =>
  `${removeDelimiters(name) || 'Unknown'} <${removeDelimiters(email)}>`

const removeDelimiters = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, '').trim()

const MAX_BRANCH_LIST_BYTES = 4 * 1024 * 1024
const MAX_COMMIT_BYTES = 1024 * 1024
/** How many commits of the branch are searched for one of ours. */
const MAX_HISTORY_COMMITS = 100

interface RemoteRepositoryDependencies {
  git: Git
  guard: OutboundGuard
  address: RemoteAddress
  ref: string
  /** The files with the private keys for ssh. */
  sshKeyFiles: readonly string[]
  /** The folder that holds the caches of all repositories. */
  cacheFolder: string
  /** Operations with the same key and URL share a cache. */
  cacheKey: string
  maxFileSize: number
  signal: AbortSignal
  now: Date
}

/**
 * A branch of a remote repository, with a local cache so that only new objects are fetched. It has to be closed, or its
 * Git process stays. After a `DamagedCacheError`, call `deleteCache` and repeat the work.
 */
export class RemoteRepository {
  readonly #deps: RemoteRepositoryDependencies
  readonly #cache: RepositoryCache
  readonly #objects: GitObjectReader
  readonly #fileModes = new Map<string, GitFileMode>()
  #tree: CommitTree = new Map()

  constructor(deps: RemoteRepositoryDependencies) {
    this.#deps = deps
    const name = createHash('sha256')
      .update(`${deps.cacheKey}\n${deps.address.url}`)
      .digest('hex')
      .slice(0, 40)
    this.#cache = new RepositoryCache(join(deps.cacheFolder, `${name}.git`))
    this.#objects = new GitObjectReader(deps.git, { folder: this.#cache.folder, signal: deps.signal })
  }

  /** Fetches the commit that the branch is at and returns its id, or undefined if there is no such branch. */
  async fetch(depth = 1): Promise<string | undefined> {
    await this.#cache.prepare(this.#deps.now)
    const ref = `refs/verso/${this.#deps.ref.slice('refs/'.length)}`
    // Files above the size limit are not fetched, if the remote supports filters.
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
    const fetching = this.#deps.git.run('fetch', args, {
      ...options,
      settings: {
        ...settings,
        'remote.origin.url': this.#deps.address.url,
        // These settings apply to the fetch only, so that a later read of a missing object does not fetch it.
        'remote.origin.promisor': 'true',
        'remote.origin.partialCloneFilter': filter,
      },
    })
    try {
      // The reader's process starts while the fetch waits for the network.
      await Promise.all([fetching, this.#objects.open()])
    } catch (error) {
      if (isMissingBranch(error)) return undefined
      throw asCacheError(explainRemoteError(error, this.#deps.git.limits))
    }
    const [commit] = await this.#objects.readInfos([`${ref}^{commit}`]).catch(throwCacheError)
    if (!commit) throw new DamagedCacheError('the commit that was fetched is not there')
    return commit.oid
  }

  /** Asks the remote for the names of its branches. */
  async listBranches(): Promise<string[]> {
    await this.#cache.prepare(this.#deps.now)
    const args = ['--quiet', '--heads', '--', this.#deps.address.url]
    const options = { ...(await this.#networkOptions()), maxOutputBytes: MAX_BRANCH_LIST_BYTES }
    const output = await this.#deps.git.run('ls-remote', args, options).catch((error: unknown) => {
      throw explainRemoteError(error, this.#deps.git.limits)
    })
    return [...output.toString().matchAll(/\trefs\/heads\/(.+)$/gm)].map(([, name = '']) => name)
  }

  /** Fetches the recent history of the branch and looks for a commit in it. */
  async fetchHistoryTo(commit: string): Promise<{ head: string | undefined; isIncluded: boolean }> {
    const head = await this.fetch(MAX_HISTORY_COMMITS)
    if (head === undefined || head === commit) return { head, isIncluded: head !== undefined }
    const history = await this.#runLocally('rev-list', [`--max-count=${MAX_HISTORY_COMMITS}`, head, '--'])
    return { head, isIncluded: history.toString().split('\n').includes(commit) }
  }

  /** Finds a commit in the cache. */
  async findCommit(commit: string): Promise<{ message: string; parent: string | undefined } | undefined> {
    if (!(await this.#cache.exists())) return undefined
    const [object] = await this.#objects
      .readObjects([`${commit}^{commit}`], MAX_COMMIT_BYTES)
      .catch(throwCacheError)
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

  /** The id of what a directory holds in a commit; undefined if there is no such directory in the cache. */
  async findDirectory(commit: string, directory: string): Promise<string | undefined> {
    const [info] = await this.#objects.readInfos([`${commit}:${directory}`]).catch(throwCacheError)
    return info?.type === 'tree' ? info.oid : undefined
  }

  /** The text of a file of a commit; undefined if there is none, or one that is too large for its kind. */
  async readText(commit: string, path: string, maxBytes: number): Promise<string | undefined> {
    const name = `${commit}:${path}`
    const [info] = await this.#objects.readInfos([name]).catch(throwCacheError)
    if (info?.type !== 'blob') return undefined
    if (info.size > maxBytes) throw new Invalid(`The file "${path}" is larger than ${maxBytes} bytes.`)
    const [object] = await this.#objects.readObjects([name], maxBytes).catch(throwCacheError)
    return object?.bytes.toString('utf8')
  }

  /** @param excludedDirectories those whose files are left out. */
  async listFiles(
    commit: string,
    directory: string,
    excludedDirectories: readonly string[] = [],
  ): Promise<CommitFiles> {
    const problems: string[] = []
    const oidsByPath = new Map<string, string>()
    for (const { path, oid, kind, mode } of await listTreeFiles(this.#objects, commit, directory).catch(
      throwCacheError,
    )) {
      if (excludedDirectories.some((excluded) => path.startsWith(`${excluded}/`))) continue
      const quotedPath = JSON.stringify(path.slice(0, 200))
      if (kind === 'link') problems.push(`The symbolic link ${quotedPath} was skipped.`)
      else if (kind === 'submodule') problems.push(`The submodule ${quotedPath} was skipped.`)
      else if (path.includes('\uFFFD')) problems.push(`The name of the file ${quotedPath} is not UTF-8.`)
      else {
        oidsByPath.set(path, oid)
        this.#fileModes.set(path, mode)
      }
    }
    const oids = [...new Set(oidsByPath.values())]
    const infos = await this.#objects.readInfos(oids).catch(throwCacheError)
    const sizes = new Map(oids.map((oid, index) => [oid, infos[index]?.size]))
    const tree = new Map<string, { oid: string; size: number }>()
    for (const [path, oid] of oidsByPath) {
      const size = sizes.get(oid)
      if (size !== undefined && size <= this.#deps.maxFileSize) tree.set(path, { oid, size })
      else problems.push(`The file ${JSON.stringify(path.slice(0, 200))} is too large and was skipped.`)
    }
    this.#tree = tree
    return { tree, problems }
  }

  /** Reads files of the commit that was listed last. */
  readFiles = async (paths: readonly string[]): Promise<Map<string, Uint8Array>> => {
    const entries = paths.flatMap((path) => {
      const oid = this.#tree.get(path)?.oid
      return oid === undefined ? [] : [{ path, oid }]
    })
    const names = entries.map(({ oid }) => oid)
    const objects = await this.#objects.readObjects(names, this.#deps.maxFileSize).catch(throwCacheError)
    return new Map(
      entries.map(({ path }, index) => {
        const object = objects[index]
        if (object?.type !== 'blob') throw new DamagedCacheError(`there is no blob for ${path}`)
        return [path, object.bytes]
      }),
    )
  }

  /** Creates a commit in the cache and returns its id. */
  async createCommit(commit: NewCommit): Promise<string> {
    const { parent, message, author, committedAt, writes, deletes } = commit
    await this.#cache.prepare(this.#deps.now)
    const ref = 'refs/verso/export'
    const messageBytes = Buffer.from(message)
    const time = `${Math.floor(committedAt.getTime() / 1000)} +0000`
    const pieces: (string | Uint8Array)[] = [
      `reset ${ref}\n${parent === undefined ? '' : `from ${parent}\n`}\n`,
      `commit ${ref}\nmark :1\n`,
      ...(author ? [`author ${formatIdentity(author)} ${time}\n`] : []),
      `committer ${identity} ${time}\ndata ${messageBytes.length}\n`,
      messageBytes,
      '\n',
    ]
    for (const path of deletes) pieces.push(`D ${quotePath(path)}\n`)
    for (const [path, bytes] of writes) {
      pieces.push(
        `M ${this.#fileModes.get(path) ?? '100644'} inline ${quotePath(path)}\ndata ${bytes.length}\n`,
        bytes,
        '\n',
      )
    }
    pieces.push('get-mark :1\ndone\n')
    const output = await this.#runLocally('fast-import', ['--quiet', '--force', '--done'], pieces)
    return output.toString().trim()
  }

  /** @param force whether the branch is set to this commit even if it has moved. */
  async push(commit: string, { force }: { force: boolean }): Promise<PushResult> {
    const args = [
      '--quiet',
      ...(force ? ['--force'] : []),
      '--',
      this.#deps.address.url,
      `${commit}:${this.#deps.ref}`,
    ]
    try {
      await this.#deps.git.run('push', args, await this.#networkOptions())
      return 'accepted'
    } catch (error) {
      if (isNonFastForward(error)) return 'non-fast-forward'
      if (isRejectedByRemote(error)) return 'rejected'
      throw explainRemoteError(error, this.#deps.git.limits)
    }
  }

  /** Deletes the cache, which is created again when it is needed. */
  async deleteCache(): Promise<void> {
    await this.#objects.close()
    await this.#cache.delete()
  }

  /** Deletes the cache if it has grown too large. */
  async deleteOversizedCache(): Promise<void> {
    await this.#cache.deleteIfOversized()
  }

  /** Ends the Git process that reads objects. */
  async close(): Promise<void> {
    await this.#objects.close()
  }

  async #runLocally(
    command: string,
    args: readonly string[],
    input?: Iterable<string | Uint8Array>,
  ): Promise<Buffer> {
    const options = {
      folder: this.#cache.folder,
      ...(input && { input }),
      signal: this.#deps.signal,
      // With this limit, fast-import writes one pack instead of a file for each object.
      settings: { 'fastimport.unpackLimit': '1' },
    }
    return this.#deps.git.run(command, args, options).catch(throwCacheError)
  }

  /**
   * The options for a command that uses the network. They pin it to the addresses that the guard has checked, so that a
   * DNS answer that changes in between cannot lead to another host.
   */
  async #networkOptions(): Promise<GitOptions> {
    const { protocol, hostname, port, credentials } = this.#deps.address
    const host = hostname.includes(':') ? `[${hostname}]` : hostname
    const { addresses } = await this.#deps.guard
      .resolveDestination(`${protocol === 'http' ? 'http' : 'https'}://${host}:${port}/`)
      .catch(throwUnavailableHost)
    const common = { folder: this.#cache.folder, signal: this.#deps.signal, network: [protocol] }
    if (protocol === 'ssh') {
      const options = [
        'BatchMode=yes',
        'StrictHostKeyChecking=accept-new',
        `UserKnownHostsFile=${join(this.#cache.folder, '../known_hosts')}`,
        `ConnectTimeout=${this.#deps.git.limits.stallSeconds}`,
        'ProxyCommand=none',
        'ForwardAgent=no',
        `HostName=${addresses[0] ?? ''}`,
        `HostKeyAlias=${hostname}`,
        ...this.#deps.sshKeyFiles.map((file) => `IdentityFile="${file}"`),
        'IdentitiesOnly=yes',
        'IdentityAgent=none',
        'PreferredAuthentications=publickey',
      ]
      // Without a configuration file, nothing of the account that Verso runs under adds a key.
      const command = `ssh -F none ${options.map((option) => `-o '${option.replaceAll("'", '')}'`).join(' ')}`
      return { ...common, environment: { GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' } }
    }
    const basic =
      credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
    return {
      ...common,
      settings: {
        ...pinToAddresses({ hostname, port, addresses }),
        ...(basic !== undefined && { 'http.extraHeader': `Authorization: Basic ${basic}` }),
      },
    }
  }
}

/** An error of Git in a command that works on the cache alone means that the cache is damaged. */
const asCacheError = (error: unknown): unknown =>
  error instanceof GitError ? new DamagedCacheError(error) : error

function throwCacheError(error: unknown): never {
  throw asCacheError(error)
}

/** A host name that cannot be resolved now may be resolvable later, so the task is tried again. */
function throwUnavailableHost(error: unknown): never {
  if (error instanceof OutboundError && error.failure === 'failed') throw new Unavailable(error.reason)
  throw error
}

/** Quotes a path for fast-import. */
const quotePath = (path: string): string =>
  `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
