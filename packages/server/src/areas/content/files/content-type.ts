import { readFileExtension } from './file-name.ts'

const fallbackType = 'application/octet-stream'

/** The bytes that files of a type contain at an offset, the first one by default. They count more than the name. */
const signatures: { type: string; offset?: number; bytes: Buffer }[] = [
  { type: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'image/jpeg', bytes: Buffer.from('ffd8ff', 'hex') },
  { type: 'image/gif', bytes: Buffer.from('GIF87a') },
  { type: 'image/gif', bytes: Buffer.from('GIF89a') },
  { type: 'image/webp', offset: 8, bytes: Buffer.from('WEBP') },
  { type: 'image/avif', offset: 4, bytes: Buffer.from('ftypavif') },
  { type: 'image/x-icon', bytes: Buffer.from('00000100', 'hex') },
  { type: 'application/pdf', bytes: Buffer.from('%PDF-') },
  { type: 'video/webm', bytes: Buffer.from('1a45dfa3', 'hex') },
  { type: 'video/quicktime', offset: 4, bytes: Buffer.from('ftypqt') },
  { type: 'video/mp4', offset: 4, bytes: Buffer.from('ftyp') },
  { type: 'audio/mpeg', bytes: Buffer.from('ID3') },
  { type: 'audio/wav', offset: 8, bytes: Buffer.from('WAVE') },
  { type: 'audio/flac', bytes: Buffer.from('fLaC') },
  { type: 'application/ogg', bytes: Buffer.from('OggS') },
  { type: 'font/woff', bytes: Buffer.from('wOFF') },
  { type: 'font/woff2', bytes: Buffer.from('wOF2') },
  { type: 'font/otf', bytes: Buffer.from('OTTO') },
  { type: 'application/gzip', bytes: Buffer.from('1f8b', 'hex') },
  { type: 'application/x-7z-compressed', bytes: Buffer.from('377abcaf271c', 'hex') },
  { type: 'application/zip', bytes: Buffer.from('504b0304', 'hex') },
]

/** Types by extension. A type that has a signature is used only if the bytes have it. */
const typesByExtension: Record<string, string> = {
  avif: 'image/avif',
  css: 'text/css',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  ico: 'image/x-icon',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mjs: 'text/javascript',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  toml: 'application/toml',
  ttf: 'font/ttf',
  txt: 'text/plain',
  wasm: 'application/wasm',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
}

/** The extension tells what is in a container: the types that files with the signature of a container may have. */
const containedTypes: Record<string, RegExp> = {
  'application/zip': /^application\/(vnd\.(openxmlformats|oasis)|zip)/,
  'application/ogg': /^(audio|video)\/ogg$/,
  'video/mp4': /^audio\/mp4$/,
  'video/webm': /^audio\/webm$/,
}

const typesWithSignature = new Set([...signatures.map(({ type }) => type), 'image/svg+xml'])

/**
 * Detects the type of a file from its bytes, else from its name, else from the type that the client sent. A name or a
 * sent type that says image is ignored if the bytes are none, so that everything served as an image is one.
 */
export function detectContentType(bytes: Uint8Array, name: string, sentType?: string): string {
  const typeByName = typesByExtension[readFileExtension(name)]
  const typeByBytes = detectSignature(bytes)
  if (typeByBytes !== undefined) {
    return typeByName && containedTypes[typeByBytes]?.test(typeByName) ? typeByName : typeByBytes
  }
  if (typeByName !== undefined) return typesWithSignature.has(typeByName) ? fallbackType : typeByName
  const mediaType = sentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return isMediaType(mediaType) && !typesWithSignature.has(mediaType) ? mediaType : fallbackType
}

function detectSignature(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
  const signature = signatures.find(({ offset = 0, bytes: expected }) =>
    head.subarray(offset, offset + expected.length).equals(expected),
  )
  if (signature) return signature.type
  return isSvg(head.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** What may stand before the first element. The comment is tried before the document type, whose start it contains. */
const prologDelimiters = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
  { start: '<!', end: '>' },
]

/** Whether a text is XML with `svg` as its first element, after at most a declaration, comments and a document type. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  while (!/^<svg[\s>/]/i.test(rest)) {
    const delimiters = prologDelimiters.find(({ start }) => rest.startsWith(start))
    if (!delimiters) return false
    const end = rest.indexOf(delimiters.end)
    if (end === -1) return false
    rest = rest.slice(end + delimiters.end.length).trimStart()
  }
  return true
}

const isMediaType = (text: string): boolean =>
  text.length <= 100 && /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(text)

/** Images, video, audio and text that a browser may show itself: none of them can run scripts under our headers. */
const inlineTypes =
  /^(image\/(png|jpeg|gif|webp|avif|x-icon|svg\+xml)|video\/[a-z0-9]+|audio\/[a-z0-9]+|text\/plain|application\/pdf)$/

export const canShowInline = (contentType: string): boolean => inlineTypes.test(contentType)
