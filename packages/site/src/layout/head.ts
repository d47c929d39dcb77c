import { getEmojiCharacter } from '@verso/markdown'
import { html, renderAttributes, type SafeHtml, trustHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeImageUrl } from '../html/urls.ts'
import { renderInlineStyle } from './inline-style.ts'
import type { LayoutContext } from './layout-context.ts'
import type { PageView, SiteScript } from './view.ts'

const MAX_DESCRIPTION_CHARACTERS = 300
const MAX_HEADLINE_CHARACTERS = 110
const MAX_EMOJI_CODE_POINTS = 8

/** Applies the reader's theme before the first paint, so that the page does not flash in the other one. */
export const themeScript =
  "(()=>{const d=document.documentElement;let t;try{t=localStorage.getItem('verso-theme')}catch{}if(t!=='light'&&t!=='dark')t=d.dataset.defaultTheme;if(t==='light'||t==='dark')d.dataset.theme=t;d.classList.add('js')})()"

/** What the document around the content needs to know. */
export interface DocumentOptions {
  title: string
  description: string | undefined
  /** Undefined for a notice. */
  page: PageView | undefined
  /** Whether the page has a drawer, which small screens open from the header. */
  hasDrawer: boolean
  /** The version of the parts that come on demand, if there are any. */
  partsVersion?: string | undefined
}

/** The scripts of a document: ours, and those for what it shows. */
export const listScripts = (
  { site: { urls }, testableOperations, players, diagrams }: LayoutContext,
  { partsVersion }: DocumentOptions,
): SiteScript[] => [
  urls.script,
  ...(testableOperations.isEmpty ? [] : [urls.apiTester]),
  ...(players.isEmpty ? [] : [urls.embedPlayer]),
  ...(diagrams.isEmpty ? [] : [urls.diagrams]),
  ...(partsVersion === undefined ? [] : [urls.pageParts]),
  ...(urls.embeddedSite ? [urls.embeddedSite] : []),
]

export function renderHead(context: LayoutContext, options: DocumentOptions, rules: string): SafeHtml {
  const { title, description, page } = options
  const { site } = context
  const { urls, customization, theme } = site
  const documentTitle =
    page === undefined || page.title === site.title
      ? title === site.title
        ? title
        : `${title} | ${site.title}`
      : `${page.title} | ${site.title}`
  const noIndex = !site.isIndexed || page === undefined || page.noIndex
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${documentTitle}</title>
    ${
      description !== undefined &&
      description !== '' &&
      html`<meta name="description" content="${description.slice(0, MAX_DESCRIPTION_CHARACTERS)}" />`
    }${noIndex && html`<meta name="robots" content="noindex" />`}
    <meta name="generator" content="Verso" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.colors.light}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.colors.dark}" />
    ${trustHtml(
      `<script>${themeScript}</script>`,
    )}${theme.preload.map((file) => html`<link rel="preload" href="${urls.fonts}${file}" as="font" type="font/woff2" crossorigin />`)}
    <link rel="stylesheet" href="${urls.style}" />
    ${renderInlineStyle(rules)} ${listScripts(context, options).map(renderScript)}
    ${renderFavicon(context)}${page && renderSocialMeta(context, page.title, description, page.canonical)}${
      page &&
      html`<link rel="canonical" href="${page.canonical}" /><link
          rel="alternate"
          type="text/markdown"
          href="${page.markdown}"
        />`
    }${page?.alternates.map((href) => html`<link rel="alternate" href="${href}" />`)}${page?.tags.map((tag) => html`<meta property="article:tag" content="${tag}" />`)}${page?.feed !== undefined && html`<link rel="alternate" type="application/rss+xml" href="${page.feed}" />`}${
      urls.llms !== undefined &&
      html`<link rel="alternate" type="text/plain" href="${urls.llms}" title="llms.txt" />`
    }${page?.previous && html`<link rel="prev" href="${page.previous.href}" />`}${page?.next && html`<link rel="next" href="${page.next.href}" />`}${page && renderStructuredData(context, page)}${customization.privacyPolicy.url !== undefined && html`<link rel="privacy-policy" href="${customization.privacyPolicy.url}" />`}
  </head>`
}

const renderScript = ({ href, hash }: SiteScript): SafeHtml =>
  html`<script type="module" src="${href}" integrity="${hash.slice(1, -1)}"></script>`

function renderFavicon({ site }: LayoutContext): SafeHtml {
  const { icon, emoji } = site.customization.favicon
  if (icon) {
    const light = sanitizeImageUrl(icon.light)
    const dark = sanitizeImageUrl(icon.dark)
    return html`${light !== undefined && html`<link rel="icon" href="${light}" ${renderAttributes({ media: dark === undefined || dark === light ? undefined : '(prefers-color-scheme: light)' })} />`}${dark !== undefined && dark !== light && html`<link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)" />`}`
  }
  return html`<link
    rel="icon"
    href="${site.urls.home.replace(/\/$/, '')}/~verso/icon.svg${emoji === undefined ? '' : `?e=${encodeURIComponent(emoji)}`}"
    type="image/svg+xml"
  />`
}

/** Renders the icon of a site without one of its own: its emoji, or its first letter on a background colour. */
export function renderFaviconSvg(
  title: string,
  color: string,
  text: string,
  emoji: string | undefined,
): string {
  const character =
    emoji === undefined
      ? ''
      : /^[0-9a-f-]+$/i.test(emoji)
        ? getEmojiCharacter(emoji)
        : Array.from(emoji).slice(0, MAX_EMOJI_CODE_POINTS).join('')
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
  const safeUrl = image === undefined ? undefined : sanitizeImageUrl(image)
  const absoluteUrl =
    safeUrl === undefined || safeUrl.startsWith('data:')
      ? undefined
      : isExternalUrl(safeUrl)
        ? safeUrl
        : `${site.origin}${safeUrl}`
  return html`<meta property="og:type" content="article" /><meta
      property="og:title"
      content="${title}"
    /><meta property="og:site_name" content="${site.title}" /><meta
      property="og:url"
      content="${canonical}"
    /><meta property="og:locale" content="${site.language ?? locale.language}" />${
      description !== undefined &&
      description !== '' &&
      html`<meta property="og:description" content="${description.slice(0, MAX_DESCRIPTION_CHARACTERS)}" />`
    }${absoluteUrl !== undefined && html`<meta property="og:image" content="${absoluteUrl}" />`}<meta
      name="twitter:card"
      content="${site.customization.socialPreview.url === undefined ? 'summary' : 'summary_large_image'}"
    />`
}

/** Renders data for search engines. Every `<` is escaped, so that no title can end the script element. */
function renderStructuredData(
  { site, locale }: LayoutContext,
  page: NonNullable<DocumentOptions['page']>,
): SafeHtml {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: page.title.slice(0, MAX_HEADLINE_CHARACTERS),
        ...(page.description !== undefined &&
          page.description !== '' && { description: page.description.slice(0, MAX_DESCRIPTION_CHARACTERS) }),
        url: page.canonical,
        inLanguage: site.language ?? locale.language,
        isPartOf: { '@type': 'WebSite', name: site.title, url: `${site.origin}${site.urls.home}` },
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
