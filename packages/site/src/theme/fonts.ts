import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A font package that we serve. Fonts of the API that need a licence are replaced by the most similar free one. */
interface FontSource {
  family: string
  package: string
  /** The weights of a static font. A variable font has all weights in one file. */
  weights?: readonly number[]
  /** Families for `font-family` while the font loads. */
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

/** Returns the value of `font-family` for a font of the API. */
export function getFontStack(name: string, kind: 'text' | 'code'): string {
  const source = findFontSource(name, kind)
  return `"${source.family} Site", ${source.fallback}`
}

function findFontSource(name: string, kind: 'text' | 'code'): FontSource {
  const fonts = kind === 'text' ? textFonts : codeFonts
  const fallback =
    kind === 'text' ? inter : createVariableFont('JetBrains Mono', 'jetbrains-mono', monospaceFallback)
  return Object.hasOwn(fonts, name) ? (fonts[name] ?? fallback) : fallback
}

/**
 * Reads the `@font-face` rules of a font and points them to files under `base`. Each file holds one script, so a browser
 * loads only the scripts of the text.
 */
export function readFontFaces(name: string, kind: 'text' | 'code', base: string): string {
  const source = findFontSource(name, kind)
  const folder = findPackageFolder(source)
  const sheets = source.weights?.map((weight) => `${weight}.css`) ?? [
    'wght.css',
    ...(hasSheet(folder, 'wght-italic.css') ? ['wght-italic.css'] : []),
  ]
  return sheets
    .flatMap((sheet) => readFileSync(`${folder}${sheet}`, 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? [])
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

const hasSheet = (folder: string, sheet: string): boolean => readdirSync(folder).includes(sheet)

const findPackageFolder = (source: FontSource): string =>
  fileURLToPath(new URL('.', import.meta.resolve(`${source.package}/package.json`)))

/** Returns the file with Latin in the normal weight. Nearly every page needs it, so browsers should preload it. */
export function getPreloadFile(name: string, kind: 'text' | 'code'): string {
  const source = findFontSource(name, kind)
  const packageName = source.package.split('/').at(-1) ?? ''
  return source.weights ? `${packageName}-latin-400-normal.woff2` : `${packageName}-latin-wght-normal.woff2`
}

let fontFilePaths: Map<string, string> | undefined

/** Returns the path of a font file, or `undefined` if no font has a file of that name. */
export function findFontFile(name: string): string | undefined {
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
