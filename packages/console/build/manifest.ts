/** What Vite writes about a build: by the path of each source that is an entry or loaded later. */
export type BuildManifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; isEntry?: boolean; src?: string }
>

/** What the page of every address loads. Names are below `/app/`. */
export interface ShellEntries {
  script: string
  /** What the script imports, which the browser may fetch at the same time. */
  preloads: string[]
  /** What the screens at some addresses need besides, by the pattern of the address below `/app`. */
  screens: { pattern: RegExp; preloads: string[] }[]
  style: string
  theme: string
}

/** The first that fits counts. Addresses that are opened rarely have none. */
const screenSources: [pattern: RegExp, sources: string[]][] = [
  [
    /^\/?(orgs\/[^/]+\/?)?$/,
    ['src/features/organizations/organization-layout.tsx', 'src/features/home/home-screen.tsx'],
  ],
  [/^\/orgs\/[^/]+\/sites\/./, ['src/features/sites/site-layout.tsx']],
  [/^\/orgs\//, ['src/features/organizations/organization-layout.tsx']],
  [
    /^\/spaces\/[^/]+\/change-requests\/[^/]+(\/pages\/[^/]+)?\/?$/,
    [
      'src/features/change-requests/change-request-layout.tsx',
      'src/features/change-requests/writing/write-screen.tsx',
    ],
  ],
  [/^\/spaces\/[^/]+\/change-requests\/./, ['src/features/change-requests/change-request-layout.tsx']],
  [
    /^\/spaces\/[^/]+(\/pages\/[^/]+)?\/?$/,
    ['src/features/spaces/space-layout.tsx', 'src/features/spaces/page-screen.tsx'],
  ],
  [/^\/spaces\//, ['src/features/spaces/space-layout.tsx']],
]

export function readEntries(manifest: BuildManifest): ShellEntries {
  const first = listImports(manifest, 'src/main.tsx')
  return {
    script: getFile(manifest, 'src/main.tsx'),
    preloads: first.map((key) => getFile(manifest, key)),
    screens: screenSources.map(([pattern, sources]) => {
      const keys = new Set(sources.flatMap((source) => [...listImports(manifest, source), source]))
      for (const key of ['src/main.tsx', ...first]) keys.delete(key)
      return { pattern, preloads: [...keys].map((key) => getFile(manifest, key)) }
    }),
    style: getFile(manifest, 'src/styles/main.css'),
    theme: getFile(manifest, 'src/theme.ts'),
  }
}

function getFile(manifest: BuildManifest, key: string): string {
  const file = manifest[key]?.file
  if (file === undefined) throw new Error(`The build of the console has no ${key}.`)
  return file
}

function listImports(manifest: BuildManifest, key: string, found = new Set<string>()): string[] {
  for (const name of manifest[key]?.imports ?? []) {
    if (found.has(name)) continue
    found.add(name)
    listImports(manifest, name, found)
  }
  return [...found]
}
