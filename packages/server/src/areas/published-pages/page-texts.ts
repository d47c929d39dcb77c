import { type Document, plainText, walkBlocks, writeMarkdown } from '@verso/markdown'
import { escape } from '@verso/site'
import type { ShownPage } from './space-index.ts'

export const xml = '<?xml version="1.0" encoding="UTF-8"?>'

/** A page as Markdown, with its title and what it says of itself. */
export function markdownOf({ page }: ShownPage, document: Document): string {
  const { title, description } = page.fields
  const lead =
    description === undefined || description === '' ? '' : `> ${description.replaceAll(/\s+/g, ' ')}\n\n`
  return `# ${title}\n\n${lead}${writeMarkdown(document)}`
}

/** The updates of a page as a feed. */
export function feedOf(
  shown: ShownPage,
  document: Document,
  { address: page, language }: { address: string; language: string },
): string | undefined {
  const updates = walkBlocks(document).flatMap(({ block }) => (block.type === 'update' ? [block] : []))

  if (updates.length === 0) return undefined
  const items = updates.slice(0, 100).map((update) => {
    const text = plainText({ object: 'document', data: {}, nodes: update.nodes })
    const [first = '', ...rest] = text.split('\n')
    const day = /^\d{4}-\d{2}-\d{2}/.exec(update.data.date)?.[0]
    const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
    const link = `${page}#update-${day ?? ''}`
    const published =
      date === undefined || Number.isNaN(date.getTime()) ? '' : `<pubDate>${date.toUTCString()}</pubDate>`
    return `<item><title>${escape(first.slice(0, 200) || update.data.date)}</title><link>${escape(link)}</link><guid isPermaLink="false">${escape(`${shown.page.id}-${update.key}`)}</guid>${published}<description>${escape(rest.join('\n') || first)}</description></item>`
  })
  return `${xml}<rss version="2.0"><channel><title>${escape(shown.page.fields.title)}</title><link>${escape(page)}</link><description>${escape(shown.page.fields.description ?? shown.page.fields.title)}</description><language>${escape(language)}</language>${items.join('')}</channel></rss>`
}
