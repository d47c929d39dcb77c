import { gemoji } from 'gemoji'

/** Emoji are known by their code points in hex, joined by `-`, without the variation selector. */
const codeOfName = new Map<string, string>()
const nameOfCode = new Map<string, string>()

for (const { emoji, names } of gemoji) {
  const code = emojiCode(emoji)
  for (const name of names) codeOfName.set(name, code)
  const [first] = names
  if (first !== undefined && !nameOfCode.has(code)) nameOfCode.set(code, first)
}

function emojiCode(emoji: string): string {
  return Array.from(emoji, (char) => (char.codePointAt(0) ?? 0).toString(16))
    .filter((point) => point !== 'fe0f')
    .join('-')
}

export function emojiCodeOf(shortName: string): string | undefined {
  return codeOfName.get(shortName)
}

export function emojiNameOf(code: string): string | undefined {
  return nameOfCode.get(code)
}

/** Families with skin tones are the longest there are, with ten. */
const MAX_POINTS = 16

/** The character itself, or nothing for a code that is no code. */
export function emojiCharacter(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  const isEmoji = points.length <= MAX_POINTS && points.every((point) => point > 0 && point <= 0x10ffff)
  return isEmoji ? String.fromCodePoint(...points) : ''
}
