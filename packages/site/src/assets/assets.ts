import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'

export interface Asset {
  /** Contains a hash of the content, so that caches can keep the file for ever. */
  name: string
  contentType: string
  text: string
}

export interface Assets {
  style: Asset
  script: Asset
}

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const createFileName = (stem: string, text: string, extension: string): string =>
  `${stem}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${extension}`

let assets: Promise<Assets> | undefined

/** Bundles the style sheet and the script. This takes some tens of milliseconds, once per process. */
export const buildAssets = (): Promise<Assets> => (assets ??= bundleAssets())

async function bundleAssets(): Promise<Assets> {
  const { build, stop } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: { style: resolvePath('../../styles/main.css'), script: resolvePath('../../client/main.ts') },
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
    tsconfigRaw: {},
  })
  // The bundler's own process would stay as long as this one.
  await stop()
  const readOutput = (extension: string): string =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? ''
  const css = readOutput('.css')
  const js = readOutput('.js')
  return {
    style: { name: createFileName('style', css, 'css'), contentType: 'text/css; charset=utf-8', text: css },
    script: {
      name: createFileName('script', js, 'js'),
      contentType: 'text/javascript; charset=utf-8',
      text: js,
    },
  }
}
