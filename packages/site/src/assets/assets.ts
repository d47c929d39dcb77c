import { existsSync, readFileSync } from 'node:fs'
import { bundleAssets } from './bundle-assets.ts'

export interface Asset {
  /** Contains a hash of the content, so that caches can keep the file for ever. */
  name: string
  contentType: string
  text: string
}

export interface Assets {
  style: Asset
  script: Asset
  /** The panel in which readers test operations of an API. */
  apiTester: Asset
  /** Shows the players of embeds. */
  embedPlayer: Asset
  /** Shows the parts of large pages that come on demand. */
  pageParts: Asset
  embeddedSite: Asset
  /** Draws the diagrams that the server cannot draw. */
  diagrams: Asset
}

/**
 * The file that `npm run build` writes. It exists only in the product that was built, never beside the sources, so it cannot
 * be older than they are.
 */
const builtAssetsFile = new URL('../../built/assets.json', import.meta.url)

let assets: Promise<Assets> | undefined

/** The style sheet and the script of published pages: as they were built, or bundled now, once per process. */
export const loadAssets = (): Promise<Assets> => (assets ??= readOrBundleAssets())

async function readOrBundleAssets(): Promise<Assets> {
  if (!existsSync(builtAssetsFile)) return bundleAssets()
  // `scripts/build.ts` wrote it from this type.
  return JSON.parse(readFileSync(builtAssetsFile, 'utf8')) as Assets
}
