import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  getChangeRequestChanges,
  getChangeRequestMergeability,
  getChangeRequestReviewers,
  listPagesInChangeRequest,
} from '../../../api/operations.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type ChangeRequestIds, changeRequestRead } from '../use-change-request.ts'
import { draftStore } from './draft-store.ts'
import { registerOpenPage } from './open-pages.ts'
import {
  combineContents,
  isPassingFailure,
  type LoadedPage,
  loadPage,
  trackClosingSave,
  writePage,
} from './page-content.ts'
import { PageSaver, type SaverState } from './page-saver.ts'

/** Saves a page while it is written. `page` is what the server has, and is read again from time to time. */
export function usePageSaver(
  ids: ChangeRequestIds,
  pageId: string,
  page: LoadedPage,
  place: string,
): { saver: PageSaver; state: SaverState } {
  const client = useQueryClient()
  const { writing } = useWritingWords()
  const [saver] = useState(
    () =>
      new PageSaver(
        {
          write: (content, base, revision) => writePage(ids, pageId, { content, base, revision }),
          read: () => loadPage(ids, pageId),
          combine: combineContents,
          onSaved: () => {
            void client.invalidateQueries({ queryKey: changeRequestRead(ids).queryKey })
            for (const { id } of staleReads) {
              void client.invalidateQueries({ queryKey: [id] })
            }
          },
          onCombined: () => showToast({ message: writing.combined }),
          isPassing: isPassingFailure,
          drafts: draftStore,
          draftId: createDraftId(),
          place,
        },
        page,
      ),
  )
  useEffect(() => saver.receive(page), [saver, page])
  useEffect(() => {
    saver.open()
    const unregister = registerOpenPage(saver)
    const save = (): void => void saver.flush()
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') save()
    }
    window.addEventListener('online', save)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('online', save)
      document.removeEventListener('visibilitychange', onHide)
      unregister()
      trackClosingSave(place, saver.close())
    }
  }, [saver, place])
  const state = useSyncExternalStore(saver.subscribe, saver.getState)
  return { saver, state }
}

/** What a saved text changes besides the page itself. */
const staleReads = [
  getChangeRequestChanges,
  getChangeRequestMergeability,
  getChangeRequestReviewers,
  listPagesInChangeRequest,
]

/** Unlike `randomUUID`, this is there without https too. It only has to differ from the other windows of one browser. */
const createDraftId = (): string => `${Date.now()}-${Math.random()}`
