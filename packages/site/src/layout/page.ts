import type { Highlighter } from '../content/highlight.ts'
import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { createRenderContext } from '../render/blocks.ts'
import { RenderBudget } from '../render/context.ts'
import { ElementIds } from '../render/element-ids.ts'
import { collectOutlineHeadings } from '../render/outline.ts'
import { renderEmoji } from '../render/inlines.ts'
import { renderDocument, type RenderedPage } from './document.ts'
import { createLayoutContext, type LayoutContext } from './layout-context.ts'
import { renderBreadcrumbs, renderOutline, renderPagination, renderSidebar } from './navigation.ts'
import { renderPageActions } from './page-actions.ts'
import type { PageView } from './view.ts'

/** Renders a page of a site: its document, and the navigation, header and footer around it. */
export function renderPage(
  page: PageView,
  highlighter: Highlighter,
  budget: RenderBudget = new RenderBudget(),
): RenderedPage {
  const { site, layout } = page
  const context = createLayoutContext(site)
  const { locale, icons, styles, testableOperations } = context
  const renderContext = createRenderContext({
    references: page.references,
    highlighter,
    locale,
    icons,
    styles,
    budget,
    testableOperations,
    externalTarget: site.customization.externalLinks.target === 'blank' ? 'blank' : 'self',
    ...(page.feed !== undefined && { feedHref: page.feed }),
    ids: new ElementIds(page.headings.map(({ anchor }) => anchor)),
  })
  const body = renderContext.renderBlocks(page.document.nodes)
  const mark = page.emoji === undefined ? icons.use(page.icon) : renderEmoji(page.emoji)
  const cover = renderCover(page, context)
  // Every page has the sidebar, because small screens have no other way to the other pages.
  const sidebar = renderSidebar(page.tree, context)
  const main = html`<main
    id="content"
    tabindex="-1"
    ${renderAttributes({ class: layout.width === 'wide' ? 'wide' : undefined })}
  >
    ${cover}
    <article>
      ${renderPageHeader(page, mark, context)}
      <div class="content">${body}</div>
    </article>
    ${layout.pagination && site.customization.pagination.enabled && renderPagination(page, context)}${renderUpdatedAt(page, context)}
  </main>`
  const outline = layout.outline
    ? renderOutline(collectOutlineHeadings(page.headings, renderContext.outline), context)
    : nothing
  const layoutClass = `layout${layout.tableOfContents ? '' : ' no-sidebar'}${layout.outline ? '' : ' no-outline'}`
  return renderDocument(
    context,
    { title: page.title, description: page.description, page, hasDrawer: sidebar.text !== '' },
    html`<div class="${layoutClass}">${sidebar}${main}${outline}</div>`,
  )
}

function renderPageHeader(page: PageView, mark: SafeHtml | undefined, context: LayoutContext): SafeHtml {
  const { layout } = page
  const title =
    layout.title &&
    html`<h1>${mark && html`<span class="page-mark">${mark}</span>`}<span>${page.title}</span></h1>`
  const description =
    layout.description &&
    page.description !== undefined &&
    page.description !== '' &&
    html`<p class="lead">${page.description}</p>`
  return html`<header class="page-header">
    <div class="page-top">${renderBreadcrumbs(page, context)}${renderPageActions(page, context)}</div>
    ${title}${description}
  </header>`
}

function renderCover({ cover, layout }: PageView, { styles }: LayoutContext): SafeHtml {
  if (!cover) return nothing
  const positionClass = styles.addClass({
    'object-position': `50% ${Math.round(50 + Math.max(-50, Math.min(50, cover.yPos / 2)))}%`,
  })
  if (!layout.cover) return nothing
  return html`<div class="page-cover ${layout.coverSize === 'full' ? 'full' : 'hero'}">
    <img
      class="${positionClass}${cover.dark === undefined ? '' : ' only-light'}"
      src="${cover.light}"
      alt=""
    />${cover.dark !== undefined && html`<img class="${positionClass} only-dark" src="${cover.dark}" alt="" />`}
  </div>`
}

function renderUpdatedAt({ layout, updatedAt }: PageView, { locale }: LayoutContext): SafeHtml {
  if (!layout.metadata || !updatedAt) return nothing
  const format = new Intl.DateTimeFormat(locale.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return html`<p class="updated">
    ${locale.lastUpdated}
    <time datetime="${updatedAt.toISOString()}">${format.format(updatedAt)}</time>
  </p>`
}
