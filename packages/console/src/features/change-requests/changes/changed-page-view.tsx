import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/index.ts'
import { getPageInChangeRequestById, getPageInRevisionById } from '../../../api/operations.ts'
import { LoadFailure } from '../../../app/failures.tsx'
import { useGo } from '../../../app/navigation.ts'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { chevronDown, chevronUp, ellipsis, penToSquare, rotateLeft } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { PageComments } from '../review/page-comments.tsx'
import { changeRequestRead, type ChangeRequestIds, useChangeRequest } from '../use-change-request.ts'
import { splitPageText } from '../writing/page-text.ts'
import { ChangeMark } from '../writing/writing-tree.tsx'
import type { ChangedPage } from './changed-things.ts'
import { FieldChanges } from './field-changes.tsx'
import { PageDiff } from './page-diff.tsx'
import { useRevertPage } from './use-revert-page.ts'

interface ChangedPageViewProps {
  page: ChangedPage
  previousId: string | undefined
  nextId: string | undefined
}

/** What is changed in one page. */
export function ChangedPageView({ page, previousId, nextId }: ChangedPageViewProps) {
  const { common, changes } = useWords()
  const { ids, rights } = useChangeRequest()
  const [form, setForm] = useState<'page' | 'source'>('page')
  const { data: diffs, error, refetch } = useDiff(ids, page)
  const diff = diffs?.[form]
  const go = useGo()
  const revert = useRevertPage()
  const name = page.title || common.untitled
  return (
    <section aria-labelledby="changed-page">
      <div className="diff-head">
        <ChangeMark kind={page.kind} />
        <h2 id="changed-page" className="grow cut">
          {name}
        </h2>
        {diff && <Tally added={diff.wordsAdded} removed={diff.wordsRemoved} />}
        <span className="only-wide">
          <Segmented
            label={changes.showAs}
            value={form}
            onChange={setForm}
            choices={[
              { value: 'page', label: changes.asPage },
              { value: 'source', label: changes.asMarkdown },
            ]}
          />
        </span>
        <StepLink label={changes.previous} pageId={previousId} isBack />
        <StepLink label={changes.next} pageId={nextId} />
        <Menu
          label={common.moreFor(name)}
          placement="bottom end"
          items={[
            page.kind !== 'deleted' && {
              id: 'open',
              label: changes.openPage,
              icon: penToSquare,
              onAction: () =>
                go({
                  to: '/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId',
                  params: { ...ids, pageId: page.id },
                }),
            },
            rights.canWrite && {
              id: 'revert',
              label: changes.revert,
              icon: rotateLeft,
              isDangerous: true,
              onAction: () => revert(page),
            },
          ]}
        >
          <Button look="quiet" isIconOnly icon={ellipsis} label={common.moreFor(name)} />
        </Menu>
      </div>
      <FieldChanges page={page} />
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : diff ? (
        <PageDiff diff={diff} isSource={form === 'source'} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      {page.kind !== 'deleted' && <PageComments key={page.id} pageId={page.id} />}
    </section>
  )
}

/** Compares the page as it was when the change request was last up to date with the page as it is now. */
function useDiff(ids: ChangeRequestIds, page: ChangedPage) {
  const { data: changeRequest } = useQuery(changeRequestRead(ids))
  return useQuery({
    queryKey: [
      getPageInChangeRequestById.id,
      { ...ids, page, revision: changeRequest?.revision, for: 'diff' },
    ],
    enabled: changeRequest !== undefined,
    queryFn: async ({ signal }) => {
      const query = { format: 'markdown' } as const
      const hasText = page.type === 'document'
      const [before, after, { diffTexts }] = await Promise.all([
        page.kind === 'new' || !hasText || !changeRequest
          ? undefined
          : call(
              getPageInRevisionById,
              {
                spaceId: ids.spaceId,
                revisionId: changeRequest.revisionMergedAncestor,
                pageId: page.id,
                query,
              },
              { signal },
            ),
        page.kind === 'deleted' || !hasText
          ? undefined
          : call(getPageInChangeRequestById, { ...ids, pageId: page.id, query }, { signal }),
        import('./diff-blocks.ts'),
      ])
      const texts = [before?.markdown ?? '', after?.markdown ?? ''] as const
      // The head is shown as fields of the page, unless the source is asked for.
      const [oldBody, newBody] = texts.map((text) => splitPageText(text).body)
      return { page: diffTexts(oldBody ?? '', newBody ?? ''), source: diffTexts(...texts) }
    },
  })
}

function Tally({ added, removed }: { added: number; removed: number }) {
  const { changes } = useWords()
  return (
    <span className="tally">
      {added > 0 && (
        <span className="plus">
          <span aria-hidden="true">+{added}</span>
          <span className="sr">{changes.wordsAdded(added)}</span>
        </span>
      )}
      {removed > 0 && (
        <span className="minus">
          <span aria-hidden="true">−{removed}</span>
          <span className="sr">{changes.wordsRemoved(removed)}</span>
        </span>
      )}
    </span>
  )
}

interface StepLinkProps {
  label: string
  pageId: string | undefined
  isBack?: boolean
}

function StepLink({ label, pageId, isBack = false }: StepLinkProps) {
  const { ids } = useChangeRequest()
  const go = useGo()
  if (pageId === undefined) return null
  return (
    <Button
      look="quiet"
      isIconOnly
      icon={isBack ? chevronUp : chevronDown}
      label={label}
      onPress={() =>
        go({
          to: '/spaces/$spaceId/change-requests/$changeRequestId/changes',
          params: ids,
          search: { page: pageId },
        })
      }
    />
  )
}
