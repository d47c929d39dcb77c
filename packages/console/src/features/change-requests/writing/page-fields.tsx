import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWritingWords } from '../../../locales/features/writing.ts'
import type { PageContent } from './draft-store.ts'
import { MarkField } from './mark-field.tsx'
import { setFields } from './page-content.ts'

interface PageFieldsProps {
  content: PageContent
  isReadOnly: boolean
  /** Stands beside the emoji or icon. */
  extra?: ReactNode
  onEdit: (changes: Partial<PageContent>) => void
  onBlur: () => void
}

/** The title and the description of a page, with its emoji or icon, set as its readers see them. */
export function PageFields({ content, isReadOnly, extra, onEdit, onBlur }: PageFieldsProps) {
  const { common, writing } = useWritingWords()
  const titleRef = useRef<HTMLTextAreaElement>(null)
  const descriptionRef = useRef<HTMLTextAreaElement>(null)
  const isNew = useLocation({ select: ({ state }) => state.isNewPage === true })
  useEffect(() => {
    if (!isNew) return
    titleRef.current?.focus()
    titleRef.current?.select()
  }, [isNew])
  if (isReadOnly) {
    return (
      <>
        <div className="page-title">{content.title || common.untitled}</div>
        {content.description !== '' && <p className="lead">{content.description}</p>}
      </>
    )
  }
  return (
    <>
      <div className="page-extras">
        <MarkField content={content} onChange={(mark) => onEdit(setFields(content, mark))} />
        {extra}
      </div>
      <div className="autosize page-title" data-value={content.title}>
        <textarea
          ref={titleRef}
          rows={1}
          aria-label={writing.pageTitle}
          placeholder={writing.pageTitlePlaceholder}
          maxLength={256}
          value={content.title}
          onChange={(event) =>
            onEdit(setFields(content, { title: event.target.value.replaceAll(/\s*\n\s*/g, ' ') }))
          }
          onBlur={() => {
            if (content.title.trim() === '') onEdit(setFields(content, { title: common.untitled }))
            onBlur()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            descriptionRef.current?.focus()
          }}
        />
      </div>
      <div className="autosize lead" data-value={content.description}>
        <textarea
          ref={descriptionRef}
          rows={1}
          aria-label={writing.description}
          placeholder={writing.descriptionPlaceholder}
          maxLength={1000}
          value={content.description}
          onChange={(event) =>
            onEdit(setFields(content, { description: event.target.value.replaceAll(/\s*\n\s*/g, ' ') }))
          }
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </div>
    </>
  )
}
