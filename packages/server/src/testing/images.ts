/** Creates the headers of images with a given size. The images have no pixels. */
export const createTestImage = {
  png: (width: number, height: number): Buffer => {
    const bytes = Buffer.alloc(33)
    bytes.write('89504e470d0a1a0a0000000d', 'hex')
    bytes.write('IHDR', 12)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  },
  gif: (width: number, height: number): Buffer => {
    const bytes = Buffer.alloc(14)
    bytes.write('GIF89a')
    bytes.writeUInt16LE(width, 6)
    bytes.writeUInt16LE(height, 8)
    return bytes
  },
  /** @param orientation the EXIF orientation, if there is one. */
  jpeg: (width: number, height: number, orientation?: number): Buffer => {
    const size = Buffer.from('ffc0000b08000000000100', 'hex')
    size.writeUInt16BE(height, 5)
    size.writeUInt16BE(width, 7)
    const metadata = orientation === undefined ? jfifHeader : createExif(orientation)
    return Buffer.concat([Buffer.from('ffd8', 'hex'), metadata, size, Buffer.from('1100ffd9', 'hex')])
  },
  webp: (width: number, height: number): Buffer => {
    const bytes = Buffer.alloc(30)
    bytes.write('RIFF')
    bytes.writeUInt32LE(22, 4)
    bytes.write('WEBPVP8X', 8)
    bytes.writeUInt32LE(10, 16)
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
    return bytes
  },
  svg: (width: number, height: number): Buffer =>
    Buffer.from(
      `<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`,
    ),
}

const jfifHeader = Buffer.concat([
  Buffer.from('ffe00010', 'hex'),
  Buffer.from('JFIF\0'),
  Buffer.from('010100000100010000', 'hex'),
])

function createExif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(2 + 6 + tiff.length)
  return Buffer.concat([Buffer.from('ffe1', 'hex'), length, Buffer.from('Exif\0\0'), tiff])
}
