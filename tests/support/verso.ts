import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

/** Environment variables; undefined leaves one out. */
export type Settings = Record<string, string | undefined>

/** How a process ended, and all it said. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** Where Verso's programs are and who runs them, when it is not this checkout and this account. */
export interface Installation {
  node: string
  checkout: string
  uid?: number
  gid?: number
}

export const checkout = join(import.meta.dirname, '../..')

const here: Installation = { node: process.execPath, checkout }

// Starting Node on the same sources again and again is most of what these tests do.
const compileCache = join(checkout, 'node_modules/.cache/verso-tests')

/** A `verso` command that was started as a person would start it. */
export class Verso {
  readonly #child: ChildProcess
  readonly ended: Promise<Ended>
  stdout = ''
  stderr = ''

  /** Nothing of the environment the tests run in reaches it but what a program needs. */
  constructor(args: string[], settings: Settings, { node, checkout, uid, gid }: Installation = here) {
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
    this.ended = once(this.#child, 'close').then(() => ({
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

  async end(signal: NodeJS.Signals): Promise<Ended> {
    this.signal(signal)
    return this.ended
  }
}

/** Runs a command to its end. */
export const runVerso = (args: string[], settings: Settings): Promise<Ended> =>
  new Verso(args, settings).ended

/** A server that answers. */
export class VersoServer extends Verso {
  readonly origin: string
  readonly settings: Settings
  #wasReady = false

  private constructor(origin: string, settings: Settings, installation?: Installation) {
    super(['serve'], settings, installation)
    this.origin = origin
    this.settings = settings
  }

  /** Starts one that may or may not come to answer. */
  static async launch(scope: Scope, given: Settings, installation?: Installation): Promise<VersoServer> {
    const port = given['VERSO_PORT'] ?? String(await freePort())
    const settings = { VERSO_RATE_LIMIT: '0', VERSO_LOG_LEVEL: 'warn', ...given, VERSO_PORT: port }
    const server = new VersoServer(`http://127.0.0.1:${port}`, settings, installation)
    scope.defer(() => server.#ensureEnded())
    return server
  }

  static async start(scope: Scope, given: Settings, installation?: Installation): Promise<VersoServer> {
    const server = await VersoServer.launch(scope, given, installation)
    await server.ready()
    return server
  }

  async ready(): Promise<void> {
    await waitFor(`${this.origin} to be ready`, async () => {
      if (this.hasEnded) {
        const { stdout, stderr } = await this.ended
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

  /** Asks it to finish, as a process manager would. It must leave in order. */
  async stop(): Promise<Ended> {
    const ended = await this.end('SIGTERM')
    if (ended.code !== 0) {
      throw new Error(`verso serve ended with ${ended.code ?? ended.signal}:\n${ended.stdout}${ended.stderr}`)
    }
    return ended
  }

  async #ensureEnded(): Promise<void> {
    if (this.hasEnded) return
    // One that never came up has its reasons, and the test that waited for it has told them.
    if (this.#wasReady) await this.stop()
    else await this.end('SIGKILL')
  }
}
