import { evaluateCondition } from '@verso/expressions'
import { Conflict } from '../../../common/errors.ts'
import type { ReviewStatus } from './review-status.ts'

/** The merge rules as they are stored; `areas/organizations/organizations/merge-rules.ts` validates them. */
export interface StoredMergeRules {
  type: 'none' | 'rules'
  rules?: MergeRule[]
}

interface MergeRule {
  rule: string
  users?: string[]
  expression?: string
  /** What the error says when a custom rule does not hold. */
  message?: string
}

/**
 * The last review by someone other than the author. Reviews by the author do not count, because with them the author
 * could satisfy every rule alone.
 */
export interface LatestReview {
  reviewerId: string
  status: ReviewStatus
  /** Whether the change request has changed since, or another review was requested. */
  outdated: boolean
}

/** Everything about a merge that rules may depend on. */
export interface MergeAttempt {
  number: number
  subject: string
  description: string
  /** The number of open comments. */
  comments: number
  ancestorId: string
  mainId: string
  authorId: string | undefined
  reviews: LatestReview[]
  /** The user who merges. */
  callerId: string
  /** A planned merge waits for the rules, also when whoever planned it could have merged without. */
  isPlanned?: boolean
}

export class MergeRuleNotMet extends Conflict {}

/**
 * Throws MergeRuleNotMet for the first rule that does not hold, unless a bypass rule names the caller. A rule that Verso does
 * not support yet does not hold: it is safer to refuse a merge than to let it through.
 */
export function requireMergeRules({ type, rules = [] }: StoredMergeRules, attempt: MergeAttempt): void {
  if (type !== 'rules') return
  if (attempt.isPlanned !== true && canBypass(rules, attempt.callerId)) return
  for (const rule of rules) {
    const reason = findUnmetReason(rule, attempt)
    if (reason !== undefined) throw new MergeRuleNotMet(`The merge rule ${rule.rule} is not met: ${reason}`)
  }
}

/** A merge rule, and why it does not hold, if it does not. */
export interface RuleResult {
  rule: string
  users?: string[]
  unmetReason?: string
  /** The ids of the people whose approval the rule waits for. */
  missingApprovals: string[]
}

/** Checks every rule but those that let people bypass the others. */
export const checkMergeRules = (
  { type, rules = [] }: StoredMergeRules,
  attempt: MergeAttempt,
): { results: RuleResult[]; canBypass: boolean } => ({
  canBypass: type === 'rules' && canBypass(rules, attempt.callerId),
  results: (type === 'rules' ? rules : [])
    .filter(({ rule }) => rule !== 'allow_bypass')
    .map((rule) => checkRule(rule, attempt)),
})

function checkRule(rule: MergeRule, attempt: MergeAttempt): RuleResult {
  const unmetReason = findUnmetReason(rule, attempt)
  return {
    rule: rule.rule,
    ...(rule.users && { users: rule.users }),
    ...(unmetReason !== undefined && { unmetReason }),
    missingApprovals: unmetReason === undefined ? [] : findMissingApprovals(rule, attempt),
  }
}

/** Whose approval an unmet rule waits for; of one of them where one suffices. */
function findMissingApprovals({ rule, users = [] }: MergeRule, { reviews }: MergeAttempt): string[] {
  switch (rule) {
    case 'require_all_reviews_approved':
      return reviews
        .filter(({ status, outdated }) => status === 'changes-requested' || outdated)
        .map(({ reviewerId }) => reviewerId)
    case 'require_specific_reviewers':
      return users.filter((id) => !hasApproved(reviews, id))
    case 'require_one_of_specific_reviewers':
      return users
    default:
      return []
  }
}

/** Whether a person may change the content only by a change request, because there are rules to meet. */
export const requiresChangeRequest = ({ type, rules = [] }: StoredMergeRules, userId: string): boolean =>
  type === 'rules' && rules.some(({ rule }) => rule !== 'allow_bypass') && !canBypass(rules, userId)

const canBypass = (rules: readonly MergeRule[], userId: string): boolean =>
  rules.some(({ rule, users }) => rule === 'allow_bypass' && users?.includes(userId))

/** Says why a rule does not hold; undefined when it does. */
function findUnmetReason(
  { rule, users = [], expression = '', message }: MergeRule,
  attempt: MergeAttempt,
): string | undefined {
  switch (rule) {
    case 'allow_bypass':
      return undefined
    case 'require_up_to_date_change_request':
      return attempt.ancestorId === attempt.mainId
        ? undefined
        : 'the space has changed since; update the change request first.'
    case 'require_change_request_subject':
      return attempt.subject.trim() === '' ? 'the change request has no subject.' : undefined
    case 'require_at_least_one_review':
      return attempt.reviews.some(({ outdated }) => !outdated)
        ? undefined
        : 'nobody but its author has reviewed what the change request has now.'
    case 'require_all_reviews_approved':
      return findObjection(attempt.reviews)
    case 'require_specific_reviewers': {
      const missing = users.filter((id) => !hasApproved(attempt.reviews, id))
      return missing.length === 0 ? undefined : `these people have yet to approve it: ${missing.join(', ')}.`
    }
    case 'require_one_of_specific_reviewers':
      return users.some((id) => hasApproved(attempt.reviews, id))
        ? undefined
        : `one of these people has yet to approve it: ${users.join(', ')}.`
    case 'require_change_request_description':
      return attempt.description.trim() === '' ? 'the change request has no description.' : undefined
    case 'require_at_least_one_approved_review':
      return attempt.reviews.some(({ status, outdated }) => status === 'approved' && !outdated)
        ? undefined
        : 'nobody but its author has approved what the change request has now.'
    case 'require_author_to_merge':
      return attempt.authorId === attempt.callerId ? undefined : 'only its author merges it.'
    case 'custom':
      return evaluateCondition(expression, createExpressionScope(attempt))
        ? undefined
        : (message ?? `${expression} does not hold.`)
    case 'require_agent_review':
      return 'there are no agents here that can review.'
    default:
      return 'it is not supported.'
  }
}

/** The variables of a custom rule's expression. An expression that uses any other does not hold. */
function createExpressionScope(attempt: MergeAttempt) {
  const { number, subject, description, comments, ancestorId, mainId, authorId, reviews, callerId } = attempt
  const currentReviews = reviews.filter(({ outdated }) => !outdated)
  const listReviewers = (status: ReviewStatus) =>
    currentReviews.filter((review) => review.status === status).map(({ reviewerId }) => reviewerId)
  const [approvedBy, changesRequestedBy] = [listReviewers('approved'), listReviewers('changes-requested')]
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
      outdated: reviews.length - currentReviews.length,
    },
    user: callerId,
  }
}

/**
 * Says whose review stands against the merge. Whoever requested changes must approve first; neither an edit nor a new
 * review request revokes their objection.
 */
function findObjection(reviews: LatestReview[]): string | undefined {
  const objection = reviews.find(({ status }) => status === 'changes-requested')
  if (objection) return `${objection.reviewerId} has requested changes.`
  const outdatedReview = reviews.find((review) => review.outdated)
  return (
    outdatedReview &&
    `the approval of ${outdatedReview.reviewerId} is not of what the change request has now.`
  )
}

/** An approval counts only for the content that was reviewed, not for later edits. */
const hasApproved = (reviews: LatestReview[], id: string): boolean =>
  reviews.some(({ reviewerId, status, outdated }) => reviewerId === id && status === 'approved' && !outdated)
