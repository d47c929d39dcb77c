import type { Highlighter } from '../content/highlight.ts'
import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { createRenderContext } from '../render/blocks.ts'
import { RenderBudget, type ResolvedFile } from '../render/context.ts'
import { ElementIds } from '../render/element-ids.ts'
import { collectOperationLinks, collectOutlineHeadings } from '../render/outline.ts'
import { PageParts, type RenderedParts } from '../render/openapi/parts.ts'
import { renderEmoji } from '../render/inlines.ts'
import { createSizeAttributes } from '../render/picture-sizes.ts'
import { renderDocument, type RenderedDocument, type RenderedPage } from './document.ts'
import { createLayoutContext, type LayoutContext } from './layout-context.ts'
import {
  insertOperations,
  renderBreadcrumbs,
  renderOutline,
  renderPagination,
  renderSidebar,
} from './navigation.ts'
import { renderPageActions } from './page-actions.ts'
import type { PageView } from './view.ts'

/** The cover is as wide as the page, without its sidebar. */
const COVER_WIDTH_PIXELS = 1200

/** Renders a page of a site: its document, and the navigation, header and footer around it. */
export function renderPage(
  page: PageView,
  highlighter: Highlighter,
  budget: RenderBudget = new RenderBudget(),
): RenderedPage {
  const { site, layout } = page
  const context = createLayoutContext(site)
  const { locale, icons, styles, testableOperations, players, diagrams } = context
  const parts = new PageParts()
  const renderContext = createRenderContext({
    references: page.references,
    highlighter,
    locale,
    icons,
    styles,
    budget,
    testableOperations,
    parts,
    hasAnchors: layout.anchors,
    players,
    diagrams,
    externalTarget: site.customization.externalLinks.target === 'blank' ? 'blank' : 'self',
    ...(page.feed !== undefined && { feedHref: page.feed }),
    ids: new ElementIds(page.headings.map(({ anchor }) => anchor)),
  })
  const body = renderContext.renderBlocks(page.document.nodes)
  const partsContent = parts.render()
  const mark = page.emoji === undefined ? icons.use(page.icon) : renderEmoji(page.emoji)
  const cover = renderCover(page, context)
  // Every page has the sidebar, because small screens have no other way to the other pages.
  const headings = collectOutlineHeadings(page.headings, renderContext.outline)
  const operations = collectOperationLinks(page.headings, renderContext.operations)
  const sidebar = renderSidebar(insertOperations(page.tree, operations), context)
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
    ? renderOutline(headings, context, { hasParts: partsContent !== undefined })
    : nothing
  const layoutClass = `layout${layout.tableOfContents ? '' : ' no-sidebar'}${layout.outline ? '' : ' no-outline'}`
  const options = { title: page.title, description: page.description, hasDrawer: sidebar.text !== '' }
  const rendered = renderDocument(
    context,
    { ...options, page, partsVersion: partsContent?.version },
    html`<div class="${layoutClass}">${sidebar}${main}${outline}</div>`,
  )
  return { ...rendered, ...(partsContent && { parts: renderPartsPage(page, partsContent, context) }) }
}

/** Renders the parts of a page as a page of their own, which browsers without a script show. */
function renderPartsPage(
  { title }: PageView,
  { version, html: content }: RenderedParts,
  context: LayoutContext,
): RenderedDocument {
  const main = html`<main id="content" tabindex="-1">
    <article>
      <header class="page-header"><h1>${title}</h1></header>
      <div class="content" id="parts" data-version="${version}">${content}</div>
    </article>
  </main>`
  return renderDocument(
    context,
    { title, description: undefined, page: undefined, hasDrawer: false },
    html`<div class="layout no-sidebar no-outline">${main}</div>`,
  )
}

function renderPageHeader(page: PageView, mark: SafeHtml | undefined, context: LayoutContext): SafeHtml {
  const { layout } = page
  // A page that does not show its title still has one for those who hear it.
  const title = layout.title
    ? html`<h1>${mark && html`<span class="page-mark">${mark}</span>`}<span>${page.title}</span></h1>`
    : html`<h1 class="hidden-title">${page.title}</h1>`
  const description =
    layout.description &&
    page.description !== undefined &&
    page.description !== '' &&
    html`<p class="lead">${page.description}</p>`
  return html`<header class="page-header">
    <div class="page-top">
      ${renderBreadcrumbs(page, context)}${layout.actions && renderPageActions(page, context)}
    </div>
    ${title}${description}${layout.tags && page.tags.length > 0 && html`<p class="tags">${page.tags.map((tag) => html`<span class="tag">${tag}</span>`)}</p>`}
  </header>`
}

function renderCover({ cover, layout }: PageView, { styles }: LayoutContext): SafeHtml {
  if (!cover) return nothing
  const positionClass = styles.addClass({
    'object-position': `50% ${Math.round(50 + Math.max(-50, Math.min(50, cover.yPos / 2)))}%`,
    ...coverMasks[layout.coverMask],
  })
  if (!layout.cover) return nothing
  const isBackground = layout.coverSize === 'background'
  const sizeClass = (isBackground ? styles.addClass(backgroundCover) : undefined) ?? layout.coverSize
  return html`<div class="page-cover ${sizeClass}">
    ${renderCoverImage(cover.light, `${positionClass ?? ''}${cover.dark ? ' only-light' : ''}`)}${cover.dark && renderCoverImage(cover.dark, `${positionClass ?? ''} only-dark`)}
  </div>`
}

const coverMasks: Record<PageView['layout']['coverMask'], Record<string, string>> = {
  none: {},
  radial: { 'mask-image': 'radial-gradient(farthest-side, #000 50%, transparent)' },
}

/** A picture behind the title of the page, which fades out before the title begins. */
const backgroundCover = {
  position: 'relative',
  'z-index': '-1',
  'margin-bottom': '-3rem',
  'mask-image': 'linear-gradient(#000 40%, transparent 75%)',
}

function renderCoverImage(file: ResolvedFile, className: string): SafeHtml {
  return html`<img
    class="${className}"
    src="${file.href}"
    alt=""
    ${renderAttributes({
      ...createSizeAttributes(file, COVER_WIDTH_PIXELS),
      width: file.width,
      height: file.height,
    })}
  />`
}

function renderUpdatedAt({ layout, updatedAt }: PageView, { locale }: LayoutContext): SafeHtml {
  if (!layout.metadata || !updatedAt) return nothing
  const format = new Intl.DateTimeFormat(locale.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return html`<p class="updated">
    ${locale.lastUpdated}
    <time datetime="${updatedAt.toISOString()}">${format.format(updatedAt)}</time>
  </p>`
}
