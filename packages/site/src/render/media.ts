import type { Embed, File, Image, Images, Length, MediaRef } from '@verso/markdown'
import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import type { RenderContext, ResolvedFile } from './context.ts'
import { renderLinkAttributes } from './links.ts'
import { createSizeAttributes, TEXT_WIDTH_PIXELS } from './picture-sizes.ts'
import { findPlayerProvider } from './players.ts'

/** An image that can have a variant for the dark mode. */
interface ThemedImage {
  light: MediaRef
  dark: MediaRef | undefined
  alt: string
  width?: Length | undefined
  height?: Length | undefined
  className?: string
  /** The largest width that the page shows it in, where that is not the width of the text. */
  maxWidth?: number
}

/** The first images of a page, which are loaded at once. */
const EAGER_IMAGES = 2
/** How wide a picture is that leaves the column of the text. */
const FULL_WIDTH_PIXELS = 1024
const MAX_LENGTH = 10_000
const MAX_EXTENSION_CHARACTERS = 8
const MAX_URL_TEXT_CHARACTERS = 60

const lengthUnits = new Set(['px', '%', 'em', 'rem', 'vw'])

/** Formats a length as CSS. Returns `undefined` for a length that is not safe or not sensible. */
export function formatCssLength(length: Length | undefined): string | undefined {
  if (length === undefined) return undefined
  const { value, unit } = typeof length === 'number' ? { value: length, unit: 'px' } : length
  if (!Number.isFinite(value) || value < 0 || value > MAX_LENGTH || !lengthUnits.has(unit)) return undefined
  return `${Math.round(value * 1000) / 1000}${unit}`
}

const readPixels = (length: Length | undefined): number | undefined => {
  const css = formatCssLength(length)
  return css?.endsWith('px') ? Math.round(Number.parseFloat(css)) : undefined
}

/** Renders an image with its dimensions. With a dark variant there are two elements, of which CSS shows one. */
export function renderThemedImage(image: ThemedImage, context: RenderContext): SafeHtml {
  const number = context.nextImageNumber()
  const light = renderImageElement(image.light, image, number, image.dark ? 'only-light' : '', context)
  if (!image.dark) return light
  return html`${light}${renderImageElement(image.dark, image, number, 'only-dark', context)}`
}

function renderImageElement(
  ref: MediaRef,
  image: ThemedImage,
  number: number,
  modeClass: string,
  context: RenderContext,
): SafeHtml {
  const file = context.references.resolveFile(ref)
  const source = file && sanitizeImageUrl(file.href)
  if (!file || source === undefined || source === '') return renderMissingImage(image.alt, context)
  const width = readPixels(image.width)
  const height = readPixels(image.height)
  const relativeWidth = width === undefined ? formatCssLength(image.width) : undefined
  const widthClass =
    relativeWidth === undefined ? undefined : context.styles.addClass({ width: relativeWidth })
  const classes = [image.className ?? '', modeClass, widthClass ?? ''].filter((name) => name !== '').join(' ')
  return html`<img
    src="${source}"
    alt="${image.alt}"
    ${renderAttributes({
      class: classes === '' ? undefined : classes,
      ...createSizeAttributes(file, Math.min(width ?? Infinity, image.maxWidth ?? TEXT_WIDTH_PIXELS)),
      ...createDimensions({ width, height }, file),
      loading: number > EAGER_IMAGES ? 'lazy' : undefined,
      decoding: 'async',
    })}
  />`
}

/** The dimensions that an image is shown in, so that the page does not move while it loads. One side follows from the other. */
function createDimensions(
  { width, height }: { width: number | undefined; height: number | undefined },
  file: ResolvedFile,
): { width: number | undefined; height: number | undefined } {
  const ratio =
    file.width !== undefined && file.height !== undefined && file.width > 0 && file.height > 0
      ? file.height / file.width
      : undefined
  if (ratio === undefined) return { width: width ?? file.width, height }
  if (width !== undefined) return { width, height: height ?? Math.round(width * ratio) }
  return height === undefined
    ? { width: file.width, height: file.height }
    : { width: Math.round(height / ratio), height }
}

function renderMissingImage(alt: string, context: RenderContext): SafeHtml {
  return html`<span class="missing-image"
    >${context.icons.use('image')}${alt === '' ? context.locale.missingImage : alt}</span
  >`
}

export function renderImages({ data, nodes }: Images, context: RenderContext): SafeHtml {
  const classes = [
    'images',
    data.align === 'left' || data.align === 'right' ? `align-${data.align}` : '',
    data.fullWidth ? 'full-width' : '',
    data.withFrame ? 'framed' : '',
    nodes.length > 1 ? 'several' : '',
  ]
  return html`<div class="${classes.filter((name) => name !== '').join(' ')}">
    ${nodes.map((node) => renderImage(node, context, data.fullWidth ? FULL_WIDTH_PIXELS : undefined))}
  </div>`
}

export function renderImage({ data, fragments }: Image, context: RenderContext, maxWidth?: number): SafeHtml {
  const caption = html`${fragments.map((fragment) => context.renderBlocks(fragment.nodes))}`
  return html`<figure>
    ${renderThemedImage(
      {
        light: data.ref,
        dark: data.refDark,
        alt: data.alt ?? '',
        width: data.width,
        height: data.height,
        className: 'zoomable',
        ...(maxWidth !== undefined && { maxWidth }),
      },
      context,
    )}${caption.text !== '' && html`<figcaption>${caption}</figcaption>`}
  </figure>`
}

export function formatFileSize(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value)
}

export function renderFile({ data, fragments }: File, context: RenderContext): SafeHtml {
  const resolvedFile = context.references.resolveFile(data.ref)
  const href = resolvedFile && sanitizeUrl(resolvedFile.href)
  const caption = html`${(fragments ?? []).map((fragment) => context.renderBlocks(fragment.nodes))}`
  if (!resolvedFile || href === undefined) {
    return html`<div class="file missing">
      ${context.icons.use('file-circle-xmark')}<span>${context.locale.missingFile}</span>
    </div>`
  }
  const extension = resolvedFile.name.includes('.')
    ? (resolvedFile.name.split('.').at(-1) ?? '').slice(0, MAX_EXTENSION_CHARACTERS).toUpperCase()
    : ''
  const size =
    resolvedFile.size === undefined ? '' : formatFileSize(resolvedFile.size, context.locale.language)
  return html`<figure class="file-block">
    <a
      class="file"
      href="${href}"
      ${renderLinkAttributes(href, context)}${renderAttributes({ download: !isExternalUrl(href) })}
      >${context.icons.use('file-arrow-down')}<span class="file-name">${resolvedFile.name}</span
      ><span class="file-meta">${[extension, size].filter((part) => part !== '').join(' · ')}</span></a
    >${caption.text !== '' && html`<figcaption>${caption}</figcaption>`}
  </figure>`
}

/**
 * Renders an embedded URL as a card with a link, which works without a script. Where there is a player, the script of
 * players shows a button that loads it: nothing is loaded from another host before a reader wants it.
 */
export function renderEmbed({ data, fragments }: Embed, context: RenderContext): SafeHtml {
  const href = sanitizeUrl(data.url)
  const caption = html`${(fragments ?? []).map((fragment) => context.renderBlocks(fragment.nodes))}`
  if (href === undefined || href === '') return nothing
  const resolvedEmbed = context.references.resolveEmbed(data.url)
  const host = URL.parse(href)?.host.replace(/^www\./, '') ?? ''
  const title = resolvedEmbed?.title ?? shortenUrl(href)
  const icon = context.icons.use(resolvedEmbed?.icon ?? findHostIcon(host))
  const card = html`<a class="embed-card" href="${href}" ${renderLinkAttributes(href, context)}
    ><span class="embed-icon">${icon}</span
    ><span class="embed-text"
      ><span class="embed-title">${title}</span
      >${resolvedEmbed?.description !== undefined && html`<span class="embed-description">${resolvedEmbed.description}</span>`}<span
        class="embed-host"
        >${resolvedEmbed?.site ?? host}</span
      ></span
    ><span class="embed-go">${context.icons.use('arrow-up-right-from-square', 'solid')}</span></a
  >`
  return html`<figure class="embed${data.fullWidth ? ' full-width' : ''}">
    ${renderPlayerButton(href, context)}${card}${caption.text !== '' && html`<figcaption>${caption}</figcaption>`}
  </figure>`
}

function renderPlayerButton(href: string, { players, icons, locale }: RenderContext): SafeHtml | false {
  const provider = players && findPlayerProvider(href)
  if (!provider) return false
  players.add(provider)
  return html`<button class="embed-play" type="button" hidden data-player="${href}">
    ${icons.use('play', 'solid')}<span>${locale.showPlayer}</span
    ><span class="embed-host">${locale.loadsFrom} ${Object.values(provider.playerHosts)[0]}</span>
  </button>`
}

const iconsByHost: [RegExp, string][] = [
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'youtube'],
  [/(^|\.)vimeo\.com$/, 'vimeo'],
  [/(^|\.)github\.com$/, 'github'],
  [/(^|\.)gitlab\.com$/, 'gitlab'],
  [/(^|\.)figma\.com$/, 'figma'],
  [/(^|\.)codepen\.io$/, 'codepen'],
  [/(^|\.)(x\.com|twitter\.com)$/, 'x-twitter'],
  [/(^|\.)loom\.com$/, 'circle-play'],
]

function findHostIcon(host: string): string {
  return iconsByHost.find(([pattern]) => pattern.test(host))?.[1] ?? 'globe'
}

function shortenUrl(href: string): string {
  const url = URL.parse(href)
  if (!url) return href
  const path = url.pathname === '/' ? '' : url.pathname
  const text = `${url.host.replace(/^www\./, '')}${path}`
  return text.length > MAX_URL_TEXT_CHARACTERS ? `${text.slice(0, MAX_URL_TEXT_CHARACTERS - 1)}…` : text
}
