import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import { renderDrawerHeader } from './navigation.ts'
import type { LayoutContext } from './page.ts'
import type { HeaderLink, SectionGroup, SectionLink } from './view.ts'

const getInitial = (title: string): string => Array.from(title.trim())[0]?.toUpperCase() ?? ''

const renderExternalAttributes = (href: string, { site }: LayoutContext) =>
  renderAttributes({
    rel: isExternalUrl(href) ? 'noopener' : undefined,
    target: isExternalUrl(href) && site.customization.externalLinks.target === 'blank' ? '_blank' : undefined,
  })

function renderAnchor(
  link: { title: string; href: string },
  frame: LayoutContext,
  className?: string,
): SafeHtml {
  const href = sanitizeUrl(link.href)
  if (href === undefined) return nothing
  return html`<a
    href="${href}"
    ${renderAttributes({ class: className })}${renderExternalAttributes(href, frame)}
    >${link.title}</a
  >`
}

const announcementStyles = new Set(['info', 'warning', 'danger', 'success'])
const announcementIcons: Record<string, string> = {
  info: 'bullhorn',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
  success: 'circle-check',
}

export function renderAnnouncement(frame: LayoutContext): SafeHtml {
  const { site, icons, locale } = frame
  const shown = site.announcement
  if (!shown) return nothing
  const style = announcementStyles.has(shown.style) ? shown.style : 'info'
  const link = shown.link && sanitizeUrl(shown.link.href) !== undefined ? shown.link : undefined
  return html`<div
    class="announcement ${style}"
    role="region"
    aria-label="${locale.updates}"
    data-announcement
  >
    ${icons.use(announcementIcons[style], 'solid')}<span>${shown.message}</span>${link && html`<a href="${link.href}" ${renderExternalAttributes(link.href, frame)}>${link.title}${icons.use('chevron-right', 'solid')}</a>`}<button
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

/** @param hasDrawer whether there is something for a small screen to open. */
export function renderHeader(frame: LayoutContext, hasDrawer: boolean): SafeHtml {
  const { site, locale, icons } = frame
  const items = site.header.map((item) => renderHeaderItem(item, frame))
  const accounts = renderSocialLinks(frame, 'header')
  const hasMore = items.length > 0 || accounts.text !== ''
  return html`<header class="site-header">
    <div class="bar">
      ${
        hasDrawer &&
        html`<button class="menu-button" type="button" popovertarget="navigation" aria-label="${locale.menu}">
          ${icons.use('bars', 'solid')}
        </button>`
      }<a class="logo" href="${site.addresses.home}">${renderLogo(frame)}</a>${renderVariantSwitch(frame)}
      <form class="search-form" action="${site.addresses.search}" role="search">
        <button class="search-button" type="submit" data-search aria-label="${locale.searchPlaceholder}">
          ${icons.use('magnifying-glass', 'solid')}<span>${locale.searchPlaceholder}</span
          ><kbd data-shortcut aria-hidden="true" hidden></kbd>
        </button>
      </form>
      ${hasMore && html`<nav class="header-links" aria-label="${site.title}">${items}${accounts}</nav>`}${renderThemeSwitch(frame)}
    </div>
  </header>`
}

function renderHeaderItem(item: HeaderLink, frame: LayoutContext): SafeHtml {
  const className =
    item.style === 'button-primary'
      ? 'button primary'
      : item.style === 'button-secondary'
        ? 'button secondary'
        : 'header-link'
  if (item.links.length === 0)
    return item.href === undefined
      ? nothing
      : renderAnchor({ title: item.title, href: item.href }, frame, className)
  return html`<details class="menu">
    <summary class="${className}">${item.title}${frame.icons.use('chevron-down', 'solid')}</summary>
    <div class="menu-panel">
      ${item.href !== undefined && renderAnchor({ title: item.title, href: item.href }, frame)}${item.links.map((link) => renderAnchor(link, frame))}
    </div>
  </details>`
}

function renderVariantSwitch({ site, locale, icons }: LayoutContext): SafeHtml {
  if (site.variants.length < 2) return nothing
  const current = site.variants.find(({ active }) => active) ?? site.variants[0]
  return html`<details class="menu variants">
    <summary aria-label="${locale.variants}: ${current?.title ?? ''}">
      ${current?.title}${icons.use('chevron-down', 'solid')}
    </summary>
    <div class="menu-panel">
      ${site.variants.map((variant) => html`<a href="${variant.href}" ${renderAttributes({ 'aria-current': variant.active ? 'true' : undefined })}>${variant.title}${variant.active && icons.use('check', 'solid')}</a>`)}
    </div>
  </details>`
}

/** Three states; without a script the system decides, and there is nothing to switch. */
export function renderThemeSwitch({ site, locale, icons }: LayoutContext): SafeHtml {
  if (!site.customization.themes.toggeable) return nothing
  const modes = [
    ['light', 'sun', locale.themeLight],
    ['system', 'display', locale.themeSystem],
    ['dark', 'moon', locale.themeDark],
  ] as const
  return html`<div class="theme-switch" role="group" aria-label="${locale.theme}" data-theme-switch hidden>
    ${modes.map(([mode, icon, label]) => html`<button type="button" value="${mode}" aria-pressed="false" aria-label="${label}" title="${label}">${icons.use(icon, 'solid')}</button>`)}
  </div>`
}

const isGroup = (item: SectionLink | SectionGroup): item is SectionGroup => 'sections' in item

/** The room that tabs have on the narrowest screen that shows them, in pixels, and what one takes about. */
const TABS_WIDTH_PX = 880
/** Letters of Chinese, Japanese and Korean are as wide as they are high. */
const estimateLetterWidth = (letter: string): number => (letter >= '\u2e80' ? 15 : 8)
const estimateTabWidth = ({ title, icon }: SectionLink | SectionGroup): number =>
  28 +
  (icon === undefined ? 0 : 24) +
  Array.from(title).reduce((sum, letter) => sum + estimateLetterWidth(letter), 0)

/** As many tabs as there is room for; the rest are behind the last one. */
function fitTabs(
  items: readonly (SectionLink | SectionGroup)[],
  more: string,
): readonly (SectionLink | SectionGroup)[] {
  let width = 0
  const fits = items.findIndex((item) => (width += estimateTabWidth(item)) > TABS_WIDTH_PX)
  if (fits === -1) return items
  const shown = Math.max(1, fits - 1)
  const sections = items.slice(shown).flatMap((item) => (isGroup(item) ? item.sections : [item]))
  return [...items.slice(0, shown), { title: more, active: sections.some(({ active }) => active), sections }]
}

const renderCurrentAttribute = ({ active }: SectionLink) =>
  renderAttributes({ 'aria-current': active ? 'true' : undefined })

/** On a small screen they are a popover, which the menu opens. */
export function renderSectionTabs(frame: LayoutContext): SafeHtml {
  const { site, locale, icons } = frame
  if (site.sections.length < 2) return nothing
  const tab = (section: SectionLink) =>
    html`<a class="section-tab" href="${section.href}" ${renderCurrentAttribute(section)}
      >${icons.use(section.icon)}${section.title}</a
    >`
  const entry = (section: SectionLink) =>
    html`<a href="${section.href}" ${renderCurrentAttribute(section)}
      >${icons.use(section.icon)}<span
        ><span class="menu-title">${section.title}</span
        >${section.description !== undefined && section.description !== '' && html`<span class="menu-text">${section.description}</span>`}</span
      ></a
    >`
  const menu = (group: SectionGroup) =>
    html`<details class="menu">
      <summary class="section-tab" ${renderAttributes({ 'data-active': group.active })}>
        ${icons.use(group.icon)}${group.title}${icons.use('chevron-down', 'solid')}
      </summary>
      <div class="menu-panel sections">${group.sections.map(entry)}</div>
    </details>`
  return html`<nav id="sections" class="section-tabs" aria-label="${locale.sections}" popover>
    ${renderDrawerHeader('sections', locale.sections, frame)}
    <div class="bar">
      ${fitTabs(site.sections, locale.more).map((item) => (isGroup(item) ? menu(item) : tab(item)))}
    </div>
  </nav>`
}

const socialPlatforms: Record<string, { icon: string; href(handle: string): string }> = {
  twitter: { icon: 'x-twitter', href: (handle) => `https://x.com/${handle}` },
  instagram: { icon: 'instagram', href: (handle) => `https://www.instagram.com/${handle}` },
  facebook: { icon: 'facebook', href: (handle) => `https://www.facebook.com/${handle}` },
  linkedin: {
    icon: 'linkedin',
    href: (handle) =>
      `https://www.linkedin.com/${handle.includes('%2F') ? handle.replaceAll('%2F', '/') : `company/${handle}`}`,
  },
  github: { icon: 'github', href: (handle) => `https://github.com/${handle}` },
  discord: { icon: 'discord', href: (handle) => `https://discord.gg/${handle}` },
  slack: { icon: 'slack', href: (handle) => `https://${handle}.slack.com` },
  youtube: { icon: 'youtube', href: (handle) => `https://www.youtube.com/@${handle}` },
  tiktok: { icon: 'tiktok', href: (handle) => `https://www.tiktok.com/@${handle}` },
  reddit: { icon: 'reddit', href: (handle) => `https://www.reddit.com/r/${handle}` },
  bluesky: { icon: 'bluesky', href: (handle) => `https://bsky.app/profile/${handle}` },
  mastodon: { icon: 'mastodon', href: (handle) => `https://mastodon.social/@${handle}` },
  threads: { icon: 'threads', href: (handle) => `https://www.threads.net/@${handle}` },
  medium: { icon: 'medium', href: (handle) => `https://medium.com/@${handle}` },
}

function renderSocialLinks({ site, icons }: LayoutContext, place: 'header' | 'footer'): SafeHtml {
  const accounts = (site.customization.socialAccounts ?? []).filter(({ display }) => display[place])
  const links = accounts.flatMap(({ platform, handle }) => {
    const known = Object.hasOwn(socialPlatforms, platform) ? socialPlatforms[platform] : undefined
    if (!known) return []
    const name = encodeURIComponent(handle.replace(/^@/, ''))
    return html`<a
      class="social"
      href="${known.href(platform === 'slack' ? name.replaceAll(/[^\w-]/g, '') : name)}"
      rel="noopener me"
      aria-label="${platform}"
      >${icons.use(known.icon)}</a
    >`
  })
  return links.length === 0 ? nothing : html`<span class="socials">${links}</span>`
}

export function renderFooter(frame: LayoutContext): SafeHtml {
  const { site, locale } = frame
  const { customization } = site
  const own = customization.footer
  const light = own.logo && sanitizeImageUrl(own.logo.light)
  const dark = own.logo && sanitizeImageUrl(own.logo.dark)
  const groups = site.footer.groups.map(
    (group) =>
      html`<div class="footer-group">
        <p class="footer-title">${group.title}</p>
        <ul>
          ${group.links.map((link) => html`<li>${renderAnchor(link, frame)}</li>`)}
        </ul>
      </div>`,
  )
  const privacy = customization.privacyPolicy.url
  const socials = renderSocialLinks(frame, 'footer')
  const logos =
    light !== undefined && light !== ''
      ? html`<img
            class="footer-logo${dark === undefined || dark === light ? '' : ' only-light'}"
            src="${light}"
            alt=""
          />${dark !== undefined && dark !== light && html`<img class="footer-logo only-dark" src="${dark}" alt="" />`}`
      : nothing
  const trademark =
    customization.trademark.enabled &&
    html`<span class="powered">${locale.poweredBy} <strong>Verso</strong></span>`
  const copyright = own.copyright !== undefined && own.copyright !== '' && html`<span>${own.copyright}</span>`
  const link =
    privacy !== undefined &&
    sanitizeUrl(privacy) !== undefined &&
    html`<a href="${privacy}">${locale.privacy}</a>`
  if (!trademark && !copyright && !link && groups.length === 0 && logos.text === '' && socials.text === '')
    return nothing
  return html`<footer class="site-footer">
    <div class="bar">
      ${(groups.length > 0 || logos.text !== '') && html`<div class="footer-top">${logos}${groups}</div>`}
      <div class="footer-bottom">${copyright}${link}${socials}${trademark}</div>
    </div>
  </footer>`
}
