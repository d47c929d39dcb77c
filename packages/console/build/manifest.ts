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
  style: string
  theme: string
}

export function readEntries(manifest: BuildManifest): ShellEntries {
  return {
    script: getFile(manifest, 'src/main.tsx'),
    preloads: listImports(manifest, 'src/main.tsx').map((key) => getFile(manifest, key)),
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
