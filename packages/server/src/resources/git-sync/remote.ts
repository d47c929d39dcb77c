import { createHash } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Invalid, Unavailable } from '../../common/errors.ts'
import type { Tree } from '../../git-layout/index.ts'
import { OutboundError } from '../../outbound/errors.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import type { RemoteAddress } from './address.ts'
import { explainRemote, type Git, GitError, type GitOptions } from './git.ts'

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

const identity = 'Verso <verso@localhost>'

/** A branch of a repository elsewhere, with a copy here of what was fetched of it, so that only news are fetched. */
export class Remote {
  readonly #git: Git
  readonly #guard: OutboundGuard
  readonly #address: RemoteAddress
  readonly #ref: string
  readonly #folder: string
  readonly #maxFileSize: number
  readonly #signal: AbortSignal
  readonly #modes = new Map<string, string>()
  #oids: ReadonlyMap<string, { oid: string; size: number }> = new Map()

  constructor(parts: {
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
  }) {
    this.#git = parts.git
    this.#guard = parts.guard
    this.#address = parts.address
    this.#ref = parts.ref
    const name = createHash('sha256')
      .update(`${parts.cacheKey}\n${parts.address.url}`)
      .digest('hex')
      .slice(0, 40)
    this.#folder = join(parts.cache, `${name}.git`)
    this.#maxFileSize = parts.maxFileSize
    this.#signal = parts.signal
  }

  /** The commit that the branch is at; undefined when there is none. */
  async head(): Promise<string | undefined> {
    const output = await this.#ask('ls-remote', ['--quiet', '--', this.#address.url, this.#ref])
    return /^([0-9a-f]{40,64})\t/m.exec(output.toString())?.[1]
  }

  /** Brings the commit that the branch is at, and says which it is. */
  async fetch(): Promise<string> {
    await this.#prepare()
    const ref = `refs/verso/${this.#ref.slice('refs/'.length)}`
    const args = [
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--force',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      '--no-write-fetch-head',
      // What is too large for a file is not even fetched, where the other side can leave it out.
      `--filter=blob:limit=${this.#maxFileSize + 1}`,
      '--',
      'origin',
      `+${this.#ref}:${ref}`,
    ]
    try {
      await this.#ask('fetch', args)
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      // A copy that a killed process left half-written is made again.
      await rm(this.#folder, { recursive: true, force: true })
      await this.#prepare()
      await this.#ask('fetch', args)
    }
    return (await this.#local('rev-parse', ['--verify', '--quiet', `${ref}^{commit}`])).toString().trim()
  }

  /** Whether the copy has this commit with all its files. */
  async has(commit: string): Promise<boolean> {
    if (!(await exists(this.#folder))) return false
    return this.#local('cat-file', ['-e', `${commit}^{tree}`]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof GitError) return false
        throw error
      },
    )
  }

  async list(commit: string, directory: string): Promise<Listing> {
    const problems: string[] = []
    const found = new Map<string, string>()
    const listed = await this.#local('ls-tree', ['-r', '-z', '--full-tree', commit])
    for (const line of listed.toString('utf8').split('\0')) {
      const [, mode, oid = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      if (mode === undefined || (directory !== '' && !path.startsWith(`${directory}/`))) continue
      const shown = JSON.stringify(path.slice(0, 200))
      if (mode === '120000') problems.push(`The symbolic link ${shown} was left aside.`)
      else if (mode === '160000') problems.push(`The submodule ${shown} was left aside.`)
      else if (path.includes('\uFFFD')) problems.push(`The name of the file ${shown} is not UTF-8.`)
      else {
        found.set(path, oid)
        this.#modes.set(path, mode)
      }
    }
    const sizes = await this.#sizes(commit, [...new Set(found.values())])
    const tree = new Map<string, { oid: string; size: number }>()
    for (const [path, oid] of found) {
      const size = sizes.get(oid)
      if (size !== undefined && size <= this.#maxFileSize) tree.set(path, { oid, size })
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
    const output = await this.#local(
      'cat-file',
      ['--batch'],
      wanted.map(({ oid }) => `${oid}\n`),
    )
    const bytes = new Map<string, Uint8Array>()
    let at = 0
    for (const { path } of wanted) {
      const end = output.indexOf(10, at)
      const [, type, size] = output.subarray(at, end).toString().split(' ')
      if (type !== 'blob') throw new Error(`Git has no blob for ${path}`)
      bytes.set(path, output.subarray(end + 1, end + 1 + Number(size)))
      at = end + 1 + Number(size) + 1
    }
    return bytes
  }

  /** Makes a commit in the copy. */
  async commit({ parent, message, at, writes, deletes }: NewCommit): Promise<string> {
    await this.#prepare()
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
    pieces.push('done\n')
    await this.#local('fast-import', ['--quiet', '--force', '--done'], pieces)
    return (await this.#local('rev-parse', ['--verify', '--quiet', `${ref}^{commit}`])).toString().trim()
  }

  /** Whether it was taken; not when the branch has moved on meanwhile. */
  async push(commit: string, { force }: { force: boolean }): Promise<boolean> {
    try {
      await this.#git.run(
        'push',
        [
          '--quiet',
          '--porcelain',
          ...(force ? ['--force'] : []),
          '--',
          this.#address.url,
          `${commit}:${this.#ref}`,
        ],
        await this.#networkOptions(),
      )
      return true
    } catch (error) {
      if (error instanceof GitError) {
        if (
          /\[rejected\]|fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|reference already exists/i.test(
            error.said,
          )
        )
          return false
        if (/remote rejected|pre-receive hook|protected branch|denied/i.test(error.said)) {
          throw new Invalid('The repository does not accept the commit: the branch may be protected.')
        }
      }
      throw explainRemote(error)
    }
  }

  /** The message of a commit in the copy. */
  async message(commit: string): Promise<string> {
    const output = await this.#local('cat-file', ['commit', commit])
    const text = output.toString('utf8')
    return text
      .slice(text.indexOf('\n\n') + 2)
      .trim()
      .slice(0, 10_000)
  }

  async #prepare(): Promise<void> {
    if (await exists(join(this.#folder, 'HEAD'))) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#git.run('init', ['--quiet', '--bare', '--template=', '--', this.#folder], {
      signal: this.#signal,
    })
    const settings: Record<string, string> = {
      'core.repositoryformatversion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.url': this.#address.url,
      'remote.origin.promisor': 'true',
    }
    for (const [name, value] of Object.entries(settings))
      await this.#local('config', ['--local', name, value])
  }

  /** Of the blobs that are here. */
  async #sizes(commit: string, oids: readonly string[]): Promise<Map<string, number>> {
    const listed = await this.#local('rev-list', [
      '--objects',
      '--no-object-names',
      '--missing=print',
      `${commit}^{tree}`,
    ])
    const missing = new Set([...listed.toString().matchAll(/^\?([0-9a-f]+)$/gm)].map(([, oid]) => oid))
    const here = oids.filter((oid) => !missing.has(oid))
    const checked = await this.#local(
      'cat-file',
      ['--batch-check', '--buffer'],
      here.map((oid) => `${oid}\n`),
    )
    return new Map(
      [...checked.toString().matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].map(([, oid = '', size]) => [
        oid,
        Number(size),
      ]),
    )
  }

  #local(command: string, args: readonly string[], input?: Iterable<string | Uint8Array>): Promise<Buffer> {
    return this.#git.run(command, args, {
      folder: this.#folder,
      ...(input && { input }),
      signal: this.#signal,
    })
  }

  async #ask(command: string, args: readonly string[]): Promise<Buffer> {
    const options = await this.#networkOptions()
    const here = command === 'ls-remote' ? { ...options, folder: '/' } : options
    try {
      return await this.#git.run(command, args, here)
    } catch (error) {
      throw explainRemote(error)
    }
  }

  /** Goes to the addresses that were judged, whatever the name means a moment later. */
  async #networkOptions(): Promise<GitOptions> {
    const { protocol, hostname, port, credentials } = this.#address
    const host = hostname.includes(':') ? `[${hostname}]` : hostname
    const { addresses } = await this.#guard
      .locate(`${protocol === 'http' ? 'http' : 'https'}://${host}:${port}/`)
      .catch(later)
    const common = { folder: this.#folder, signal: this.#signal, network: true }
    if (protocol === 'ssh') {
      const options = [
        'BatchMode=yes',
        'StrictHostKeyChecking=accept-new',
        `UserKnownHostsFile=${join(this.#folder, '../known_hosts')}`,
        `ConnectTimeout=${this.#git.limits.stallSeconds}`,
        'ProxyCommand=none',
        'ForwardAgent=no',
        `HostName=${addresses[0] ?? ''}`,
        `HostKeyAlias=${hostname}`,
        ...(this.#git.sshKey === undefined
          ? []
          : [`IdentityFile="${this.#git.sshKey}"`, 'IdentitiesOnly=yes']),
      ]
      const command = `ssh ${options.map((option) => `-o '${option.replaceAll("'", '')}'`).join(' ')}`
      return { ...common, environment: { GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' } }
    }
    const basic =
      credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
    return {
      ...common,
      settings: {
        'http.curloptResolve': `${hostname}:${port}:${addresses.map((address) => (address.includes(':') ? `[${address}]` : address)).join(',')}`,
        'http.proxy': '',
        ...(basic !== undefined && { 'http.extraHeader': `Authorization: Basic ${basic}` }),
      },
    }
  }
}

/** A name that has no address now may have one in a while. */
function later(error: unknown): never {
  if (error instanceof OutboundError && error.failure === 'failed') throw new Unavailable(error.reason)
  throw error
}

/** As fast-import reads paths. */
const quoted = (path: string): string =>
  `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
