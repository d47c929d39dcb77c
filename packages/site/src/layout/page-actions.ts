import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import type { LayoutContext } from './page.ts'
import type { PageView } from './view.ts'

const assistants = [
  { title: 'ChatGPT', icon: 'openai', href: (prompt: string) => `https://chatgpt.com/?q=${prompt}` },
  { title: 'Claude', icon: 'claude', href: (prompt: string) => `https://claude.ai/new?q=${prompt}` },
]

/** What one can do with a page: copy it, read it as Markdown, edit it, print it, take it to an assistant. */
export function renderPageActions(page: PageView, { site, locale, icons }: LayoutContext): SafeHtml {
  const { pageActions: chosen, git, pdf } = site.customization
  const allowed = (name: string, older: boolean | undefined): boolean =>
    chosen.items ? chosen.items.includes(name) : older === true
  const markdown = allowed('markdown', chosen.markdown)
  const items: SafeHtml[] = []
  const item = (
    href: string,
    icon: string,
    title: string,
    extra: Record<string, string | boolean | undefined> = {},
  ) =>
    items.push(
      html`<a href="${href}" ${renderAttributes(extra)}
        >${icons.use(icon) ?? icons.use('sparkles')}${title}</a
      >`,
    )
  if (markdown) item(page.markdown, 'markdown', locale.viewMarkdown)
  if (page.edit && allowed('git', git?.showEditLink))
    item(page.edit.href, page.edit.provider, locale.editOnGit, { rel: 'noopener' })
  if (page.pdf !== undefined && allowed('pdf', pdf?.enabled))
    item(page.pdf, 'file-pdf', locale.downloadPdf, { download: true, rel: 'nofollow' })
  if (site.addresses.mcp !== undefined && allowed('mcp', chosen.mcp))
    item(site.addresses.mcp, 'plug', locale.connectMcp, { rel: 'nofollow', 'data-copy-link': true })
  if (allowed('external-ai', chosen.externalAI) && site.indexed) {
    const prompt = encodeURIComponent(`Read ${page.canonical} so that I can ask questions about it.`)
    for (const assistant of assistants)
      item(assistant.href(prompt), assistant.icon, `${locale.openIn} ${assistant.title}`, {
        rel: 'noopener nofollow',
      })
  }
  if (items.length === 0) return nothing
  const copy =
    markdown &&
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
    ${copy}
    <details class="menu">
      <summary aria-label="${locale.actions}">${icons.use('ellipsis', 'solid')}</summary>
      <div class="menu-panel end">${items}</div>
    </details>
  </div>`
}
