import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { usePageHistoryWords } from '../../locales/features/page-history.ts'
import { useFormats } from '../../locales/index.ts'
import { Notice, SkeletonRows } from '../../ui/states.tsx'
import { clockRotateLeft } from '../../ui/icon-paths.ts'
import { revisionRead } from '../change-requests/index.ts'
import { PageContent, PageMark, PageOutline } from '../pages/index.ts'
import { formerPageRead } from './page-history-reads.ts'
import './history.css'

/** A page as its readers saw it in an earlier revision. */
export function FormerPageScreen() {
  const { common, pageHistory } = usePageHistoryWords()
  const { revisionId, ...place } = useParams({
    from: '/signed-in/spaces/$spaceId/revisions/$revisionId/pages/$pageId',
  })
  const { data: page, error, refetch } = useQuery(formerPageRead(place, revisionId))
  const title = page?.title || common.untitled
  return (
    <Screen
      title={title}
      crumbs={[
        useSpaceCrumb(place.spaceId),
        {
          label: pageHistory.title,
          link: { to: '/spaces/$spaceId/pages/$pageId/history', params: place },
        },
      ]}
      isBare
    >
      <div className="reader">
        {error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : page ? (
          <>
            <article className="page">
              <FormerNotice {...place} revisionId={revisionId} />
              <h1 className="page-title">
                {(page.emoji ?? page.icon) !== undefined && <PageMark page={page} />}
                {title}
              </h1>
              {page.description !== undefined && page.description !== '' && (
                <p className="lead">{page.description}</p>
              )}
              {page.html !== undefined && page.html !== '' && (
                <PageContent html={page.html} styles={page.styles ?? ''} />
              )}
            </article>
            <div className="rail">
              <PageOutline outline={page.outline ?? []} />
            </div>
          </>
        ) : (
          <SkeletonRows label={common.loading} rows={6} />
        )}
      </div>
    </Screen>
  )
}

function FormerNotice({
  spaceId,
  pageId,
  revisionId,
}: {
  spaceId: string
  pageId: string
  revisionId: string
}) {
  const { pageHistory } = usePageHistoryWords()
  const { dateTime } = useFormats()
  const { data: revision } = useQuery(revisionRead(spaceId, revisionId))
  if (!revision) return null
  return (
    <div className="former-note">
      <Notice
        title={pageHistory.former(dateTime(revision.createdAt))}
        look="info"
        icon={clockRotateLeft}
        actions={
          <Link className="link" to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId }}>
            {pageHistory.openCurrent}
          </Link>
        }
      />
    </div>
  )
}
