import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/index.ts'
import { getPageInChangeRequestById, getPageInRevisionById } from '../../../api/operations.ts'
import { useGo } from '../../../app/navigation.ts'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { chevronDown, chevronUp, ellipsis, penToSquare, rotateLeft } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { PageComments } from '../review/page-comments.tsx'
import { changeRequestRead, type ChangeRequestIds, useChangeRequest } from '../use-change-request.ts'
import type { ChangedPage } from './changed-things.ts'
import { PageChange } from './page-change.tsx'
import { useDiffComments } from './use-diff-comments.ts'
import type { PageDiffSource } from './use-page-diff.ts'
import { useRevertPage } from './use-revert-page.ts'
import { useViewedPages } from './use-viewed-pages.ts'

interface ChangedPageViewProps {
  page: ChangedPage
  previousId: string | undefined
  nextId: string | undefined
}

/** What a change request changes in one page. */
export function ChangedPageView({ page, previousId, nextId }: ChangedPageViewProps) {
  const { common, changes } = useReviewWords()
  const { ids, changeRequest, rights } = useChangeRequest()
  const go = useGo()
  const revert = useRevertPage()
  const name = page.title || common.untitled
  const { viewedIds, setViewed } = useViewedPages()
  const isViewed = viewedIds.has(page.id)
  const comments = useDiffComments(page.id)
  const mark = (next: boolean): void => {
    if (changeRequest) setViewed({ pageId: page.id, isViewed: next, revision: changeRequest.revision })
  }
  useShortcuts([{ keys: 'v', label: changes.viewed, run: () => mark(!isViewed) }])
  return (
    <PageChange
      page={page}
      source={useSource(ids, page)}
      {...(page.kind !== 'deleted' && { comments })}
      {...(rights.canWrite &&
        page.kind === 'changed' && {
          onRevertBlocks: (keys) => void revert(page, { block: keys }),
          onRevertWords: (words) => void revert(page, words),
        })}
      controls={
        <>
          <Checkbox label={changes.viewed} isChecked={isViewed} onChange={mark} />
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
                onAction: () => void revert(page),
              },
            ]}
          >
            <Button look="quiet" isIconOnly icon={ellipsis} label={common.moreFor(name)} />
          </Menu>
        </>
      }
      renderBelow={(shownIds) =>
        page.kind !== 'deleted' && <PageComments key={page.id} pageId={page.id} except={shownIds} />
      }
    />
  )
}

/** The page as it was when the change request was last up to date, and as it is now. */
function useSource(ids: ChangeRequestIds, page: ChangedPage): PageDiffSource {
  const { data: changeRequest } = useQuery(changeRequestRead(ids))
  const pageId = page.id
  const hasText = page.type === 'document'
  const base = changeRequest && { spaceId: ids.spaceId, revisionId: changeRequest.revisionMergedAncestor }
  return {
    queryKey: [
      getPageInChangeRequestById.id,
      { ...ids, page, revision: changeRequest?.revision, for: 'differences' },
    ],
    isReady: changeRequest !== undefined,
    before:
      hasText && base && page.kind !== 'new'
        ? (format, signal) => call(getPageInRevisionById, { ...base, pageId, query: { format } }, { signal })
        : undefined,
    after:
      hasText && page.kind !== 'deleted'
        ? (format, signal) =>
            call(getPageInChangeRequestById, { ...ids, pageId, query: { format } }, { signal })
        : undefined,
  }
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
