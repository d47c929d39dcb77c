import { useEffect, useRef, useState } from 'react'
import { loadEditorLabels } from '../../../locales/editor/load.ts'
import { useLocale } from '../../../locales/index.ts'
import { drawDiagram } from '../../pages/index.ts'
import { renderMath } from './render-math.ts'
import type { MountedRichEditor } from './rich-editor.ts'
import { useEditorConnections } from './use-editor-connections.ts'

/** A part of a page as the page editor shows it, to read. What the editor cannot hold is shown as Markdown. */
export function RenderedVersion({ name, markdown }: { name: string; markdown: string }) {
  const hostRef = useRef<HTMLDivElement>(null)
  const [isMarkdown, setMarkdown] = useState(false)
  const { language } = useLocale()
  const connections = useEditorConnections()
  useEffect(() => {
    let isGone = false
    let editor: MountedRichEditor | undefined
    const mount = async (): Promise<void> => {
      try {
        const [{ mountRichEditor }, tools, labels] = await Promise.all([
          import('./rich-editor.ts'),
          import('./page-markdown.ts'),
          loadEditorLabels(language),
          connections.load(markdown),
        ])
        if (isGone || !hostRef.current) return
        editor = mountRichEditor({
          element: hostRef.current,
          content: markdown,
          tools,
          isReadOnly: true,
          labels: { ...labels, editor: name },
          onChange: () => undefined,
          ...connections,
          renderMath,
          drawDiagram,
          onProblem: () => undefined,
        })
      } catch {
        if (!isGone) setMarkdown(true)
      }
    }
    void mount()
    return () => {
      isGone = true
      editor?.destroy()
    }
  }, [markdown, name, language, connections])
  return isMarkdown ? <pre tabIndex={0}>{markdown}</pre> : <div ref={hostRef} className="rendered-version" />
}
