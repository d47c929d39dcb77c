import { setPriority } from 'node:os'
import sharp from 'sharp'
import { MAX_PICTURE_PIXELS } from './picture-widths.ts'

/** A picture, and the width that it shall have. */
export interface ResizeMessage {
  bytes: Uint8Array
  width: number
}

/** The narrower picture as WebP; nothing where the original has to be sent. */
export interface ResizeResult {
  bytes?: Uint8Array
}

/** Lower than that of the server, so that requests are answered while pictures are made. */
const PROCESS_PRIORITY = 10
const WEBP_QUALITY = 80

setPriority(PROCESS_PRIORITY)
sharp.cache(false)
sharp.concurrency(1)
// The library reads dozens of formats, and each reader is a way in for a hostile file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

process.once('message', (message: ResizeMessage) => {
  void resize(message).then(
    (result) => process.send?.(result, () => process.disconnect()),
    // The process that started this one takes the exit for an answer.
    () => process.exit(1),
  )
})

async function resize({ bytes, width }: ResizeMessage): Promise<ResizeResult> {
  const picture = sharp(bytes, {
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
  const { pages = 1 } = await picture.metadata()
  if (pages > 1 || isAnimatedPng(bytes)) return {}
  const narrowPicture = await picture
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer()
  return narrowPicture.byteLength < bytes.byteLength ? { bytes: narrowPicture } : {}
}

/** Whether a PNG moves, which its reader does not see: such a one has a chunk for that before its pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const control = buffer.indexOf('acTL')
  return control !== -1 && control < buffer.indexOf('IDAT')
}
