import { GIF } from 'image-size/types/gif'
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
  'image/svg+xml': SVG,
}

/** Where a picture says how large it is; a JPEG may have a profile and a preview in front. */
const longestHead = 512 * 1024
const longestSvgTag = 4096
const largestSide = 1_000_000

/** How large a picture is, if it is one and says so. */
export function readImageDimensions(bytes: Uint8Array, contentType: string): ImageDimensions | undefined {
  if (!isMeasured(contentType)) return undefined
  // In memory of its own: the readers look past the end of a piece, at what others have beside it.
  const head = Buffer.from(Uint8Array.from(bytes.subarray(0, longestHead)).buffer)
  try {
    const size = readers[contentType].calculate(contentType === 'image/svg+xml' ? svgTag(head) : head)
    // A picture that is taken on its side says so in 5 to 8.
    const turned = (size.orientation ?? 1) >= 5
    const [width, height] = turned ? [size.height, size.width] : [size.width, size.height]
    return isSide(width) && isSide(height) ? { width, height } : undefined
  } catch {
    // Cut off or made up: it has no size, and is a file all the same.
    return undefined
  }
}

/** Only the tag: looking for it takes time in proportion to the square of what is looked through. */
function svgTag(head: Buffer): Buffer {
  const start = head.subarray(0, 64 * 1024).indexOf('<svg')
  return head.subarray(start, start + longestSvgTag)
}

const isMeasured = (contentType: string): contentType is keyof typeof readers =>
  Object.hasOwn(readers, contentType)

const isSide = (pixels: number | undefined): pixels is number =>
  pixels !== undefined && Number.isInteger(pixels) && pixels > 0 && pixels <= largestSide
