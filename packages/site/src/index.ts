/**
 * Renders published pages: a document as HTML, the page around it, its style sheet, script and fonts. The package is
 * pure: callers pass in everything about a site. It makes no requests and reads only its own files and those of its
 * dependencies.
 *
 * Terminology:
 * - *view*: the data of a page or site for one visitor, with titles and URLs instead of ids and conditions.
 * - *references*: what a document refers to by id, resolved while it is rendered.
 * - *notice*: a page without a document, such as "not found", "sign in" or search results.
 */
export { type Asset, type Assets, loadAssets } from './assets/assets.ts'
export { findDiagramFile } from './assets/diagram-files.ts'
export { Highlighter, type Snippet } from './content/highlight.ts'
export { type HighlightJob, type HighlightResult, runHighlightJobs } from './content/highlight-jobs.ts'
export { listIcons, renderIconSvg } from './content/icons.ts'
export { createHashSource } from './content/page-styles.ts'
export { escapeHtml } from './html/html.ts'
export type { RenderedDocument, RenderedPage } from './layout/document.ts'
export { renderFaviconSvg } from './layout/head.ts'
export { renderNotFoundPage, renderNoticePage } from './layout/notice.ts'
export { renderPage } from './layout/page.ts'
export { renderSearchPage, type SearchHit, type SearchResults } from './layout/search-page.ts'
export type * from './layout/view.ts'
export { findLocale, type Locale } from './locales/locales.ts'
export { collectSnippets } from './render/code.ts'
export { renderContent, type RenderedContent } from './render/content.ts'
export { PageDiagrams } from './render/diagrams.ts'
export type { OutlineHeading } from './render/outline.ts'
export {
  ExpensivePageError,
  type PageReferences,
  RenderBudget,
  type ResolvedEmbed,
  type ResolvedFile,
  type ResolvedLink,
  urlOnlyReferences,
} from './render/context.ts'
export { ElementIds, readUpdateDay, reserveUpdateAnchor } from './render/element-ids.ts'
export { findPlayerProvider, type PlayerProvider } from './render/players.ts'
export { collectOpenAPISnippets } from './render/openapi/snippets.ts'
export type { OpenAPIDocument } from './render/openapi/types.ts'
export { chooseTextColor, formatColor, parseColor } from './theme/colors.ts'
export { type Customization, defaultCustomization } from './theme/customization.ts'
export { findFontFile } from './theme/fonts.ts'
export { createTheme, type Theme } from './theme/theme.ts'
