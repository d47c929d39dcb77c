import { Link } from '@tanstack/react-router'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { useFormats } from '../../../locales/index.ts'
import { Icon } from '../../../ui/icon.tsx'
import { clock } from '../../../ui/icon-paths.ts'
import { useChangeRequest } from '../use-change-request.ts'
import { describePlan } from './use-planned-merge.ts'

/** Says in the bar of a change request that its merge is planned, and leads to what it waits for. */
export function PlanBadge() {
  const words = useReviewWords()
  const formats = useFormats()
  const { ids, changeRequest } = useChangeRequest()
  if (!changeRequest?.plannedMerge) return null
  return (
    <Link className="plan-badge" to="/spaces/$spaceId/change-requests/$changeRequestId/review" params={ids}>
      <Icon of={clock} />
      <span className="cut">{describePlan(changeRequest.plannedMerge, words, formats)}</span>
    </Link>
  )
}
