import { call } from '../../api/index.ts'
import { getPageById, getSpacePDF, type RevisionPage } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { clockRotateLeft, ellipsis, filePdf, link, markdown } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'

/** What one can do with a page besides reading and editing it. */
export function PageMenu({ spaceId, page }: { spaceId: string; page: RevisionPage }) {
  const words = useWords()
  const { spaces } = words
  const go = useGo()
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      showToast({ message: describeError(error, words), isError: true })
    }
  }
  const copyLink = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(`${location.origin}/app/spaces/${spaceId}/pages/${page.id}`)
      showToast({ message: spaces.linkCopied })
    })
  const copyMarkdown = () =>
    attempt(async () => {
      const { markdown: text } = await call(getPageById, {
        spaceId,
        pageId: page.id,
        query: { format: 'markdown' },
      })
      await navigator.clipboard.writeText(text ?? '')
      showToast({ message: spaces.markdownCopied })
    })
  const downloadPdf = (query: { page?: string; only?: boolean }) =>
    attempt(async () => {
      showToast({ message: spaces.preparingPdf })
      const { url } = await call(getSpacePDF, { spaceId, query })
      location.assign(url)
    })
  return (
    <Menu
      label={spaces.pageActions}
      placement="bottom end"
      items={[
        {
          id: 'history',
          label: spaces.history,
          icon: clockRotateLeft,
          onAction: () =>
            go({ to: '/spaces/$spaceId/pages/$pageId/history', params: { spaceId, pageId: page.id } }),
        },
        { id: 'link', label: spaces.copyLink, icon: link, onAction: () => void copyLink() },
        { id: 'markdown', label: spaces.copyMarkdown, icon: markdown, onAction: () => void copyMarkdown() },
        {
          id: 'pdf',
          label: spaces.downloadPdf,
          icon: filePdf,
          onAction: () => void downloadPdf({ page: page.id, only: true }),
        },
        {
          id: 'space-pdf',
          label: spaces.downloadSpacePdf,
          icon: filePdf,
          onAction: () => void downloadPdf({}),
        },
      ]}
    >
      <Button look="quiet" isIconOnly icon={ellipsis} label={spaces.pageActions} />
    </Menu>
  )
}
