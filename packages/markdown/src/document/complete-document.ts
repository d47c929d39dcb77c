import { MarkdownTooDeep } from '../errors.ts'
import { assignAnchors } from './anchors.ts'
import { assignKeys } from './keys.ts'
import { createActionReference } from './button-actions.ts'
import type { ButtonAction, Document } from './types.ts'

/** A block counts for up to three levels: the block, a fragment and its list of nodes. */
const MAX_NESTING_DEPTH = 300

/**
 * Adds the keys, empty data and anchors that the contract allows a document to omit. The document has to be valid,
 * which this function does not check.
 */
export function completeDocument(document: { nodes: readonly object[] }): Document {
  const copy: unknown = structuredClone({ object: 'document', data: {}, ...document })
  completeNode(copy, 0)
  // The cast is safe: a valid document has the required properties, and the optional ones were just added.
  return assignKeys(assignAnchors(copy as Document))
}

function completeNode(node: unknown, depth: number): void {
  if (depth > MAX_NESTING_DEPTH) throw new MarkdownTooDeep(MAX_NESTING_DEPTH)
  if (Array.isArray(node)) {
    for (const child of node) completeNode(child, depth + 1)
    return
  }
  if (!isRecord(node)) return
  switch (node['object']) {
    case 'leaf':
      node['marks'] ??= []
      return
    case 'text':
      node['leaves'] ??= []
      break
    case 'block':
    case 'inline':
      node['data'] ??= {}
      node['isVoid'] ??= !('nodes' in node)
      if (node['type'] === 'button') completeButton(node['data'])
      break
    default:
  }
  completeNode(node['nodes'], depth + 1)
  completeNode(node['leaves'], depth + 1)
  completeNode(node['fragments'], depth + 1)
}

/** A button with an action may omit its reference. */
function completeButton(data: unknown): void {
  if (!isRecord(data) || !isRecord(data['action'])) return
  // The document is valid, so this is an action.
  data['ref'] ??= createActionReference(data['action'] as ButtonAction)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
