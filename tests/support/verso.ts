import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

/** Environment variables; undefined leaves one out. */
export type Settings = Record<string, string | undefined>

/** The exit status and the output of a process. */
export interface ProcessResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The programs of Verso and the account that runs them, if they are not those of this checkout and process. */
export interface Installation {
  node: string
  checkout: string
  uid?: number
  gid?: number
}

export const checkout = join(import.meta.dirname, '../..')

const thisInstallation: Installation = { node: process.execPath, checkout }

// Most of the time of these tests is spent on starting Node on the same sources, which the cache makes faster.
const compileCache = join(checkout, 'node_modules/.cache/verso-tests')

/** A process that runs a `verso` command. */
export class Verso {
  readonly #child: ChildProcess
  readonly completion: Promise<ProcessResult>
  stdout = ''
  stderr = ''

  /** The process gets only the environment variables that every program needs, and the settings. */
  constructor(
    args: string[],
    settings: Settings,
    { node, checkout, uid, gid }: Installation = thisInstallation,
  ) {
    this.#child = spawn(node, [join(checkout, 'packages/server/bin/verso.js'), ...args], {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        TMPDIR: process.env['TMPDIR'],
        NODE_COMPILE_CACHE: uid === undefined ? compileCache : undefined,
        ...settings,
      },
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.completion = once(this.#child, 'close').then(() => ({
      code: this.#child.exitCode,
      signal: this.#child.signalCode,
      stdout: this.stdout,
      stderr: this.stderr,
    }))
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async end(signal: NodeJS.Signals): Promise<ProcessResult> {
    this.signal(signal)
    return this.completion
  }
}

/** Runs a command and waits until it has ended. */
export const runVerso = (args: string[], settings: Settings): Promise<ProcessResult> =>
  new Verso(args, settings).completion

/** A process that runs `verso serve`. */
export class VersoServer extends Verso {
  readonly origin: string
  readonly settings: Settings
  #wasReady = false

  private constructor(origin: string, settings: Settings, installation?: Installation) {
    super(['serve'], settings, installation)
    this.origin = origin
    this.settings = settings
  }

  /** Starts a server without waiting until it is ready. */
  static async launch(scope: Scope, overrides: Settings, installation?: Installation): Promise<VersoServer> {
    const port = overrides['VERSO_PORT'] ?? String(await findFreePort())
    const settings = {
      VERSO_RATE_LIMIT: '0',
      VERSO_SITE_PAGE_LIMIT: '0',
      VERSO_SITE_SEARCH_LIMIT: '0',
      VERSO_SITE_MCP_LIMIT: '0',
      VERSO_SITE_SHARE_KEY_LIMIT: '0',
      VERSO_LOG_LEVEL: 'warn',
      ...overrides,
      VERSO_PORT: port,
    }
    const server = new VersoServer(`http://127.0.0.1:${port}`, settings, installation)
    scope.defer(() => server.#ensureEnded())
    return server
  }

  static async start(scope: Scope, overrides: Settings, installation?: Installation): Promise<VersoServer> {
    const server = await VersoServer.launch(scope, overrides, installation)
    await server.waitUntilReady()
    return server
  }

  async waitUntilReady(): Promise<void> {
    await waitFor(`${this.origin} to be ready`, async () => {
      if (this.hasEnded) {
        const { stdout, stderr } = await this.completion
        throw new Error(`verso serve ended before it was ready:\n${stdout}${stderr}`)
      }
      return this.isReady()
    })
    this.#wasReady = true
  }

  async isReady(): Promise<boolean> {
    const response = await fetch(`${this.origin}/readyz`).catch(() => undefined)
    await response?.body?.cancel()
    return response?.status === 200
  }

  /** Stops the server with SIGTERM, as a process manager does. Throws unless it ends without an error. */
  async stop(): Promise<ProcessResult> {
    const result = await this.end('SIGTERM')
    if (result.code !== 0) {
      throw new Error(
        `verso serve ended with ${result.code ?? result.signal}:\n${result.stdout}${result.stderr}`,
      )
    }
    return result
  }

  async #ensureEnded(): Promise<void> {
    if (this.hasEnded) return
    // A server that was never ready has failed, and the test that waited for it has shown why.
    if (this.#wasReady) await this.stop()
    else await this.end('SIGKILL')
  }
}
