/** What Vite writes about a build: by the path of each source that is an entry or loaded later. */
export type BuildManifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; isEntry?: boolean; src?: string }
>

/** The pages before one is signed in are built apart from the application. */
export interface BuildManifests {
  application: BuildManifest
  signIn: BuildManifest
}

/** What a page loads. Names are below `/app/`. */
export interface PageFiles {
  script: string
  styles: string[]
  /** What the script needs, which the browser may fetch at the same time. */
  preloads: string[]
  /** What the page that comes next needs, which the browser may fetch when it has nothing else to do. */
  prefetches: string[]
}

export interface ShellEntries {
  /** The first whose pattern fits the address below `/app` counts. */
  pages: { pattern: RegExp; files: PageFiles; isBeforeSignIn: boolean }[]
  style: string
  theme: string
}

const application = 'src/main.tsx'
const signIn = 'src/sign-in.tsx'

/** The pages before one is signed in, as `src/features/sign-in/screens.tsx` has them. */
const signInSources: [pattern: RegExp, source: string][] = [
  [/^\/sign-in\/?$/, 'src/features/sign-in/sign-in-screen.tsx'],
  [/^\/sign-in\/forgot\/?$/, 'src/features/sign-in/forgot-screen.tsx'],
  [/^\/sign-in\/link\/?$/, 'src/features/sign-in/link-screen.tsx'],
  [/^\/setup\/?$/, 'src/features/sign-in/setup-screen.tsx'],
  [/^\/reset\/?$/, 'src/features/sign-in/reset-screen.tsx'],
  [/^\/invitation\/?$/, 'src/features/sign-in/invitation-screen.tsx'],
  [/^\/confirm-email\/?$/, 'src/features/sign-in/confirm-email-screen.tsx'],
  [/^\/join\/[^/]+\/[^/]+\/?$/, 'src/features/sign-in/join-screen.tsx'],
]

const homeSources = [
  'src/features/organizations/organization-layout.tsx',
  'src/features/home/home-screen.tsx',
]

/** The screens of the application whose code is loaded with it. The last is for addresses that are opened rarely. */
const screenSources: [pattern: RegExp, sources: string[]][] = [
  [/^\/?(orgs\/[^/]+\/?)?$/, homeSources],
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
  [/^/, []],
]

export function readEntries(manifests: BuildManifests): ShellEntries {
  const home = listImports(manifests.application, [application, ...homeSources])
  const prefetches = home.map((key) => getFile(manifests.application, key))
  return {
    pages: [
      ...signInSources.map(([pattern, source]) => ({
        pattern,
        files: { ...listFiles(manifests.signIn, signIn, [source]), prefetches },
        isBeforeSignIn: true,
      })),
      ...screenSources.map(([pattern, sources]) => ({
        pattern,
        files: listFiles(manifests.application, application, sources),
        isBeforeSignIn: false,
      })),
    ],
    style: getFile(manifests.application, 'src/styles/main.css'),
    theme: getFile(manifests.application, 'src/theme.ts'),
  }
}

const fromSource = (script: string): PageFiles => ({ script, styles: [], preloads: [], prefetches: [] })

/** The same with nothing built: each file is a source, which the development server sends. */
export const sourceEntries: ShellEntries = {
  pages: [
    ...signInSources.map(([pattern]) => ({ pattern, files: fromSource(signIn), isBeforeSignIn: true })),
    { pattern: /^/, files: fromSource(application), isBeforeSignIn: false },
  ],
  style: 'src/styles/main.css',
  theme: 'src/theme.ts',
}

function listFiles(manifest: BuildManifest, entry: string, screens: readonly string[]): PageFiles {
  const all = listImports(manifest, [entry, ...screens])
  return {
    script: getFile(manifest, entry),
    styles: all.flatMap((key) => manifest[key]?.css ?? []),
    preloads: all.filter((key) => key !== entry).map((key) => getFile(manifest, key)),
    prefetches: [],
  }
}

function getFile(manifest: BuildManifest, key: string): string {
  const file = manifest[key]?.file
  if (file === undefined) throw new Error(`The build of the console has no ${key}.`)
  return file
}

/** Some sources and all that they import. */
function listImports(
  manifest: BuildManifest,
  keys: readonly string[],
  found: Set<string> = new Set<string>(),
): string[] {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    listImports(manifest, manifest[key]?.imports ?? [], found)
  }
  return [...found]
}
