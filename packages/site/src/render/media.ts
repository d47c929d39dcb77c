import type { Embed, File, Image, Images, Length, MediaRef } from '@verso/markdown'
import { renderAttributes, html, nothing, type SafeHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import type { RenderContext } from './context.ts'
import { renderLinkAttributes } from './links.ts'

interface ThemedImage {
  light: MediaRef
  dark: MediaRef | undefined
  alt: string
  width?: Length | undefined
  height?: Length | undefined
  className?: string
}

const lengthUnits = new Set(['px', '%', 'em', 'rem', 'vw'])

/** A length of the author's as CSS, or nothing when it is none. */
export function formatCssLength(length: Length | undefined): string | undefined {
  if (length === undefined) return undefined
  const { value, unit } = typeof length === 'number' ? { value: length, unit: 'px' } : length
  if (!Number.isFinite(value) || value < 0 || value > 10_000 || !lengthUnits.has(unit)) return undefined
  return `${Math.round(value * 1000) / 1000}${unit}`
}

const readPixels = (length: Length | undefined): number | undefined => {
  const css = formatCssLength(length)
  return css?.endsWith('px') ? Math.round(Number.parseFloat(css)) : undefined
}

/** An image with its dimensions, and its variant for the dark where it has one. */
export function renderThemedImage(picture: ThemedImage, context: RenderContext): SafeHtml {
  const number = context.nextImageNumber()
  const light = renderImageElement(picture.light, picture, number, picture.dark ? 'only-light' : '', context)
  if (!picture.dark) return light
  return html`${light}${renderImageElement(picture.dark, picture, number, 'only-dark', context)}`
}

function renderImageElement(
  ref: MediaRef,
  picture: ThemedImage,
  number: number,
  extra: string,
  context: RenderContext,
): SafeHtml {
  const file = context.references.file(ref)
  const source = file && sanitizeImageUrl(file.href)
  if (!file || source === undefined || source === '') return renderMissingImage(picture.alt, context)
  const width = readPixels(picture.width)
  const height = readPixels(picture.height)
  const other = width === undefined ? formatCssLength(picture.width) : undefined
  const sized = other === undefined ? undefined : context.styles.addClass({ width: other })
  const classes = [picture.className ?? '', extra, sized ?? ''].filter((name) => name !== '').join(' ')
  const ratio =
    file.width !== undefined && file.height !== undefined && file.width > 0
      ? file.height / file.width
      : undefined
  return html`<img
    src="${source}"
    alt="${picture.alt}"
    ${renderAttributes({
      class: classes === '' ? undefined : classes,
      width: width ?? file.width,
      // The other side follows, so that nothing moves while the picture loads.
      height:
        height ??
        (width !== undefined && ratio !== undefined
          ? Math.round(width * ratio)
          : width === undefined
            ? file.height
            : undefined),
      loading: number > 2 ? 'lazy' : undefined,
      decoding: 'async',
    })}
  />`
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
    ${nodes.map((node) => renderImage(node, context))}
  </div>`
}

export function renderImage({ data, fragments }: Image, context: RenderContext): SafeHtml {
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
  const found = context.references.file(data.ref)
  const href = found && sanitizeUrl(found.href)
  const caption = html`${(fragments ?? []).map((fragment) => context.renderBlocks(fragment.nodes))}`
  if (!found || href === undefined) {
    return html`<div class="file missing">
      ${context.icons.use('file-circle-xmark')}<span>${context.locale.missingFile}</span>
    </div>`
  }
  const kind = found.name.includes('.') ? (found.name.split('.').at(-1) ?? '').slice(0, 8).toUpperCase() : ''
  const size = found.size === undefined ? '' : formatFileSize(found.size, context.locale.language)
  return html`<figure class="file-block">
    <a
      class="file"
      href="${href}"
      ${renderLinkAttributes(href, context)}${renderAttributes({ download: !isExternalUrl(href) })}
      >${context.icons.use('file-arrow-down')}<span class="file-name">${found.name}</span
      ><span class="file-meta">${[kind, size].filter((part) => part !== '').join(' · ')}</span></a
    >${caption.text !== '' && html`<figcaption>${caption}</figcaption>`}
  </figure>`
}

/**
 * An embedded address is a card with a link: it works offline, without a script and with the policy that lets a
 * page load nothing from elsewhere. Players of known hosts open in their place when the reader asks for it.
 */
export function renderEmbed({ data, fragments }: Embed, context: RenderContext): SafeHtml {
  const href = sanitizeUrl(data.url)
  const caption = html`${(fragments ?? []).map((fragment) => context.renderBlocks(fragment.nodes))}`
  if (href === undefined || href === '') return nothing
  const known = context.references.embed(data.url)
  const host = URL.parse(href)?.host.replace(/^www\./, '') ?? ''
  const title = known?.title ?? shortenUrl(href)
  const icon = context.icons.use(known?.icon ?? findHostIcon(host))
  const card = html`<a class="embed-card" href="${href}" ${renderLinkAttributes(href, context)}
    ><span class="embed-icon">${icon}</span
    ><span class="embed-text"
      ><span class="embed-title">${title}</span
      >${known?.description !== undefined && html`<span class="embed-description">${known.description}</span>`}<span
        class="embed-host"
        >${known?.site ?? host}</span
      ></span
    ><span class="embed-go">${context.icons.use('arrow-up-right-from-square', 'solid')}</span></a
  >`
  return html`<figure class="embed${data.fullWidth ? ' full-width' : ''}">
    ${card}${caption.text !== '' && html`<figcaption>${caption}</figcaption>`}
  </figure>`
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
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
