import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpenFolder } from './folders.ts'
import type { Scope } from './scope.ts'
import { checkout, type Installation } from './verso.ts'

export const isRoot = process.getuid?.() === 0

/**
 * Verso as an ordinary user has it, for tests that root runs. Such a user may not be able to enter the checkout,
 * as in CI, so they get what the image has: the built product, its production dependencies and Node itself.
 */
export function installForOrdinaryUser(scope: Scope): Installation {
  const copy = createOpenFolder(scope)
  execFileSync(process.execPath, [join(checkout, 'scripts/build.ts'), copy], { stdio: 'pipe' })
  for (const path of [...globSync('packages/*/node_modules', { cwd: checkout }), ...runtimeDependencies()]) {
    cpSync(join(checkout, path), join(copy, path), { recursive: true, verbatimSymlinks: true })
  }
  const node = join(copy, 'node')
  cpSync(process.execPath, node)
  chmodSync(node, 0o755)
  // A checkout that was made for its owner alone has files that nobody else may read.
  execFileSync('chmod', ['-R', 'a+rX', copy])
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  )
  if (uid === undefined || gid === undefined) throw new Error('there is no account "nobody"')
  return { node, checkout: copy, uid, gid }
}

interface LockFile {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
}

/** What `npm ci` installed for running, and not for working on it; other platforms' parts are not there. */
function runtimeDependencies(): string[] {
  const lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as LockFile
  return (
    Object.entries(lock.packages)
      // Those inside another package come along with it.
      .filter(([path]) => path.lastIndexOf('node_modules/') === 0)
      .filter(([, { dev, devOptional, link }]) => !dev && !devOptional && !link)
      .map(([path]) => path)
      .filter((path) => existsSync(join(checkout, path)))
  )
}
