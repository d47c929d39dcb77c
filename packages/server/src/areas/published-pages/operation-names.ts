/** What pages load from below `~verso/`. The rest there are the site's own scripts, styles and fonts. */
const ownResources: Record<string, string> = {
  search: 'published-search',
  mcp: 'published-mcp',
  pdf: 'published-pdf',
  files: 'published-file',
}

/** Names what a request to a site asks for, for the log and the metrics. There are few names, whatever paths there are. */
export function nameOperation(segments: readonly string[] | undefined): string {
  if (!segments) return 'published-unknown-site'
  const own = segments.indexOf('~verso')
  if (own >= 0) return ownResources[segments[own + 1] ?? ''] ?? 'published-asset'
  const name = segments.at(-1) ?? ''
  if (name.endsWith('.md')) return 'published-markdown'
  if (name === 'rss.xml') return 'published-feed'
  if (['sitemap.xml', 'sitemap-pages.xml', 'robots.txt'].includes(name)) return 'published-map'
  if (['llms.txt', 'llms-full.txt'].includes(name)) return 'published-llms'
  return 'published-page'
}
