import { html, renderAttributes, type SafeHtml, trustHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeImageUrl } from '../html/urls.ts'
import { emojiCharacter } from '@verso/markdown'
import type { DocumentOptions, LayoutContext } from './page.ts'
import { renderInlineStyle } from './inline-style.ts'

/** Before anything is painted: the theme the reader chose, so that no page flashes in the other one. */
export const themeScript =
  "(()=>{const d=document.documentElement;let t;try{t=localStorage.getItem('verso-theme')}catch{}if(t!=='light'&&t!=='dark')t=d.dataset.defaultTheme;if(t==='light'||t==='dark')d.dataset.theme=t;d.classList.add('js')})()"

export function renderHead(
  frame: LayoutContext,
  { title, description, page }: DocumentOptions,
  rules: string,
): SafeHtml {
  const { site } = frame
  const { addresses, customization, theme } = site
  const full =
    page === undefined || page.title === site.title
      ? title === site.title
        ? title
        : `${title} | ${site.title}`
      : `${page.title} | ${site.title}`
  const noIndex = !site.indexed || page === undefined || page.noIndex
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${full}</title>
    ${
      description !== undefined &&
      description !== '' &&
      html`<meta name="description" content="${description.slice(0, 300)}" />`
    }${noIndex && html`<meta name="robots" content="noindex" />`}
    <meta name="generator" content="Verso" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.colors.light}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.colors.dark}" />
    ${trustHtml(
      `<script>${themeScript}</script>`,
    )}${theme.preload.map((file) => html`<link rel="preload" href="${addresses.fonts}${file}" as="font" type="font/woff2" crossorigin />`)}
    <link rel="stylesheet" href="${addresses.style}" />
    ${renderInlineStyle(rules)}
    <script type="module" src="${addresses.script}"></script>
    ${renderFavicon(frame)}${page && renderSocialMeta(frame, page.title, description, page.canonical)}${
      page &&
      html`<link rel="canonical" href="${page.canonical}" /><link
          rel="alternate"
          type="text/markdown"
          href="${page.markdown}"
        />`
    }${page?.feed !== undefined && html`<link rel="alternate" type="application/rss+xml" href="${page.feed}" />`}${
      addresses.llms !== undefined &&
      html`<link rel="alternate" type="text/plain" href="${addresses.llms}" title="llms.txt" />`
    }${page?.previous && html`<link rel="prev" href="${page.previous.href}" />`}${page?.next && html`<link rel="next" href="${page.next.href}" />`}${page && renderStructuredData(frame, page)}${customization.privacyPolicy.url !== undefined && html`<link rel="privacy-policy" href="${customization.privacyPolicy.url}" />`}
  </head>`
}

function renderFavicon({ site }: LayoutContext): SafeHtml {
  const { icon, emoji } = site.customization.favicon
  if (icon) {
    const light = sanitizeImageUrl(icon.light)
    const dark = sanitizeImageUrl(icon.dark)
    return html`${light !== undefined && html`<link rel="icon" href="${light}" ${renderAttributes({ media: dark === undefined || dark === light ? undefined : '(prefers-color-scheme: light)' })} />`}${dark !== undefined && dark !== light && html`<link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)" />`}`
  }
  return html`<link
    rel="icon"
    href="${site.addresses.home.replace(/\/$/, '')}/~verso/icon.svg${emoji === undefined ? '' : `?e=${encodeURIComponent(emoji)}`}"
    type="image/svg+xml"
  />`
}

/** The icon of a site that has none of its own: its emoji, or its first letter on its colour. */
export function iconSvg(title: string, color: string, text: string, emoji: string | undefined): string {
  const character =
    emoji === undefined
      ? ''
      : /^[0-9a-f-]+$/i.test(emoji)
        ? emojiCharacter(emoji)
        : Array.from(emoji).slice(0, 8).join('')
  const letter = Array.from(title.trim())[0]?.toUpperCase() ?? 'V'
  return character === ''
    ? html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
        <rect width="64" height="64" rx="14" fill="${color}" />
        <text
          x="32"
          y="45"
          font-family="system-ui,sans-serif"
          font-size="38"
          font-weight="700"
          text-anchor="middle"
          fill="${text}"
        >
          ${letter}
        </text>
      </svg>`.text
    : html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
        <text x="32" y="52" font-size="52" text-anchor="middle">${character}</text>
      </svg>`.text
}

function renderSocialMeta(
  { site, locale }: LayoutContext,
  title: string,
  description: string | undefined,
  canonical: string,
): SafeHtml {
  const image = site.customization.socialPreview.url ?? site.logo?.light
  const address = image === undefined ? undefined : sanitizeImageUrl(image)
  const absolute =
    address === undefined || address.startsWith('data:')
      ? undefined
      : isExternalUrl(address)
        ? address
        : `${site.origin}${address}`
  return html`<meta property="og:type" content="article" /><meta
      property="og:title"
      content="${title}"
    /><meta property="og:site_name" content="${site.title}" /><meta
      property="og:url"
      content="${canonical}"
    /><meta property="og:locale" content="${site.language ?? locale.language}" />${
      description !== undefined &&
      description !== '' &&
      html`<meta property="og:description" content="${description.slice(0, 300)}" />`
    }${absolute !== undefined && html`<meta property="og:image" content="${absolute}" />`}<meta
      name="twitter:card"
      content="${site.customization.socialPreview.url === undefined ? 'summary' : 'summary_large_image'}"
    />`
}

/** For machines that read what a page is. A `<` never stands in it, so it cannot end its own element. */
function renderStructuredData(
  { site, locale }: LayoutContext,
  page: NonNullable<DocumentOptions['page']>,
): SafeHtml {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: page.title.slice(0, 110),
        ...(page.description !== undefined &&
          page.description !== '' && { description: page.description.slice(0, 300) }),
        url: page.canonical,
        inLanguage: site.language ?? locale.language,
        isPartOf: { '@type': 'WebSite', name: site.title, url: `${site.origin}${site.addresses.home}` },
        ...(page.updatedAt && { dateModified: page.updatedAt.toISOString() }),
      },
      ...(page.breadcrumbs.length > 0
        ? [
            {
              '@type': 'BreadcrumbList',
              itemListElement: page.breadcrumbs.map((crumb, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                name: crumb.title,
                ...(crumb.href !== '' && { item: `${site.origin}${crumb.href}` }),
              })),
            },
          ]
        : []),
    ],
  }
  return trustHtml(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
  )
}
