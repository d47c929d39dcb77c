import { existsSync } from 'node:fs'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'

// Without windows, pages open in half the time.
const program = '/usr/bin/chromium-headless-shell'
const packages = ['chromium-headless-shell', 'fonts-noto-cjk', 'fonts-noto-color-emoji']
const emoji = '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'
const script = `test -e ${program} -a -e ${emoji} || { apt-get update; ${installCommand} ${packages.join(' ')}; }`

/** Debian's Chromium with the fonts that pages of any language need, or why it is not here. */
export async function findChromium(): Promise<{ program: string } | { missing: string }> {
  if (isComplete() || ((await runAsRootOnDebian(script)) && isComplete())) return { program }
  const installed = [program, '/usr/bin/chromium'].find((path) => existsSync(path))
  return installed === undefined
    ? { missing: describeMissingPackages('Chromium', ...packages) }
    : { program: installed }
}

const isComplete = (): boolean => existsSync(program) && existsSync(emoji)
