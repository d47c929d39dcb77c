import { escapeHtml, type PlayerProvider } from '@verso/site'
import { parseHTML } from 'linkedom'

const MAX_TITLE_LENGTH = 300
const MAX_URL_LENGTH = 2048
const MAX_HTML_LENGTH = 20_000
const MAX_PIXELS = 4000

/** A player that a page can show in a frame. */
export interface Player {
  src: string
  title: string
  width?: number
  height?: number
}

/**
 * Reads the answer of a provider (https://oembed.com). Its HTML is not used: only the address of its frame, if that is on
 * a host that players of this provider have.
 */
export function readPlayer(
  answer: string,
  provider: PlayerProvider,
  fallbackTitle: string,
): Player | undefined {
  const data = parseJson(answer)
  if (typeof data !== 'object' || data === null) return undefined
  const { html, title, width, height } = data as Record<string, unknown>
  if (typeof html !== 'string' || html.length > MAX_HTML_LENGTH) return undefined
  const address = parseHTML(`<body>${html}</body>`).document.querySelector('iframe')?.getAttribute('src')
  const src = address ? checkAddress(address, provider) : undefined
  if (src === undefined) return undefined
  return {
    src,
    title:
      typeof title === 'string' && title.trim() !== ''
        ? title.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed()
        : fallbackTitle,
    ...(isPixels(width) && { width }),
    ...(isPixels(height) && { height }),
  }
}

function checkAddress(address: string, { playerHosts }: PlayerProvider): string | undefined {
  const url = URL.parse(address, 'https://invalid.invalid/')
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  // `host` has the port, if it is not that of https.
  if (!Object.hasOwn(playerHosts, url.host)) return undefined
  url.host = playerHosts[url.host] ?? ''
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined
}

const isPixels = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_PIXELS

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The frame of a player as HTML, for programs that show it themselves. */
export const writePlayerHtml = ({ src, title, width, height }: Player): string =>
  `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}"${width === undefined ? '' : ` width="${width}"`}${height === undefined ? '' : ` height="${height}"`} allow="autoplay; fullscreen; encrypted-media; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms" loading="lazy"></iframe>`
