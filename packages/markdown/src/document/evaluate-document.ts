import { createText } from './create-nodes.ts'
import { replaceNodes } from './replace-nodes.ts'
import type { Document } from './types.ts'

/** What is known about the expressions of a document. Nothing said leaves one as it is. */
export interface Evaluation {
  /** Whether what an `if` holds is shown. */
  holds: (expression: string) => boolean | undefined
  /** What stands in the place of an expression in the text. */
  value: (expression: string) => string | undefined
}

/** A document in which conditions are decided and expressions are what they come to. */
export function evaluateDocument(document: Document, { holds, value }: Evaluation): Document {
  return replaceNodes(document, {
    block: (block, visit) => {
      if (block.type !== 'if') return undefined
      const isShown = holds(block.data.expression)
      if (isShown === undefined) return undefined
      return isShown ? visit(block.nodes) : []
    },
    inline: (node) => {
      if (node.type !== 'expression') return undefined
      const result = value(node.data.expression)
      return result === undefined ? undefined : [createText(result)]
    },
  })
}
