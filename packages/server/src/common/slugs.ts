const longest = 100

/** One segment of an address: what people type into a path, and nothing that a URL would have to escape. */
export const segmentPattern = '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$'

/** A title as a segment of an address; `fallback` for one of which nothing is left. */
export function slugifySegment(title: string, fallback: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** The wanted slug, or the first with a number behind it that is not taken. */
export function findFreeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted
  for (let n = 1; taken.has(slug); n++) slug = `${wanted.slice(0, longest - `-${n}`.length)}-${n}`
  return slug
}
