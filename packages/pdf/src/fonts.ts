import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** A font family and its files. */
interface Family {
  name: string
  files: string[]
  /** Matches text that needs this family. */
  script: RegExp
}

/** The fonts that every book uses: Inter for text and JetBrains Mono for code. */
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
  /** Fallback families, most suitable first. */
  families: string[]
  files: string[]
}

/**
 * Chooses the fonts for the scripts in a text, so that the large font files are read only for books that need them.
 * Chinese, Japanese and Korean share characters but draw them differently. The language decides which family comes
 * first; without one, the presence of kana or Hangul does.
 */
export function chooseFonts(text: string, language = ''): FontChoice {
  const [languageCode] = language.toLowerCase().split('-')
  const cjkFamilies = [chinese, japanese, korean].filter(({ script }) => script.test(text))
  const languageFamily = { zh: chinese, ja: japanese, ko: korean }[languageCode ?? '']
  const preferred =
    languageFamily ??
    (cjkFamilies.includes(japanese) ? japanese : cjkFamilies.includes(korean) ? korean : chinese)
  const orderedCjk =
    cjkFamilies.length === 0 ? [] : [preferred, ...cjkFamilies.filter((family) => family !== preferred)]
  const families = [...orderedCjk, ...otherFamilies.filter(({ script }) => script.test(text))]
  return {
    families: families.map(({ name }) => name),
    files: [...baseFontFiles, ...families.flatMap(({ files }) => files)].map(findFontFile),
  }
}

/** Resolves a font file through its `package.json`, because not all font packages export their files. */
function findFontFile(file: string): string {
  const [scope = '', name = '', ...path] = file.split('/')
  const packageFile = findPackageJSON(`${scope}/${name}`, import.meta.url)
  if (packageFile === undefined) throw new Error(`the package of the font ${file} is not installed`)
  return join(dirname(packageFile), ...path)
}

export const isRightToLeft = (language = ''): boolean => /^(ar|fa|he|ur|yi|ps|sd)(-|$)/i.test(language)
