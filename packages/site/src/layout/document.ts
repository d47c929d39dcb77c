import { createHashSource } from '../content/page-styles.ts'
import { html, renderAttributes, type SafeHtml } from '../html/html.ts'
import type { Locale } from '../locales/locales.ts'
import type { TesterWords } from '../render/openapi/tester-data.ts'
import { chooseName, listStyleClasses } from '../theme/plain-style.ts'
import { renderFooter } from './footer.ts'
import { type DocumentOptions, listScripts, renderHead, themeScript } from './head.ts'
import { renderAnnouncement, renderHeader } from './header.ts'
import type { LayoutContext } from './layout-context.ts'
import { renderSearchDialog } from './search-dialog.ts'
import { renderSectionTabs } from './section-tabs.ts'

/**
 * A rendered document and the Content-Security-Policy to send with it. Who may show it in a frame (`frame-ancestors`) is not
 * in it: the same document can be a preview.
 */
export interface RenderedDocument {
  html: string
  policy: string
}

export interface RenderedPage extends RenderedDocument {
  /** What browsers get on demand, at the address of the page with `?parts`. */
  parts?: RenderedDocument
}

const rightToLeftLanguage = /^(?:ar|he|fa|ur|ps|sd|yi|dv|ckb|ug)\b/i

/** Renders the whole HTML document around the content. */
export function renderDocument(
  context: LayoutContext,
  options: DocumentOptions,
  content: SafeHtml,
): RenderedDocument {
  const { site, locale, icons, styles, testableOperations } = context
  const { themes } = site.customization
  const classes = [...listStyleClasses(site.customization), site.sections.length > 1 ? 'has-sections' : '']
  // The document has the language of its content. The texts of the interface can be in another language.
  const language = site.language ?? locale.language
  const defaultMode = chooseName(themes.default, ['system', 'light', 'dark'])
  const body = html`<a class="skip" href="#content">${locale.skipToContent}</a
    >${renderAnnouncement(context)}${renderHeader(context, options.hasDrawer)}${renderSectionTabs(context)}${content}${renderFooter(context)}${renderSearchDialog(context)}${!testableOperations.isEmpty && html`<div id="api-tester" hidden data-words="${JSON.stringify(pickTesterWords(locale))}"></div>`}${options.partsVersion !== undefined && html`<div id="parts" hidden data-version="${options.partsVersion}"></div>`}`
  const rules = styles.toCss()
  const document = html`<html
    lang="${language}"
    dir="${rightToLeftLanguage.test(language) ? 'rtl' : 'ltr'}"
    class="${classes.filter((name) => name !== '').join(' ')}"
    data-default-theme="${defaultMode}"
    ${renderAttributes({ 'data-theme': defaultMode === 'system' ? undefined : defaultMode })}
  >
    ${renderHead(context, options, rules)}
    <body>
      ${body}${icons.render()}
    </body>
  </html>`
  return { html: `<!doctype html>${document.text}`, policy: createPolicy(context, options, rules) }
}

function pickTesterWords({ api, close }: Locale): TesterWords {
  const { test, send, server, authentication, parameters, body, response, noContent, required } = api
  const { token, userName, password, headers, unreachable, cutOff } = api
  return {
    test,
    send,
    server,
    authentication,
    parameters,
    body,
    response,
    noContent,
    required,
    token,
    userName,
    password,
    headers,
    unreachable,
    cutOff,
    close,
  }
}

/**
 * Creates the Content-Security-Policy of a page. A page loads from its own host only and runs only our script, whatever
 * its author wrote. Images can come from other hosts, because authors link to them.
 */
function createPolicy(context: LayoutContext, options: DocumentOptions, rules: string): string {
  const { site, testableOperations, players, diagrams } = context
  const frames = [
    ...(diagrams.isEmpty ? [] : ["'self'"]),
    ...[...players.hosts].map((host) => `https://${host}`),
  ]
  const fonts = ["'self'", ...site.theme.fontHosts].join(' ')
  return [
    "default-src 'none'",
    // Not 'self': files that authors uploaded have the same host.
    `script-src ${createHashSource(themeScript)} ${listScripts(context, options)
      .map(({ hash }) => hash)
      .join(' ')}`,
    `style-src 'self'${rules === '' ? '' : ` ${createHashSource(rules)}`}`,
    "img-src 'self' data: https: http:",
    "media-src 'self'",
    `font-src ${fonts}`,
    ["connect-src 'self'", ...testableOperations.origins].join(' '),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}
