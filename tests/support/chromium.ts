import { existsSync } from 'node:fs'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'

const program = '/usr/bin/chromium'
const packages = ['chromium', 'fonts-noto-cjk', 'fonts-noto-color-emoji']
const emoji = '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'
const script = `test -e ${program} -a -e ${emoji} || { apt-get update; ${installCommand} ${packages.join(' ')}; }`

/** Debian's Chromium with the fonts that pages of any language need, or why it is not here. */
export async function findChromium(): Promise<{ program: string } | { missing: string }> {
  if (isComplete() || ((await runAsRootOnDebian(script)) && isComplete())) return { program }
  return existsSync(program) ? { program } : { missing: describeMissingPackages('Chromium', ...packages) }
}

const isComplete = (): boolean => existsSync(program) && existsSync(emoji)
