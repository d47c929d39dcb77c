import { Link } from '@tanstack/react-router'
import type { PageRevisionEntry } from '../../api/operations.ts'
import { usePageHistoryWords } from '../../locales/features/page-history.ts'
import { useFormats } from '../../locales/index.ts'
import { useRevisionWords } from '../../locales/features/revisions.ts'
import { Chip } from '../../ui/badges.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageOfSpace } from './page-history-reads.ts'
import { RestoreButton } from './restore-button.tsx'
import { revisionIcons } from './revision-icons.ts'

interface PageRevisionItemProps {
  entry: PageRevisionEntry
  page: PageOfSpace
  /** Whether the page is as this entry left it. */
  isNow: boolean
  canRestore: boolean
}

/** One change of a page: what changed, by whom, when and why; and ways to see and to restore it. */
export function PageRevisionItem({ entry, page, isNow, canRestore }: PageRevisionItemProps) {
  const { common, pageHistory } = usePageHistoryWords()
  const { revisions } = useRevisionWords()
  const { time, dateTime } = useFormats()
  const { type, summary, changeRequest, createdBy, createdAt, git, previousRevision } = entry
  const { spaceId, pageId } = page
  const when = dateTime(createdAt)
  const title = entry.page.title || common.untitled
  const isDeletion = entry.changes.includes('deleted')
  return (
    <li>
      <div className="item page-revision">
        <Icon of={revisionIcons[type]} />
        <span className="grow">
          <span className="title">{useChangeText(entry)}</span>
          <span className="meta">
            {[createdBy?.displayName, revisions.types[type], summary].filter(Boolean).join(' · ')}
          </span>
          <span className="meta links">
            {previousRevision !== undefined && (
              <Link
                className="link"
                to="/spaces/$spaceId/revisions/$revisionId/compare/$baseRevisionId"
                params={{ spaceId, revisionId: entry.id, baseRevisionId: previousRevision }}
                search={{ page: pageId }}
              >
                {pageHistory.compare}
              </Link>
            )}
            {!isDeletion && (
              <Link
                className="link"
                to="/spaces/$spaceId/revisions/$revisionId/pages/$pageId"
                params={{ spaceId, revisionId: entry.id, pageId }}
              >
                {pageHistory.open}
              </Link>
            )}
            {changeRequest && (
              <Link
                className="link"
                to="/spaces/$spaceId/change-requests/$changeRequestId"
                params={{ spaceId, changeRequestId: changeRequest.id }}
              >
                {pageHistory.changeRequest(changeRequest.number)}
              </Link>
            )}
            {git?.url !== undefined && (
              <a className="link" href={git.url} target="_blank" rel="noreferrer">
                {pageHistory.commit} <code>{git.oid.slice(0, 7)}</code>
              </a>
            )}
          </span>
        </span>
        {isNow && <Chip label={revisions.current} />}
        <time className="when" dateTime={createdAt}>
          {time(createdAt)}
        </time>
        <div className="actions">
          {canRestore && !isNow && !isDeletion && (
            <RestoreButton
              spaceId={spaceId}
              change={{ operation: 'revert_page', page: pageId, revision: entry.id }}
              title={pageHistory.restoreTitle(when)}
              text={pageHistory.restoreText}
              subject={pageHistory.restoreSubject(title, when)}
            />
          )}
        </div>
      </div>
    </li>
  )
}

/** What changed, in a sentence. */
function useChangeText({ changes, page }: PageRevisionEntry): string {
  const { common, pageHistory } = usePageHistoryWords()
  const { previousTitle, title, parent } = page
  const nameParent = (named: { title: string } | undefined) =>
    named ? named.title || common.untitled : pageHistory.topLevel
  const describe = (kind: PageRevisionEntry['changes'][number]): string => {
    if (kind === 'title')
      return pageHistory.renamed(previousTitle || common.untitled, title || common.untitled)
    if (kind !== 'place') return pageHistory[kind]
    return parent
      ? pageHistory.moved(nameParent(parent.before), nameParent(parent.after))
      : pageHistory.reordered
  }
  return changes.map(describe).join(' · ')
}
