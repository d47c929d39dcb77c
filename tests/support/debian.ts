import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** Installs packages without what they recommend; in runlevel 1 Debian starts no service that it installs. */
export const install = 'RUNLEVEL=1 apt-get install -y -o DPkg::Lock::Timeout=300 --no-install-recommends'

/**
 * Runs a script that installs what a test needs, as root on Debian; says whether it could. Tests run in several processes
 * at once and apt does not wait for its own locks, hence `flock`: the script has to look first whether another did it.
 */
export async function asRootOnDebian(script: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  const installing = spawn('flock', [import.meta.dirname, 'sh', '-ec', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(installing, 'close')
  return installing.exitCode === 0
}

/** Why something cannot be tested here. Where everything is to be tested it fails. */
export function lacking(what: string, ...packages: string[]): string {
  const missing = `needs ${what}: apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.env['CI'] === 'true') throw new Error(missing)
  return missing
}
