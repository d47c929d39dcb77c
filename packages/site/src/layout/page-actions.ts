import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import type { LayoutContext } from './layout-context.ts'
import type { PageView } from './view.ts'

const assistants = [
  { title: 'ChatGPT', icon: 'openai', href: (prompt: string) => `https://chatgpt.com/?q=${prompt}` },
  { title: 'Claude', icon: 'claude', href: (prompt: string) => `https://claude.ai/new?q=${prompt}` },
]

/** Renders the actions of a page: copy it, view it as Markdown, edit it, download a PDF, open it in an AI assistant. */
export function renderPageActions(page: PageView, { site, locale, icons }: LayoutContext): SafeHtml {
  const { pageActions: actions, git, pdf } = site.customization
  // Newer clients send a list of actions, older ones a flag for each.
  const isEnabled = (name: string, flag: boolean | undefined): boolean =>
    actions.items ? actions.items.includes(name) : flag === true
  const hasMarkdown = isEnabled('markdown', actions.markdown)
  const items: SafeHtml[] = []
  const addItem = (
    href: string,
    icon: string,
    title: string,
    attributes: Record<string, string | boolean | undefined> = {},
  ) =>
    items.push(
      html`<a href="${href}" ${renderAttributes(attributes)}
        >${icons.use(icon) ?? icons.use('sparkles')}${title}</a
      >`,
    )
  if (hasMarkdown) addItem(page.markdown, 'markdown', locale.viewMarkdown)
  if (page.edit && isEnabled('git', git?.showEditLink))
    addItem(page.edit.href, page.edit.provider, locale.editOnGit, { rel: 'noopener' })
  if (page.pdf !== undefined && isEnabled('pdf', pdf?.enabled))
    addItem(page.pdf, 'file-pdf', locale.downloadPdf, { download: true, rel: 'nofollow' })
  if (site.urls.mcp !== undefined && isEnabled('mcp', actions.mcp))
    addItem(site.urls.mcp, 'plug', locale.connectMcp, { rel: 'nofollow', 'data-copy-link': true })
  if (isEnabled('external-ai', actions.externalAI) && site.isIndexed) {
    const prompt = encodeURIComponent(`Read ${page.canonical} so that I can ask questions about it.`)
    for (const assistant of assistants)
      addItem(assistant.href(prompt), assistant.icon, `${locale.openIn} ${assistant.title}`, {
        rel: 'noopener nofollow',
      })
  }
  if (items.length === 0) return nothing
  const copyButton =
    hasMarkdown &&
    html`<button
      class="copy-page"
      type="button"
      data-copy-page="${page.markdown}"
      aria-label="${locale.copyMarkdown}"
      hidden
    >
      ${icons.use('copy')}<span>${locale.copy}</span>
    </button>`
  return html`<div class="page-actions">
    ${copyButton}
    <details class="menu">
      <summary aria-label="${locale.actions}">${icons.use('ellipsis', 'solid')}</summary>
      <div class="menu-panel end">${items}</div>
    </details>
  </div>`
}
