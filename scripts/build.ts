// Builds the product into dist/: every package as JavaScript, what published pages load, and one manifest with the production
// dependencies. Node runs no TypeScript below node_modules, so an installed package needs this; a checkout does not.
//
//   npm run build            writes dist/
//   npm pack ./dist          makes a package that installs into any folder
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { buildConsole } from '../packages/console/build/load.ts'
import { bundleAssets, bundleDiagramFiles } from '../packages/site/src/assets/bundle-assets.ts'

const root = resolve(import.meta.dirname, '..')
const target = resolve(root, process.argv[2] ?? 'dist')

interface Manifest {
  name: string
  version: string
  description?: string
  license: string
  type: string
  dependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const readManifest = (path: string): Manifest =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest

function writeText(path: string, text: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  writeFileSync(join(target, path), text)
}

const writeJson = (path: string, value: unknown): void =>
  writeText(path, `${JSON.stringify(value, null, 2)}\n`)

/** Compiles every source but tests, and gives the compiled files the addresses of each other. */
function compileSources(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(target, 'packages')]
  const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The sources do not compile.')
  for (const file of globSync('packages/*/{src,build}/**/*.js', { cwd: target })) {
    const text = readFileSync(join(target, file), 'utf8')
    writeText(file, rewriteAddresses(file, text))
  }
}

/**
 * The compiler renames imports of files only. Threads and child processes are started by a URL; and the packages of the
 * workspace, which no registry has, are imported by their place in dist/.
 */
function rewriteAddresses(file: string, text: string): string {
  const rewritten = text
    .replace(/(new URL\('[^'\n]+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
    .replace(/((?:from|import) ?\(?')@verso\/([a-z]+)'/g, (_, before: string, name: string) => {
      // The sources of the console run in the browser; what the server needs of it is in build/.
      const folder = name === 'console' ? 'build' : 'src'
      const path = relative(dirname(file), `packages/${name}/${folder}/index.js`)
      return `${before}${path.startsWith('.') ? path : `./${path}`}'`
    })
  const unresolved = /'@verso\/[^']*'|new URL\('[^']*\.ts'/.exec(rewritten)
  if (unresolved) throw new Error(`${file} names ${unresolved[0]}, which dist/ does not have.`)
  return rewritten
}

/** Copies what the sources read besides each other, and what a package is expected to hold. */
function copyFiles(): void {
  const patterns = [
    'packages/*/src/**/*.{sql,typ,json}',
    'packages/server/templates/**/*.*',
    'packages/*/README.md',
    '{README,CHANGELOG,SECURITY}.md',
    'LICENSE',
  ]
  for (const file of globSync(patterns, { cwd: root })) {
    if (!/\/(testing|fixtures)\//.test(file)) cpSync(join(root, file), join(target, file))
  }
  const start = readFileSync(join(root, 'packages/server/bin/verso.js'), 'utf8')
  writeText('packages/server/bin/verso.js', start.replace("'../src/main.ts'", "'../src/main.js'"))
}

function writeManifests(): void {
  const dependencies: Record<string, string> = {}
  for (const file of globSync('packages/*/package.json', { cwd: root })) {
    const { name, version, license, type, dependencies: own = {} } = readManifest(file)
    writeJson(file, { name, version, private: true, license, type })
    for (const [dependency, range] of Object.entries(own)) {
      if (dependency.startsWith('@verso/')) continue
      if ((dependencies[dependency] ??= range) !== range) {
        throw new Error(`Two packages depend on different versions of ${dependency}.`)
      }
    }
  }
  const { name, version, description, license, type } = readManifest('package.json')
  writeJson('package.json', {
    name,
    version,
    // Nothing is published to a registry from here.
    private: true,
    description,
    license,
    type,
    bin: { verso: 'packages/server/bin/verso.js' },
    scripts: { start: 'node packages/server/bin/verso.js serve' },
    dependencies: Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1))),
    // A checkout brings its own Node for machines with an older one; what is installed does not.
    engines: { node: '>=24.7' },
  })
}

if (target === root || existsSync(join(target, '.git'))) {
  throw new Error(`${target} is not a folder to write the product to: it would be emptied.`)
}
rmSync(target, { recursive: true, force: true })
compileSources()
copyFiles()
writeManifests()
writeJson('packages/site/built/assets.json', await bundleAssets())
writeJson('packages/site/built/diagrams.json', await bundleDiagramFiles())
await buildConsole(join(target, 'packages/console/built'))
process.stdout.write(`Built ${target}\n`)
