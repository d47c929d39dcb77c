import { html } from '../html/html.ts'
import { findLocale } from '../locales/locales.ts'
import type { RenderedPage } from './document.ts'
import { renderNoticePage } from './notice.ts'
import type { SiteView } from './view.ts'

export interface SearchHit {
  title: string
  href: string
  /** The titles of the section and the pages above the result. */
  path: string[]
  icon?: string | undefined
  emoji?: string | undefined
  excerpt: string
  /** Headings of the page that match the query, too. */
  sections: { title: string; href: string; excerpt: string }[]
}

/** Renders search results as a page, for browsers without a script. */
export function renderSearchPage(site: SiteView, query: string, hits: readonly SearchHit[]): RenderedPage {
  const locale = findLocale(site.customization.internationalization.locale)
  const results = hits.map(
    (hit) =>
      html`<li>
        <a href="${hit.href}"
          >${hit.path.length > 0 && html`<span class="result-path">${hit.path.join(' › ')}</span>`}<span
            class="result-title"
            >${hit.title}</span
          ><span class="result-text">${hit.excerpt}</span></a
        >
      </li>`,
  )
  const form = html`<form class="notice-search" action="${site.urls.search}" role="search">
    <input
      type="search"
      name="q"
      value="${query}"
      placeholder="${locale.searchPlaceholder}"
      aria-label="${locale.search}"
    />
  </form>`
  const content =
    query.trim() === ''
      ? form
      : hits.length === 0
        ? html`${form}
            <p>${locale.searchEmpty} “${query}”</p>`
        : html`${form}
            <ul class="results">
              ${results}
            </ul>`
  return renderNoticePage(site, { title: locale.search, text: '', icon: 'magnifying-glass', content })
}
