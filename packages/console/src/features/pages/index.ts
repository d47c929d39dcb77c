export { PageMark, readEmoji } from './page-mark.tsx'
export { listPageNodes, type PageNode, pagesRead, PageTree } from './page-tree.tsx'
