import { type Document, extractPlainText, listHeadings, walkBlocks, writeMarkdown } from '@verso/markdown'
import { ElementIds, escapeHtml, readUpdateDay, reserveUpdateAnchor } from '@verso/site'
import type { PageEntry } from './page-index.ts'

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** A page as Markdown, with its title and description. */
export function writePageMarkdown({ page }: PageEntry, document: Document): string {
  const { title, description } = page.fields
  const lead =
    description === undefined || description === '' ? '' : `> ${description.replaceAll(/\s+/g, ' ')}\n\n`
  return `# ${title}\n\n${lead}${writeMarkdown(document)}`
}

/** The updates of a page as an RSS feed; undefined for a page without updates. */
export function writePageFeed(
  entry: PageEntry,
  document: Document,
  { pageUrl, language }: { pageUrl: string; language: string },
): string | undefined {
  const updates = walkBlocks(document).flatMap(({ block }) => (block.type === 'update' ? [block] : []))

  if (updates.length === 0) return undefined
  const ids = new ElementIds(listHeadings(document).map(({ anchor }) => anchor))
  const items = updates.slice(0, 100).map((update) => {
    const text = extractPlainText({ object: 'document', data: {}, nodes: update.nodes })
    const [first = '', ...rest] = text.split('\n')
    const day = readUpdateDay(update.data.date)
    const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
    const link = `${pageUrl}#${reserveUpdateAnchor(ids, update.data.date)}`
    const published =
      date === undefined || Number.isNaN(date.getTime()) ? '' : `<pubDate>${date.toUTCString()}</pubDate>`
    return `<item><title>${escapeHtml(first.slice(0, 200) || update.data.date)}</title><link>${escapeHtml(link)}</link><guid isPermaLink="false">${escapeHtml(`${entry.page.id}-${update.key}`)}</guid>${published}<description>${escapeHtml(rest.join('\n') || first)}</description></item>`
  })
  return `${xmlDeclaration}<rss version="2.0"><channel><title>${escapeHtml(entry.page.fields.title)}</title><link>${escapeHtml(pageUrl)}</link><description>${escapeHtml(entry.page.fields.description ?? entry.page.fields.title)}</description><language>${escapeHtml(language)}</language>${items.join('')}</channel></rss>`
}
