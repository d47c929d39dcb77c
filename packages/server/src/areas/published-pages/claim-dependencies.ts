import { hash } from 'node:crypto'
import type { Claims } from '../../audience/claims.ts'
import { isVisible } from '../../audience/conditions.ts'
import { createEvaluation, type EvaluationInputs, usesVisitor } from '../content/index.ts'

/** A page with more conditions and expressions than this is cached by all claims: answering them would take too long. */
const MAX_QUESTIONS = 200

/**
 * What a text asked about its visitor while it was made. Visitors for whom all answers are the same get the same text,
 * whatever else they claim.
 */
export interface ClaimDependencies {
  /** The page whose text asked; empty for the trees of other spaces that it refers to. */
  pageId: string
  variables: EvaluationInputs['variables']
  pageVariables: EvaluationInputs['pageVariables']
  conditions: readonly string[]
  expressions: readonly string[]
}

/** Records what is asked about a visitor while a text is made. */
export class ClaimRecorder {
  readonly #treeConditions = new Set<string>()
  readonly #ofSiteView: ClaimDependencies[] = []
  #ofPage: { dependencies: ClaimDependencies; conditions: Set<string>; expressions: Set<string> } | undefined

  /** Records that pages were looked up in a tree with these conditions. */
  addTreeConditions(conditions: readonly string[]): void {
    for (const condition of conditions) this.#treeConditions.add(condition)
  }

  addDependencies(dependencies: readonly ClaimDependencies[]): void {
    this.#ofSiteView.push(...dependencies)
  }

  /** An evaluation that records the conditions and expressions that use claims. */
  createEvaluation(pageId: string, inputs: EvaluationInputs): ReturnType<typeof createEvaluation> {
    const evaluation = createEvaluation(inputs, { knownOnly: false })
    const conditions = new Set<string>()
    const expressions = new Set<string>()
    const { variables, pageVariables } = inputs
    this.#ofPage = {
      dependencies: { pageId, variables, pageVariables, conditions: [], expressions: [] },
      conditions,
      expressions,
    }
    return {
      evaluateCondition: (condition) => {
        conditions.add(condition)
        return evaluation.evaluateCondition(condition)
      },
      evaluateAsText: (expression) => {
        expressions.add(expression)
        return evaluation.evaluateAsText(expression)
      },
    }
  }

  list(): ClaimDependencies[] {
    const all = [...this.#ofSiteView]
    if (this.#treeConditions.size > 0) {
      const conditions = [...this.#treeConditions]
      all.push({ pageId: '', variables: {}, pageVariables: {}, conditions, expressions: [] })
    }
    if (this.#ofPage) {
      const conditions = [...this.#ofPage.conditions].filter(usesVisitor)
      const expressions = [...this.#ofPage.expressions].filter(usesVisitor)
      if (conditions.length + expressions.length > 0)
        all.push({ ...this.#ofPage.dependencies, conditions, expressions })
    }
    return mergeDependencies(all)
  }
}

/** Joins lists of dependencies. Those of one page become one. */
export function mergeDependencies(dependencies: readonly ClaimDependencies[]): ClaimDependencies[] {
  if (dependencies.length <= 1) return [...dependencies]
  const byPage = new Map<string, ClaimDependencies>()
  for (const one of dependencies) {
    const other = byPage.get(one.pageId)
    byPage.set(
      one.pageId,
      other
        ? {
            ...one,
            conditions: [...new Set([...other.conditions, ...one.conditions])],
            expressions: [...new Set([...other.expressions, ...one.expressions])],
          }
        : one,
    )
  }
  return [...byPage.values()]
}

/** What the answers for a visitor are, as a short text; empty where nothing was asked. */
export function summarizeAnswers(dependencies: readonly ClaimDependencies[], claims: Claims): string {
  if (dependencies.length === 0) return ''
  const count = dependencies.reduce(
    (sum, { conditions, expressions }) => sum + conditions.length + expressions.length,
    0,
  )
  const answers =
    count > MAX_QUESTIONS ? claims : dependencies.map((dependency) => answerQuestions(dependency, claims))
  return hash('sha256', JSON.stringify(answers), 'base64url')
}

function answerQuestions(
  { pageId, variables, pageVariables, conditions, expressions }: ClaimDependencies,
  claims: Claims,
): (boolean | string)[] {
  // The conditions of pages know the visitor only.
  if (pageId === '') return conditions.map((condition) => isVisible(condition, claims))
  const { evaluateCondition, evaluateAsText } = createEvaluation(
    { variables, pageVariables, claims },
    { knownOnly: false },
  )
  return [
    ...conditions.map((condition) => evaluateCondition(condition) ?? false),
    ...expressions.map((expression) => evaluateAsText(expression) ?? ''),
  ]
}
