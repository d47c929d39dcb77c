import type { MergeRule, MergeRules } from '../../api/operations.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Checkbox, Select } from '../../ui/choice.tsx'

export type MergeRulesValue = { type: 'inherit' } | { type: 'none' } | { type: 'rules'; rules: MergeRule[] }

const plainRules = {
  require_at_least_one_review: 'ruleReview',
  require_at_least_one_approved_review: 'ruleApproval',
  require_all_reviews_approved: 'ruleAllApproved',
  require_up_to_date_change_request: 'ruleUpToDate',
  require_change_request_subject: 'ruleSubject',
  require_change_request_description: 'ruleDescription',
  require_author_to_merge: 'ruleAuthor',
} as const

type PlainRule = keyof typeof plainRules

const isPlain = ({ rule }: MergeRule): boolean => Object.hasOwn(plainRules, rule)

/** The API's description of what it answers leaves the rules out, which it takes as it gives them. */
export function readMergeRules(rules: MergeRules): MergeRulesValue {
  if (rules.type !== 'rules') return { type: rules.type }
  const list: unknown = 'rules' in rules ? rules.rules : []
  // The server holds stored rules to the same schema as those that it takes.
  return { type: 'rules', rules: Array.isArray(list) ? (list as MergeRule[]) : [] }
}

interface MergeRulesFieldProps {
  value: MergeRulesValue
  onChange: (value: MergeRulesValue) => void
  /** Spaces can follow their organization. */
  canInherit: boolean
}

/** What a change request needs before it can be merged. */
export function MergeRulesField({ value, onChange, canInherit }: MergeRulesFieldProps) {
  const { settings } = useSettingsWords()
  const rules = value.type === 'rules' ? value.rules : []
  const others = rules.filter((rule) => !isPlain(rule))
  const toggle = (rule: PlainRule, isChosen: boolean): void => {
    const rest = rules.filter((each) => each.rule !== rule)
    onChange({ type: 'rules', rules: isChosen ? [...rest, { rule }] : rest })
  }
  const names: PlainRule[] = [
    'require_at_least_one_review',
    'require_at_least_one_approved_review',
    'require_all_reviews_approved',
    'require_up_to_date_change_request',
    'require_change_request_subject',
    'require_change_request_description',
    'require_author_to_merge',
  ]
  return (
    <>
      <Select
        label={settings.mergeRules}
        choices={[
          ...(canInherit ? ([{ value: 'inherit', label: settings.mergeInherit }] as const) : []),
          { value: 'none', label: settings.mergeNone },
          { value: 'rules', label: settings.mergeSome },
        ]}
        value={value.type}
        onChange={(type) => onChange(type === 'rules' ? { type, rules } : { type })}
      />
      {value.type === 'rules' && (
        <div className="stack-small">
          {names.map((rule) => (
            <Checkbox
              key={rule}
              label={settings[plainRules[rule]]}
              isChecked={rules.some((each) => each.rule === rule)}
              onChange={(isChosen) => toggle(rule, isChosen)}
            />
          ))}
          {others.length > 0 && <p className="soft">{settings.otherRules(others.length)}</p>}
        </div>
      )}
    </>
  )
}
