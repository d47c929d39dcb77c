/**
 * What a reader sees: a document as HTML, the page around it, its style sheet, script and fonts. Pure: everything about
 * a site is given to it; nothing is fetched, and no file is read but those of this package and its dependencies.
 *
 * Terminology:
 * - *view*: what is to be shown, resolved for one visitor: no ids, no conditions, only titles and addresses.
 * - *references*: how a document's references are answered while it is rendered.
 * - *notice*: a page without a document: not found, sign in, results of a search.
 */
export { buildAssets, type Asset, type Assets } from './assets/assets.ts'
export { Highlighter, type Snippet } from './content/highlight.ts'
export { hashSource } from './content/page-styles.ts'
export { escape, html, SafeHtml, trustHtml } from './html/html.ts'
export { sanitizeImageUrl, sanitizeUrl } from './html/urls.ts'
export { iconSvg } from './layout/head.ts'
export type { RenderedPage } from './layout/document.ts'
export { notFound, renderNotice } from './layout/notice.ts'
export { renderPage } from './layout/page.ts'
export { renderSearch, type SearchHit } from './layout/search-page.ts'
export type * from './layout/view.ts'
export { localeOf, type Locale } from './locales/locales.ts'
export { createRenderContext } from './render/blocks.ts'
export { snippetsOf } from './render/code.ts'
export {
  type RenderContext,
  noReferences,
  type References,
  type RenderOptions,
  type ResolvedEmbed,
  type ResolvedFile,
  type ResolvedLink,
} from './render/context.ts'
export { openapiSnippets } from './render/openapi/snippets.ts'
export type { OpenAPIDocument } from './render/openapi/types.ts'
export { type Customization, defaultCustomization } from './theme/customization.ts'
export { fontFile } from './theme/fonts.ts'
export { parseColor, formatColor, textOn } from './theme/colors.ts'
export { type Theme, themeOf } from './theme/theme.ts'
