import { indexTree, listAncestors } from '../../ui/tree/index.ts'
import type { ContentNode } from './use-content.ts'

/** The nodes whose names contain a text, with the collections they are in. */
export function filterNodes(nodes: readonly ContentNode[], text: string): readonly ContentNode[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return nodes
  const index = indexTree(nodes)
  const kept = new Set<string>()
  for (const { id, label } of nodes) {
    if (!label.toLocaleLowerCase().includes(wanted)) continue
    kept.add(id)
    for (const ancestor of listAncestors(index, id)) kept.add(ancestor.id)
  }
  return nodes.filter(({ id }) => kept.has(id))
}
