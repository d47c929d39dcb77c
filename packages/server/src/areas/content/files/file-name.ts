/** The longest name that every file system allows, in UTF-8. */
const MAX_NAME_BYTES = 255

/**
 * Makes a name that is safe to store and to send: without folders, without characters that have a meaning in terminals or
 * headers, and without those that reorder the text on screen (`photo\u202Egnp.exe` is shown as `photoexe.png`).
 */
export function sanitizeFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replaceAll(/["*:<>?|]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return shortenName(name) || 'file'
}

/** Cuts a name that is too long before its extension, and never within a character. */
function shortenName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const extension = /\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? ''
  const characters = Array.from(name.slice(0, name.length - extension.length))
  let remaining = MAX_NAME_BYTES - Buffer.byteLength(extension)
  const base = characters.filter((character) => (remaining -= Buffer.byteLength(character)) >= 0)
  return base.join('') + extension
}

/** The extension in lower case and without the dot; empty if there is none. */
export const readFileExtension = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
