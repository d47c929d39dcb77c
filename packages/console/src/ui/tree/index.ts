export { Tree, type TreeLabels, type TreeLinkProps, type TreeProps } from './tree.tsx'
export {
  type CanContain,
  findMove,
  indexTree,
  listAncestors,
  type MoveDirection,
  moveNode,
  type TreeIndex,
  type TreeNode,
  type TreePlace,
} from './tree-model.ts'
