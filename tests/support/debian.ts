import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** Installs packages without recommended ones. In runlevel 1, Debian does not start the services that it installs. */
export const installCommand =
  'RUNLEVEL=1 apt-get install -y -o DPkg::Lock::Timeout=300 --no-install-recommends'

/**
 * Runs a script that installs packages for a test, if this is root on Debian. Returns whether it succeeded. Tests run in
 * several processes and apt does not wait for its own locks, hence `flock`. The script must first check whether another
 * process has installed the packages.
 */
export async function runAsRootOnDebian(script: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  const installing = spawn('flock', [import.meta.dirname, 'sh', '-ec', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(installing, 'close')
  return installing.exitCode === 0
}

/** Describes why a test cannot run on this machine. Throws in CI, where all tests must run. */
export function describeMissingPackages(name: string, ...packages: string[]): string {
  const missing = `needs ${name}: apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.env['CI'] === 'true') throw new Error(missing)
  return missing
}
