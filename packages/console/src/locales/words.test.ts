import { describe, expect, test } from 'vitest'
import { ar } from './ar/index.ts'
import { de } from './de/index.ts'
import { editor as arEditor } from './editor/ar.ts'
import { editor as deEditor } from './editor/de.ts'
import { editor as esEditor } from './editor/es.ts'
import { editor as frEditor } from './editor/fr.ts'
import { editor as jaEditor } from './editor/ja.ts'
import { editor as koEditor } from './editor/ko.ts'
import { editor as ptEditor } from './editor/pt.ts'
import { editor as zhEditor } from './editor/zh.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { featureTexts } from './features/all.ts'
import { fr } from './fr/index.ts'
import { ja } from './ja/index.ts'
import { ko } from './ko/index.ts'
import { pt } from './pt/index.ts'
import { zh } from './zh/index.ts'

/** The words of the editor, which are loaded with it. Their type says that none is missing. */
const editorWords = {
  ar: arEditor,
  de: deEditor,
  es: esEditor,
  fr: frEditor,
  ja: jaEditor,
  ko: koEditor,
  pt: ptEditor,
  zh: zhEditor,
}

test.each(Object.entries(editorWords))('the editor speaks %s', (_language, words) => {
  expect(Object.entries(words).filter(([, text]) => text.trim() === '')).toEqual([])
})

const translations = { ar, de, es, fr, ja, ko, pt, zh }

/** Every text by its path, such as `common.cancel`. */
function listTexts(value: unknown, path = '', texts = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return texts.set(path, value)
  for (const [name, text] of Object.entries(value))
    listTexts(text, path === '' ? name : `${path}.${name}`, texts)
  return texts
}

const english = listTexts({ ...en, ...featureTexts })

/**
 * The buttons whose name for screen readers, such as `retryFor`, does not say what is written on them, such as
 * `retry`. Who speaks to a computer says what they read.
 */
function listMisnamedButtons(texts: ReadonlyMap<string, unknown>): string[] {
  return [...texts].flatMap(([path, name]) => {
    const written = texts.get(path.replace(/For$/, ''))
    if (typeof name !== 'function' || typeof written !== 'string') return []
    const spoken = String(Reflect.apply(name, undefined, ['Guide']))
    return spoken.toLowerCase().includes(written.toLowerCase()) ? [] : [path]
  })
}

test('English names buttons by what is written on them', () => {
  expect(listMisnamedButtons(english)).toEqual([])
})

/** Whether a translation is a text where English is one, and uses every argument that English uses. */
function isAlike(text: unknown, translated: unknown): boolean {
  if (typeof text !== typeof translated) return false
  if (typeof text !== 'function' || typeof translated !== 'function') return true
  // Numbers choose a plural form, so 7 and more stand for many.
  const marks = Array.from({ length: text.length }, (_, index) => 7 + index)
  const [written, result] = [text, translated].map((write) => String(Reflect.apply(write, undefined, marks)))
  return marks.map(String).every((mark) => !written?.includes(mark) || result?.includes(mark))
}

describe.each(Object.entries(translations))('%s', (_language, translation) => {
  const texts = listTexts(translation)

  test('says everything that English says, and nothing else', () => {
    expect([...english.keys()].filter((path) => !texts.has(path))).toEqual([])
    expect([...texts.keys()].filter((path) => !english.has(path))).toEqual([])
  })

  test('takes the same arguments, and uses each of them', () => {
    const wrong = [...english].filter(([path, text]) => !isAlike(text, texts.get(path))).map(([path]) => path)
    expect(wrong).toEqual([])
  })

  test('names buttons by what is written on them', () => {
    expect(listMisnamedButtons(texts)).toEqual([])
  })

  test('has no empty text', () => {
    expect([...texts].filter(([, text]) => typeof text === 'string' && text.trim() === '')).toEqual([])
  })
})
