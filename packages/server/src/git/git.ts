import { spawn } from 'node:child_process'
import { isIP } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { Unavailable } from '../common/errors.ts'
import type { Destination } from '../outbound/guard.ts'

export interface GitLimits {
  /** Of one command. */
  seconds: number
  /** Silence after which a remote, or a process that is asked again and again, is given up. */
  stallSeconds: number
}

export type GitProtocol = 'http' | 'https' | 'ssh'

export interface GitOptions {
  folder?: string
  /** Settings of this command alone. They travel in the environment, where other users of the machine do not look. */
  settings?: Record<string, string>
  environment?: Record<string, string>
  signal?: AbortSignal
  /** The protocols by which this command may use the network; none unless told. */
  network?: readonly GitProtocol[]
}

export interface RunOptions extends GitOptions {
  input?: Iterable<string | Uint8Array>
  /** More bytes of output than this end the command. */
  most?: number
}

/** A command under way. */
export interface RunningGit {
  stdin: Writable
  stdout: Readable
  /** Ends it at once, with all that it has started itself. */
  kill(): void
  /** Settles when it has ended and is read to its end: rejects as `run` does. */
  ended: Promise<void>
}

const longestMessage = 16_384

/** Git said no. What it said is for our logs only: it may name what people must not see. */
export class GitError extends Error {
  readonly said: string
  readonly code: number | null

  constructor(command: string, code: number | null, said: string) {
    super(`git ${command} ended with ${code}`)
    this.said = said
    this.code = code
  }
}

// Nothing of the machine's or the user's settings, no hooks, no prompts, no helpers, no submodules, no other protocols.
const ownSettings = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.askPass': '',
  'credential.helper': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'protocol.allow': 'never',
  'http.followRedirects': 'false',
  'http.proxy': '',
  'http.sslVerify': 'true',
  'transfer.fsckObjects': 'false',
  'transfer.bundleURI': 'false',
  'safe.directory': '*',
  'push.gpgSign': 'false',
  'commit.gpgSign': 'false',
  'uploadpack.packObjectsHook': '',
  // Whatever it writes here can be fetched again, and is when it is broken.
  'core.fsync': 'none',
}

/** Runs the `git` program with nothing but what it is given here. */
export class Git {
  readonly limits: GitLimits
  /** A file with the private key for repositories over ssh; without it, those of the account that Verso runs under. */
  readonly sshKey: string | undefined

  constructor(limits: Partial<GitLimits> = {}, sshKey?: string) {
    this.limits = { seconds: 600, stallSeconds: 30, ...limits }
    this.sshKey = sshKey
  }

  /** What it prints. Throws `GitError` when it fails, `Unavailable` when it takes too long or is not installed. */
  async run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Buffer> {
    const { input = [], most = Infinity } = options
    const running = this.start(command, args, options)
    const output: Buffer[] = []
    let size = 0
    let late = false
    const timer = setTimeout(() => {
      late = true
      running.kill()
    }, this.limits.seconds * 1000)
    running.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) running.kill()
      else output.push(chunk)
    })
    void writeAll(running.stdin, input)
    try {
      await running.ended
    } catch (error) {
      throw late ? new Unavailable('The repository took too long to answer.') : error
    } finally {
      clearTimeout(timer)
    }
    return Buffer.concat(output)
  }

  /** Starts a command that goes on until its input ends, or it is killed, by whoever started it or by the signal. */
  start(command: string, args: readonly string[], options: GitOptions = {}): RunningGit {
    const { folder, signal } = options
    signal?.throwIfAborted()
    const child = spawn('git', [command, ...args], {
      ...(folder !== undefined && { cwd: folder }),
      env: this.#environment(options),
      stdio: ['pipe', 'pipe', 'pipe'],
      // With what it starts itself, it can be stopped as one.
      detached: true,
    })
    const kill = () => {
      // Nobody to kill means that it never started.
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-longestMessage)))
    // Git may end before it has read everything; what matters is how it ended.
    child.stdin.on('error', () => undefined)
    signal?.addEventListener('abort', kill, { once: true })
    const ended = new Promise<void>((resolve, reject) => {
      child.on('error', () => reject(new Unavailable('The program git, which this needs, is not installed.')))
      child.on('close', (code) => {
        signal?.removeEventListener('abort', kill)
        if (signal?.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
        else if (code === 0) resolve()
        else reject(new GitError(command, code, said))
      })
    })
    // Whoever waits for it hears of it; whoever does not had no use for it.
    ended.catch(() => undefined)
    return { stdin: child.stdin, stdout: child.stdout, kill, ended }
  }

  #environment({ settings, environment, network = [] }: GitOptions): NodeJS.ProcessEnv {
    const all = Object.entries({
      ...ownSettings,
      ...(network.length > 0 && {
        ...Object.fromEntries(network.map((protocol) => [`protocol.${protocol}.allow`, 'always'])),
        'http.lowSpeedLimit': '1',
        'http.lowSpeedTime': String(this.limits.stallSeconds),
      }),
      ...settings,
    })
    return {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '/bin/false',
      SSH_ASKPASS: '/bin/false',
      GIT_OPTIONAL_LOCKS: '0',
      // An object that was left out of a fetch is not fetched behind our back.
      GIT_ALLOW_PROTOCOL: network.join(':'),
      GIT_CONFIG_COUNT: String(all.length),
      ...Object.fromEntries(
        all.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
      ...environment,
    }
  }
}

/** What holds a command over http to the addresses that the guard has judged, whatever the name means a moment later. */
export function heldTo({ hostname, port, addresses }: Omit<Destination, 'secure'>): Record<string, string> {
  // An address means itself.
  if (isIP(hostname)) return {}
  const written = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address))
  return { 'http.curloptResolve': `${hostname}:${port}:${written.join(',')}` }
}

async function writeAll(stream: Writable, pieces: Iterable<string | Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    if (!stream.writable) return
    if (!stream.write(piece)) {
      await new Promise<void>((resolve) => {
        const go = () => {
          stream.off('drain', go)
          stream.off('close', go)
          resolve()
        }
        stream.on('drain', go)
        stream.on('close', go)
      })
    }
  }
  stream.end()
}
