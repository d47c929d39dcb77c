import { type ConsoleFiles, loadConsole, renderShell } from '@verso/console'
import { findDiagramFile, listIcons, renderIconSvg } from '@verso/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { EncodedBodies, findContentEncoding } from './content-encoding.ts'
import { openAssetHeaders } from './cors.ts'
import { createETag } from './etag.ts'
import { readSessionCookie } from './session-cookie.ts'

interface ConsoleOptions {
  /** Whether the console is at an https address, which its session cookie depends on. */
  secure: boolean
  /** The host below which sites are published, whose previews the console shows in a frame. */
  sitesHost: string | undefined
}

/** What the browser may keep for ever, because its name contains a hash of its content. */
const assetCacheControl = 'public, max-age=31536000, immutable'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Fonts are compressed already. */
const isCompressible = (extension: string): boolean => extension !== '.woff2'

/**
 * No inline script or style, no other host's script, and nobody may frame it. The console has the rights of whoever is signed
 * in, so a script of anybody else must never run in it.
 */
const writePolicy = (sitesHost: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `frame-src 'self'${sitesHost === undefined ? '' : ` *.${sitesHost}`}`,
    "require-trusted-types-for 'script'",
    // The second is the editor's: ProseMirror reads pasted HTML with it, in a document where nothing runs.
    'trusted-types verso ProseMirrorClipboard',
  ].join('; ')

/** Serves the console: its page at every address below `/app`, and its files below `/app/assets`. */
export function registerConsole(app: FastifyInstance, { secure, sitesHost }: ConsoleOptions): void {
  const shellHeaders = {
    'content-security-policy': writePolicy(sitesHost),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
    vary: 'Cookie',
  }
  const sendShell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = request.url.split('?', 1)[0] ?? ''
    // Whether the session is still good is what the first request of the application finds out.
    const hasSession = readSessionCookie(request.headers.cookie, { secure }) !== undefined
    const { entries } = await loadConsole()
    const shell = renderShell(entries, address.replace(/^\/app/, ''), { hasSession })
    const etag = createETag(shell)
    reply.headers({ ...shellHeaders, etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(shell)
  }
  const assets = new ConsoleAssets()
  app.get('/app', sendShell)
  app.get('/app/*', sendShell)
  app.get<{ Params: { name: string } }>('/app/assets/:name', async (request, reply) => {
    const asset = await assets.find(await loadConsole(), request.params.name)
    if (!asset) return reply.callNotFound()
    const encoding = asset.isCompressible
      ? findContentEncoding(request.headers['accept-encoding'])
      : 'identity'
    const body = await asset.bodies.get(encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({ 'cache-control': assetCacheControl, vary: 'Accept-Encoding' })
      .type(asset.contentType)
      .send(body)
  })
  // Made when somebody first looks for an icon.
  let iconList: EncodedBodies | undefined
  app.get('/app/icons.json', async (request, reply) => {
    iconList ??= new EncodedBodies(Buffer.from(JSON.stringify(listIcons())))
    const encoding = findContentEncoding(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({ 'cache-control': 'public, max-age=86400', vary: 'Accept-Encoding' })
      .type('application/json; charset=utf-8')
      .send(await iconList.get(encoding))
  })
  app.get<{ Params: { name: string } }>('/app/icons/:name.svg', (request, reply) => {
    const svg = renderIconSvg(request.params.name)
    if (svg === undefined) return reply.callNotFound()
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
  // The frame in which diagrams are drawn. It has no origin, so its scripts are open to every origin.
  const diagramFiles = new Map<string, EncodedBodies>()
  app.get<{ Params: { name: string } }>('/app/diagrams/:name', async (request, reply) => {
    const { name } = request.params
    const file = await findDiagramFile(name)
    if (!file) return reply.callNotFound()
    const bodies = diagramFiles.get(name) ?? new EncodedBodies(Buffer.from(file.text))
    diagramFiles.set(name, bodies)
    const encoding = findContentEncoding(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({ ...file.headers, ...openAssetHeaders, vary: 'Accept-Encoding' })
      .type(file.contentType)
      .send(await bodies.get(encoding))
  })
}

interface ConsoleAsset {
  bodies: EncodedBodies
  contentType: string
  isCompressible: boolean
}

/** The files of the console, each read and compressed once. */
class ConsoleAssets {
  readonly #assets = new Map<string, Promise<ConsoleAsset | undefined>>()

  async find({ folder }: ConsoleFiles, name: string): Promise<ConsoleAsset | undefined> {
    const contentType = contentTypes[extname(name)]
    // A name is one file of the folder, never a path.
    if (contentType === undefined || !/^[\w.-]+$/.test(name)) return undefined
    const path = join(folder, 'assets', name)
    let asset = this.#assets.get(path)
    if (!asset) {
      asset = readAsset(path, contentType)
      this.#assets.set(path, asset)
      // Names that do not exist are not remembered: anybody can invent them.
      if ((await asset) === undefined) this.#assets.delete(path)
    }
    return asset
  }
}

async function readAsset(path: string, contentType: string): Promise<ConsoleAsset | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  return (
    bytes && {
      bodies: new EncodedBodies(bytes),
      contentType,
      isCompressible: isCompressible(extname(path)),
    }
  )
}
