import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** A family and the files it is in. */
interface Family {
  name: string
  files: string[]
  /** The characters it is for. */
  script: RegExp
}

const baseFontFiles: string[] = [
  ...['400Regular', '400Regular_Italic', '600SemiBold', '700Bold', '700Bold_Italic'].map(
    (style) => `@expo-google-fonts/inter/${style}/Inter_${style}.ttf`,
  ),
  ...['400Regular', '700Bold'].map(
    (style) => `@expo-google-fonts/jetbrains-mono/${style}/JetBrainsMono_${style}.ttf`,
  ),
]

const createCjkFamily = (code: string, name: string, file: string, script: RegExp): Family => ({
  name,
  files: ['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-${code}/fonts/${file}-${weight}.otf`),
  script,
})

const chinese = createCjkFamily(
  'sc',
  'Noto Sans S Chinese',
  'NotoSansHans',
  /\p{Script=Han}|\p{Script=Bopomofo}/u,
)
const japanese = createCjkFamily(
  'jp',
  'Noto Sans Japanese',
  'NotoSansJP',
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
)
const korean = createCjkFamily('kr', 'Noto Sans Korean', 'NotoSansKR', /\p{Script=Hangul}/u)

const otherFamilies: Family[] = [
  {
    name: 'Noto Naskh Arabic',
    files: ['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-${weight}.ttf`),
    script: /\p{Script=Arabic}/u,
  },
  {
    name: 'Noto Sans Hebrew',
    files: ['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-${weight}.ttf`),
    script: /\p{Script=Hebrew}/u,
  },
  {
    name: 'Noto Sans Thai',
    files: ['400Regular', '700Bold'].map(
      (style) => `@expo-google-fonts/noto-sans-thai/${style}/NotoSansThai_${style}.ttf`,
    ),
    script: /\p{Script=Thai}/u,
  },
  {
    name: 'Noto Sans Devanagari',
    files: ['400Regular', '700Bold'].map(
      (style) => `@expo-google-fonts/noto-sans-devanagari/${style}/NotoSansDevanagari_${style}.ttf`,
    ),
    script: /\p{Script=Devanagari}/u,
  },
  {
    name: 'Noto Emoji',
    files: ['400Regular', '700Bold'].map(
      (style) => `@expo-google-fonts/noto-emoji/${style}/NotoEmoji_${style}.ttf`,
    ),
    script: /\p{Extended_Pictographic}|\p{Regional_Indicator}|[✓★‣◦]/u,
  },
]

export interface FontChoice {
  /** Families beyond the usual ones, the better fitting first. */
  families: string[]
  files: string[]
}

/**
 * The fonts for the scripts that a text has; the large ones are read only when they are needed. Chinese, Japanese and
 * Korean share characters but not their shapes: the language decides, then what else is in the text.
 */
export function chooseFonts(text: string, language = ''): FontChoice {
  const [main] = language.toLowerCase().split('-')
  const eastern = [chinese, japanese, korean].filter(({ script }) => script.test(text))
  const first = { zh: chinese, ja: japanese, ko: korean }[main ?? '']
  const guessed =
    first ?? (eastern.includes(japanese) ? japanese : eastern.includes(korean) ? korean : chinese)
  const ordered = eastern.length === 0 ? [] : [guessed, ...eastern.filter((family) => family !== guessed)]
  const families = [...ordered, ...otherFamilies.filter(({ script }) => script.test(text))]
  return {
    families: families.map(({ name }) => name),
    files: [...baseFontFiles, ...families.flatMap(({ files }) => files)].map(findFontFile),
  }
}

/** Where a file of a package is; the packages of fonts do not all export their files. */
function findFontFile(file: string): string {
  const [scope = '', name = '', ...path] = file.split('/')
  const found = findPackageJSON(`${scope}/${name}`, import.meta.url)
  if (found === undefined) throw new Error(`the package of the font ${file} is not installed`)
  return join(dirname(found), ...path)
}

export const isRightToLeft = (language = ''): boolean => /^(ar|fa|he|ur|yi|ps|sd)(-|$)/i.test(language)
