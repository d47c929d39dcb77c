import type { FileRecord } from '@verso/revisions'

/** The widths that pictures are made in: for a phone, for the column of text, and for it on a dense screen. */
const PICTURE_WIDTHS_PIXELS = [480, 960, 1600]

/** A picture of more pixels takes too much memory once it is decompressed. */
export const MAX_PICTURE_PIXELS = 40_000_000
const MAX_PICTURE_BYTES = 20 * 1024 * 1024

/** SVG has no size of its own, and GIF is left as it is because most of them move. */
const resizableTypes = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** The widths in which published pages offer a file besides its own. None for what is not a picture, and for small ones. */
export function listPictureWidths({ contentType, dimensions, size }: FileRecord): number[] {
  if (!dimensions || !resizableTypes.has(contentType) || size > MAX_PICTURE_BYTES) return []
  const { width, height } = dimensions
  if (width * height > MAX_PICTURE_PIXELS) return []
  return PICTURE_WIDTHS_PIXELS.filter((narrowWidth) => narrowWidth < width)
}
