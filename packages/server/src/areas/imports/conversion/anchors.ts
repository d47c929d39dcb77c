/** An id that some program gave a heading, in the letters that ids of ours have; empty when nothing is left of it. */
export const normalizeAnchor = (id: string): string =>
  id
    .toLowerCase()
    .replaceAll(/[^-a-z0-9.+_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
