// Checks the import rules of docs/architecture.md, type-only imports included. Part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * The folders and root files of packages/server/src, lowest first. Each may import those above it in this list, and
 * itself. An area may only be imported through its index.ts.
 */
const layers = [
  'common',
  'monitoring',
  'database',
  'outbound',
  'storage',
  'git',
  'git-layout',
  'workers',
  'jobs',
  'access',
  'audience',
  'http',
  'platform.ts',
  'areas/identity',
  'areas/organizations',
  'areas/openapi',
  'areas/content',
  'areas/review',
  'areas/live',
  'areas/sign-in',
  'areas/search',
  'areas/pdf',
  'areas/imports',
  'areas/git-sync',
  'areas/translation',
  'areas/sites',
  'areas/published-pages',
  'areas/tasks',
  'areas/events',
  'areas/inbox',
  'areas/index.ts',
  'config.ts',
  'process-metrics.ts',
  'app.ts',
  'backup',
  'cli',
  'main.ts',
]

/** Folders that other packages may not look into, and what they are allowed to know. */
const purePackages = ['editor', 'expressions', 'markdown', 'pdf', 'revisions', 'site']

/**
 * Entry files of worker threads import single files of other areas: a thread that loaded a whole area through its
 * index.ts would take its memory too.
 */
const isThreadEntry = (file: string): boolean => /(^|[-/])worker\.ts$/.test(file)

/** Where SQL may be written, besides `repository.ts`, `…-repository.ts` and `columns.ts` of any folder. */
const sqlPlaces = ['access/', 'database/', 'jobs/']

interface Import {
  from: string
  to: string
}

const problems = [...checkServer(), ...checkSql(), ...checkPurePackages(), ...checkConsole()]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) {
  process.stderr.write(`${problems.length} places break the structure that docs/architecture.md describes.\n`)
  process.exitCode = 1
}

function checkServer(): string[] {
  const source = join(root, 'packages/server/src')
  const imports = listImports(source)
  return [
    ...imports.flatMap(checkLayer),
    ...findFolderCycles(imports).map(
      (cycle) => `folders import each other in a circle: ${cycle.join(' -> ')}`,
    ),
  ]
}

function checkSql(): string[] {
  const source = join(root, 'packages/server/src')
  return listSourceFiles(source)
    .filter((file) => !/(^|[-/])(repository|columns)\.ts$/.test(file))
    .filter((file) => !sqlPlaces.some((place) => file.startsWith(place)))
    .filter((file) => /\bsql`/.test(readFileSync(join(source, file), 'utf8')))
    .map((file) => `${file} contains SQL: move it to the repository of its folder`)
}

function checkLayer({ from, to }: Import): string[] {
  const [lower, upper] = [layerOf(to), layerOf(from)]
  if (lower === upper) return []
  if (lower === -1)
    return [`${to} belongs to no layer: add its folder to the list in scripts/check-structure.ts`]
  if (upper === -1)
    return [`${from} belongs to no layer: add its folder to the list in scripts/check-structure.ts`]
  if (lower > upper) return [`${from} imports ${to}, which is a higher layer`]
  const area = layers[lower]
  if (area?.startsWith('areas/') && to !== `${area}/index.ts` && to !== area && !isThreadEntry(from)) {
    return [`${from} imports ${to}: import ${area}/index.ts instead`]
  }
  return []
}

function layerOf(file: string): number {
  return layers.findIndex((layer) => file === layer || file.startsWith(`${layer}/`))
}

function checkPurePackages(): string[] {
  return purePackages.flatMap((name) => {
    const folder = join(root, 'packages', name)
    return listSourceFiles(folder).flatMap((file) =>
      readSpecifiers(join(folder, file))
        .filter((specifier) => specifier.startsWith('@verso/server') || /(^|\/)server\/src\//.test(specifier))
        .map(
          (specifier) =>
            `packages/${name}/${file} imports ${specifier}: pure packages know nothing of the server`,
        ),
    )
  })
}

function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)\//.exec(file)?.[1]
}

/** `ui` knows nothing of Verso, features know each other through their `index.ts`, and one file talks to the API. */
function checkConsole(): string[] {
  const source = join(root, 'packages/console/src')
  const broken = listImports(source).flatMap(({ from, to }) => {
    if (from.startsWith('ui/') && !to.startsWith('ui/')) return [`${from} imports ${to}: ui/ stands alone`]
    const [feature, other] = [featureOf(from), featureOf(to)]
    if (other === undefined || feature === other || from.startsWith('app/')) return []
    return to === `features/${other}/index.ts` ? [] : [`${from} imports ${to}: import its index.ts instead`]
  })
  const fetches = listSourceFiles(source)
    .filter(
      (file) => file !== 'api/fetch-answer.ts' && /\bfetch\(/.test(readFileSync(join(source, file), 'utf8')),
    )
    .map((file) => `${file} calls fetch: only api/fetch-answer.ts does`)
  // The build leaves out an index.ts, and looks for what it names in the files that hold it.
  const styles = listSourceFiles(source)
    .filter(
      (file) => /(^|\/)index\.ts$/.test(file) && readFileSync(join(source, file), 'utf8').includes(".css'"),
    )
    .map((file) => `${file} imports a style sheet: the components that need it do`)
  return [...broken, ...fetches, ...styles].map((problem) => `packages/console/src/${problem}`)
}

/** The imports between files of one folder tree, tests left out. */
function listImports(folder: string): Import[] {
  return listSourceFiles(folder).flatMap((file) =>
    readSpecifiers(join(folder, file))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({
        from: file,
        to: relative(folder, resolve(folder, dirname(file), specifier)).replaceAll(sep, '/'),
      })),
  )
}

function listSourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => !/(^|\/)(node_modules|testing)\//.test(file) && !/(^|\/)testing\.ts$/.test(file))
}

function readSpecifiers(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [
    ...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms),
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** One circle for each group of folders that import each other, by Tarjan's algorithm. Root files stand for themselves. */
function findFolderCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [fromFolder, toFolder] = [folderOf(from), folderOf(to)]
    if (fromFolder === toFolder || isThreadEntry(from)) continue
    targets.set(fromFolder, (targets.get(fromFolder) ?? new Set()).add(toFolder))
  }
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (folder: string): void => {
    const index = order.size
    order.set(folder, index)
    lowest.set(folder, index)
    stack.push(folder)
    for (const target of targets.get(folder) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) {
        lowest.set(folder, Math.min(lowest.get(folder) ?? index, lowest.get(target) ?? index))
      }
    }
    if (lowest.get(folder) !== index) return
    const group = stack.splice(stack.indexOf(folder))
    if (group.length > 1) cycles.push([...group, folder])
  }
  for (const folder of targets.keys()) if (!order.has(folder)) visit(folder)
  return cycles
}

/** An area's index.ts composes the area, so it stands above the folders inside it. */
function folderOf(file: string): string {
  return /^areas\/[^/]+\/index\.ts$/.test(file) || !file.includes('/') ? file : dirname(file)
}
