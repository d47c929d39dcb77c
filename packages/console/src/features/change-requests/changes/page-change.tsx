import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ChangeMark } from '../writing/writing-tree.tsx'
import type { ChangedPage } from './changed-things.ts'
import { FieldChanges } from './field-changes.tsx'
import { PageDiff } from './page-diff.tsx'
import type { usePageDiff } from './use-page-diff.ts'
import './changes.css'

interface PageChangeProps {
  page: ChangedPage
  diff: ReturnType<typeof usePageDiff>
  /** What one can do with the page, at the end of its head. */
  controls?: ReactNode
  /** What stands below the differences. */
  children?: ReactNode
}

/** What is changed in one page: its fields and its text, as a page or as source. */
export function PageChange({ page, diff: { data, error, refetch }, controls, children }: PageChangeProps) {
  const { common, changes } = useWords()
  const [form, setForm] = useState<'page' | 'source'>('page')
  const diff = data?.[form]
  return (
    <section aria-labelledby="changed-page">
      <div className="diff-head">
        <ChangeMark kind={page.kind} />
        <h2 id="changed-page" className="grow cut">
          {page.title || common.untitled}
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
        {controls}
      </div>
      <FieldChanges page={page} />
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : diff ? (
        <PageDiff diff={diff} isSource={form === 'source'} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      {children}
    </section>
  )
}

function Tally({ added, removed }: { added: number; removed: number }) {
  const { changes } = useWords()
  return (
    <span className="tally only-wide">
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
