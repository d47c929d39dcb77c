import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeRequest, ChangeRequestMergeability } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { type Formats, useFormats } from '../../../locales/index.ts'
import { type ReviewWords, useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { circleCheck, circleInfo, clock } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { describePlan, useCancelPlannedMerge } from '../planned-merge/use-planned-merge.ts'
import { changeRequestPagesRead, mergeabilityRead, useChangeRequest } from '../use-change-request.ts'
import { useUpdateFromSpace } from '../use-merge.ts'
import { SettledConflicts } from './settled-conflicts.tsx'

/** What still stops the merge, in words, each with the way to it. */
export function MergeChecks() {
  const { common, reviews } = useReviewWords()
  const { ids, changeRequest } = useChangeRequest()
  const { data, error, refetch } = useQuery(mergeabilityRead(ids))
  return (
    <section aria-labelledby="before-merge">
      <h2 id="before-merge">{reviews.beforeMerge}</h2>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data || !changeRequest ? (
        <SkeletonRows label={common.loading} rows={2} />
      ) : data.status === 'merged' || data.status === 'archived' ? (
        <ClosedCheck changeRequest={changeRequest} />
      ) : (
        <ul className="checks">
          {changeRequest.plannedMerge && <PlanCheck plannedMerge={changeRequest.plannedMerge} />}
          <OpenChecks mergeability={data} changeRequest={changeRequest} />
        </ul>
      )}
    </section>
  )
}

function ClosedCheck({ changeRequest }: { changeRequest: ChangeRequest }) {
  const { reviews } = useReviewWords()
  const { relativeTime } = useFormats()
  const { status, mergedBy, mergedAt } = changeRequest
  return (
    <ul className="checks">
      <Check
        isMet={status === 'merged'}
        label={status === 'merged' ? reviews.isMerged : reviews.isArchived}
        note={
          status === 'merged'
            ? mergedBy && mergedAt && reviews.mergedBy(mergedBy.displayName, relativeTime(mergedAt))
            : reviews.isArchivedText
        }
      />
    </ul>
  )
}

/** Who planned the merge, for when, and what it waits for. */
function PlanCheck({ plannedMerge }: { plannedMerge: NonNullable<ChangeRequest['plannedMerge']> }) {
  const words = useReviewWords()
  const formats = useFormats()
  const { rights } = useChangeRequest()
  const { cancel, isBusy } = useCancelPlannedMerge()
  const { plannedBy, plannedAt, waitingFor } = plannedMerge
  const { plannedMerges } = words
  return (
    <Check
      label={describePlan(plannedMerge, words, formats)}
      note={
        <>
          {plannedMerges.plannedBy(plannedBy.displayName, formats.relativeTime(plannedAt))}
          {waitingFor !== undefined && ` ${plannedMerges.waitingFor[waitingFor]}`}
          {rights.canWrite && (
            <span className="check-action">
              <Button isDense label={plannedMerges.cancel} isBusy={isBusy} onPress={cancel} />
            </span>
          )}
        </>
      }
    />
  )
}

type RuleResult = ChangeRequestMergeability['rules'][number]

/** Why a rule is not met. What a rule of one's own says is written by whoever made it. */
function describeUnmetRule(
  { rule, reason, missingApprovals = [] }: RuleResult,
  reviews: ReviewWords['reviews'],
  list: Formats['list'],
): string | undefined {
  if (missingApprovals.length > 0) {
    const names = list(missingApprovals.map(({ displayName }) => displayName))
    return rule === 'require_one_of_specific_reviewers'
      ? reviews.oneHasToApprove(names)
      : reviews.yetToApprove(names)
  }
  const notes: Record<string, string> = reviews.ruleNotes
  return notes[rule] ?? reason
}

interface OpenChecksProps {
  mergeability: ChangeRequestMergeability
  changeRequest: ChangeRequest
}

function OpenChecks({ mergeability, changeRequest }: OpenChecksProps) {
  const { reviews } = useReviewWords()
  const { list } = useFormats()
  const { ids, rights } = useChangeRequest()
  const { update, isBusy } = useUpdateFromSpace()
  const { allowed, changed, outdated, bypass, rules, conflicts, settledConflicts } = mergeability
  const ruleNames: Record<string, string> = reviews.rules
  const { comments } = changeRequest
  return (
    <>
      {!changed && <Check isMet={false} label={reviews.noChanges} />}
      {rules.map((result, index) => (
        <Check
          key={index}
          isMet={result.met}
          label={ruleNames[result.rule] ?? result.rule}
          note={result.met ? undefined : describeUnmetRule(result, reviews, list)}
        />
      ))}
      {bypass && rules.some(({ met }) => !met) && <Check label={reviews.bypass} />}
      {comments > 0 && (
        <Check
          label={reviews.openComments(comments)}
          action={
            <Link
              className="link small"
              to="/spaces/$spaceId/change-requests/$changeRequestId/review"
              params={ids}
            >
              {reviews.conversation}
            </Link>
          }
        />
      )}
      <Check
        {...(outdated ? {} : { isMet: true })}
        label={outdated ? reviews.outdated : reviews.upToDate}
        note={outdated ? reviews.outdatedText : undefined}
        action={
          outdated &&
          rights.canWrite && <Button isDense label={reviews.update} isBusy={isBusy} onPress={update} />
        }
      />
      <Check
        isMet={conflicts.length === 0}
        label={conflicts.length === 0 ? reviews.noConflicts : reviews.conflicts(conflicts.length)}
        note={conflicts.length === 0 ? undefined : <ConflictList conflicts={conflicts} />}
      />
      {settledConflicts.length > 0 && (
        <Check
          label={reviews.settledConflicts(settledConflicts.length)}
          note={<SettledConflicts conflicts={settledConflicts} />}
        />
      )}
      {!allowed && <Check isMet={false} label={reviews.noRights} />}
    </>
  )
}

function ConflictList({ conflicts }: Pick<ChangeRequestMergeability, 'conflicts'>) {
  const { reviews } = useReviewWords()
  const { ids } = useChangeRequest()
  const { data } = useQuery(changeRequestPagesRead(ids))
  const titles = new Map(data?.pages.map(({ id, title }) => [id, title]))
  return (
    <>
      {reviews.conflictsText}
      <span className="conflict-list">
        {conflicts.map(({ page, path }, index) =>
          page === undefined ? (
            <span key={index}>{reviews.conflictSomewhere}</span>
          ) : (
            <Link
              key={index}
              className="link"
              to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
              params={{ ...ids, pageId: page }}
            >
              {reviews.conflictIn(titles.get(page) ?? path ?? page)}
            </Link>
          ),
        )}
      </span>
    </>
  )
}

interface CheckProps {
  /** Undefined where it neither helps nor stops. */
  isMet?: boolean
  label: string
  note?: ReactNode
  action?: ReactNode
}

function Check({ isMet, label, note, action }: CheckProps) {
  const icon = isMet === true ? circleCheck : isMet === false ? clock : circleInfo
  return (
    <li>
      <span className={isMet === true ? 'met' : isMet === false ? 'open' : 'soft'}>
        <Icon of={icon} />
      </span>
      <span>
        {label}
        {note !== undefined && note !== '' && <small>{note}</small>}
      </span>
      {action}
    </li>
  )
}
