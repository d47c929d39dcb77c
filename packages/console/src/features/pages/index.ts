export { PageContent } from './page-content.tsx'
export { PageMark } from './page-mark.tsx'
export { PageOutline } from './page-outline.tsx'
export { listPageNodes, type PageNode, pagesRead, PageTree } from './page-tree.tsx'
