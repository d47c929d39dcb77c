import { spawn } from 'node:child_process'
import { isIP } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { Unavailable } from '../common/errors.ts'
import type { Destination } from '../outbound/guard.ts'

export interface GitLimits {
  /** The longest time that one command may take. */
  seconds: number
  /** The longest time without any output from a remote, or from a process that answers requests. */
  stallSeconds: number
}

export type GitProtocol = 'http' | 'https' | 'ssh'

export interface GitOptions {
  folder?: string
  /** Settings of this command alone. They are passed in the environment, which other users of the machine cannot read. */
  settings?: Record<string, string>
  environment?: Record<string, string>
  signal?: AbortSignal
  /** The protocols that this command may use the network with. Without them it may not use the network. */
  network?: readonly GitProtocol[]
}

export interface GitRunOptions extends GitOptions {
  input?: Iterable<string | Uint8Array>
  /** The command is killed if its output is larger. */
  maxOutputBytes?: number
}

/** A running command. */
export interface RunningGit {
  stdin: Writable
  stdout: Readable
  /** Kills the command at once, with all processes that it has started. */
  kill(): void
  /** Settles when the command has ended and its output is read. Rejects with the errors of `run`. */
  ended: Promise<void>
}

const MAX_STDERR_CHARACTERS = 16_384

/** A command of Git failed. Its messages are for our logs only, because they may contain URLs and paths of the server. */
export class GitError extends Error {
  readonly stderr: string
  readonly exitCode: number | null

  constructor(command: string, code: number | null, stderr: string) {
    super(`git ${command} ended with ${code}`)
    this.stderr = stderr
    this.exitCode = code
  }
}

// Git runs without hooks, prompts, helpers, submodules and other protocols. The settings of the machine and the user are
// turned off in the environment.
const baseSettings = {
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
  // Everything that Git writes here is a cache, which is fetched again when it is damaged.
  'core.fsync': 'none',
}

/** Runs the `git` program with the settings that are given here and no others. */
export class Git {
  readonly limits: GitLimits

  constructor(limits: Partial<GitLimits> = {}) {
    this.limits = { seconds: 600, stallSeconds: 30, ...limits }
  }

  /** Returns the output. Throws `GitError` if the command fails, `Unavailable` if it takes too long or is not installed. */
  async run(command: string, args: readonly string[], options: GitRunOptions = {}): Promise<Buffer> {
    const { input = [], maxOutputBytes = Infinity } = options
    const running = this.start(command, args, options)
    const output: Buffer[] = []
    let size = 0
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      running.kill()
    }, this.limits.seconds * 1000)
    running.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutputBytes) running.kill()
      else output.push(chunk)
    })
    void writeAll(running.stdin, input)
    try {
      await running.ended
    } catch (error) {
      throw isTimedOut
        ? new Unavailable(`The repository is slow: Git was not done after ${this.limits.seconds} seconds.`)
        : error
    } finally {
      clearTimeout(timer)
    }
    return Buffer.concat(output)
  }

  /** Starts a command that runs until its input ends, or until the caller or the signal kills it. */
  start(command: string, args: readonly string[], options: GitOptions = {}): RunningGit {
    const { folder, signal } = options
    signal?.throwIfAborted()
    const child = spawn('git', [command, ...args], {
      ...(folder !== undefined && { cwd: folder }),
      env: this.#environment(options),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own can be killed together with the processes that Git starts.
      detached: true,
    })
    const kill = () => {
      // Without a process id, the process never started.
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process has ended already.
      }
    }
    let stderr = ''
    child.stderr.on(
      'data',
      (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-MAX_STDERR_CHARACTERS)),
    )
    // Git may end before it has read all of its input. Its exit code tells whether that is an error.
    child.stdin.on('error', () => undefined)
    signal?.addEventListener('abort', kill, { once: true })
    const ended = new Promise<void>((resolve, reject) => {
      child.on('error', () => reject(new Unavailable('The program git, which this needs, is not installed.')))
      child.on('close', (code) => {
        signal?.removeEventListener('abort', kill)
        if (signal?.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
        else if (code === 0) resolve()
        else reject(new GitError(command, code, stderr))
      })
    })
    // A caller that kills the command may not wait for it; the rejection must not count as unhandled then.
    ended.catch(() => undefined)
    return { stdin: child.stdin, stdout: child.stdout, kill, ended }
  }

  #environment({ settings, environment, network = [] }: GitOptions): NodeJS.ProcessEnv {
    const allSettings = Object.entries({
      ...baseSettings,
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
      // Without this, Git would fetch objects that a filtered fetch left out as soon as a command reads them.
      GIT_ALLOW_PROTOCOL: network.join(':'),
      GIT_CONFIG_COUNT: String(allSettings.length),
      ...Object.fromEntries(
        allSettings.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
      ...environment,
    }
  }
}

/**
 * Returns the settings that pin a command over http to the addresses that the guard has checked, so that a DNS answer
 * that changes in between cannot lead to another host.
 */
export function pinToAddresses({
  hostname,
  port,
  addresses,
}: Omit<Destination, 'isSecure'>): Record<string, string> {
  // An IP address is not resolved.
  if (isIP(hostname)) return {}
  const hosts = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address))
  return { 'http.curloptResolve': `${hostname}:${port}:${hosts.join(',')}` }
}

async function writeAll(stream: Writable, pieces: Iterable<string | Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    if (!stream.writable) return
    if (!stream.write(piece)) {
      await new Promise<void>((resolve) => {
        const proceed = () => {
          stream.off('drain', proceed)
          stream.off('close', proceed)
          resolve()
        }
        stream.on('drain', proceed)
        stream.on('close', proceed)
      })
    }
  }
  stream.end()
}
