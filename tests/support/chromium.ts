import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

const program = '/usr/bin/chromium'
const packages = 'chromium fonts-noto-cjk fonts-noto-color-emoji'
const apt = 'RUNLEVEL=1 apt-get install -y -o DPkg::Lock::Timeout=300 --no-install-recommends'
const emoji = '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'

/** Debian's Chromium with the fonts that pages of any language need, or why it is not here. */
export async function findChromium(): Promise<{ program: string } | { missing: string }> {
  if (isComplete() || (await install())) return { program }
  if (existsSync(program)) return { program }
  const missing = `needs Chromium: apt-get install -y --no-install-recommends ${packages}`
  if (process.env['CI'] === 'true') throw new Error(missing)
  return { missing }
}

const isComplete = (): boolean => existsSync(program) && existsSync(emoji)

async function install(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  const command = `test -e ${program} -a -e ${emoji} || { apt-get update && ${apt} ${packages}; }`
  const installing = spawn('flock', [import.meta.dirname, 'sh', '-c', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(installing, 'close')
  return installing.exitCode === 0 && isComplete()
}
