import type { Highlighter } from '../content/highlight.ts'
import { IconSheet } from '../content/icons.ts'
import { hashSource, PageStyles } from '../content/page-styles.ts'
import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { type Locale, localeOf } from '../locales/locales.ts'
import { createRenderContext } from '../render/blocks.ts'
import type { OutlineEntry } from '../render/context.ts'
import { renderEmoji } from '../render/inlines.ts'
import { renderPageActions } from './page-actions.ts'
import { renderAnnouncement, renderFooter, renderHeader, renderSectionTabs } from './chrome.ts'
import { renderHead, themeScript } from './head.ts'
import {
  type OutlineHeading,
  renderBreadcrumbs,
  renderOutline,
  renderPagination,
  renderSidebar,
} from './navigation.ts'
import { renderSearchDialog } from './search-dialog.ts'
import type { PageView, SiteView } from './view.ts'

/** A page, and what its Content-Security-Policy must let it do. */
export interface RenderedPage {
  html: string
  policy: string
}

/** What goes along while the parts of a page are put together. */
export interface LayoutContext {
  site: SiteView
  locale: Locale
  icons: IconSheet
  styles: PageStyles
}

function createLayoutContext(site: SiteView): LayoutContext {
  const { customization } = site
  return {
    site,
    locale: localeOf(customization.internationalization.locale),
    icons: new IconSheet(customization.styling.icons),
    styles: new PageStyles(),
  }
}

const rightToLeftLanguage = /^(?:ar|he|fa|ur|ps|sd|yi|dv|ckb|ug)\b/i

export function renderPage(page: PageView, highlighter: Highlighter): RenderedPage {
  const { site, layout } = page
  const frame = createLayoutContext(site)
  const { locale, icons, styles } = frame
  const context = createRenderContext({
    references: page.references,
    highlighter,
    locale,
    icons,
    styles,
    externalTarget: site.customization.externalLinks.target === 'blank' ? 'blank' : 'self',
    ...(page.feed !== undefined && { feedHref: page.feed }),
    anchors: page.headings.map(({ anchor }) => anchor),
  })
  const body = context.renderBlocks(page.document.nodes)
  const mark = page.emoji === undefined ? icons.use(page.icon) : renderEmoji(page.emoji)
  const heading =
    layout.title &&
    html`<h1>${mark && html`<span class="page-mark">${mark}</span>`}<span>${page.title}</span></h1>`
  const updated =
    layout.metadata && page.updatedAt
      ? html`<p class="updated">
          ${locale.lastUpdated}
          <time datetime="${page.updatedAt.toISOString()}"
            >${new Intl.DateTimeFormat(locale.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
              page.updatedAt,
            )}</time
          >
        </p>`
      : nothing
  const { cover } = page
  const position = cover
    ? styles.addClass({
        'object-position': `50% ${Math.round(50 + Math.max(-50, Math.min(50, cover.yPos / 2)))}%`,
      })
    : undefined
  const picture =
    layout.cover && cover
      ? html`<div class="page-cover ${layout.coverSize === 'full' ? 'full' : 'hero'}">
          <img
            class="${position}${cover.dark === undefined ? '' : ' only-light'}"
            src="${cover.light}"
            alt=""
          />${cover.dark !== undefined && html`<img class="${position} only-dark" src="${cover.dark}" alt="" />`}
        </div>`
      : nothing
  // Small screens have no other way to the pages, whatever the layout of this one.
  const side = renderSidebar(page.tree, frame)
  const main = html`<main
    id="content"
    tabindex="-1"
    ${renderAttributes({ class: layout.width === 'wide' ? 'wide' : undefined })}
  >
    ${picture}
    <article>
      <header class="page-header">
        <div class="page-top">${renderBreadcrumbs(page, frame)}${renderPageActions(page, frame)}</div>
        ${heading}${
          layout.description &&
          page.description !== undefined &&
          page.description !== '' &&
          html`<p class="lead">${page.description}</p>`
        }
      </header>
      <div class="content">${body}</div>
    </article>
    ${layout.pagination && site.customization.pagination.enabled && renderPagination(page, frame)}${updated}
  </main>`
  const right = layout.outline ? renderOutline(collectOutlineHeadings(page, context.outline), frame) : nothing
  const shape = `layout${layout.tableOfContents ? '' : ' no-sidebar'}${layout.outline ? '' : ' no-outline'}`
  return renderDocument(
    frame,
    { title: page.title, description: page.description, page, hasDrawer: side.text !== '' },
    html`<div class="${shape}">${side}${main}${right}</div>`,
  )
}

/** The headings of a document, with those that stand in what was made of its blocks. */
function collectOutlineHeadings({ headings }: PageView, entries: readonly OutlineEntry[]): OutlineHeading[] {
  const own = new Map(headings.map((heading) => [heading.key, heading]))
  return entries.flatMap((entry) => ('key' in entry ? (own.get(entry.key) ?? []) : { ...entry, level: 2 }))
}

/** A page without a document: an error, a door, results of a search. */
export function renderNotice(
  site: SiteView,
  notice: {
    title: string
    text: string
    icon: string
    search?: boolean
    inside?: SafeHtml
    noIndex?: boolean
  },
): RenderedPage {
  const frame = createLayoutContext(site)
  const { locale, icons } = frame
  const side = renderSidebar([], frame)
  const search =
    notice.search === true
      ? html`<form class="notice-search" action="${site.addresses.search}" role="search">
            ${icons.use('magnifying-glass', 'solid')}<input
              type="search"
              name="q"
              placeholder="${locale.searchPlaceholder}"
              aria-label="${locale.search}"
            />
          </form>
          <p><a class="button secondary" href="${site.addresses.home}">${locale.backHome}</a></p>`
      : nothing
  return renderDocument(
    frame,
    { title: notice.title, description: undefined, page: undefined, hasDrawer: side.text !== '' },
    html`<div class="layout no-sidebar no-outline">
      ${side}
      <main id="content" tabindex="-1" class="notice">
        <span class="notice-icon">${icons.use(notice.icon)}</span>
        <h1>${notice.title}</h1>
        <p>${notice.text}</p>
        ${search}${notice.inside}
      </main>
    </div>`,
  )
}

export const notFound = (site: SiteView): RenderedPage => {
  const locale = localeOf(site.customization.internationalization.locale)
  return renderNotice(site, {
    title: locale.notFoundTitle,
    text: locale.notFoundText,
    icon: 'compass',
    search: true,
  })
}

export interface DocumentOptions {
  title: string
  description: string | undefined
  page: PageView | undefined
  /** Whether there is something for a small screen to open. */
  hasDrawer: boolean
}

/** The whole document around what is in the middle. */
function renderDocument(frame: LayoutContext, about: DocumentOptions, middle: SafeHtml): RenderedPage {
  const { site, locale, icons, styles } = frame
  const { styling, themes } = site.customization
  const classes = [
    `theme-${chooseName(styling.theme, ['clean', 'muted', 'bold', 'gradient'])}`,
    `sidebar-${chooseName(styling.sidebar.background, ['default', 'filled'])}`,
    `list-${chooseName(styling.sidebar.list, ['default', 'pill', 'line'])}`,
    `links-${chooseName(styling.links, ['default', 'accent'])}`,
    `depth-${chooseName(styling.depth, ['subtle', 'flat'])}`,
    `search-${chooseName(styling.search, ['prominent', 'subtle'])}`,
    site.sections.length > 1 ? 'has-sections' : '',
  ]
  // What is read is in the language of the content; the few words around it may be in another.
  const language = site.language ?? locale.language
  const mode = chooseName(themes.default, ['system', 'light', 'dark'])
  const body = html`<a class="skip" href="#content">${locale.skipToContent}</a
    >${renderAnnouncement(frame)}${renderHeader(frame, about.hasDrawer)}${renderSectionTabs(frame)}${middle}${renderFooter(frame)}${renderSearchDialog(frame)}`
  const rules = styles.toCss()
  const page = html`<html
    lang="${language}"
    dir="${rightToLeftLanguage.test(language) ? 'rtl' : 'ltr'}"
    class="${classes.filter((name) => name !== '').join(' ')}"
    data-default-theme="${mode}"
    ${renderAttributes({ 'data-theme': mode === 'system' ? undefined : mode })}
  >
    ${renderHead(frame, about, rules)}
    <body>
      ${body}${icons.render()}
    </body>
  </html>`
  return { html: `<!doctype html>${page.text}`, policy: createPolicy(site, rules) }
}

const chooseName = <Name extends string>(value: string, names: readonly Name[]): Name =>
  names.find((name) => name === value) ?? (names[0] as Name)

/**
 * What a page may do, whoever wrote it: load from its own host, run our script and nothing else. Pictures may come
 * from elsewhere, as authors link to them; scripts, frames and styles may not.
 */
function createPolicy(site: SiteView, rules: string): string {
  const fonts = ["'self'", ...site.theme.fontHosts].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(themeScript)}`,
    `style-src 'self'${rules === '' ? '' : ` ${hashSource(rules)}`}`,
    "img-src 'self' data: https: http:",
    "media-src 'self'",
    `font-src ${fonts}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
