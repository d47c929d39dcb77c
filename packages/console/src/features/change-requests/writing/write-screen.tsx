import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isStatus } from '../../../api/index.ts'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useWords } from '../../../locales/index.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { arrowsRotate, plus, rotateLeft } from '../../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ChangeRequestFrame } from '../change-request-frame.tsx'
import { changeRequestPagesRead, changesRead, useChangeRequest } from '../use-change-request.ts'
import { useUpdateFromSpace } from '../use-merge.ts'
import { useUnsentText } from './open-pages.ts'
import { writingRead } from './page-content.ts'
import { PagePane, usePlace } from './page-pane.tsx'
import { usePageWrites } from './use-page-writes.ts'

/** Goes to the first page of a change request, or offers to write it. */
export function WriteStartScreen() {
  const { common, writing } = useWritingWords()
  const { ids, rights } = useChangeRequest()
  const { data, error, refetch } = useQuery(changeRequestPagesRead(ids))
  const writes = usePageWrites()
  useNewPageKey(rights.canWrite, () => writes.create())
  const first = data?.pages.find(({ type }) => type === 'document')
  if (first) {
    return (
      <Navigate
        to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
        params={{ ...ids, pageId: first.id }}
        replace
      />
    )
  }
  return (
    <Around>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <Empty
          title={writing.emptyTitle}
          actions={
            rights.canWrite && (
              <Button look="primary" icon={plus} label={writing.newPage} onPress={() => writes.create()} />
            )
          }
        >
          {rights.canWrite ? writing.emptyText : writing.readOnlyEmptyText}
        </Empty>
      )}
    </Around>
  )
}

/** Writing a page of a change request. */
export function WriteScreen() {
  const { common } = useWords()
  const { ids, rights, error: changeRequestError } = useChangeRequest()
  const hasUnsentText = useUnsentText()
  const { pageId } = useParams({
    from: '/signed-in/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId',
  })
  const place = usePlace(ids.changeRequestId, pageId)
  const { data, error, refetch } = useQuery(writingRead(ids, pageId, place))
  const { data: tree } = useQuery(changeRequestPagesRead(ids))
  const writes = usePageWrites()
  useNewPageKey(rights.canWrite, () => {
    const current = tree?.pages.find(({ id }) => id === pageId)
    const siblings = tree?.pages.filter(({ parent }) => parent === current?.parent) ?? []
    writes.create({ into: current?.parent, at: siblings.findIndex(({ id }) => id === pageId) + 1 })
  })
  // What was loaded stays while it cannot be loaded again: somebody may be writing in it. Who loses all access keeps in
  // sight what was not sent.
  const isKept = hasUnsentText && isStatus(changeRequestError, 404)
  if (data && (!isStatus(error, 404) || isKept))
    return <PagePane key={place} pageId={pageId} page={data} place={place} />
  return (
    <Around>
      {isStatus(error, 404) ? (
        <MissingPage pageId={pageId} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Around>
  )
}

function Around({ children }: { children: ReactNode }) {
  return (
    <ChangeRequestFrame>
      <div className="writer">
        <div>{children}</div>
      </div>
    </ChangeRequestFrame>
  )
}

/** A page that the change request has deleted, or never had. */
function MissingPage({ pageId }: { pageId: string }) {
  const { writing, changeRequests } = useWritingWords()
  const { ids, rights } = useChangeRequest()
  const { data: changes } = useQuery(changesRead(ids))
  const { update, isBusy } = useUpdateFromSpace()
  const writes = usePageWrites()
  const isDeleted = changes?.changes.some(({ type, page }) => type === 'page_deleted' && page?.id === pageId)
  if (isDeleted === true) {
    return (
      <Empty
        title={writing.deletedTitle}
        actions={
          rights.canWrite && (
            <Button icon={rotateLeft} label={writing.restore} onPress={() => writes.restore(pageId)} />
          )
        }
      >
        {writing.deletedText}
      </Empty>
    )
  }
  return (
    <Empty
      title={writing.pageGoneTitle}
      actions={
        rights.canWrite && (
          <Button
            icon={arrowsRotate}
            label={changeRequests.updateFromSpace}
            isBusy={isBusy}
            onPress={update}
          />
        )
      }
    >
      {writing.pageGoneText}
    </Empty>
  )
}

/** "n" begins a page. */
function useNewPageKey(isActive: boolean, create: () => void): void {
  const { writing } = useWritingWords()
  useShortcuts(isActive ? [{ keys: 'n', label: writing.newPage, run: create }] : [])
}
