import { spawn } from 'node:child_process'
import { Invalid, Unavailable } from '../../common/errors.ts'

export interface GitLimits {
  /** Of one command. */
  seconds: number
  /** Silence after which a remote is given up. */
  stallSeconds: number
}

export interface GitOptions {
  folder?: string
  /** Settings of this command alone. They travel in the environment, where other users of the machine do not look. */
  settings?: Record<string, string>
  environment?: Record<string, string>
  input?: Iterable<string | Uint8Array>
  signal?: AbortSignal
  /** Whether this command may use the network. */
  network?: boolean
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
  'http.sslVerify': 'true',
  'transfer.fsckObjects': 'false',
  'safe.directory': '*',
  'push.gpgSign': 'false',
  'commit.gpgSign': 'false',
  'uploadpack.packObjectsHook': '',
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
  run(command: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const { folder, input, signal } = options
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const child = spawn('git', [command, ...args], {
        ...(folder !== undefined && { cwd: folder }),
        env: this.#environment(options),
        stdio: ['pipe', 'pipe', 'pipe'],
        // With what it starts itself, it can be stopped as one.
        detached: true,
      })
      const output: Buffer[] = []
      let said = ''
      let late = false
      const kill = () => {
        // Nobody to kill means that it never started.
        if (child.pid !== undefined) {
          try {
            process.kill(-child.pid, 'SIGKILL')
          } catch {
            // It ended by itself.
          }
        }
      }
      const timer = setTimeout(() => {
        late = true
        kill()
      }, this.limits.seconds * 1000)
      signal?.addEventListener('abort', kill, { once: true })
      child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-longestMessage)))
      child.on('error', () =>
        reject(new Unavailable('The program git, which synchronisation needs, is not installed.')),
      )
      child.on('close', (code) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', kill)
        if (signal?.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
        else if (late) reject(new Unavailable('The repository took too long to answer.'))
        else if (code === 0) resolve(Buffer.concat(output))
        else reject(new GitError(command, code, said))
      })
      // Git may end before it has read everything; what matters is how it ended.
      child.stdin.on('error', () => undefined)
      void writeAll(child.stdin, input ?? [])
    })
  }

  #environment({ settings, environment, network = false }: GitOptions): NodeJS.ProcessEnv {
    const all = Object.entries({
      ...ownSettings,
      ...(network && {
        'protocol.http.allow': 'always',
        'protocol.https.allow': 'always',
        'protocol.ssh.allow': 'always',
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
      GIT_ALLOW_PROTOCOL: network ? 'http:https:ssh' : '',
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

async function writeAll(stream: NodeJS.WritableStream, pieces: Iterable<string | Uint8Array>): Promise<void> {
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

/** What went wrong with a remote, in words for the person who named it. */
export function explainRemote(error: unknown): unknown {
  if (!(error instanceof GitError)) return error
  const { said } = error
  if (
    /authentication failed|could not read (username|password)|access denied|permission denied|error: 40[13]\b|terminal prompts disabled/i.test(
      said,
    )
  ) {
    return new Invalid('The repository refuses the credentials, or wants some.')
  }
  if (/couldn't find remote ref|no such ref/i.test(said))
    return new Invalid('The repository has no such branch.')
  if (
    /repository .*not found|not found|does not appear to be a git repository|not valid: is this a git repository|error: 404|unexpected redirect|redirect/i.test(
      said,
    )
  ) {
    return new Invalid('There is no repository at this URL.')
  }
  if (/host key verification failed/i.test(said))
    return new Invalid('The host key of the repository has changed.')
  if (/protocol .* not supported|transport .* not allowed/i.test(said)) {
    return new Invalid('This kind of URL cannot be synchronised with.')
  }
  if (
    /could ?n.t connect|could not resolve|timed? ?out|too slow|connection (refused|reset)|early eof|hung up|unexpected disconnect|empty reply|error: 5\d\d|recv failure|unable to access/i.test(
      said,
    )
  ) {
    return new Unavailable('The repository cannot be reached at the moment.')
  }
  return error
}
