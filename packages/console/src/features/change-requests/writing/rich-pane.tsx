import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocale } from '../../../locales/index.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { loadEditorLabels } from '../../../locales/editor/load.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type CursorPlace, shouldTakeFocus } from './cursor-place.ts'
import type { PageSaver } from './page-saver.ts'
import type { MountedRichEditor } from './rich-editor.ts'
import { drawDiagram } from '../../pages/index.ts'
import { renderMath } from './render-math.ts'
import type { CommentConnection } from './text-comments.ts'
import { useEditorConnections } from './use-editor-connections.ts'

interface RichPaneProps {
  saver: PageSaver
  /** Grows when the text was replaced by something else than typing here. */
  version: number
  isReadOnly: boolean
  cursor: CursorPlace
  comments: CommentConnection
  /** Shown for a text that the editor cannot hold. */
  fallback: ReactNode
}

/** The text of a page with its blocks. The editor is loaded when it is first needed. */
export function RichPane({ saver, version, isReadOnly, cursor, comments, fallback }: RichPaneProps) {
  const { common, writing } = useWritingWords()
  const hostRef = useRef<HTMLDivElement>(null)
  const editorRef = useRef<MountedRichEditor>(undefined)
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { language } = useLocale()
  const connections = useEditorConnections()
  useEffect(() => {
    let isGone = false
    const readMarkdown = (): string => saver.getState().content.markdown ?? ''
    const mount = async (): Promise<void> => {
      try {
        const [{ mountRichEditor }, tools, labels] = await Promise.all([
          import('./rich-editor.ts'),
          import('./page-markdown.ts'),
          loadEditorLabels(language),
          connections.load(readMarkdown()),
        ])
        if (isGone || !hostRef.current) return
        const editor = mountRichEditor({
          element: hostRef.current,
          content: readMarkdown(),
          tools,
          isReadOnly,
          labels: { ...labels, editor: writing.text },
          onChange: () => saver.editLater(() => ({ markdown: editor.writeOver(readMarkdown()) })),
          ...connections,
          renderMath,
          drawDiagram,
          onProblem: (message) => showToast({ message, isError: true }),
          ...(comments.onComment && { onComment: comments.onComment }),
          onOpenComment: comments.onOpenComment,
        })
        editorRef.current = editor
        if (cursor.current !== undefined) {
          editor.setLine(readMarkdown(), cursor.current)
          if (shouldTakeFocus()) editor.focus()
        }
        comments.attach(editor)
        setLoading('ready')
      } catch {
        setLoading('failed')
      }
    }
    void mount()
    return () => {
      isGone = true
      saver.takeTyped()
      cursor.current = editorRef.current?.getLine(readMarkdown())
      comments.attach(undefined)
      editorRef.current?.destroy()
      editorRef.current = undefined
    }
  }, [saver, isReadOnly, writing, language, connections, cursor, comments])
  useEffect(() => {
    try {
      editorRef.current?.setMarkdown(saver.getState().content.markdown ?? '')
    } catch {
      setLoading('failed')
    }
  }, [saver, version])
  if (loading === 'failed') {
    return (
      <>
        <p className="soft">{writing.onlyMarkdown}</p>
        {fallback}
      </>
    )
  }
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
