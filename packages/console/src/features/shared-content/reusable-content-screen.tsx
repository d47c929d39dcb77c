import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readAlone } from '../../api/index.ts'
import { getDocumentById, getSpaceById, type RevisionReusableContent } from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { ContentUses } from '../../app/content-uses.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useSharedWords } from '../../locales/features/shared-content.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { PageContent } from '../pages/index.ts'
import { DeleteReusableDialog, ReusableDialog } from './reusable-dialog.tsx'
import { reusableContentRead, usesRead } from './reusable-reads.ts'

/** One reusable content: its text as readers see it, and the pages that include it. */
export function ReusableContentScreen() {
  const { shared, common } = useSharedWords()
  const { spaceId, reusableContentId } = useParams({
    from: '/signed-in/spaces/$spaceId/reusable/$reusableContentId',
  })
  const crumb = useSpaceCrumb(spaceId)
  const { data, error, refetch } = useQuery(reusableContentRead({ spaceId, reusableContentId }))
  if (error && !data) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen
      title={data?.title ?? shared.reusable}
      crumbs={[
        crumb,
        { label: shared.reusable, link: { to: '/spaces/$spaceId/reusable', params: { spaceId } } },
      ]}
      actions={data && <ContentActions spaceId={spaceId} content={data} />}
    >
      {data ? (
        <div className="stack">
          <ContentText spaceId={spaceId} content={data} />
          <ContentInclusions spaceId={spaceId} reusableContentId={reusableContentId} />
        </div>
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}

interface ContentProps {
  spaceId: string
  content: RevisionReusableContent
}

function ContentActions({ spaceId, content }: ContentProps) {
  const { common, changeRequests } = useSharedWords()
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = (): void => setDialog(undefined)
  if (space?.permissions.edit !== true) return null
  return (
    <>
      <Button look="danger" label={common.delete} onPress={() => setDialog('delete')} />
      <Button look="primary" label={changeRequests.edit} onPress={() => setDialog('edit')} />
      {dialog === 'edit' && <ReusableDialog spaceId={spaceId} content={content} onClose={close} />}
      {dialog === 'delete' && <DeleteReusableDialog spaceId={spaceId} content={content} onClose={close} />}
    </>
  )
}

function ContentText({ spaceId, content: { title, document } }: ContentProps) {
  const { shared, common } = useSharedWords()
  const { data, error, refetch } = useQuery({
    ...readAlone(getDocumentById, { spaceId, documentId: document ?? '', query: { format: 'html' } }),
    enabled: document !== undefined,
  })
  return (
    <section aria-labelledby="text">
      <h1 id="text">{title}</h1>
      {document === undefined ? (
        <p className="soft">{shared.noText}</p>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data && typeof data['html'] === 'string' && typeof data['styles'] === 'string' ? (
        <PageContent html={data['html']} styles={data['styles']} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </section>
  )
}

function ContentInclusions({ spaceId, reusableContentId }: { spaceId: string; reusableContentId: string }) {
  const { shared } = useSharedWords()
  const list = useInfiniteQuery(usesRead({ spaceId, reusableContentId }))
  return <ContentUses title={shared.uses} emptyText={shared.noUses} list={list} />
}
