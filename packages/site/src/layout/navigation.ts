import { attributes, html, nothing, type SafeHtml } from '../html/html.ts'
import { isExternal, safeUrl } from '../html/urls.ts'
import { emoji } from '../render/inlines.ts'
import type { Frame } from './page.ts'
import type { NavLink, PageView, SectionLink, TreeNode } from './view.ts'

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
 * style sheet puts it in its column. Branches open with a checkbox each, so they too need no script.
 */
export function sidebar(page: PageView, frame: Frame): SafeHtml {
  const { locale, icons, site } = frame
  return html`<aside id="navigation" class="sidebar" popover>
    <div class="drawer-head">
      <span class="logo-title">${site.title}</span
      ><button
        type="button"
        popovertarget="navigation"
        popovertargetaction="hide"
        aria-label="${locale.close}"
      >
        ${icons.use('xmark', 'solid')}
      </button>
    </div>
    ${drawerSections(frame)}
    <nav aria-label="${locale.pages}">${list(page.tree, frame, 1)}</nav>
  </aside>`
}

/** Sections and header links, which have no room at the top of a small screen. */
function drawerSections({ site, icons, locale }: Frame): SafeHtml {
  const section = (link: SectionLink) =>
    html`<a href="${link.href}" ${attributes({ 'aria-current': link.active ? 'true' : undefined })}
      >${icons.use(link.icon)}${link.title}</a
    >`
  const sections =
    site.sections.length < 2
      ? []
      : site.sections.map((item) =>
          'sections' in item
            ? html`<p class="drawer-title">${item.title}</p>
                ${item.sections.map(section)}`
            : section(item),
        )
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
  if (sections.length === 0 && links.length === 0) return nothing
  return html`<nav class="drawer-links" aria-label="${locale.sections}">${sections}${links}</nav>`
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

/** The headings of the page. Two levels: more would be another table of contents. */
export function outline(page: PageView, { locale, icons }: Frame): SafeHtml {
  const shown = page.headings.filter(({ level, title }) => level <= 3 && title !== '')
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
