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

const sansFallback = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif'
const serifFallback = 'ui-serif, Georgia, "Noto Serif", serif'
const monospaceFallback = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'

const createVariableFont = (family: string, name: string, fallback = sansFallback): FontSource => ({
  family,
  package: `@fontsource-variable/${name}`,
  fallback,
})
const createStaticFont = (
  family: string,
  name: string,
  weights: readonly number[],
  fallback = sansFallback,
): FontSource => ({
  family,
  package: `@fontsource/${name}`,
  weights,
  fallback,
})

const inter = createVariableFont('Inter', 'inter')
const textFonts: Record<string, FontSource> = {
  ABCFavorit: inter,
  Inter: inter,
  Roboto: createVariableFont('Roboto', 'roboto'),
  RobotoSlab: createVariableFont('Roboto Slab', 'roboto-slab', serifFallback),
  OpenSans: createVariableFont('Open Sans', 'open-sans'),
  SourceSansPro: createVariableFont('Source Sans 3', 'source-sans-3'),
  Lato: createStaticFont('Lato', 'lato', [400, 700]),
  Ubuntu: createStaticFont('Ubuntu', 'ubuntu', [400, 500, 700]),
  Raleway: createVariableFont('Raleway', 'raleway'),
  Merriweather: createVariableFont('Merriweather', 'merriweather', serifFallback),
  Overpass: createVariableFont('Overpass', 'overpass'),
  NotoSans: createVariableFont('Noto Sans', 'noto-sans'),
  IBMPlexSerif: createStaticFont('IBM Plex Serif', 'ibm-plex-serif', [400, 500, 600, 700], serifFallback),
  Poppins: createStaticFont('Poppins', 'poppins', [400, 500, 600, 700]),
  FiraSans: createStaticFont('Fira Sans', 'fira-sans', [400, 500, 600, 700]),
}
const codeFonts: Record<string, FontSource> = {
  FiraCode: createVariableFont('Fira Code', 'fira-code', monospaceFallback),
  IBMPlexMono: createStaticFont('IBM Plex Mono', 'ibm-plex-mono', [400, 600], monospaceFallback),
  JetBrainsMono: createVariableFont('JetBrains Mono', 'jetbrains-mono', monospaceFallback),
  SourceCodePro: createVariableFont('Source Code Pro', 'source-code-pro', monospaceFallback),
  RobotoMono: createVariableFont('Roboto Mono', 'roboto-mono', monospaceFallback),
  SpaceMono: createStaticFont('Space Mono', 'space-mono', [400, 700], monospaceFallback),
  DMMono: createStaticFont('DM Mono', 'dm-mono', [400, 500], monospaceFallback),
  Inconsolata: createVariableFont('Inconsolata', 'inconsolata', monospaceFallback),
}

export const textFontNames = Object.keys(textFonts)
export const codeFontNames = Object.keys(codeFonts)

/** The value of `font-family` for a font of the contract. */
export function getFontStack(name: string, kind: 'text' | 'code'): string {
  const source = findFontSource(name, kind)
  return `"${source.family} Site", ${source.fallback}`
}

export function findFontSource(name: string, kind: 'text' | 'code'): FontSource {
  const known = kind === 'text' ? textFonts : codeFonts
  const fallback =
    kind === 'text' ? inter : createVariableFont('JetBrains Mono', 'jetbrains-mono', monospaceFallback)
  return Object.hasOwn(known, name) ? (known[name] ?? fallback) : fallback
}

export interface FontFile {
  /** The name in the package, which is also the name it is asked for by. */
  name: string
  path: string
}

/** The rules for a font, its files under `base`. Each file holds one script: a browser loads what the text needs. */
export function readFontFaces(name: string, kind: 'text' | 'code', base: string): string {
  const source = findFontSource(name, kind)
  const root = findPackageFolder(source)
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
const findPackageFolder = (source: FontSource): string =>
  fileURLToPath(new URL('.', import.meta.resolve(`${source.package}/package.json`)))

/** The file that holds Latin in the usual weight: what nearly every page needs, so it is worth asking for early. */
export function getPreloadFile(name: string, kind: 'text' | 'code'): string {
  const source = findFontSource(name, kind)
  const slug = source.package.split('/').at(-1) ?? ''
  return source.weights ? `${slug}-latin-400-normal.woff2` : `${slug}-latin-wght-normal.woff2`
}

let fontFilePaths: Map<string, string> | undefined

/** Where a font's file is, for a name that one of our fonts has; nothing for any other name. */
export function fontFile(name: string): string | undefined {
  if (!fontFilePaths) {
    fontFilePaths = new Map()
    for (const source of [...Object.values(textFonts), ...Object.values(codeFonts)]) {
      const folder = `${findPackageFolder(source)}files/`
      for (const file of readdirSync(folder))
        if (file.endsWith('.woff2')) fontFilePaths.set(file, `${folder}${file}`)
    }
  }
  return fontFilePaths.get(name)
}
