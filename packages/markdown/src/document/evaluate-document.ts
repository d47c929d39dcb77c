import { createText } from './create-nodes.ts'
import { replaceNodes } from './replace-nodes.ts'
import type { Document } from './types.ts'

/** Evaluates the expressions of a document. An expression stays in the document when the result is undefined. */
export interface ExpressionEvaluator {
  /** Whether the content of an `if` block is shown. */
  evaluateCondition: (expression: string) => boolean | undefined
  /** The text that replaces an expression. */
  evaluateAsText: (expression: string) => string | undefined
}

/** Replaces conditions by their content or nothing, and expressions by their values. */
export function evaluateDocument(
  document: Document,
  { evaluateCondition, evaluateAsText }: ExpressionEvaluator,
): Document {
  return replaceNodes(document, {
    block: (block, visit) => {
      if (block.type !== 'if') return undefined
      const isShown = evaluateCondition(block.data.expression)
      if (isShown === undefined) return undefined
      return isShown ? visit(block.nodes) : []
    },
    inline: (node) => {
      if (node.type !== 'expression') return undefined
      const result = evaluateAsText(node.data.expression)
      return result === undefined ? undefined : [createText(result)]
    },
  })
}
