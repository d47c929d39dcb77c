import { existsSync } from 'node:fs'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'

const mode = '/usr/share/apertium/modes/eng-spa.mode'
const packages = ['apertium', 'apertium-eng-spa']
const script = `test -e ${mode} || { apt-get update; ${installCommand} ${packages.join(' ')}; }`

/** Why English cannot be translated to Spanish here; undefined when it can. Root on Debian gets what it takes. */
export async function describeMissingApertium(): Promise<string | undefined> {
  if (existsSync(mode) || ((await runAsRootOnDebian(script)) && existsSync(mode))) return undefined
  return describeMissingPackages('Apertium with its data for English and Spanish', ...packages)
}
