import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: string | Buffer
  /** The Unix file mode, which also makes an entry a symbolic link. */
  mode?: number
  /** A wrong size to declare in the central directory. */
  declaredSize?: number
}

/** Creates a zip archive of any entries, including invalid and malicious ones. */
export function createZip(entries: ZipEntry[] | Record<string, string | Buffer>): Buffer {
  const list = Array.isArray(entries)
    ? entries
    : Object.entries(entries).map(([name, content]): ZipEntry => ({ name, content }))
  const parts: Buffer[] = []
  const table: Buffer[] = []
  let offset = 0
  for (const entry of list) {
    const { local, central } = encode(entry, offset)
    parts.push(local)
    table.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(table)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(list.length, 8)
  end.writeUInt16LE(list.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

function encode({ name, content, mode = 0o100644, declaredSize }: ZipEntry, offset: number) {
  const bytes = Buffer.from(content)
  const compressed = deflateRawSync(bytes)
  const fileName = Buffer.from(name)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(0x0800, 2)
  shared.writeUInt16LE(8, 4)
  shared.writeUInt32LE(crc32(bytes), 10)
  shared.writeUInt32LE(compressed.length, 14)
  shared.writeUInt32LE(declaredSize ?? bytes.length, 18)
  shared.writeUInt16LE(fileName.length, 22)
  const local = Buffer.concat([signature(0x04034b50), shared, fileName, compressed])
  const more = Buffer.alloc(14)
  more.writeUInt32LE((mode << 16) >>> 0, 6)
  more.writeUInt32LE(offset, 10)
  const central = Buffer.concat([signature(0x02014b50), Buffer.from([20, 3]), shared, more, fileName])
  return { local, central }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
