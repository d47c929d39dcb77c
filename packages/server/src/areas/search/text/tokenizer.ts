import { Generations } from '../../../common/generations.ts'

/**
 * Terminology
 *
 * - **token**: what stands between blanks and punctuation: a word, a compound, or a run.
 * - **compound**: a name of several words, such as `getUserById`, `max_retries`, `config.json`, `real-time`: found as
 *   a whole and by its parts.
 * - **run**: text of a script that sets no blanks between words. It is found by its grams.
 * - **gram**: two characters that follow each other in a run.
 * - **folded**: in lower case and without accents.
 */
export type Token =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'compound'; readonly whole: string; readonly parts: readonly string[] }
  | { readonly kind: 'run'; readonly characters: readonly string[] }

/** Longer ones are keys, hashes and pictures in text form: nobody types them to the end. */
const longestWord = 64

const unspaced = [
  ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map(
    (script) => String.raw`\p{Script=${script}}`,
  ),
  '々〆ー',
].join('')
const letter = String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]`
const anyToken = new RegExp(
  String.raw`[${unspaced}]+|[A-Za-z](?:\+\+|#)(?!${letter})|${letter}+(?:[._'’\-]+${letter}+)*`,
  'gv',
)
// Most text is plain, and this is several times as fast.
const plainToken = /[A-Za-z](?:\+\+|#)(?![A-Za-z0-9])|[A-Za-z0-9]+(?:[._'-]+[A-Za-z0-9]+)*/g
// oxlint-disable-next-line no-control-regex -- the range of ASCII begins there
const plain = /^[\u0000-\u007f]*$/
const startsRun = new RegExp(`^[${unspaced}]`, 'v')
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const connectors = /[._-]+/
const apostrophes = /['’]/

/** The tokens of a text, in its order. Words keep their accents, not their case. */
export function tokenize(text: string): Token[] {
  const list: Token[] = []
  if (plain.test(text)) {
    for (const found of text.match(plainToken) ?? []) list.push(...tokensOf(found))
    return list
  }
  const normal = text.normalize('NFKC').replaceAll(invisible, '')
  for (const found of normal.match(anyToken) ?? []) {
    if (startsRun.test(found)) list.push({ kind: 'run', characters: Array.from(found) })
    else list.push(...tokensOf(found))
  }
  return list
}

/** A documentation says the same few thousand words again and again: each is taken apart once. */
const takenApart = new Generations<readonly Token[]>(20_000)

function tokensOf(found: string): readonly Token[] {
  if (found.length > longestWord) return takeApart(found)
  return takenApart.get(found) ?? takenApart.set(found, takeApart(found))
}

function takeApart(found: string): Token[] {
  // What an apostrophe joins are words of their own; the letter that it leaves alone (l'eau, user's) is none.
  const pieces = apostrophes.test(found)
    ? found.split(apostrophes).filter((piece) => piece.length > 1)
    : [found]
  return pieces.map((piece) => {
    const parts = piece
      .split(connectors)
      .flatMap((part) => part.split(humps))
      .filter((part) => part !== '')
    const whole = lower(piece)
    return parts.length === 1
      ? { kind: 'word', word: whole }
      : { kind: 'compound', whole, parts: parts.map(lower) }
  })
}

const lower = (word: string): string => word.slice(0, longestWord).toLowerCase()

/**
 * The grams of a run: each pair of neighbours, and its last character alone, so that one character is found as the
 * beginning of a gram wherever it stands.
 */
export function makeBigrams(characters: readonly string[]): string[] {
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/g
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** A word of lower case without accents. */
export function foldWord(word: string): string {
  if (plain.test(word)) return word
  return word
    .normalize('NFD')
    .replaceAll(marks, '')
    .normalize('NFC')
    .replaceAll(special, (letter) => letters[letter] ?? letter)
}

/** The same text, character for character, for finding where something stands in it. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  let folded = ''
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index)
    const [first = unit] = unit < '\u0080' ? unit.toLowerCase() : foldWord(unit.toLowerCase())
    folded += first
  }
  return folded
}
