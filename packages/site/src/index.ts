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
export { buildAssets, type Asset, type Assets } from './assets/assets.ts'
export { Highlighter, type Snippet } from './content/highlight.ts'
export { hashSource } from './content/page-styles.ts'
export { escape } from './html/html.ts'
export type { RenderedPage } from './layout/document.ts'
export { iconSvg } from './layout/head.ts'
export { notFound, renderNotice } from './layout/notice.ts'
export { renderPage } from './layout/page.ts'
export { renderSearch, type SearchHit } from './layout/search-page.ts'
export type * from './layout/view.ts'
export { localeOf, type Locale } from './locales/locales.ts'
export { snippetsOf } from './render/code.ts'
export {
  noReferences,
  type References,
  type ResolvedEmbed,
  type ResolvedFile,
  type ResolvedLink,
} from './render/context.ts'
export { openapiSnippets } from './render/openapi/snippets.ts'
export type { OpenAPIDocument } from './render/openapi/types.ts'
export { formatColor, parseColor, textOn } from './theme/colors.ts'
export { type Customization, defaultCustomization } from './theme/customization.ts'
export { fontFile } from './theme/fonts.ts'
export { type Theme, themeOf } from './theme/theme.ts'
