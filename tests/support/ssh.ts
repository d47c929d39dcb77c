import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'
import { createTemporaryFolder } from './folders.ts'
import { findFreePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

const program = '/usr/sbin/sshd'
const packages = ['openssh-server', 'openssh-client', 'git']

/** Installs sshd if possible. Returns why it is missing, or undefined. It needs root, because sshd changes its user. */
export async function describeMissingSsh(): Promise<string | undefined> {
  const script = `test -e ${program} || { apt-get update; ${installCommand} ${packages.join(' ')}; }`
  return (await runAsRootOnDebian(script)) && existsSync(program)
    ? undefined
    : describeMissingPackages('root and sshd', ...packages)
}

export interface SshServer {
  port: number
  /** The file of the private key for signing in. */
  key: string
  /** Accepts one more key, in the form of `authorized_keys`. */
  authorize: (publicKey: string) => void
}

/** Starts an OpenSSH server that accepts one key, and those that are added. */
export async function startSsh(scope: Scope): Promise<SshServer> {
  const folder = createTemporaryFolder(scope)
  const port = await findFreePort()
  const keys = ['host', 'person'].map((name) => join(folder, name))
  for (const key of keys) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  const [host = '', person = ''] = keys
  const config = join(folder, 'sshd_config')
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host}`,
      `AuthorizedKeysFile ${person}.pub`,
      'PermitRootLogin prohibit-password',
      'PasswordAuthentication no',
      'StrictModes no',
      'UsePAM no',
      `PidFile ${join(folder, 'pid')}`,
    ].join('\n'),
  )
  // The sshd of Debian needs this folder, which its service creates otherwise.
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const child = spawn(program, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  scope.defer(async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  })
  await waitFor('sshd', () => canConnect(port))
  return { port, key: person, authorize: (publicKey) => appendFileSync(`${person}.pub`, `${publicKey}\n`) }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
