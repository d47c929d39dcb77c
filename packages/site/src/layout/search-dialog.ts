import { html, type SafeHtml } from '../html/html.ts'
import type { LayoutContext } from './layout-context.ts'

/** Renders the search dialog, which the script opens. Without a script, the button in the header opens a search page. */
export function renderSearchDialog({ site, locale, icons }: LayoutContext): SafeHtml {
  return html`<dialog
    class="search-dialog"
    id="search"
    aria-label="${locale.search}"
    data-empty="${locale.searchEmpty}"
    data-closest="${locale.searchClosest}"
    data-incomplete="${locale.searchIncomplete}"
    data-hint="${locale.searchHint}"
    data-address="${site.urls.search}"
  >
    <form method="dialog" role="search">
      <label class="search-field"
        >${icons.use('magnifying-glass', 'solid')}<input
          type="search"
          name="q"
          autocomplete="off"
          spellcheck="false"
          placeholder="${locale.searchPlaceholder}"
          aria-label="${locale.search}"
          role="combobox"
          aria-expanded="false"
          aria-controls="search-results"
          aria-autocomplete="list" /></label
      ><button type="submit" aria-label="${locale.close}">${icons.use('xmark', 'solid')}</button>
    </form>
    <div class="search-results" id="search-results" role="listbox" aria-label="${locale.searchResults}"></div>
  </dialog>`
}
