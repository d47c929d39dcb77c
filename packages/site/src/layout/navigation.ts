import type { OperationLink, OutlineHeading } from '../render/outline.ts'
import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeUrl } from '../html/urls.ts'
import { renderEmoji } from '../render/inlines.ts'
import type { LayoutContext } from './layout-context.ts'
import type { NavLink, PageView, TreeNode } from './view.ts'

/** Renders the icon or emoji before a title. */
function renderMark(
  { icon, emoji: code }: { icon?: string | undefined; emoji?: string | undefined },
  { icons }: LayoutContext,
): SafeHtml {
  if (code !== undefined) return renderEmoji(code)
  return icons.use(icon) ?? nothing
}

/** Deeper pages are not in the tree. Readers reach them through the pages above. */
const MAX_TREE_DEPTH = 24

/**
 * Renders the sidebar with the tree of pages. It is a popover, which small screens open from the header as a drawer. On
 * wide screens the style sheet shows it as a column. Branches open with a checkbox, so that nothing needs a script.
 */
export function renderSidebar(tree: readonly TreeNode[], context: LayoutContext): SafeHtml {
  const { locale, site } = context
  const sections = renderSectionsButton(context)
  const links = renderDrawerLinks(context)
  if (tree.length === 0 && sections.text === '' && links.text === '') return nothing
  return html`<aside id="navigation" class="sidebar" popover>
    ${renderDrawerHeader('navigation', site.title, context)}${sections}${links}${tree.length > 0 && html`<nav aria-label="${locale.pages}">${renderTree(tree, context, 1)}</nav>`}
  </aside>`
}

/** Renders the top of a drawer: a title and a button that closes it. */
export const renderDrawerHeader = (id: string, title: string, { icons, locale }: LayoutContext): SafeHtml =>
  html`<div class="drawer-head">
    <span class="logo-title">${title}</span
    ><button type="button" popovertarget="${id}" popovertargetaction="hide" aria-label="${locale.close}">
      ${icons.use('xmark', 'solid')}
    </button>
  </div>`

/** Renders the button that opens the sections on small screens, which have no room for them as tabs. */
function renderSectionsButton({ site, icons, locale }: LayoutContext): SafeHtml {
  if (site.sections.length < 2) return nothing
  const sections = site.sections.flatMap((item) => ('sections' in item ? item.sections : [item]))
  const current = sections.find(({ isActive }) => isActive)
  return html`<button class="drawer-sections" type="button" popovertarget="sections">
    ${icons.use(current?.icon ?? 'layer-group')}<span
      ><span class="drawer-sections-label">${locale.sections}</span
      ><span class="logo-title">${current?.title ?? site.title}</span></span
    >${icons.use('chevron-right', 'solid')}
  </button>`
}

/** Renders the links of the header in the drawer, because small screens have no room for them in the header. */
function renderDrawerLinks({ site }: LayoutContext): SafeHtml {
  const links = site.header.map(({ title, href, style, links: subLinks }) => {
    const ownHref = sanitizeUrl(href ?? '')
    const buttonClass = style === 'button-primary' ? 'button primary' : 'button secondary'
    const className = style === 'link' || subLinks.length > 0 ? undefined : buttonClass
    return html`${
      ownHref !== undefined && ownHref !== ''
        ? html`<a href="${ownHref}" ${renderAttributes({ class: className })}>${title}</a>`
        : html`<p class="drawer-title">${title}</p>`
    }${subLinks.map((link) => html`<a href="${link.href}">${link.title}</a>`)}`
  })
  return links.length === 0
    ? nothing
    : html`<nav class="drawer-links" aria-label="${site.title}">${links}</nav>`
}

/** Lists the operations of an API page below it in the tree. A page with one operation is what its link says already. */
export function insertOperations(
  tree: readonly TreeNode[],
  operations: readonly OperationLink[],
): readonly TreeNode[] {
  if (operations.length < 2) return tree
  const links = operations.map(({ method, anchor, title }): TreeNode => ({
    kind: 'page',
    title,
    href: `#${encodeURIComponent(anchor)}`,
    method,
    isActive: false,
    isOpen: false,
    children: [],
  }))
  const insertBelow = (node: TreeNode): TreeNode =>
    node.isActive
      ? { ...node, children: [...links, ...node.children] }
      : node.isOpen
        ? { ...node, children: node.children.map(insertBelow) }
        : node
  return tree.map(insertBelow)
}

function renderTree(nodes: readonly TreeNode[], context: LayoutContext, depth: number): SafeHtml {
  if (nodes.length === 0 || depth > MAX_TREE_DEPTH) return nothing
  return html`<ul>
    ${nodes.map((node) => renderTreeNode(node, context, depth))}
  </ul>`
}

function renderTreeNode(node: TreeNode, context: LayoutContext, depth: number): SafeHtml {
  const { locale } = context
  if (node.kind === 'group') {
    return html`<li class="tree-group">
      <p class="tree-title">${renderMark(node, context)}${node.title}</p>
      ${renderTree(node.children, context, depth + 1)}
    </li>`
  }
  const href = sanitizeUrl(node.href ?? '') ?? ''
  const isExternal = isExternalUrl(href)
  const anchor = html`<a
    href="${href}"
    ${renderAttributes({
      'aria-current': node.isActive ? 'page' : undefined,
      rel: isExternal ? 'noopener' : undefined,
      class: node.isOpen && !node.isActive ? 'on-path' : undefined,
    })}
    >${renderMark(node, context)}${node.method !== undefined && html`<span class="method ${node.method}">${node.method.toUpperCase()}</span>`}<span>${node.title}</span>${isExternal && context.icons.use('arrow-up-right-from-square', 'solid')}</a
  >`
  if (node.children.length === 0) return html`<li>${anchor}</li>`
  return html`<li class="tree-branch">
    <div class="tree-row">
      ${anchor}<input
        type="checkbox"
        aria-label="${locale.expand}: ${node.title}"
        ${renderAttributes({ checked: node.isOpen })}
      />
    </div>
    ${renderTree(node.children, context, depth + 1)}
  </li>`
}

export function renderBreadcrumbs(page: PageView, context: LayoutContext): SafeHtml {
  const { locale, icons } = context
  if (page.breadcrumbs.length === 0) return html`<span></span>`
  return html`<nav class="breadcrumbs" aria-label="${locale.breadcrumbs}">
    <ol>
      ${page.breadcrumbs.map(
        (crumb, index) =>
          html`<li>
            ${index > 0 && icons.use('chevron-right', 'solid')}${crumb.href === '' ? html`<span>${crumb.title}</span>` : html`<a href="${crumb.href}">${renderMark(crumb, context)}${crumb.title}</a>`}
          </li>`,
      )}
    </ol>
  </nav>`
}

/** On a page that has parts, the script of those makes an outline of more headings, which would be a third of the page. */
const MAX_OUTLINE_HEADINGS = 200

/** Renders the headings of the page, to two levels. An outline of fewer than two headings is empty. */
export function renderOutline(
  headings: readonly OutlineHeading[],
  { locale, icons }: LayoutContext,
  { hasParts }: { hasParts: boolean },
): SafeHtml {
  const visibleHeadings = headings.filter(({ level, title }) => level <= 3 && title !== '')
  if (visibleHeadings.length < 2) return html`<div class="outline"></div>`
  const isLater = hasParts && visibleHeadings.length > MAX_OUTLINE_HEADINGS
  return html`<div class="outline">
    <nav
      aria-label="${locale.onThisPage}"
      ${renderAttributes({ 'data-outline': !isLater, 'data-later-outline': isLater, hidden: isLater })}
    >
      <p class="outline-title">${icons.use('align-left', 'solid')}${locale.onThisPage}</p>
      <ul>
        ${!isLater && visibleHeadings.map(({ anchor, level, title }) => html`<li class="level-${level <= 2 ? 2 : 3}"><a href="#${encodeURIComponent(anchor)}">${title}</a></li>`)}
      </ul>
    </nav>
  </div>`
}

export function renderPagination({ previous, next }: PageView, context: LayoutContext): SafeHtml {
  if (!previous && !next) return nothing
  const { locale, icons } = context
  const renderCard = (link: NavLink | undefined, className: string, label: string, icon: string) =>
    link
      ? html`<a class="${className}" href="${link.href}" rel="${className}"
          >${icons.use(icon, 'solid')}<span class="pagination-text"
            ><span class="pagination-label">${label}</span
            ><span class="pagination-title">${link.title}</span></span
          ></a
        >`
      : html`<span></span>`
  return html`<nav class="pagination" aria-label="${locale.previous}, ${locale.next}">
    ${renderCard(previous, 'prev', locale.previous, 'arrow-left')}${renderCard(next, 'next', locale.next, 'arrow-right')}
  </nav>`
}
