/** The longest slug that is made from a title. */
const MAX_SLUG_LENGTH = 100

/** The pattern of one path segment of a site: nothing that a URL would have to escape. */
export const segmentPattern = '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$'

/** The slug of a page: letters and digits of any script, and dashes in place of everything else. */
export function slugifyPageTitle(title: string): string {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return Array.from(slug).slice(0, MAX_SLUG_LENGTH).join('') || 'page'
}

/** The slug of a section, site space or site: ASCII only. `fallback` is for titles of which nothing is left. */
export function slugifySegment(title: string, fallback: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** Returns the slug, or adds the first number that makes it unique. */
export function findFreeSlug(preferredSlug: string, usedSlugs: ReadonlySet<string>): string {
  let slug = preferredSlug
  for (let n = 1; usedSlugs.has(slug); n++)
    slug = `${preferredSlug.slice(0, MAX_SLUG_LENGTH - `-${n}`.length)}-${n}`
  return slug
}
