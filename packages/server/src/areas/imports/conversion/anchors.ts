/** Replaces the characters of a heading's id that our ids cannot have. The result may be empty. */
export const normalizeAnchor = (id: string): string =>
  id
    .toLowerCase()
    .replaceAll(/[^-a-z0-9.+_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
