import { useQueryClient } from '@tanstack/react-query'
import { call, useWrite } from '../../../api/index.ts'
import {
  type ChangeRequestContentChange,
  getChangeRequestById,
  getChangeRequestChanges,
  getChangeRequestMergeability,
  getPageInChangeRequestById,
  listPagesInChangeRequest,
  listViewedPages,
  type RevisionPage,
  updateChangeRequestContent,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useGo } from '../../../app/navigation.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { showToast } from '../../../ui/toast.tsx'
import { indexTree, listAncestors, moveNode, type TreePlace } from '../../../ui/tree/index.ts'
import { changeRequestPagesRead, changeRequestRead, useIds } from '../use-change-request.ts'
import { loadPage, setFields, writeContent } from './page-content.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page has just been made: its title is to be written first. */
    isNewPage?: boolean
  }
}

/** How many changes the API takes at once. */
const MAX_CHANGES = 50

/** Everything that a write of pages makes stale. */
export const contentReads = [
  getChangeRequestById,
  listPagesInChangeRequest,
  getChangeRequestChanges,
  getChangeRequestMergeability,
  getPageInChangeRequestById,
  listViewedPages,
] as const

interface PagesWrite {
  changes: ChangeRequestContentChange[]
  /** The revision that the changes stand on, where they have a text that others may be writing. */
  revision?: string
  /** The pages as they will be, to be shown at once. */
  show?: (pages: RevisionPage[]) => RevisionPage[]
}

/** The writes of the page tree of a change request. */
export function usePageWrites() {
  const ids = useIds()
  const client = useQueryClient()
  const words = useWritingWords()
  const go = useGo()
  const pagesKey = changeRequestPagesRead(ids).queryKey
  const showError = (error: unknown): void =>
    showToast({ message: describeError(error, words), isError: true })
  const write = useWrite(
    async ({ changes, revision }: PagesWrite) => {
      for (let start = 0; start < changes.length; start += MAX_CHANGES) {
        await writeContent(ids, changes.slice(start, start + MAX_CHANGES), revision)
      }
    },
    {
      stale: contentReads,
      optimistic: ({ show }) =>
        show
          ? [{ key: pagesKey, update: ({ pages }: { pages: RevisionPage[] }) => ({ pages: show(pages) }) }]
          : [],
    },
  )
  const send = (input: PagesWrite, onDone?: () => void): void =>
    write.mutate(input, { onError: showError, ...(onDone && { onSuccess: onDone }) })
  const readPages = (): RevisionPage[] => client.getQueryData(pagesKey)?.pages ?? []

  const create = async (place?: { into?: string | undefined; at?: number | undefined }): Promise<void> => {
    try {
      const result = await call(updateChangeRequestContent, {
        ...ids,
        query: { compat: false },
        body: {
          changes: [
            {
              operation: 'insert_page',
              title: words.common.untitled,
              document: { markdown: '' },
              ...(place?.into !== undefined && { into: place.into }),
              ...(place?.at !== undefined && { at: place.at }),
            },
          ],
        },
      })
      const page = 'changeRequest' in result ? result.changes[0]?.page : undefined
      await Promise.all(contentReads.map(({ id }) => client.invalidateQueries({ queryKey: [id] })))
      if (typeof page === 'object') {
        go({
          to: '/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId',
          params: { ...ids, pageId: page.id },
          state: { isNewPage: true },
        })
      }
    } catch (error) {
      showError(error)
    }
  }

  return {
    isBusy: write.isPending,
    create: (place?: { into?: string | undefined; at?: number | undefined }) => void create(place),
    move: (id: string, place: TreePlace) =>
      send({
        changes: [{ operation: 'update_page', page: id, into: place.parent ?? null, at: place.index }],
        show: (pages) => movePage(pages, id, place),
      }),
    rename: (id: string, title: string) => void renamePage(id, title).catch(showError),
    setHidden: (id: string, hidden: boolean) =>
      send({
        changes: [{ operation: 'update_page', page: id, hidden }],
        show: (pages) => pages.map((page) => (page.id === id ? { ...page, hidden } : page)),
      }),
    remove: (id: string) => void removePage(id).catch(showError),
    restore: (id: string) => send({ changes: [{ operation: 'revert_page', page: id }] }),
  }

  /** The heading of the text is the title too, so both are written. */
  async function renamePage(id: string, title: string): Promise<void> {
    const { content, revision } = await loadPage(ids, id)
    const { markdown } = setFields(content, { title })
    send({
      ...(markdown !== undefined && markdown !== content.markdown && { revision }),
      changes: [
        {
          operation: 'update_page',
          page: id,
          title,
          ...(markdown !== undefined && markdown !== content.markdown && { document: { markdown } }),
        },
      ],
      show: (pages) => pages.map((page) => (page.id === id ? { ...page, title } : page)),
    })
  }

  async function removePage(id: string): Promise<void> {
    const { revision } = await client.fetchQuery({ ...changeRequestRead(ids), staleTime: 0 })
    const nodes = readPages().map(({ id: pageId, parent, title }) => ({ id: pageId, parent, label: title }))
    const index = indexTree(nodes)
    const page = index.byId.get(id)
    if (!page) return
    const at = (index.children.get(page.parent) ?? []).findIndex((each) => each.id === id)
    const removed = nodes.filter(
      (each) => each.id === id || listAncestors(index, each.id).some((above) => above.id === id),
    )
    const isRemoved = new Set(removed.map((each) => each.id))
    const undo = (): void =>
      send(
        {
          changes: [
            ...removed.map((each) => ({ operation: 'revert_page' as const, page: each.id, revision })),
            { operation: 'update_page' as const, page: id, into: page.parent ?? null, at },
          ],
        },
        () => showToast({ message: words.writing.restored(page.label) }),
      )
    send(
      {
        changes: [{ operation: 'delete_page', page: id }],
        show: (pages) => pages.filter((each) => !isRemoved.has(each.id)),
      },
      () =>
        showToast({
          message: words.writing.deleted(page.label),
          action: { label: words.common.undo, run: undo },
        }),
    )
  }
}

export type PageWrites = ReturnType<typeof usePageWrites>

function movePage(pages: readonly RevisionPage[], id: string, place: TreePlace): RevisionPage[] {
  const nodes = pages.map((page) => ({ id: page.id, parent: page.parent, label: page.title, page }))
  return moveNode(nodes, id, place).map(({ page, parent }) =>
    page.parent === parent ? page : setParent(page, parent),
  )
}

function setParent({ parent: _parent, ...page }: RevisionPage, parent: string | undefined): RevisionPage {
  return parent === undefined ? page : { ...page, parent }
}
