import { gemoji } from 'gemoji'

/** The code of an emoji consists of its code points in hexadecimal, joined by `-`, without the variation selector. */
const codesByName = new Map<string, string>()
const namesByCode = new Map<string, string>()

for (const { emoji, names } of gemoji) {
  const code = encodeEmoji(emoji)
  for (const name of names) codesByName.set(name, code)
  const [firstName] = names
  if (firstName !== undefined && !namesByCode.has(code)) namesByCode.set(code, firstName)
}

function encodeEmoji(emoji: string): string {
  return Array.from(emoji, (char) => (char.codePointAt(0) ?? 0).toString(16))
    .filter((point) => point !== 'fe0f')
    .join('-')
}

export function findEmojiCode(shortName: string): string | undefined {
  return codesByName.get(shortName)
}

export function findEmojiName(code: string): string | undefined {
  return namesByCode.get(code)
}

/** The longest emoji are families with skin tones, which have ten code points. */
const MAX_CODE_POINTS = 16

/** Returns the character of an emoji code, or an empty string for an invalid code. */
export function getEmojiCharacter(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  const isEmoji = points.length <= MAX_CODE_POINTS && points.every((point) => point > 0 && point <= 0x10ffff)
  return isEmoji ? String.fromCodePoint(...points) : ''
}
