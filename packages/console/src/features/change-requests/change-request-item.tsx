import { Link } from '@tanstack/react-router'
import type { ChangeRequest } from '../../api/operations.ts'
import { RelativeTime, useWords } from '../../locales/index.ts'
import { State } from '../../ui/badges.tsx'
import { Icon } from '../../ui/icon.tsx'
import { boxArchive, clock, codeMerge, codePullRequest, penToSquare } from '../../ui/icon-paths.ts'

/** A change request in a list. */
export function ChangeRequestItem({ changeRequest }: { changeRequest: ChangeRequest }) {
  const { common } = useWords()
  const { id, space, subject, number, createdBy, updatedAt, status } = changeRequest
  return (
    <li>
      <Link
        className="item"
        to="/spaces/$spaceId/change-requests/$changeRequestId"
        params={{ spaceId: space, changeRequestId: id }}
      >
        <Icon of={codePullRequest} />
        <span className="grow">
          <span className="title">
            <span className="cut">{subject || common.untitled}</span>
            <span className="number">#{number}</span>
          </span>
          <span className="meta cut">{createdBy.displayName}</span>
        </span>
        <ChangeRequestState status={status} />
        <RelativeTime className="when" date={updatedAt} />
      </Link>
    </li>
  )
}

export function ChangeRequestState({ status }: Pick<ChangeRequest, 'status'>) {
  const { changeRequests } = useWords()
  switch (status) {
    case 'draft':
      return <State icon={penToSquare} label={changeRequests.status.draft} />
    case 'open':
      return <State icon={clock} look="warning" label={changeRequests.status.open} />
    case 'archived':
      return <State icon={boxArchive} label={changeRequests.status.archived} />
    case 'merged':
      return <State icon={codeMerge} look="primary" label={changeRequests.status.merged} />
  }
}
