import { Conflict } from '../../common/errors.ts'

/** As `resources/organizations/merge-rules.ts` lets them in. */
export interface MergeRules {
  type: 'none' | 'rules'
  rules?: { rule: string; users?: string[] }[]
}

/** What the rules look at. */
interface Merging {
  subject: string
  ancestorId: string
  mainId: string
}

/**
 * All rules must hold, in their order, unless one of them lets the caller pass. A rule that Verso cannot judge yet
 * does not hold: it is safer to refuse a merge than to wave it through.
 */
export function requireRules({ type, rules = [] }: MergeRules, row: Merging, callerId: string): void {
  if (type !== 'rules') return
  const mayBypass = rules.some(({ rule, users }) => rule === 'allow_bypass' && users?.includes(callerId))
  if (mayBypass) return
  for (const { rule } of rules) {
    const unmet = unmetBecause(rule, row)
    if (unmet !== undefined) throw new Conflict(`The merge rule ${rule} is not met: ${unmet}`)
  }
}

function unmetBecause(rule: string, row: Merging): string | undefined {
  switch (rule) {
    case 'allow_bypass':
      return undefined
    case 'require_up_to_date_change_request':
      return row.ancestorId === row.mainId
        ? undefined
        : 'the space has moved on; update the change request first.'
    case 'require_change_request_subject':
      return row.subject.trim() === '' ? 'the change request has no subject.' : undefined
    case 'require_change_request_description':
      return 'change requests have no description yet.'
    case 'custom':
      return 'expressions cannot be evaluated yet.'
    default:
      return 'reviews cannot be given yet.'
  }
}
