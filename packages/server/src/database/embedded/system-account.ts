import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

/** The unprivileged account that PostgreSQL runs under when Verso is started by root. */
export interface SystemAccount {
  name: string
  uid: number
  gid: number
}

/**
 * Finds the account to run PostgreSQL under; undefined when Verso was not started by root and PostgreSQL runs as the same
 * user. PostgreSQL refuses to run as root, and `initdb` looks its user up, so the account must have a passwd entry:
 * `postgres` is meant for this, and `nobody` exists everywhere. A database that exists is run by its `owner`, because a
 * `postgres` account may have been added to the machine after it was created.
 */
export function findDatabaseAccount(owner?: number): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseEntry)
  const candidates = ['postgres', 'nobody'].map((name) => accounts.find((account) => account?.name === name))
  const account =
    accounts.find((account) => account && account.uid > 0 && account.uid === owner) ??
    candidates.find((account) => account !== undefined)
  if (!account) {
    throw new Error(
      'PostgreSQL cannot run as root, and there is neither a "postgres" nor a "nobody" account to run it ' +
        'under. Start Verso as an ordinary user, or set DATABASE_URL.',
    )
  }
  return account
}

/** Whether the account may enter the folder. The system is asked, because permissions alone do not tell (ACLs, mounts). */
export function canEnter(account: SystemAccount, folder: string): boolean {
  return spawnAs(account, '/bin/sh', ['-c', 'test -x "$1"', 'sh', folder]).status === 0
}

export function canRun(account: SystemAccount, program: string): boolean {
  return spawnAs(account, program, ['--version']).status === 0
}

const spawnAs = (account: SystemAccount, program: string, args: string[]) =>
  spawnSync(program, args, { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' })

function parseEntry(line: string): SystemAccount | undefined {
  const [name, , uid, gid] = line.split(':')
  if (!name || uid === undefined || gid === undefined) return undefined
  // Some systems write nobody's uid as -2.
  return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
}
