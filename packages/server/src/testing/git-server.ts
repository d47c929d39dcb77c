import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Turns off the settings of the machine and the user, so that they do not change what a test sees. */
const environment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
}

export const runGit = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

export interface GitServerOptions {
  /** The password that requests must have. */
  password?: string
  /** Called before each request. Returns true if it has answered the request, or leaves it without an answer. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
  /** The requests that are carried out and then not answered. */
  dropResponse?: (request: IncomingMessage) => boolean
}

/** A Git server over HTTP, with `git http-backend` behind it. */
export class GitServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'verso-git-'))
  readonly requests: string[] = []
  options: GitServerOptions = {}
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #repositories = 0

  static async start(): Promise<GitServer> {
    const server = new GitServer()
    await once(server.#server.listen(0, '127.0.0.1'), 'listening')
    return server
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Creates a repository with these files on `main`, or an empty one. */
  createRepository(
    files: ReadonlyMap<string, string | Uint8Array> | Record<string, string | Uint8Array> = {},
  ): TestRepository {
    const name = `repository-${this.#repositories++}`
    const bare = join(this.folder, `${name}.git`)
    runGit(this.folder, 'init', '--quiet', '--bare', '--initial-branch=main', bare)
    runGit(bare, 'config', 'http.receivepack', 'true')
    runGit(bare, 'config', 'uploadpack.allowFilter', 'true')
    runGit(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    const repository = new TestRepository(bare, join(this.folder, name), `${this.origin}/${name}.git`)
    const entries = files instanceof Map ? [...files] : Object.entries(files)
    if (entries.length > 0) repository.commit('First', Object.fromEntries(entries))
    return repository
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method} ${request.url}`)
    const { password, intercept: before, dropResponse: mute } = this.options
    if (password !== undefined) {
      const credentials = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
      if (credentials !== `ann:${password}`) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
        return
      }
    }
    if (before && (await before(request, response))) return
    const url = new URL(request.url ?? '/', this.origin)
    const child = spawn('git', ['http-backend'], {
      env: {
        ...environment,
        GIT_PROJECT_ROOT: this.folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: 'ann',
      },
    })
    request.pipe(child.stdin)
    child.stdin.on('error', () => undefined)
    if (mute?.(request)) {
      child.stdout.resume()
      child.on('close', () => response.destroy())
      return
    }
    let head = Buffer.alloc(0)
    let hasHeaders = false
    child.stdout.on('data', (chunk: Buffer) => {
      if (hasHeaders) {
        response.write(chunk)
        return
      }
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      hasHeaders = true
      let status = 200
      for (const line of head.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(/:\s*/, 2)
        if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.writeHead(status)
      response.write(head.subarray(end + 4))
    })
    child.on('close', () => response.end())
  }
}

/** A repository on the server, and a clone of it to make changes in. */
export class TestRepository {
  readonly bare: string
  readonly clone: string
  readonly url: string

  constructor(bare: string, clone: string, url: string) {
    this.bare = bare
    this.clone = clone
    this.url = url
    runGit('/', 'clone', '--quiet', bare, clone)
    runGit(clone, 'checkout', '--quiet', '-B', 'main')
  }

  /** Writes files, deletes those that are null, and pushes. */
  commit(message: string, files: Record<string, string | Uint8Array | null>): string {
    this.pull()
    for (const [path, content] of Object.entries(files)) {
      const target = join(this.clone, path)
      if (content === null) rmSync(target, { recursive: true, force: true })
      else {
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, content)
      }
    }
    return this.push(message)
  }

  /** Commits everything that is in the clone, and pushes it. */
  push(message: string): string {
    runGit(this.clone, 'add', '--all', '--force')
    runGit(this.clone, 'commit', '--quiet', '--allow-empty', '-m', message)
    runGit(this.clone, 'push', '--quiet', 'origin', 'HEAD:main')
    return this.head
  }

  pull(): void {
    if (runGit(this.bare, 'for-each-ref', 'refs/heads/main') === '') return
    runGit(this.clone, 'fetch', '--quiet', 'origin')
    runGit(this.clone, 'reset', '--quiet', '--hard', 'origin/main')
  }

  get head(): string {
    return runGit(this.bare, 'rev-parse', 'main').trim()
  }

  /** The id of the tree of `main`, which is equal for equal files. */
  get tree(): string {
    return runGit(this.bare, 'rev-parse', 'main^{tree}').trim()
  }

  /** The files that changed between two commits, each with the letter that Git gives its change. */
  listChanges(from: string, to = this.head): string[] {
    return runGit(this.bare, 'diff', '--name-status', '--no-renames', from, to)
      .trim()
      .split('\n')
      .filter(Boolean)
  }

  read(path: string): string {
    return runGit(this.bare, 'show', `main:${path}`)
  }

  get log(): string[] {
    return runGit(this.bare, 'log', '--format=%s', 'main').trim().split('\n')
  }
}
