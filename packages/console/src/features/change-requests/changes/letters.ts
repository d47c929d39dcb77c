/** Where the letters and digits of a text are, by UTF-16 code unit. */
export function listLetters(text: string): number[] {
  const indexes: number[] = []
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    for (let unit = 0; unit < letter.length; unit++) indexes.push(index + unit)
  }
  return indexes
}

export const pickLetters = (text: string, indexes: readonly number[]): string =>
  indexes.map((index) => text[index]).join('')

export const countLetters = (text: string): number => listLetters(text).length
