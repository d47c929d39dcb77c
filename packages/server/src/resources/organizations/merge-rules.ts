import { Type } from 'typebox'

/** What must hold before a change request merges. Organizations have rules of their own; spaces may inherit. */
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
          'require_all_reviews_approved',
          'require_agent_review',
          'require_up_to_date_change_request',
          'require_change_request_subject',
          'require_change_request_description',
        ],
        { type: 'string' },
      ),
    }),
    Type.Object({ rule: Type.Literal('custom'), expression: Type.String({ maxLength: 2048 }) }),
  ],
  { 'x-name': 'MergeRule' },
)

const Rules = Type.Object({ type: Type.Literal('rules'), rules: Type.Array(MergeRule, { maxItems: 50 }) })
const NoRules = Type.Object({ type: Type.Literal('none') })
const Inherit = Type.Object({ type: Type.Literal('inherit') })

export const MergeRulesInput = Type.Union([Rules, NoRules])
export const SpaceMergeRulesInput = Type.Union([Inherit, Rules, NoRules])

/** As stored, which is as given: it was checked on the way in. */
export const MergeRules = Type.Unsafe<object>({
  type: 'object',
  properties: { type: { type: 'string', enum: ['inherit', 'rules', 'none'] } },
  required: ['type'],
  additionalProperties: true,
  'x-name': 'MergeRules',
})
