import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { sanitizeUrl } from '../html/urls.ts'
import type { LayoutContext } from './layout-context.ts'
import { renderExternalAttributes } from './links.ts'
import { renderDrawerHeader } from './navigation.ts'
import type { SectionGroup, SectionLink } from './view.ts'

const isGroup = (item: SectionLink | SectionGroup): item is SectionGroup => 'sections' in item

/** The width for tabs on the narrowest screen that shows them. */
const TABS_WIDTH_PX = 880
const TAB_PADDING_PX = 28
const TAB_ICON_PX = 24

/** Estimates the width of a letter in pixels. Chinese, Japanese and Korean letters are about twice as wide. */
const estimateLetterWidth = (letter: string): number => (letter >= '\u2e80' ? 15 : 8)

const estimateTabWidth = ({ title, icon }: SectionLink | SectionGroup): number =>
  TAB_PADDING_PX +
  (icon === undefined ? 0 : TAB_ICON_PX) +
  Array.from(title).reduce((sum, letter) => sum + estimateLetterWidth(letter), 0)

/** Returns the tabs that fit into the width. The others go into a menu at the end. */
function fitTabs(
  items: readonly (SectionLink | SectionGroup)[],
  menuTitle: string,
): readonly (SectionLink | SectionGroup)[] {
  let width = 0
  const firstOverflow = items.findIndex((item) => (width += estimateTabWidth(item)) > TABS_WIDTH_PX)
  if (firstOverflow === -1) return items
  const visibleCount = Math.max(1, firstOverflow - 1)
  const sections = items.slice(visibleCount).flatMap((item) => (isGroup(item) ? item.sections : [item]))
  return [
    ...items.slice(0, visibleCount),
    { title: menuTitle, isActive: sections.some(({ isActive }) => isActive), sections },
  ]
}

const renderCurrentAttribute = ({ isActive }: SectionLink) =>
  renderAttributes({ 'aria-current': isActive ? 'true' : undefined })

/** Renders the sections of a site as tabs. On small screens they are a popover, which the drawer opens. */
export function renderSectionTabs(context: LayoutContext): SafeHtml {
  const { site, locale, icons } = context
  if (site.sections.length < 2) return nothing
  const renderTab = (section: SectionLink) =>
    html`<a
      class="section-tab"
      href="${sanitizeUrl(section.href) ?? ''}"
      ${renderCurrentAttribute(section)}${renderExternalAttributes(section.href, context)}
      >${icons.use(section.icon)}${section.title}</a
    >`
  const renderMenuEntry = (section: SectionLink) =>
    html`<a
      href="${sanitizeUrl(section.href) ?? ''}"
      ${renderCurrentAttribute(section)}${renderExternalAttributes(section.href, context)}
      >${icons.use(section.icon)}<span
        ><span class="menu-title">${section.title}</span
        >${section.description !== undefined && section.description !== '' && html`<span class="menu-text">${section.description}</span>`}</span
      ></a
    >`
  const renderMenu = (group: SectionGroup) =>
    html`<details class="menu">
      <summary class="section-tab" ${renderAttributes({ 'data-active': group.isActive })}>
        ${icons.use(group.icon)}${group.title}${icons.use('chevron-down', 'solid')}
      </summary>
      <div class="menu-panel sections">${group.sections.map(renderMenuEntry)}</div>
    </details>`
  return html`<nav id="sections" class="section-tabs" aria-label="${locale.sections}" popover>
    ${renderDrawerHeader('sections', locale.sections, context)}
    <div class="bar">
      ${fitTabs(site.sections, locale.more).map((item) => (isGroup(item) ? renderMenu(item) : renderTab(item)))}
    </div>
  </nav>`
}
