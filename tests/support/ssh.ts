import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { asRootOnDebian, install, lacking } from './debian.ts'
import { temporaryFolder } from './folders.ts'
import { freePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

const program = '/usr/sbin/sshd'
const packages = ['openssh-server', 'openssh-client', 'git']

/** Why no server for ssh can be started; undefined where one can. It changes its user, which only root may. */
export async function missingSsh(): Promise<string | undefined> {
  const script = `test -e ${program} || { apt-get update; ${install} ${packages.join(' ')}; }`
  return (await asRootOnDebian(script)) && existsSync(program)
    ? undefined
    : lacking('root and sshd', ...packages)
}

export interface SshServer {
  port: number
  /** A file with the private key that opens it. */
  key: string
}

/** OpenSSH on this machine, for whoever has the key. */
export async function startSsh(scope: Scope): Promise<SshServer> {
  const folder = temporaryFolder(scope)
  const port = await freePort()
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
  // Where Debian's sshd locks itself in; its service makes the folder otherwise.
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const child = spawn(program, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  scope.defer(async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  })
  await waitFor('sshd', () => answers(port))
  return { port, key: person }
}

async function answers(port: number): Promise<boolean> {
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
