import { existsSync, readFileSync } from 'node:fs'
import { bundleDiagramFiles } from './bundle-assets.ts'

/** The frame in which browsers draw diagrams: its page and its scripts, most of which draw one kind of diagram. */
export interface DiagramFiles {
  /** Contents by file name. The names of scripts contain a hash. */
  scripts: Record<string, string>
  page: string
}

/** Written by `npm run build`. It exists only in the product that was built, so it cannot be older than the sources. */
const builtFile = new URL('../../built/diagrams.json', import.meta.url)

let files: Promise<DiagramFiles> | undefined

/** Loads the files as they were built, or bundles them when somebody first asks: that takes about a second. */
export const loadDiagramFiles = (): Promise<DiagramFiles> =>
  (files ??= readOrBundleFiles().catch((error: unknown) => {
    files = undefined
    throw error
  }))

async function readOrBundleFiles(): Promise<DiagramFiles> {
  if (!existsSync(builtFile)) return bundleDiagramFiles()
  // `scripts/build.ts` wrote it from this type.
  return JSON.parse(readFileSync(builtFile, 'utf8')) as DiagramFiles
}

export interface DiagramFile {
  text: string
  contentType: string
  headers: Record<string, string>
}

/**
 * The policy of the frame, which has the rights of nobody: no origin, no network but for its own scripts. The library writes
 * style elements.
 */
const framePolicy =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Finds a file below the address of the frame. Scripts are for a frame without an origin, so every origin may load them. */
export async function findDiagramFile(name: string): Promise<DiagramFile | undefined> {
  if (name !== 'frame.html' && !/^[\w-]+\.js$/.test(name)) return undefined
  const { scripts, page } = await loadDiagramFiles()
  if (name === 'frame.html') {
    return {
      text: page,
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': framePolicy, 'cache-control': 'public, max-age=300' },
    }
  }
  const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined
  return text === undefined
    ? undefined
    : {
        text,
        contentType: 'text/javascript; charset=utf-8',
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      }
}
