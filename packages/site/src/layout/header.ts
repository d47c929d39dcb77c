import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import type { LayoutContext } from './layout-context.ts'
import { renderAnchor, renderExternalAttributes } from './links.ts'
import { renderSocialLinks } from './social-links.ts'
import type { HeaderLink } from './view.ts'

const announcementStyles = new Set(['info', 'warning', 'danger', 'success'])
const announcementIcons: Record<string, string> = {
  info: 'bullhorn',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
  success: 'circle-check',
}

export function renderAnnouncement(context: LayoutContext): SafeHtml {
  const { site, icons, locale } = context
  const announcement = site.announcement
  if (!announcement) return nothing
  const style = announcementStyles.has(announcement.style) ? announcement.style : 'info'
  const link =
    announcement.link && sanitizeUrl(announcement.link.href) !== undefined ? announcement.link : undefined
  return html`<div
    class="announcement ${style}"
    role="region"
    aria-label="${locale.updates}"
    data-announcement
  >
    ${icons.use(announcementIcons[style], 'solid')}<span>${announcement.message}</span>${link && html`<a href="${link.href}" ${renderExternalAttributes(link.href, context)}>${link.title}${icons.use('chevron-right', 'solid')}</a>`}<button
      type="button"
      data-dismiss
      hidden
      aria-label="${locale.dismiss}"
    >
      ${icons.use('xmark', 'solid')}
    </button>
  </div>`
}

function renderLogo({ site }: LayoutContext): SafeHtml {
  const light = site.logo && sanitizeImageUrl(site.logo.light)
  const dark = site.logo && sanitizeImageUrl(site.logo.dark)
  if (light === undefined || light === '') {
    return html`<span class="logo-mark" aria-hidden="true">${getInitial(site.title)}</span
      ><span class="logo-title">${site.title}</span>`
  }
  if (dark === undefined || dark === light) return html`<img src="${light}" alt="${site.title}" />`
  return html`<img class="only-light" src="${light}" alt="${site.title}" /><img
      class="only-dark"
      src="${dark}"
      alt="${site.title}"
    />`
}

const getInitial = (title: string): string => Array.from(title.trim())[0]?.toUpperCase() ?? ''

/** Renders the header. With a drawer it has a button that opens it on small screens. */
export function renderHeader(context: LayoutContext, hasDrawer: boolean): SafeHtml {
  const { site, locale, icons } = context
  const items = site.header.map((item) => renderHeaderItem(item, context))
  const accounts = renderSocialLinks(context, 'header')
  const hasLinks = items.length > 0 || accounts.text !== ''
  return html`<header class="site-header">
    <div class="bar">
      ${
        hasDrawer &&
        html`<button class="menu-button" type="button" popovertarget="navigation" aria-label="${locale.menu}">
          ${icons.use('bars', 'solid')}
        </button>`
      }<a class="logo" href="${site.urls.home}">${renderLogo(context)}</a>${renderVariantSwitch(context)}
      <form class="search-form" action="${site.urls.search}" role="search">
        <button class="search-button" type="submit" data-search aria-label="${locale.searchPlaceholder}">
          ${icons.use('magnifying-glass', 'solid')}<span>${locale.searchPlaceholder}</span
          ><kbd data-shortcut aria-hidden="true" hidden></kbd>
        </button>
      </form>
      ${hasLinks && html`<nav class="header-links" aria-label="${site.title}">${items}${accounts}</nav>`}${renderThemeSwitch(context)}
    </div>
  </header>`
}

function renderHeaderItem(item: HeaderLink, context: LayoutContext): SafeHtml {
  const className =
    item.style === 'button-primary'
      ? 'button primary'
      : item.style === 'button-secondary'
        ? 'button secondary'
        : 'header-link'
  if (item.links.length === 0)
    return item.href === undefined
      ? nothing
      : renderAnchor({ title: item.title, href: item.href }, context, className)
  return html`<details class="menu">
    <summary class="${className}">${item.title}${context.icons.use('chevron-down', 'solid')}</summary>
    <div class="menu-panel">
      ${item.href !== undefined && renderAnchor({ title: item.title, href: item.href }, context)}${item.links.map((link) => renderAnchor(link, context))}
    </div>
  </details>`
}

function renderVariantSwitch({ site, locale, icons }: LayoutContext): SafeHtml {
  if (site.variants.length < 2) return nothing
  const current = site.variants.find(({ isActive }) => isActive) ?? site.variants[0]
  return html`<details class="menu variants">
    <summary aria-label="${locale.variants}: ${current?.title ?? ''}">
      ${current?.title}${icons.use('chevron-down', 'solid')}
    </summary>
    <div class="menu-panel">
      ${site.variants.map((variant) => html`<a href="${variant.href}" ${renderAttributes({ 'aria-current': variant.isActive ? 'true' : undefined })}>${variant.title}${variant.isActive && icons.use('check', 'solid')}</a>`)}
    </div>
  </details>`
}

/** A sun with rays. That of Font Awesome looks like a gear where it is small. */
const sun = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="5" />
  <path
    d="M12 1.5v2m0 17v2M4.6 4.6 6 6m12 12 1.4 1.4M1.5 12h2m17 0h2M4.6 19.4 6 18M18 6l1.4-1.4"
    stroke="currentColor"
    stroke-width="2.5"
    stroke-linecap="round"
  />
</svg>`

/** Renders the switch of the theme. It is hidden without a script, because then the system decides. */
function renderThemeSwitch({ site, locale, icons }: LayoutContext): SafeHtml {
  if (!site.customization.themes.toggeable) return nothing
  const modes = [
    ['light', sun, locale.themeLight],
    ['system', icons.use('display', 'solid'), locale.themeSystem],
    ['dark', icons.use('moon', 'solid'), locale.themeDark],
  ] as const
  return html`<div class="theme-switch" role="group" aria-label="${locale.theme}" data-theme-switch hidden>
    ${modes.map(([mode, icon, label]) => html`<button type="button" value="${mode}" aria-pressed="false" aria-label="${label}" title="${label}">${icon}</button>`)}
  </div>`
}
