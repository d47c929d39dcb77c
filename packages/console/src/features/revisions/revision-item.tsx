import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readAlone } from '../../api/index.ts'
import { getRevisionSemanticChanges, type RevisionEntry } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useFormats } from '../../locales/index.ts'
import { useRevisionWords } from '../../locales/features/revisions.ts'
import { Chip } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { UndoMergeDialog } from '../merge-undo/index.ts'
import { RestoreButton } from './restore-button.tsx'
import { revisionIcons } from './revision-icons.ts'

interface RevisionItemProps {
  entry: RevisionEntry
  spaceId: string
  canRestore: boolean
  /** Whether it is to be compared with another. */
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** One step of the history: who, when, why; and on request what it changed. */
export function RevisionItem({ entry, spaceId, canRestore, isChosen, onChoose }: RevisionItemProps) {
  const { revisions, changeRequests } = useRevisionWords()
  const { time, dateTime } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const { type, summary, changeRequest, createdBy, createdAt, git } = entry
  const title = summary ?? (changeRequest?.subject || revisions.types[type])
  return (
    <li>
      <div className="item revision">
        <Checkbox
          label={<span className="sr">{revisions.choose(title, time(createdAt))}</span>}
          isChecked={isChosen}
          onChange={onChoose}
        />
        <Icon of={revisionIcons[type]} />
        <span className="grow">
          <span className="title">
            <span className="cut">{title}</span>
            {changeRequest && <span className="number">#{changeRequest.number}</span>}
          </span>
          <span className="meta cut">
            {[revisions.types[type], createdBy?.displayName, git?.message].filter(Boolean).join(' · ')}
          </span>
        </span>
        {entry.current && <Chip label={revisions.current} />}
        <time className="when" dateTime={createdAt}>
          {time(createdAt)}
        </time>
        <div className="actions">
          <Button
            look="quiet"
            isDense
            label={isOpen ? revisions.hideChanges : revisions.showChanges}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
          {canRestore && type === 'merge' && changeRequest && (
            <>
              <Button
                look="quiet"
                isDense
                label={changeRequests.undoMerge}
                onPress={() => setUndoing(true)}
              />
              <UndoMergeDialog
                spaceId={spaceId}
                changeRequest={changeRequest}
                isOpen={isUndoing}
                onClose={() => setUndoing(false)}
              />
            </>
          )}
          {canRestore && !entry.current && (
            <RestoreButton
              spaceId={spaceId}
              change={{ operation: 'revert_all', revision: entry.id }}
              title={revisions.restoreTitle(dateTime(createdAt))}
              text={revisions.restoreText}
              subject={revisions.restoreSubject(dateTime(createdAt))}
            />
          )}
        </div>
      </div>
      {isOpen && <RevisionChanges spaceId={spaceId} revisionId={entry.id} />}
    </li>
  )
}

function RevisionChanges({ spaceId, revisionId }: { spaceId: string; revisionId: string }) {
  const { common, revisions } = useRevisionWords()
  const { data, error, refetch } = useQuery(
    readAlone(getRevisionSemanticChanges, { spaceId, revisionId, query: { limit: 100 } }),
  )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={common.loading} rows={2} />
  return (
    <ul className="revision-changes">
      {data.changes.length === 0 && <li className="soft">{revisions.nothingChanged}</li>}
      {data.changes.map(({ type, page, file, reusableContent }, index) => (
        <li key={index}>
          <span className="soft">{revisions.changes[type]}</span>{' '}
          {page ? (
            <Link
              className="link"
              to="/spaces/$spaceId/pages/$pageId/history"
              params={{ spaceId, pageId: page.id }}
            >
              {page.title || common.untitled}
            </Link>
          ) : (
            (file?.name ?? reusableContent?.title)
          )}
        </li>
      ))}
      {data.more !== undefined && data.more > 0 && <li className="soft">{revisions.more(data.more)}</li>}
    </ul>
  )
}
