import type { Font } from './customization.ts'

/** A font package that we serve. Fonts of the API that need a licence are replaced by the most similar free one. */
export interface FontSource {
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
export const textFonts: Record<string, FontSource> = {
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
export const codeFonts: Record<string, FontSource> = {
  FiraCode: createVariableFont('Fira Code', 'fira-code', monospaceFallback),
  IBMPlexMono: createStaticFont('IBM Plex Mono', 'ibm-plex-mono', [400, 600], monospaceFallback),
  JetBrainsMono: createVariableFont('JetBrains Mono', 'jetbrains-mono', monospaceFallback),
  SourceCodePro: createVariableFont('Source Code Pro', 'source-code-pro', monospaceFallback),
  RobotoMono: createVariableFont('Roboto Mono', 'roboto-mono', monospaceFallback),
  SpaceMono: createStaticFont('Space Mono', 'space-mono', [400, 700], monospaceFallback),
  DMMono: createStaticFont('DM Mono', 'dm-mono', [400, 500], monospaceFallback),
  Inconsolata: createVariableFont('Inconsolata', 'inconsolata', monospaceFallback),
}

/** Returns the font of the API with a name. An unknown name gives the default font. */
export function findFontSource(name: string, kind: 'text' | 'code'): FontSource {
  const fonts = kind === 'text' ? textFonts : codeFonts
  const fallback =
    kind === 'text' ? inter : createVariableFont('JetBrains Mono', 'jetbrains-mono', monospaceFallback)
  return Object.hasOwn(fonts, name) ? (fonts[name] ?? fallback) : fallback
}

const MAX_FAMILY_CHARACTERS = 60

/** The name of an owner's own font, without what would end a string of CSS. */
export const cleanFontFamily = (family: string): string =>
  family.replaceAll(/[^\p{L}\p{N} _-]/gu, '').slice(0, MAX_FAMILY_CHARACTERS)

/** Returns the value of `font-family` for a font of the API, or for one of the owner's own. */
export function getFontStack(font: Font, kind: 'text' | 'code'): string {
  const source = findFontSource(typeof font === 'string' ? font : '', kind)
  const stack = `"${source.family} Site", ${source.fallback}`
  return typeof font === 'string' ? stack : `"${cleanFontFamily(font.fontFamily)}", ${stack}`
}
