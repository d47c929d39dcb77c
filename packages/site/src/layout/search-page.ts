import { html, type SafeHtml } from '../html/html.ts'
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

/** What a search found, and the pages that it offers if that is nothing. */
export interface SearchResults {
  items: readonly SearchHit[]
  closest: readonly SearchHit[]
  /** False while pages are still being indexed. */
  isComplete: boolean
}

/** Renders search results as a page, for browsers without a script. */
export function renderSearchPage(site: SiteView, query: string, results: SearchResults): RenderedPage {
  const locale = findLocale(site.customization.internationalization.locale)
  const { items, closest, isComplete } = results
  const note = !isComplete && html`<p>${locale.searchIncomplete}</p>`
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
      : items.length === 0
        ? html`${form}
            <p>${locale.searchEmpty} “${query}”</p>
            ${note}
            ${
              closest.length > 0 &&
              html`<p>${locale.searchClosest}</p>
                ${renderHits(closest)}`
            }`
        : html`${form}${note}${renderHits(items)}`
  return renderNoticePage(site, { title: locale.search, text: '', icon: 'magnifying-glass', content })
}

const renderHits = (hits: readonly SearchHit[]): SafeHtml =>
  html`<ul class="results">
    ${hits.map(
      (hit) =>
        html`<li>
          <a href="${hit.href}"
            >${hit.path.length > 0 && html`<span class="result-path">${hit.path.join(' › ')}</span>`}<span
              class="result-title"
              >${hit.title}</span
            ><span class="result-text">${hit.excerpt}</span></a
          >
        </li>`,
    )}
  </ul>`
