import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeUrl } from '../html/urls.ts'
import { renderEmoji } from '../render/inlines.ts'
import type { LayoutContext } from './page.ts'
import type { NavLink, PageView, TreeNode } from './view.ts'

/** An icon or emoji before a title. */
function renderMark(
  { icon, emoji: code }: { icon?: string | undefined; emoji?: string | undefined },
  { icons }: LayoutContext,
): SafeHtml {
  if (code !== undefined) return renderEmoji(code)
  return icons.use(icon) ?? nothing
}

/** A tree of any depth is drawn to this one; what is below is reached through its pages. */
const MAX_TREE_DEPTH = 24

/**
 * The tree at the side. It is a popover, which small screens open from the header without a script; on wide ones the
 * style sheet puts it in its column, if the page has one. Branches open with a checkbox each, so they too need no script.
 */
export function renderSidebar(tree: readonly TreeNode[], frame: LayoutContext): SafeHtml {
  const { locale, site } = frame
  const sections = renderSectionsButton(frame)
  const links = renderDrawerLinks(frame)
  if (tree.length === 0 && sections.text === '' && links.text === '') return nothing
  return html`<aside id="navigation" class="sidebar" popover>
    ${renderDrawerHeader('navigation', site.title, frame)}${sections}${links}${tree.length > 0 && html`<nav aria-label="${locale.pages}">${renderTree(tree, frame, 1)}</nav>`}
  </aside>`
}

/** What stands at the top of what a small screen opens. */
export const renderDrawerHeader = (id: string, title: string, { icons, locale }: LayoutContext): SafeHtml =>
  html`<div class="drawer-head">
    <span class="logo-title">${title}</span
    ><button type="button" popovertarget="${id}" popovertargetaction="hide" aria-label="${locale.close}">
      ${icons.use('xmark', 'solid')}
    </button>
  </div>`

/** Opens the sections, which have no room at the top of a small screen: the same ones that are tabs on a wide one. */
function renderSectionsButton({ site, icons, locale }: LayoutContext): SafeHtml {
  if (site.sections.length < 2) return nothing
  const all = site.sections.flatMap((item) => ('sections' in item ? item.sections : [item]))
  const current = all.find(({ active }) => active)
  return html`<button class="drawer-sections" type="button" popovertarget="sections">
    ${icons.use(current?.icon ?? 'layer-group')}<span
      ><span class="drawer-sections-label">${locale.sections}</span
      ><span class="logo-title">${current?.title ?? site.title}</span></span
    >${icons.use('chevron-right', 'solid')}
  </button>`
}

/** The links of the header, which have no room there either. */
function renderDrawerLinks({ site }: LayoutContext): SafeHtml {
  const links = site.header.map(({ title, href, style, links: below }) => {
    const own = sanitizeUrl(href ?? '')
    const button = style === 'button-primary' ? 'button primary' : 'button secondary'
    const className = style === 'link' || below.length > 0 ? undefined : button
    return html`${
      own !== undefined && own !== ''
        ? html`<a href="${own}" ${renderAttributes({ class: className })}>${title}</a>`
        : html`<p class="drawer-title">${title}</p>`
    }${below.map((link) => html`<a href="${link.href}">${link.title}</a>`)}`
  })
  return links.length === 0
    ? nothing
    : html`<nav class="drawer-links" aria-label="${site.title}">${links}</nav>`
}

function renderTree(nodes: readonly TreeNode[], frame: LayoutContext, depth: number): SafeHtml {
  if (nodes.length === 0 || depth > MAX_TREE_DEPTH) return nothing
  return html`<ul>
    ${nodes.map((node) => renderTreeNode(node, frame, depth))}
  </ul>`
}

function renderTreeNode(node: TreeNode, frame: LayoutContext, depth: number): SafeHtml {
  const { locale } = frame
  if (node.kind === 'group') {
    return html`<li class="tree-group">
      <p class="tree-title">${renderMark(node, frame)}${node.title}</p>
      ${renderTree(node.children, frame, depth + 1)}
    </li>`
  }
  const href = sanitizeUrl(node.href ?? '') ?? ''
  const outside = isExternalUrl(href)
  const anchor = html`<a
    href="${href}"
    ${renderAttributes({
      'aria-current': node.active ? 'page' : undefined,
      rel: outside ? 'noopener' : undefined,
      class: node.open && !node.active ? 'on-path' : undefined,
    })}
    >${renderMark(node, frame)}<span>${node.title}</span>${outside && frame.icons.use('arrow-up-right-from-square', 'solid')}</a
  >`
  if (node.children.length === 0) return html`<li>${anchor}</li>`
  return html`<li class="tree-branch">
    <div class="tree-row">
      ${anchor}<input
        type="checkbox"
        aria-label="${locale.expand}: ${node.title}"
        ${renderAttributes({ checked: node.open })}
      />
    </div>
    ${renderTree(node.children, frame, depth + 1)}
  </li>`
}

export function renderBreadcrumbs(page: PageView, frame: LayoutContext): SafeHtml {
  const { locale, icons } = frame
  if (page.breadcrumbs.length === 0) return html`<span></span>`
  return html`<nav class="breadcrumbs" aria-label="${locale.breadcrumbs}">
    <ol>
      ${page.breadcrumbs.map(
        (crumb, index) =>
          html`<li>
            ${index > 0 && icons.use('chevron-right', 'solid')}${crumb.href === '' ? html`<span>${crumb.title}</span>` : html`<a href="${crumb.href}">${renderMark(crumb, frame)}${crumb.title}</a>`}
          </li>`,
      )}
    </ol>
  </nav>`
}

export interface OutlineHeading {
  anchor: string
  level: number
  title: string
}

/** The headings of the page. Two levels: more would be another table of contents. */
export function renderOutline(
  headings: readonly OutlineHeading[],
  { locale, icons }: LayoutContext,
): SafeHtml {
  const shown = headings.filter(({ level, title }) => level <= 3 && title !== '')
  const empty = html`<aside class="outline"></aside>`
  if (shown.length < 2) return empty
  return html`<aside class="outline">
    <nav aria-label="${locale.onThisPage}" data-outline>
      <p class="outline-title">${icons.use('align-left', 'solid')}${locale.onThisPage}</p>
      <ul>
        ${shown.map(({ anchor, level, title }) => html`<li class="level-${level <= 2 ? 2 : 3}"><a href="#${encodeURIComponent(anchor)}">${title}</a></li>`)}
      </ul>
    </nav>
  </aside>`
}

export function renderPagination({ previous, next }: PageView, frame: LayoutContext): SafeHtml {
  if (!previous && !next) return nothing
  const { locale, icons } = frame
  const card = (link: NavLink | undefined, className: string, label: string, icon: string) =>
    link
      ? html`<a class="${className}" href="${link.href}" rel="${className}"
          >${icons.use(icon, 'solid')}<span class="pagination-text"
            ><span class="pagination-label">${label}</span
            ><span class="pagination-title">${link.title}</span></span
          ></a
        >`
      : html`<span></span>`
  return html`<nav class="pagination" aria-label="${locale.pages}">
    ${card(previous, 'prev', locale.previous, 'arrow-left')}${card(next, 'next', locale.next, 'arrow-right')}
  </nav>`
}
