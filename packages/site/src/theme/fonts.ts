import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The fonts of the contract, served by us. Those that need a licence to be served are shown in the one of ours that
 * comes nearest.
 */
interface FontSource {
  family: string
  package: string
  /** Variable fonts are one file for all weights. */
  weights?: readonly number[]
  fallback: string
}

const SANS = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif'
const SERIF = 'ui-serif, Georgia, "Noto Serif", serif'
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'

const variable = (family: string, name: string, fallback = SANS): FontSource => ({
  family,
  package: `@fontsource-variable/${name}`,
  fallback,
})
const fixed = (family: string, name: string, weights: readonly number[], fallback = SANS): FontSource => ({
  family,
  package: `@fontsource/${name}`,
  weights,
  fallback,
})

const inter = variable('Inter', 'inter')
const TEXT: Record<string, FontSource> = {
  ABCFavorit: inter,
  Inter: inter,
  Roboto: variable('Roboto', 'roboto'),
  RobotoSlab: variable('Roboto Slab', 'roboto-slab', SERIF),
  OpenSans: variable('Open Sans', 'open-sans'),
  SourceSansPro: variable('Source Sans 3', 'source-sans-3'),
  Lato: fixed('Lato', 'lato', [400, 700]),
  Ubuntu: fixed('Ubuntu', 'ubuntu', [400, 500, 700]),
  Raleway: variable('Raleway', 'raleway'),
  Merriweather: variable('Merriweather', 'merriweather', SERIF),
  Overpass: variable('Overpass', 'overpass'),
  NotoSans: variable('Noto Sans', 'noto-sans'),
  IBMPlexSerif: fixed('IBM Plex Serif', 'ibm-plex-serif', [400, 500, 600, 700], SERIF),
  Poppins: fixed('Poppins', 'poppins', [400, 500, 600, 700]),
  FiraSans: fixed('Fira Sans', 'fira-sans', [400, 500, 600, 700]),
}
const CODE: Record<string, FontSource> = {
  FiraCode: variable('Fira Code', 'fira-code', MONO),
  IBMPlexMono: fixed('IBM Plex Mono', 'ibm-plex-mono', [400, 600], MONO),
  JetBrainsMono: variable('JetBrains Mono', 'jetbrains-mono', MONO),
  SourceCodePro: variable('Source Code Pro', 'source-code-pro', MONO),
  RobotoMono: variable('Roboto Mono', 'roboto-mono', MONO),
  SpaceMono: fixed('Space Mono', 'space-mono', [400, 700], MONO),
  DMMono: fixed('DM Mono', 'dm-mono', [400, 500], MONO),
  Inconsolata: variable('Inconsolata', 'inconsolata', MONO),
}

export const textFontNames = Object.keys(TEXT)
export const codeFontNames = Object.keys(CODE)

/** The value of `font-family` for a font of the contract. */
export function fontStack(name: string, kind: 'text' | 'code'): string {
  const source = fontSource(name, kind)
  return `"${source.family} Site", ${source.fallback}`
}

export function fontSource(name: string, kind: 'text' | 'code'): FontSource {
  const known = kind === 'text' ? TEXT : CODE
  const fallback = kind === 'text' ? inter : variable('JetBrains Mono', 'jetbrains-mono', MONO)
  return Object.hasOwn(known, name) ? (known[name] ?? fallback) : fallback
}

export interface FontFile {
  /** The name in the package, which is also the name it is asked for by. */
  name: string
  path: string
}

/** The rules for a font, its files under `base`. Each file holds one script: a browser loads what the text needs. */
export function fontFaces(name: string, kind: 'text' | 'code', base: string): string {
  const source = fontSource(name, kind)
  const root = rootOf(source)
  const sheets = source.weights?.map((weight) => `${weight}.css`) ?? [
    'wght.css',
    ...(hasSheet(root, 'wght-italic.css') ? ['wght-italic.css'] : []),
  ]
  return sheets
    .flatMap((sheet) => readFileSync(`${root}${sheet}`, 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? [])
    .map((rule) =>
      rule
        .replace(/font-family:[^;]+;/, `font-family:"${source.family} Site";`)
        .replace(/src:[^;]+;/, (src) => {
          const file = /url\(\.\/files\/([\w.-]+\.woff2)\)/.exec(src)?.[1] ?? ''
          return `src:url(${base}${file}) format("woff2");`
        })
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/([:;{}]) /g, '$1'),
    )
    .join('')
}

const hasSheet = (root: string, sheet: string): boolean => readdirSync(root).includes(sheet)
const rootOf = (source: FontSource): string =>
  fileURLToPath(new URL('.', import.meta.resolve(`${source.package}/package.json`)))

/** The file that holds Latin in the usual weight: what nearly every page needs, so it is worth asking for early. */
export function mainFontFile(name: string, kind: 'text' | 'code'): string {
  const source = fontSource(name, kind)
  const slug = source.package.split('/').at(-1) ?? ''
  return source.weights ? `${slug}-latin-400-normal.woff2` : `${slug}-latin-wght-normal.woff2`
}

let files: Map<string, string> | undefined

/** Where a font's file is, for a name that one of our fonts has; nothing for any other name. */
export function fontFile(name: string): string | undefined {
  if (!files) {
    files = new Map()
    for (const source of [...Object.values(TEXT), ...Object.values(CODE)]) {
      const folder = `${rootOf(source)}files/`
      for (const file of readdirSync(folder)) if (file.endsWith('.woff2')) files.set(file, `${folder}${file}`)
    }
  }
  return files.get(name)
}
