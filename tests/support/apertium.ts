import { existsSync } from 'node:fs'
import { asRootOnDebian, install, lacking } from './debian.ts'

const mode = '/usr/share/apertium/modes/eng-spa.mode'
const packages = ['apertium', 'apertium-eng-spa']
const script = `test -e ${mode} || { apt-get update; ${install} ${packages.join(' ')}; }`

/** Why English cannot be translated to Spanish here; undefined when it can. Root on Debian gets what it takes. */
export async function missingApertium(): Promise<string | undefined> {
  if (existsSync(mode) || ((await asRootOnDebian(script)) && existsSync(mode))) return undefined
  return lacking('Apertium with its data for English and Spanish', ...packages)
}
