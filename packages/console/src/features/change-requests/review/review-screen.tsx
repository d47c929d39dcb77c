import { useWords } from '../../../locales/index.ts'
import { ChangeRequestFrame } from '../change-request-frame.tsx'
import { Conversation } from './conversation.tsx'
import { ReviewRail } from './review-rail.tsx'

/** Talking about a change request, reviewing it, and what stands before its merge. */
export function ReviewScreen() {
  const { changeRequests } = useWords()
  return (
    <ChangeRequestFrame title={changeRequests.review}>
      <div className="changes">
        <div className="changes-body">
          <Conversation />
        </div>
        <ReviewRail />
      </div>
    </ChangeRequestFrame>
  )
}
