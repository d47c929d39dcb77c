import type { PageOutline } from '../../content/index.ts'

/** How many entries of an outline lead to a page. Apart from navigation.ts, which needs an HTML parser. */
export const countOutlinePages = (outline: PageOutline[]): number =>
  outline.reduce(
    (sum, { address, children }) => sum + (address === undefined ? 0 : 1) + countOutlinePages(children),
    0,
  )
