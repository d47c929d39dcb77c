import { useEffect, useRef, useState } from 'react'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { type CursorPlace, shouldTakeFocus } from './cursor-place.ts'
import type { MountedSourceEditor } from './source-editor.ts'

interface SourcePaneProps {
  text: string
  /** Grows when the text was replaced by something else than typing here. */
  version: number
  isReadOnly: boolean
  cursor: CursorPlace
  /** How many lines of the page's Markdown stand above the text. */
  linesAbove: number
  onChange: (text: string) => void
  onBlur: () => void
}

/** The Markdown of a page. The editor is loaded when it is first needed; until then, and without it, nothing is lost. */
export function SourcePane(props: SourcePaneProps) {
  const { text, version, isReadOnly, cursor, linesAbove, onChange, onBlur } = props
  const { common, writing } = useWritingWords()
  const hostRef = useRef<HTMLDivElement>(null)
  const editorRef = useRef<MountedSourceEditor>(undefined)
  const latest = useRef({ text, linesAbove, onChange, onBlur })
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    latest.current = { text, linesAbove, onChange, onBlur }
  })
  useEffect(() => {
    let isGone = false
    const mount = async (): Promise<void> => {
      try {
        const { mountSourceEditor } = await import('./source-editor.ts')
        if (isGone || !hostRef.current) return
        editorRef.current = mountSourceEditor({
          element: hostRef.current,
          text: latest.current.text,
          label: writing.text,
          placeholder: writing.textPlaceholder,
          isReadOnly,
          onChange: (next) => latest.current.onChange(next),
          onBlur: () => latest.current.onBlur(),
        })
        if (cursor.current !== undefined) {
          editorRef.current.setLine(cursor.current - latest.current.linesAbove)
          if (shouldTakeFocus()) editorRef.current.focus()
        }
        setLoading('ready')
      } catch {
        setLoading('failed')
      }
    }
    void mount()
    return () => {
      isGone = true
      if (editorRef.current) cursor.current = editorRef.current.getLine() + latest.current.linesAbove
      editorRef.current?.destroy()
      editorRef.current = undefined
    }
  }, [isReadOnly, writing, cursor])
  useEffect(() => editorRef.current?.setText(latest.current.text), [version])
  return (
    <div className="source">
      <div ref={hostRef} />
      {loading === 'loading' && <SkeletonRows label={common.loading} />}
      {loading === 'failed' && (
        <textarea
          className="textarea source-plain"
          aria-label={writing.text}
          value={text}
          readOnly={isReadOnly}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </div>
  )
}
