import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeFonts, findFontSource, type FontSource, textFonts } from './font-sources.ts'

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
