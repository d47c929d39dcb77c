export { ContentTree } from './content-tree.tsx'
export { collectionsRead, type ContentNode, spacesRead, useContent } from './use-content.ts'
