/** The formats of fonts that browsers load, by the first four bytes of a file. */
const formatsBySignature = { wOFF: 'woff', wOF2: 'woff2' } as const

export type FontFormat = (typeof formatsBySignature)[keyof typeof formatsBySignature]

/** A font for pages is far smaller. Readers load it before they see text in it. */
export const MAX_FONT_BYTES = 2 * 1024 * 1024
/** What a file may say it takes when it is unpacked. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024
const MIN_HEADER_BYTES = 44

/**
 * The format of a font file, by its header: its signature, its length, the number of its tables, and what it takes when it is
 * unpacked. Undefined for anything else. Browsers check the tables themselves before they use a font.
 */
export function detectFontFormat(bytes: Uint8Array): FontFormat | undefined {
  if (bytes.byteLength < MIN_HEADER_BYTES || bytes.byteLength > MAX_FONT_BYTES) return undefined
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, MIN_HEADER_BYTES)
  const signature = header.toString('latin1', 0, 4)
  const isWhole = header.readUInt32BE(8) === bytes.byteLength
  const tables = header.readUInt16BE(12)
  const hasReservedZero = header.readUInt16BE(14) === 0
  const unpackedBytes = header.readUInt32BE(16)
  if (!isWhole || tables === 0 || !hasReservedZero || unpackedBytes > MAX_UNPACKED_BYTES) return undefined
  return signature === 'wOFF' || signature === 'wOF2' ? formatsBySignature[signature] : undefined
}
