import { attributes, html, nothing, type SafeHtml } from '../html/html.ts'
import { isExternal, safeUrl } from '../html/urls.ts'
import { emoji } from '../render/inlines.ts'
import type { Frame } from './page.ts'
import type { NavLink, PageView, TreeNode } from './view.ts'

/** An icon or emoji before a title. */
function mark(
  { icon, emoji: code }: { icon?: string | undefined; emoji?: string | undefined },
  { icons }: Frame,
): SafeHtml {
  if (code !== undefined) return emoji(code)
  return icons.use(icon) ?? nothing
}

/** A tree of any depth is drawn to this one; what is below is reached through its pages. */
const MAX_DEPTH = 24

/**
 * The tree at the side. It is a popover, which small screens open from the header without a script; on wide ones the
 * style sheet puts it in its column, if the page has one. Branches open with a checkbox each, so they too need no script.
 */
export function sidebar(tree: readonly TreeNode[], frame: Frame): SafeHtml {
  const { locale, site } = frame
  const sections = sectionsButton(frame)
  const links = drawerLinks(frame)
  if (tree.length === 0 && sections.text === '' && links.text === '') return nothing
  return html`<aside id="navigation" class="sidebar" popover>
    ${drawerHead('navigation', site.title, frame)}${sections}${links}${tree.length > 0 && html`<nav aria-label="${locale.pages}">${list(tree, frame, 1)}</nav>`}
  </aside>`
}

/** What stands at the top of what a small screen opens. */
export const drawerHead = (id: string, title: string, { icons, locale }: Frame): SafeHtml =>
  html`<div class="drawer-head">
    <span class="logo-title">${title}</span
    ><button type="button" popovertarget="${id}" popovertargetaction="hide" aria-label="${locale.close}">
      ${icons.use('xmark', 'solid')}
    </button>
  </div>`

/** Opens the sections, which have no room at the top of a small screen: the same ones that are tabs on a wide one. */
function sectionsButton({ site, icons, locale }: Frame): SafeHtml {
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
function drawerLinks({ site }: Frame): SafeHtml {
  const links = site.header.map(({ title, href, style, links: below }) => {
    const own = safeUrl(href ?? '')
    const button = style === 'button-primary' ? 'button primary' : 'button secondary'
    const className = style === 'link' || below.length > 0 ? undefined : button
    return html`${
      own !== undefined && own !== ''
        ? html`<a href="${own}" ${attributes({ class: className })}>${title}</a>`
        : html`<p class="drawer-title">${title}</p>`
    }${below.map((link) => html`<a href="${link.href}">${link.title}</a>`)}`
  })
  return links.length === 0
    ? nothing
    : html`<nav class="drawer-links" aria-label="${site.title}">${links}</nav>`
}

function list(nodes: readonly TreeNode[], frame: Frame, depth: number): SafeHtml {
  if (nodes.length === 0 || depth > MAX_DEPTH) return nothing
  return html`<ul>
    ${nodes.map((node) => item(node, frame, depth))}
  </ul>`
}

function item(node: TreeNode, frame: Frame, depth: number): SafeHtml {
  const { locale } = frame
  if (node.kind === 'group') {
    return html`<li class="tree-group">
      <p class="tree-title">${mark(node, frame)}${node.title}</p>
      ${list(node.children, frame, depth + 1)}
    </li>`
  }
  const href = safeUrl(node.href ?? '') ?? ''
  const outside = isExternal(href)
  const anchor = html`<a
    href="${href}"
    ${attributes({
      'aria-current': node.active ? 'page' : undefined,
      rel: outside ? 'noopener' : undefined,
      class: node.open && !node.active ? 'on-path' : undefined,
    })}
    >${mark(node, frame)}<span>${node.title}</span>${outside && frame.icons.use('arrow-up-right-from-square', 'solid')}</a
  >`
  if (node.children.length === 0) return html`<li>${anchor}</li>`
  return html`<li class="tree-branch">
    <div class="tree-row">
      ${anchor}<input
        type="checkbox"
        aria-label="${locale.expand}: ${node.title}"
        ${attributes({ checked: node.open })}
      />
    </div>
    ${list(node.children, frame, depth + 1)}
  </li>`
}

export function breadcrumbs(page: PageView, frame: Frame): SafeHtml {
  const { locale, icons } = frame
  if (page.breadcrumbs.length === 0) return html`<span></span>`
  return html`<nav class="breadcrumbs" aria-label="${locale.breadcrumbs}">
    <ol>
      ${page.breadcrumbs.map(
        (crumb, index) =>
          html`<li>
            ${index > 0 && icons.use('chevron-right', 'solid')}${crumb.href === '' ? html`<span>${crumb.title}</span>` : html`<a href="${crumb.href}">${mark(crumb, frame)}${crumb.title}</a>`}
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
export function outline(headings: readonly OutlineHeading[], { locale, icons }: Frame): SafeHtml {
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

export function pagination({ previous, next }: PageView, frame: Frame): SafeHtml {
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
