import { holds } from '@verso/expressions'
import { Conflict } from '../../../common/errors.ts'
import type { ReviewStatus } from './review-status.ts'

/** As `resources/organizations/merge-rules.ts` lets them in. */
export interface MergeRules {
  type: 'none' | 'rules'
  rules?: MergeRule[]
}

interface MergeRule {
  rule: string
  users?: string[]
  expression?: string
  /** What a rule of one's own says when it does not hold. */
  message?: string
}

/** What someone other than the author said last. Nobody reviews themselves: that would make every rule one's own. */
export interface LatestReview {
  reviewerId: string
  status: ReviewStatus
  outdated: boolean
}

/** What the rules look at. */
interface Merging {
  number: number
  subject: string
  description: string
  /** Open ones. */
  comments: number
  ancestorId: string
  mainId: string
  authorId: string | undefined
  reviews: LatestReview[]
  /** Who merges. */
  callerId: string
}

/**
 * All rules must hold, in their order, unless one of them lets the caller pass. A rule that Verso cannot judge yet
 * does not hold: it is safer to refuse a merge than to wave it through.
 */
export function requireRules({ type, rules = [] }: MergeRules, merging: Merging): void {
  if (type !== 'rules') return
  const mayBypass = rules.some(
    ({ rule, users }) => rule === 'allow_bypass' && users?.includes(merging.callerId),
  )
  if (mayBypass) return
  for (const rule of rules) {
    const unmet = unmetBecause(rule, merging)
    if (unmet !== undefined) throw new Conflict(`The merge rule ${rule.rule} is not met: ${unmet}`)
  }
}

function unmetBecause(
  { rule, users = [], expression = '', message }: MergeRule,
  merging: Merging,
): string | undefined {
  switch (rule) {
    case 'allow_bypass':
      return undefined
    case 'require_up_to_date_change_request':
      return merging.ancestorId === merging.mainId
        ? undefined
        : 'the space has moved on; update the change request first.'
    case 'require_change_request_subject':
      return merging.subject.trim() === '' ? 'the change request has no subject.' : undefined
    case 'require_at_least_one_review':
      return merging.reviews.some(({ outdated }) => !outdated)
        ? undefined
        : 'nobody but its author has reviewed what the change request has now.'
    case 'require_all_reviews_approved':
      return objection(merging.reviews)
    case 'require_specific_reviewers': {
      const missing = users.filter((id) => !hasApproved(merging.reviews, id))
      return missing.length === 0 ? undefined : `these people have yet to approve it: ${missing.join(', ')}.`
    }
    case 'require_one_of_specific_reviewers':
      return users.some((id) => hasApproved(merging.reviews, id))
        ? undefined
        : `one of these people has yet to approve it: ${users.join(', ')}.`
    case 'require_change_request_description':
      return merging.description.trim() === '' ? 'the change request has no description.' : undefined
    case 'require_at_least_one_approved_review':
      return merging.reviews.some(({ status, outdated }) => status === 'approved' && !outdated)
        ? undefined
        : 'nobody but its author has approved what the change request has now.'
    case 'require_author_to_merge':
      return merging.authorId === merging.callerId ? undefined : 'only its author merges it.'
    case 'custom':
      return holds(expression, scopeOf(merging)) ? undefined : (message ?? `${expression} does not hold.`)
    case 'require_agent_review':
      return 'there are no agents here that review.'
    default:
      return 'it cannot be judged.'
  }
}

/** What a rule of one's own may ask for. What it asks for beyond that is not there, and the rule does not hold. */
function scopeOf(merging: Merging) {
  const { number, subject, description, comments, ancestorId, mainId, authorId, reviews, callerId } = merging
  const current = reviews.filter(({ outdated }) => !outdated)
  const by = (status: ReviewStatus) =>
    current.filter((review) => review.status === status).map(({ reviewerId }) => reviewerId)
  const [approvedBy, changesRequestedBy] = [by('approved'), by('changes-requested')]
  return {
    changeRequest: {
      number,
      subject,
      description,
      comments,
      outdated: ancestorId !== mainId,
      author: authorId ?? null,
    },
    reviews: {
      approved: approvedBy.length,
      approvedBy,
      changesRequested: changesRequestedBy.length,
      changesRequestedBy,
      outdated: reviews.length - current.length,
    },
    user: callerId,
  }
}

/** Who asked for changes must agree before it merges: neither an edit nor a new request takes their word back. */
function objection(reviews: LatestReview[]): string | undefined {
  const refused = reviews.find(({ status }) => status === 'changes-requested')
  if (refused) return `${refused.reviewerId} has requested changes.`
  const outdated = reviews.find((review) => review.outdated)
  return outdated && `the approval of ${outdated.reviewerId} is not of what the change request has now.`
}

/** An approval is of a text: it does not hold for what was written after it. */
const hasApproved = (reviews: LatestReview[], id: string): boolean =>
  reviews.some(({ reviewerId, status, outdated }) => reviewerId === id && status === 'approved' && !outdated)
