import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildManifest, type BuildManifests, readEntries, type ShellEntries } from './manifest.ts'

/** The console as it was built: files with hashes in their names, and what the page of every address loads. */
export interface ConsoleFiles {
  /** Contains `assets/`. */
  folder: string
  entries: ShellEntries
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/** Written by `npm run build`. It exists only in the product that was built, so it cannot be older than the sources. */
const builtFolder = join(packageFolder, 'built')

let files: Promise<ConsoleFiles> | undefined

/** Loads the console as it was built, or builds it now, once for each version of its sources. */
export const loadConsole = (): Promise<ConsoleFiles> =>
  (files ??= readOrBuildConsole().catch((error: unknown) => {
    // The next request tries again: whoever works on the console has mended it by then.
    files = undefined
    throw error
  }))

async function readOrBuildConsole(): Promise<ConsoleFiles> {
  if (existsSync(builtFolder)) return readConsole(builtFolder)
  const folder = join(packageFolder, '../../node_modules/.cache/verso-console', await hashSources())
  if (!existsSync(folder)) await buildConsole(folder)
  return readConsole(folder)
}

async function readConsole(folder: string): Promise<ConsoleFiles> {
  return { folder, entries: readEntries(await readManifests(folder)) }
}

export async function readManifests(folder: string): Promise<BuildManifests> {
  // Vite wrote them.
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as BuildManifest
  return { application: await read('manifest.json'), signIn: await read('sign-in-manifest.json') }
}

/** A build is found by a hash of everything that it depends on, so it can never be older than its sources. */
async function hashSources(): Promise<string> {
  const patterns = [
    'packages/console/{src,build}/**/*.*',
    'packages/console/{package.json,vite*.config.ts}',
    'packages/{editor,markdown}/src/**/*.ts',
    'packages/site/{client/diagrams,src/theme}/**/*.ts',
    'package-lock.json',
  ]
  const root = join(packageFolder, '../..')
  const hash = createHash('sha256')
  const names = (await Array.fromAsync(glob(patterns, { cwd: root }))).sort()
  for (const name of names) {
    if (/\.test\.tsx?$/.test(name)) continue
    hash.update(`${name}\0`).update(await readFile(join(root, name)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Builds into a folder beside its place and moves it there, so that a build that was interrupted is never used. */
export async function buildConsole(target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const folder = await mkdtemp(`${target}-`)
  // A temporary folder is its maker's alone. In an image, root builds the product and another account runs it.
  await chmod(folder, 0o755)
  try {
    const options = ['--outDir', folder, '--emptyOutDir', 'false', '--logLevel', 'warn']
    await Promise.all(
      ['vite.config.ts', 'vite.sign-in.config.ts'].map((config) =>
        runVite(['build', '--config', config, ...options]),
      ),
    )
    await rename(folder, target)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // Another process may have built the same at the same time.
    if (!existsSync(target)) throw error
  }
}

/** Vite runs in a process of its own: its memory and its time are not the server's. */
async function runVite(args: string[]): Promise<void> {
  const program = findVite()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: packageFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`The console cannot be built:\n${output}`)
}

/** Vite is a development dependency: a product that was built has no use for it. */
function findVite(): string {
  try {
    return fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')))
  } catch (error) {
    throw new Error(
      'The console is not built, and what builds it is not installed. ' +
        'Run `npm ci` without `--omit=dev`, or start what `npm run build` wrote to dist/.',
      { cause: error },
    )
  }
}
