import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Bundler from 'esbuild'
import type { Asset, Assets } from './assets.ts'
import type { DiagramFiles } from './diagram-files.ts'

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const createFileName = (stem: string, text: string, extension: string): string =>
  `${stem}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${extension}`

const options = {
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
} satisfies Bundler.BuildOptions

/** Bundles the style sheet and the script from their sources, which takes some tens of milliseconds. */
export async function bundleAssets(): Promise<Assets> {
  const { build, stop } = await importBundler()
  const { outputFiles } = await build({
    entryPoints: {
      style: resolvePath('../../styles/main.css'),
      script: resolvePath('../../client/main.ts'),
      'api-tester': resolvePath('../../client/api-tester/main.ts'),
      'embed-player': resolvePath('../../client/embed-player/main.ts'),
      'page-parts': resolvePath('../../client/page-parts/main.ts'),
      'embedded-site': resolvePath('../../client/embedded-site/main.ts'),
      diagrams: resolvePath('../../client/diagrams/main.ts'),
    },
    ...options,
  })
  // The bundler's own process would stay as long as this one.
  await stop()
  const readOutput = (name: string): string =>
    outputFiles.find(({ path }) => basename(path) === name)?.text ?? ''
  const createScript = (stem: string): Asset => {
    const text = readOutput(`${stem}.js`)
    return { name: createFileName(stem, text, 'js'), contentType: 'text/javascript; charset=utf-8', text }
  }
  const css = readOutput('style.css')
  return {
    style: { name: createFileName('style', css, 'css'), contentType: 'text/css; charset=utf-8', text: css },
    script: createScript('script'),
    apiTester: createScript('api-tester'),
    embedPlayer: createScript('embed-player'),
    pageParts: createScript('page-parts'),
    embeddedSite: createScript('embedded-site'),
    diagrams: createScript('diagrams'),
  }
}

/** Bundles the frame that draws diagrams. Each kind of diagram is a script of its own, loaded where it is drawn. */
export async function bundleDiagramFiles(): Promise<DiagramFiles> {
  const { build, stop } = await importBundler()
  const { outputFiles } = await build({
    ...options,
    entryPoints: { frame: resolvePath('../../client/diagram-frame/main.ts') },
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  })
  await stop()
  const scripts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]))
  const entry = Object.keys(scripts).find((name) => name.startsWith('frame-'))
  return {
    scripts,
    page: `<!doctype html><meta charset="utf-8"><title>Diagrams</title><script type="module" crossorigin src="${entry}"></script>`,
  }
}

/** The bundler is a development dependency: a product that was built has no use for it. */
async function importBundler(): Promise<typeof Bundler> {
  try {
    return await import('esbuild')
  } catch (error) {
    throw new Error(
      'The style sheet and script of published pages are not built, and what builds them is not installed. ' +
        'Run `npm ci` without `--omit=dev`, or start what `npm run build` wrote to dist/.',
      { cause: error },
    )
  }
}
