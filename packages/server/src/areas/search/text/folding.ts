// oxlint-disable-next-line no-control-regex -- the range of ASCII begins there
export const plainText = /^[\u0000-\u007f]*$/

const combiningMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/g
/** Letters that Unicode normalization does not decompose. */
const letterReplacements: Record<string, string> = {
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
const replacedLetters = new RegExp(`[${Object.keys(letterReplacements).join('')}]`, 'g')

/** Removes the accents of a word that is in lower case, so that `école` and `ecole` find each other. */
export function foldWord(word: string): string {
  if (plainText.test(word)) return word
  return word
    .normalize('NFD')
    .replaceAll(combiningMarks, '')
    .normalize('NFC')
    .replaceAll(replacedLetters, (letter) => letterReplacements[letter] ?? letter)
}

/**
 * Puts a text into lower case without accents and keeps its length: a character becomes one character, so that a
 * position in the result is the same position in the text.
 */
export function foldText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase()
  let folded = ''
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index)
    const [first = unit] = unit < '\u0080' ? unit.toLowerCase() : foldWord(unit.toLowerCase())
    folded += first
  }
  return folded
}
