import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { SVG } from 'image-size/types/svg'
import { WEBP } from 'image-size/types/webp'

export type ImageDimensions = {
  width: number
  height: number
}

const readers = {
  'image/png': PNG,
  'image/jpeg': JPG,
  'image/gif': GIF,
  'image/webp': WEBP,
  'image/avif': HEIF,
  'image/svg+xml': SVG,
}

/** The dimensions are in this part of a file: a JPEG may have a colour profile and a preview before them. */
export const MAX_HEAD_BYTES = 512 * 1024
const MAX_SVG_HEAD_BYTES = 64 * 1024
const MAX_SVG_TAG_BYTES = 4096
/** Their reader takes quadratic time in the number of sizes that an AVIF names. */
const MAX_AVIF_HEAD_BYTES = 16 * 1024
const MAX_SIDE_PIXELS = 1_000_000

/** Reads the dimensions of an image. Undefined for other files, and for images without valid dimensions. */
export function readImageDimensions(bytes: Uint8Array, contentType: string): ImageDimensions | undefined {
  if (!isReadable(contentType)) return undefined
  // A copy with its own memory: the readers read past the end of a view, into the memory of others.
  const head = Buffer.from(Uint8Array.from(bytes.subarray(0, MAX_HEAD_BYTES)).buffer)
  try {
    const size = readers[contentType].calculate(selectHead(head, contentType))
    // The EXIF orientations from 5 to 8 turn the image by 90 degrees.
    const isTurned = (size.orientation ?? 1) >= 5
    const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height]
    return isValidSide(width) && isValidSide(height) ? { width, height } : undefined
  } catch {
    // An image that is cut off or invalid is stored without dimensions.
    return undefined
  }
}

function selectHead(head: Buffer, contentType: keyof typeof readers): Buffer {
  if (contentType === 'image/svg+xml') return findSvgTag(head)
  // A copy again, for the reader reads past the end of a view.
  return contentType === 'image/avif'
    ? Buffer.from(Uint8Array.from(head.subarray(0, MAX_AVIF_HEAD_BYTES)).buffer)
    : head
}

/** The `svg` tag alone, because the reader takes quadratic time in the length of the text to find it. */
function findSvgTag(head: Buffer): Buffer {
  const start = head.subarray(0, MAX_SVG_HEAD_BYTES).indexOf('<svg')
  return head.subarray(start, start + MAX_SVG_TAG_BYTES)
}

const isReadable = (contentType: string): contentType is keyof typeof readers =>
  Object.hasOwn(readers, contentType)

const isValidSide = (pixels: number | undefined): pixels is number =>
  pixels !== undefined && Number.isInteger(pixels) && pixels > 0 && pixels <= MAX_SIDE_PIXELS
