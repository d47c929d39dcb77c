import { ExpressionError, parseExpression } from '@verso/expressions'
import { Type } from 'typebox'
import { Invalid } from '../../../common/errors.ts'

/** A condition for merging a change request. Organizations have their own rules, and spaces may inherit them. */
const MergeRule = Type.Union(
  [
    Type.Object({
      rule: Type.Enum(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'], {
        type: 'string',
      }),
      users: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
    }),
    Type.Object({
      rule: Type.Enum(
        [
          'require_at_least_one_review',
          'require_at_least_one_approved_review',
          'require_all_reviews_approved',
          'require_agent_review',
          'require_up_to_date_change_request',
          'require_change_request_subject',
          'require_change_request_description',
          'require_author_to_merge',
        ],
        { type: 'string' },
      ),
    }),
    Type.Object({
      rule: Type.Literal('custom'),
      expression: Type.String({
        maxLength: 1024,
        description:
          'Over `changeRequest` (`number`, `subject`, `description`, `comments`, `outdated`, `author`), `reviews` ' +
          '(`approved`, `approvedBy`, `changesRequested`, `changesRequestedBy`, `outdated`; those of what the change ' +
          'request has now, without what its author says) and `user`, who merges: `reviews.approved >= 2`.',
      }),
      message: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
  ],
  { 'x-name': 'MergeRule' },
)

const Rules = Type.Object({ type: Type.Literal('rules'), rules: Type.Array(MergeRule, { maxItems: 50 }) })
const NoRules = Type.Object({ type: Type.Literal('none') })
const Inherit = Type.Object({ type: Type.Literal('inherit') })

export const MergeRulesInput = Type.Union([Rules, NoRules])
export const SpaceMergeRulesInput = Type.Union([Inherit, Rules, NoRules])

/** Throws if the expression of a custom rule cannot be parsed. Unknown names are found only when it is evaluated. */
export function requireReadableRules(mergeRules: object): void {
  // The schema `MergeRule` has checked this shape.
  const { rules = [] } = mergeRules as { rules?: { expression?: string }[] }
  for (const [index, { expression }] of rules.entries()) {
    if (expression === undefined) continue
    try {
      parseExpression(expression)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      throw new Invalid(`body.mergeRules.rules.${index}.expression: ${error.message}.`)
    }
  }
}

/** Merge rules as they are stored. They were checked when they were set, so they are not checked again. */
export const MergeRules = Type.Unsafe<object>({
  type: 'object',
  properties: { type: { type: 'string', enum: ['inherit', 'rules', 'none'] } },
  required: ['type'],
  additionalProperties: true,
  'x-name': 'MergeRules',
})
