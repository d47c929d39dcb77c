/** The longest that every file system takes, in UTF-8. */
const longestName = 255

/**
 * The name a file is kept under: no folders, nothing that a terminal or a header could take for something else, and no
 * letters that reorder what a person reads (`photo\u202Egnp.exe` shows as `photoexe.png`).
 */
export function sanitizeFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replaceAll(/["*:<>?|]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return shortened(name) || 'file'
}

/** Cut in front of the extension, between letters. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name
  const extension = /\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? ''
  const letters = Array.from(name.slice(0, name.length - extension.length))
  let room = longestName - Buffer.byteLength(extension)
  const kept = letters.filter((letter) => (room -= Buffer.byteLength(letter)) >= 0)
  return kept.join('') + extension
}

/** In lower case and without the dot; empty when there is none. */
export const readFileExtension = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
