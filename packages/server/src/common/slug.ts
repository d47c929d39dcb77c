/** A path segment from a title: letters and digits of any script, the rest as dashes. */
export function slugifyPageTitle(title: string): string {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return Array.from(slug).slice(0, 100).join('') || 'page'
}
