/**
 * A copy of bytes in memory of their own, for caches. Node cuts small buffers from pools of 64 KB, and zlib writes to blocks of
 * 16 KB: a cached buffer of some hundred bytes would keep all of that in memory.
 */
export function copyUnpooled(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength)
  copy.set(bytes)
  return copy
}
