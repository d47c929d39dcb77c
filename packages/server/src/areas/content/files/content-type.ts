import { readFileExtension } from './name.ts'

const unknown = 'application/octet-stream'

/** What the first bytes tell, whatever the name says. */
const signatures: { type: string; at?: number; bytes: Buffer }[] = [
  { type: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'image/jpeg', bytes: Buffer.from('ffd8ff', 'hex') },
  { type: 'image/gif', bytes: Buffer.from('GIF87a') },
  { type: 'image/gif', bytes: Buffer.from('GIF89a') },
  { type: 'image/webp', at: 8, bytes: Buffer.from('WEBP') },
  { type: 'image/avif', at: 4, bytes: Buffer.from('ftypavif') },
  { type: 'image/x-icon', bytes: Buffer.from('00000100', 'hex') },
  { type: 'application/pdf', bytes: Buffer.from('%PDF-') },
  { type: 'video/webm', bytes: Buffer.from('1a45dfa3', 'hex') },
  { type: 'video/quicktime', at: 4, bytes: Buffer.from('ftypqt') },
  { type: 'video/mp4', at: 4, bytes: Buffer.from('ftyp') },
  { type: 'audio/mpeg', bytes: Buffer.from('ID3') },
  { type: 'audio/wav', at: 8, bytes: Buffer.from('WAVE') },
  { type: 'audio/flac', bytes: Buffer.from('fLaC') },
  { type: 'application/ogg', bytes: Buffer.from('OggS') },
  { type: 'font/woff', bytes: Buffer.from('wOFF') },
  { type: 'font/woff2', bytes: Buffer.from('wOF2') },
  { type: 'font/otf', bytes: Buffer.from('OTTO') },
  { type: 'application/gzip', bytes: Buffer.from('1f8b', 'hex') },
  { type: 'application/x-7z-compressed', bytes: Buffer.from('377abcaf271c', 'hex') },
  { type: 'application/zip', bytes: Buffer.from('504b0304', 'hex') },
]

/** By extension. Those of types that the first bytes tell are only taken when the bytes agree. */
const extensions: Record<string, string> = {
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

/** What is in a container is told by the extension. */
const containers: Record<string, RegExp> = {
  'application/zip': /^application\/(vnd\.(openxmlformats|oasis)|zip)/,
  'application/ogg': /^(audio|video)\/ogg$/,
  'video/mp4': /^audio\/mp4$/,
  'video/webm': /^audio\/webm$/,
}

const told = new Set([...signatures.map(({ type }) => type), 'image/svg+xml'])

/**
 * The type of a file: what its bytes show, else what its name says, else what whoever gave it says. A name that
 * promises an image is not believed when the bytes are none: what is served as an image is one.
 */
export function detectContentType(bytes: Uint8Array, name: string, given?: string): string {
  const byName = extensions[readFileExtension(name)]
  const shown = sniff(bytes)
  if (shown !== undefined) return byName && containers[shown]?.test(byName) ? byName : shown
  if (byName !== undefined) return told.has(byName) ? unknown : byName
  const declared = given?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return isMediaType(declared) && !told.has(declared) ? declared : unknown
}

function sniff(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
  const found = signatures.find(({ at = 0, bytes: known }) =>
    head.subarray(at, at + known.length).equals(known),
  )
  if (found) return found.type
  return isSvg(head.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** An XML whose first element is `svg`, after at most a declaration, comments and a document type. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  for (;;) {
    if (/^<svg[\s>/]/i.test(rest)) return true
    const end = ['<?', '<!--', '<!'].find((start) => rest.startsWith(start))
    if (end === undefined) return false
    const close = { '<?': '?>', '<!--': '-->', '<!': '>' }[end] ?? '>'
    const at = rest.indexOf(close)
    if (at === -1) return false
    rest = rest.slice(at + close.length).trimStart()
  }
}

const isMediaType = (text: string): boolean =>
  text.length <= 100 && /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(text)

/** Images, sounds and texts that a browser may show in its own window: none of them can do anything there. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|x-icon|svg\+xml)|video\/[a-z0-9]+|audio\/[a-z0-9]+|text\/plain|application\/pdf)$/

export const canShowInline = (contentType: string): boolean => shown.test(contentType)
