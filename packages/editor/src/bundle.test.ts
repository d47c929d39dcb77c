import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const MAX_BUNDLE_BYTES = 45_000

test('a bundle for the browser has no parser and nothing of Node, and is small', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [new URL('index.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    // Modules of Node would not resolve for this platform.
    platform: 'browser',
    metafile: true,
    write: false,
  })
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  expect(modules.filter((path) => /markdown-it|gemoji|htmlparser2|\/yaml\//.test(path))).toEqual([])
  expect(gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length).toBeLessThan(MAX_BUNDLE_BYTES)
})
