import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { describeError } from '../../../app/failures.tsx'
import { useFindWords } from '../../../locales/features/find.ts'
import { Button } from '../../../ui/button.tsx'
import { circleCheck, rotateLeft } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { useIds } from '../use-change-request.ts'
import type { LeftPage, Replacement } from './use-replacement.ts'

interface ReplacementNoticeProps {
  replacement: Replacement
  onUndo: () => void
}

/** What was replaced, what was not and why, and the way back. */
export function ReplacementNotice({ replacement, onUndo }: ReplacementNoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone with the list.
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className="find-outcome" ref={ref} tabIndex={-1}>
      <Outcome replacement={replacement} onUndo={onUndo} />
    </div>
  )
}

function Outcome({ replacement, onUndo }: ReplacementNoticeProps) {
  const words = useFindWords()
  const { common, find } = words
  const { status, donePages, totalPages, replacedPages, replacedPlaces, leftPages, parts, error } =
    replacement
  if (status === 'replacing' || status === 'undoing') {
    const text = status === 'undoing' ? find.undoing : find.replacing
    return (
      <p className="find-progress" role="status">
        <progress aria-hidden="true" max={totalPages} value={donePages} />
        {text(donePages, totalPages)}
      </p>
    )
  }
  return (
    <div className="stack-s" role="status">
      {status === 'undone' ? (
        <Notice title={find.undone} look="success" icon={circleCheck} />
      ) : (
        <Notice
          title={find.replaced(find.places(replacedPlaces), find.pages(replacedPages))}
          look="success"
          icon={circleCheck}
          actions={parts.length > 0 && <Button icon={rotateLeft} label={common.undo} onPress={onUndo} />}
        />
      )}
      {error !== undefined && (
        <Notice title={find.stopped} look="danger">
          {describeError(error, words)}
        </Notice>
      )}
      {leftPages.length > 0 && (
        <Notice title={find.leftTitle(find.pages(leftPages.length))} look="warning">
          <ul className="left-pages">
            {leftPages.map((page) => (
              <LeftPageRow key={page.page} page={page} />
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

function LeftPageRow({ page: { page, title, result, problem } }: { page: LeftPage }) {
  const { common, find } = useFindWords()
  const ids = useIds()
  const reason = result === 'outdated' ? find.outdated : result === 'missing' ? find.missing : (problem ?? '')
  return (
    <li>
      {result === 'missing' ? (
        title || common.untitled
      ) : (
        <Link
          to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
          params={{ ...ids, pageId: page }}
        >
          {title || common.untitled}
        </Link>
      )}
      {': '}
      {reason}
    </li>
  )
}
