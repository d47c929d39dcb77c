import { type ReactNode, useEffect, useRef, useState } from 'react'
import { loadEditorLabels } from '../../../locales/editor/load.ts'
import { useLocale } from '../../../locales/index.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIds } from '../use-change-request.ts'
import { type CursorPlace, shouldTakeFocus } from './cursor-place.ts'
import { draftStore } from './draft-store.ts'
import type { LiveClosing, LiveConnection } from './live-connection.ts'
import type { PresentPerson } from './live-presence.ts'
import { readStoredLivePage } from './live-store.ts'
import type { PageSaver } from './page-saver.ts'
import { drawDiagram } from '../../pages/index.ts'
import { renderMath } from './render-math.ts'
import type { MountedRichEditor } from './rich-editor.ts'
import type { CommentConnection } from './text-comments.ts'
import { useEditorConnections } from './use-editor-connections.ts'

interface LivePaneProps {
  saver: PageSaver
  pageId: string
  /** Where what is not sent is kept. */
  place: string
  cursor: CursorPlace
  comments: CommentConnection
  onPeople: (people: PresentPerson[]) => void
  onClosed: (closing: LiveClosing) => void
  /** Something could not be sent before the page was left. */
  onUnsent: (markdown: string) => void
  /** Shown for a page that cannot be written live. */
  fallback: ReactNode
}

/** The text of a page with its blocks, written together with everybody else who is in it. */
export function LivePane(props: LivePaneProps) {
  const { saver, pageId, place, cursor, comments, onPeople, onClosed, onUnsent, fallback } = props
  const { common, writing } = useWritingWords()
  const { spaceId, changeRequestId } = useIds()
  const hostRef = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading')
  /** Grows when the page has to be opened anew. */
  const [openings, setOpenings] = useState(0)
  const { language } = useLocale()
  const connections = useEditorConnections()
  useEffect(() => {
    let isGone = false
    let editor: MountedRichEditor | undefined
    let connection: LiveConnection | undefined
    const readMarkdown = (): string => saver.getState().content.markdown ?? ''
    const mount = async (): Promise<void> => {
      const [{ mountRichEditor, requireEditable }, { LiveConnection: Connection }, tools, labels] =
        await Promise.all([
          import('./rich-editor.ts'),
          import('./live-connection.ts'),
          import('./page-markdown.ts'),
          loadEditorLabels(language),
          connections.load(readMarkdown()),
        ])
      requireEditable(readMarkdown(), tools)
      // What was written as Markdown has to be on the server before others' text can be put together with it.
      if (!(await saver.flush())) throw new Error('The text is not saved.')
      const opened = new Connection({
        address: { spaceId, changeRequestId, pageId },
        place,
        draftId: saver.draftId,
        onPeople,
        onSaved: () => saver.announceSaved(),
        onLost: () => showToast({ message: writing.lostWords, isError: true }),
        onRestart: () => setOpenings((count) => count + 1),
        onClosed: ({ reason, error }) => {
          const hasUnsent = editor?.live?.hasUnconfirmed === true
          onClosed({ reason, error, markdown: hasUnsent ? editor?.writeOver(readMarkdown()) : undefined })
        },
      })
      const stored = readStoredLivePage(place)
      const start = await opened.open()
      if (isGone || !hostRef.current) return
      const mounted = mountRichEditor({
        element: hostRef.current,
        content: { start, onCursorChange: () => opened.noticeCursor() },
        tools,
        isReadOnly: false,
        labels: { ...labels, editor: writing.text },
        onChange: () => {
          saver.editLater(() => ({ markdown: mounted.writeOver(readMarkdown()) }))
          opened.noticeChange()
        },
        ...connections,
        renderMath,
        drawDiagram,
        onProblem: (message) => showToast({ message, isError: true }),
        ...(comments.onComment && { onComment: comments.onComment }),
        onOpenComment: comments.onOpenComment,
      })
      if (!mounted.live) throw new Error('The editor has no live page.')
      editor = mounted
      connection = opened
      saver.startLive({
        save: () => opened.save(),
        write: (markdown) => mounted.writeMarkdown(markdown),
        leave: () => opened.close({ stores: false }),
      })
      opened.start({ ...mounted, live: mounted.live })
      if (mounted.live.hasUnconfirmed) {
        saver.editLater(() => ({ markdown: mounted.writeOver(readMarkdown()) }))
        // The text is here again, and in the draft of this window.
        if (stored) void draftStore.remove(stored.draftId)
      }
      if (cursor.current !== undefined) {
        mounted.setLine(readMarkdown(), cursor.current)
        if (shouldTakeFocus()) mounted.focus()
      }
      comments.attach(mounted)
      setLoading('ready')
    }
    mount().catch(() => {
      if (!isGone) setLoading('failed')
    })
    return () => {
      isGone = true
      comments.attach(undefined)
      if (!editor || !connection) return
      saver.takeTyped()
      cursor.current = editor.getLine(readMarkdown())
      editor.destroy()
      const { writeOver } = editor
      const leaving = connection.close({ stores: true })
      saver.leaveLive(leaving)
      onPeople([])
      const offerUnsent = async (): Promise<void> => {
        if (!(await leaving)) onUnsent(writeOver(readMarkdown()))
      }
      void offerUnsent()
    }
  }, [
    saver,
    pageId,
    place,
    spaceId,
    changeRequestId,
    writing,
    language,
    connections,
    cursor,
    comments,
    openings,
    onPeople,
    onClosed,
    onUnsent,
  ])
  if (loading === 'failed') return fallback
  return (
    <div className="rich">
      <div
        ref={hostRef}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Forms of the editor have the focus while something is chosen: what is half done is not saved at once.
          if (!currentTarget.contains(relatedTarget)) void saver.flush()
        }}
      />
      {loading === 'loading' && <SkeletonRows label={common.loading} />}
    </div>
  )
}
