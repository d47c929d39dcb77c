import { GenerationalCache } from '../../../common/generational-cache.ts'
import { plainText } from './folding.ts'

/**
 * A piece of text between blanks and punctuation.
 *
 * - A **word** is a single word.
 * - A **compound** is a name of several words, such as `getUserById`, `max_retries`, `config.json` or `real-time`. It is
 *   found as a whole and by its parts.
 * - A **run** is text in a script that puts no blanks between words. It is found by its bigrams: two characters that
 *   follow each other.
 */
export type SearchToken =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'compound'; readonly whole: string; readonly parts: readonly string[] }
  | { readonly kind: 'run'; readonly characters: readonly string[] }

/** Longer words are keys, hashes and encoded images. Nobody types them to the end, so only their beginning is kept. */
const MAX_WORD_LENGTH = 64

const unspacedScripts = [
  ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map(
    (script) => String.raw`\p{Script=${script}}`,
  ),
  '々〆ー',
].join('')
const spacedLetter = String.raw`[[\p{L}\p{N}\p{M}]--[${unspacedScripts}]]`
const unicodeToken = new RegExp(
  String.raw`[${unspacedScripts}]+|[A-Za-z](?:\+\+|#)(?!${spacedLetter})|${spacedLetter}+(?:[._'’\-]+${spacedLetter}+)*`,
  'gv',
)
// Most text is ASCII, and this expression is several times as fast on it.
const asciiToken = /[A-Za-z](?:\+\+|#)(?![A-Za-z0-9])|[A-Za-z0-9]+(?:[._'-]+[A-Za-z0-9]+)*/g
const startsWithUnspacedScript = new RegExp(`^[${unspacedScripts}]`, 'v')
const invisibleCharacters = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const camelCaseBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const connectors = /[._-]+/
const apostrophes = /['’]/

/** Documentation repeats the same few thousand words, so each is split once and cached. */
const searchTokens = new GenerationalCache<readonly SearchToken[]>(20_000)

/** Splits a text into tokens, in their order. Words become lower case and keep their accents. */
export const tokenize = (text: string): SearchToken[] => tokenizeWith(text, (token) => token, searchTokens)

/** The tokens of words, by what is written. */
interface TokenCache<Token> {
  get(match: string): readonly Token[] | undefined
  set(match: string, tokens: readonly Token[]): unknown
}

/** Splits a text into tokens of another kind. */
export function tokenizeWith<Token>(
  text: string,
  makeToken: (token: SearchToken) => Token,
  cache: TokenCache<Token>,
): Token[] {
  const list: Token[] = []
  const addWord = (match: string): void => {
    const tokens = cache.get(match) ?? cacheTokens(match, splitWord(match).map(makeToken), cache)
    for (const token of tokens) list.push(token)
  }
  if (plainText.test(text)) {
    for (const match of text.match(asciiToken) ?? []) addWord(match)
    return list
  }
  const normalized = text.normalize('NFKC').replaceAll(invisibleCharacters, '')
  for (const match of normalized.match(unicodeToken) ?? []) {
    if (!startsWithUnspacedScript.test(match)) addWord(match)
    else list.push(makeToken({ kind: 'run', characters: Array.from(match) }))
  }
  return list
}

function cacheTokens<Token>(
  match: string,
  tokens: readonly Token[],
  cache: TokenCache<Token>,
): readonly Token[] {
  if (match.length <= MAX_WORD_LENGTH) cache.set(match, tokens)
  return tokens
}

function splitWord(match: string): SearchToken[] {
  // An apostrophe joins words of their own. A single letter beside it (l'eau, user's) is not a word.
  const words = apostrophes.test(match) ? match.split(apostrophes).filter((word) => word.length > 1) : [match]
  return words.map((word) => {
    const parts = word
      .split(connectors)
      .flatMap((part) => part.split(camelCaseBoundary))
      .filter((part) => part !== '')
    const whole = toLowerCase(word)
    return parts.length === 1
      ? { kind: 'word', word: whole }
      : { kind: 'compound', whole, parts: parts.map(toLowerCase) }
  })
}

const toLowerCase = (word: string): string =>
  // A character of two units may be cut in half.
  (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).toWellFormed() : word).toLowerCase()

/**
 * The bigrams of a run: each pair of neighbours, and its last character alone, so that a single character is found as
 * the beginning of a bigram wherever it stands.
 */
export function makeBigrams(characters: readonly string[]): string[] {
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** Adds the words whose stems are needed to index or to find the tokens. */
export function collectTokenWords(list: readonly SearchToken[], words: Set<string>): void {
  for (const token of list) {
    if (token.kind === 'word') words.add(token.word)
    else if (token.kind === 'compound') for (const part of token.parts) words.add(part)
  }
}
