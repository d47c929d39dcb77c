import { html, nothing, type SafeHtml } from '../html/html.ts'
import { findLocale } from '../locales/locales.ts'
import { renderDocument, type RenderedPage } from './document.ts'
import { createLayoutContext } from './layout-context.ts'
import { renderSidebar } from './navigation.ts'
import type { SiteView } from './view.ts'

/** Renders a page without a document, such as an error, a sign-in page or search results. */
export function renderNoticePage(
  site: SiteView,
  notice: {
    title: string
    text: string
    icon: string
    hasSearch?: boolean
    content?: SafeHtml
  },
): RenderedPage {
  const context = createLayoutContext(site)
  const { locale, icons } = context
  const sidebar = renderSidebar([], context)
  const search =
    notice.hasSearch === true
      ? html`<form class="notice-search" action="${site.urls.search}" role="search">
            ${icons.use('magnifying-glass', 'solid')}<input
              type="search"
              name="q"
              placeholder="${locale.searchPlaceholder}"
              aria-label="${locale.search}"
            />
          </form>
          <p><a class="button secondary" href="${site.urls.home}">${locale.backHome}</a></p>`
      : nothing
  return renderDocument(
    context,
    { title: notice.title, description: undefined, page: undefined, hasDrawer: sidebar.text !== '' },
    html`<div class="layout no-sidebar no-outline">
      ${sidebar}
      <main id="content" tabindex="-1" class="notice">
        <span class="notice-icon">${icons.use(notice.icon)}</span>
        <h1>${notice.title}</h1>
        <p>${notice.text}</p>
        ${search}${notice.content}
      </main>
    </div>`,
  )
}

export const renderNotFoundPage = (site: SiteView): RenderedPage => {
  const locale = findLocale(site.customization.internationalization.locale)
  return renderNoticePage(site, {
    title: locale.notFoundTitle,
    text: locale.notFoundText,
    icon: 'compass',
    hasSearch: true,
  })
}
