import type { Block, List } from './types.ts'

export function isList(block: Block): block is List {
  return block.type === 'list-ordered' || block.type === 'list-unordered' || block.type === 'list-tasks'
}
