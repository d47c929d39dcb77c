import {
  selectAll,
  type DomElement,
  type DomParent,
  escapeHtml,
  removeAll,
  replaceElement,
  readElementText,
} from './dom.ts'
import type { Flavour } from './types.ts'

/** Removes elements without content, and links that run scripts. */
export function cleanHtml(root: DomParent): void {
  removeAll(root, hiddenSelector)
  for (const link of selectAll(root, 'a[href]')) {
    if (/^[\s\p{Cc}]*(javascript|vbscript|data):/iu.test(link.getAttribute('href') ?? ''))
      replaceElement(link, 'span')
  }
}

/**
 * Normalizes the HTML of different programs: notes, code, tabs and so on become one of a few elements (`verso-hint`,
 * `verso-tabs`, `verso-tab`, `pre[data-language]`, …) that `to-markdown.ts` converts.
 */
export function normalizeHtml(root: DomElement, flavour: Flavour): void {
  if (flavour !== 'plain' && flavour !== 'docx' && flavour !== 'google-docs') removeAll(root, chromeSelector)
  convertFormulas(root)
  removeAll(root, 'script, style, noscript, template, svg, object, applet, canvas')
  if (flavour === 'confluence') convertConfluence(root)
  if (flavour === 'notion') convertNotion(root)
  convertHints(root)
  convertTabs(root)
  convertCode(root)
  convertImages(root)
  convertTasks(root)
}

const hiddenSelector =
  'link, meta, button, select, textarea, dialog, .sr-only, .visually-hidden, .visuallyhidden, .headerlink, a.anchor, a.anchorjs-link, a.hash-link, a.header-anchor, .copybtn, .copy-button, .clipboard-button'

const chromeSelector =
  'nav, [role=navigation], [role=search], [role=banner], [role=contentinfo], header.site-header, footer, .breadcrumbs, .breadcrumb, .pagination, .edit-this-page, .theme-edit-this-page, .table-of-contents, .toc, #toc, .cookie-banner, .advertisement'

const hintStyles: [RegExp, string][] = [
  [/danger|error|caution|critical|failure|bug|red/, 'danger'],
  [/warn|attention|important|exclamation|yellow|orange|note_red/, 'warning'],
  [/success|tip|check|done|hint-success|green/, 'success'],
  [/.*/, 'info'],
]

const chooseHintStyle = (text: string): string =>
  hintStyles.find(([pattern]) => pattern.test(text))?.[1] ?? 'info'

// These are the classes of Sphinx, MkDocs, Docusaurus, VuePress, GitHub, Confluence, GitBook and Bootstrap.
const hintSelector =
  '.admonition, .theme-admonition, .custom-block, .markdown-alert, .confluence-information-macro, .hint, .callout, .alert, .notice, .admonitionblock'

const hintTitle =
  '.admonition-title, .custom-block-title, .markdown-alert-title, .callout-title, .alert-heading, [class*=admonitionHeading], .title'

// These titles only repeat the style of the hint and are dropped.
const usualTitle =
  /^(info(rmation)?|note|notes|warning|warn|danger|caution|tip|hint|important|success|error|attention)[:!]?$/i

function convertHints(root: DomElement): void {
  for (const element of selectAll(root, hintSelector)) {
    if (element.tagName === 'DETAILS') continue
    const title = element.querySelector(hintTitle)
    const titleText = readElementText(title)
    const style = chooseHintStyle(`${element.className} ${titleText}`.toLowerCase())
    title?.remove()
    removeAll(element, '.aui-icon, .admonition-icon, [class*=admonitionIcon], .icon')
    const head =
      titleText === '' || usualTitle.test(titleText) ? '' : `<p><strong>${escapeHtml(titleText)}</strong></p>`
    replaceElement(element, 'verso-hint', { 'data-style': style }, head + element.innerHTML)
  }
}

/** Converts tabs with the ARIA roles, which most generators use. */
function convertTabs(root: DomElement): void {
  for (const list of selectAll(root, '[role=tablist]')) {
    const titles = selectAll(list, '[role=tab]').map(readElementText)
    const container = findTabContainer(list, root)
    const panels = container ? selectAll(container, '[role=tabpanel]') : []
    if (!container || titles.length === 0 || panels.length !== titles.length) continue
    const html = panels
      .map(
        (panel, index) =>
          `<verso-tab title="${escapeHtml(titles[index] ?? '')}">${panel.innerHTML}</verso-tab>`,
      )
      .join('')
    replaceElement(container, 'verso-tabs', {}, html)
  }
}

function findTabContainer(list: DomElement, root: DomElement): DomElement | undefined {
  for (let at = list.parentElement; at && at !== root; at = at.parentElement) {
    if (at.querySelector('[role=tabpanel]')) return at
  }
  return undefined
}

function convertCode(root: DomElement): void {
  // Some highlighters use a table with one column for line numbers.
  for (const table of selectAll(root, 'table.highlighttable, .highlight table, table.hljs-ln')) {
    const pre = selectAll(table, 'td.code pre, td.hljs-ln-code').at(-1)
    const text = selectAll(table, 'td.code pre, td.hljs-ln-code').map(readPreformattedText).join('\n')
    if (pre)
      replaceElement(
        table,
        'pre',
        { 'data-language': findLanguage(table) },
        `<code>${escapeHtml(text)}</code>`,
      )
  }
  for (const pre of selectAll(root, 'pre')) {
    removeAll(pre, '.lineno, .linenos, .line-number, .line-numbers-rows, .gutter')
    const language = findLanguage(pre)
    const before = pre.previousElementSibling
    const title = before?.matches('.code-title, .filename') ? readElementText(before) : ''
    if (title) before?.remove()
    replaceElement(
      pre,
      'pre',
      { 'data-language': language, ...(title && { 'data-title': title }) },
      `<code>${escapeHtml(readPreformattedText(pre))}</code>`,
    )
  }
}

function readPreformattedText(element: DomElement): string {
  for (const br of selectAll(element, 'br')) br.replaceWith(element.ownerDocument.createTextNode('\n'))
  // Generators that put each line in an element of its own write no line breaks.
  const text = element.textContent ?? ''
  const lines = selectAll(element, '.token-line, .line, [data-line]')
  if (!text.trimEnd().includes('\n') && lines.length > 1) {
    return lines.map((line) => (line.textContent ?? '').replace(/\n$/, '')).join('\n')
  }
  return text.replace(/^\n/, '').trimEnd()
}

const languagePatterns = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:)-?\s*([\w+#.-]+)/i,
  /(?:^|\s)sourceCode\s+([\w+#.-]+)/,
]

function findLanguage(element: DomElement): string {
  const inner = element.querySelector('code')
  const around = [inner, element, element.parentElement, element.parentElement?.parentElement]
  for (const each of around) {
    const data = each?.getAttribute('data-lang') ?? each?.getAttribute('data-language')
    if (data) return data.toLowerCase()
    const params = each?.getAttribute('data-syntaxhighlighter-params') ?? ''
    const classes = `${params} ${each?.getAttribute('class') ?? ''}`
    for (const pattern of languagePatterns) {
      const language = pattern.exec(classes)?.[1]?.toLowerCase()
      if (language && !['text', 'none', 'plain', 'plaintext', 'default', 'ltr'].includes(language))
        return language
    }
  }
  return ''
}

function convertImages(root: DomElement): void {
  for (const image of selectAll(root, 'img')) {
    const lazy = image.getAttribute('data-src') ?? image.getAttribute('data-original')
    const source = image.getAttribute('src')
    if (lazy && (!source || source.startsWith('data:image/svg') || source.startsWith('data:image/gif'))) {
      image.setAttribute('src', lazy)
    }
    const isPixel = image.getAttribute('width') === '1' && image.getAttribute('height') === '1'
    if (!image.getAttribute('src') || isPixel) image.remove()
  }
}

/** Converts the task lists of programs that use classes to lists with checkboxes. */
function convertTasks(root: DomElement): void {
  for (const item of selectAll(root, 'ul.inline-task-list > li, ul.to-do-list > li')) {
    const checked = item.matches('.checked') || item.querySelector('.checkbox-on') !== null
    removeAll(item, '.checkbox')
    item.innerHTML = `<input type="checkbox"${checked ? ' checked' : ''}> ${item.innerHTML}`
  }
}

/** Converts rendered formulas to their TeX source, which is in the same element. */
function convertFormulas(root: DomElement): void {
  for (const element of selectAll(root, '.katex-display, .katex, .MathJax, mjx-container, math')) {
    const source = element.querySelector('annotation[encoding="application/x-tex"]')
    const text = source?.textContent?.trim()
    if (!text || !element.parentElement) continue
    const block = element.matches('.katex-display, [display=true], [display=block]')
    replaceElement(element, block ? 'verso-math' : 'verso-inline-math', {}, escapeHtml(text))
  }
  for (const script of selectAll(root, 'script[type^="math/tex"]')) {
    const block = (script.getAttribute('type') ?? '').includes('display')
    replaceElement(
      script,
      block ? 'verso-math' : 'verso-inline-math',
      {},
      escapeHtml(script.textContent ?? ''),
    )
  }
}

function convertConfluence(root: DomElement): void {
  removeAll(root, '.toc-macro, .hidden, .page-metadata, .pageSectionHeader')
  for (const icon of selectAll(root, 'img.emoticon')) {
    const emoji = icon.getAttribute('data-emoji-fallback') ?? icon.getAttribute('alt') ?? ''
    icon.replaceWith(root.ownerDocument.createTextNode(emoji))
  }
  for (const expander of selectAll(root, '.expand-container')) {
    const title = readElementText(expander.querySelector('.expand-control-text')) || 'More'
    const content = expander.querySelector('.expand-content')?.innerHTML ?? ''
    replaceElement(expander, 'details', {}, `<summary>${escapeHtml(title)}</summary>${content}`)
  }
  for (const panel of selectAll(root, '.panel')) {
    if (panel.querySelector('pre')) {
      const title = readElementText(panel.querySelector('.panelHeader, .codeHeader'))
      const pre = panel.querySelector('pre')
      if (pre && title)
        pre.insertAdjacentHTML('beforebegin', `<div class="code-title">${escapeHtml(title)}</div>`)
      removeAll(panel, '.panelHeader, .codeHeader')
      continue
    }
    const header = panel.querySelector('.panelHeader')
    const title = readElementText(header)
    header?.remove()
    const head = title ? `<p><strong>${escapeHtml(title)}</strong></p>` : ''
    replaceElement(panel, 'verso-hint', { 'data-style': 'info' }, head + panel.innerHTML)
  }
}

function convertNotion(root: DomElement): void {
  // A callout of Notion is an `aside` in Markdown, and a figure with an icon in HTML.
  for (const callout of selectAll(root, 'aside, figure.callout')) {
    removeAll(callout, '.icon')
    const style = chooseHintStyle(callout.className.toLowerCase())
    replaceElement(callout, 'verso-hint', { 'data-style': style }, callout.innerHTML)
  }
  for (const toggle of selectAll(root, 'ul.toggle > li > details'))
    toggle.parentElement?.parentElement?.replaceWith(toggle)
  removeAll(root, '.page-header-icon, .table_of_contents')
}
