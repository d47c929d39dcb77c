import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { LoadFailure } from '../../../app/load-failure.tsx'
import { useWords } from '../../../locales/index.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ChangeMark } from '../writing/writing-tree.tsx'
import type { ChangedPage } from './changed-things.ts'
import type { ComparedTexts } from './compare-texts.ts'
import { FieldChanges } from './field-changes.tsx'
import { type DiffTalk, RenderedDiff, type RenderedDiffProps } from './rendered/rendered-diff.tsx'
import { SourceDiff } from './source-diff.tsx'
import type { DiffComments } from './use-diff-comments.ts'
import { type DiffForm, useDiffForm } from './use-diff-form.ts'
import { type PageDiffSource, usePageDiff } from './use-page-diff.ts'
import './changes.css'

interface PageChangeProps extends Pick<RenderedDiffProps, 'onRevertBlocks' | 'onRevertWords'> {
  page: ChangedPage
  /** The two versions of its text. */
  source: PageDiffSource
  /** What one can do with the page, at the end of its head. */
  controls?: ReactNode
  /** What is said about the page, where one may talk about it. */
  comments?: DiffComments
  /** What stands below the differences, told which comments are shown among these. */
  renderBelow?: (shownIds: ReadonlySet<string>) => ReactNode
}

/** What is changed in one page: its fields and its text, as readers see it or as Markdown. */
export function PageChange({
  page,
  source,
  controls,
  comments,
  onRevertBlocks,
  onRevertWords,
  renderBelow,
}: PageChangeProps) {
  const { common } = useWords()
  const [form, setForm] = useDiffForm()
  const isWide = useWideScreen()
  const { source: texts, rendered, error, refetch } = usePageDiff(source, form === 'page')
  const talk = useTalk(comments, form === 'page' ? texts : undefined)
  const shownIds = new Set([...(talk?.marks.values() ?? [])].flat().map(({ id }) => id))
  return (
    <section aria-labelledby="changed-page">
      <div className="diff-head">
        <ChangeMark kind={page.kind} />
        <h2 id="changed-page" className="grow cut">
          {page.title || common.untitled}
        </h2>
        {texts && <Tally added={texts.wordsAdded} removed={texts.wordsRemoved} />}
        {controls}
      </div>
      <FormChoice form={form} onChange={setForm} />
      <FieldChanges page={page} />
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : !texts || (form === 'page' && !rendered) ? (
        <SkeletonRows label={common.loading} />
      ) : form === 'page' && texts.page && rendered ? (
        <RenderedDiff
          rows={texts.page.rows}
          before={rendered.before}
          after={rendered.after}
          talk={talk}
          onRevertBlocks={onRevertBlocks}
          onRevertWords={onRevertWords}
        />
      ) : (
        <SourceDiff key={form} rows={texts.lines} isSplit={form === 'split' && isWide} />
      )}
      {renderBelow?.(shownIds)}
    </section>
  )
}

interface FormChoiceProps {
  form: DiffForm
  onChange: (form: DiffForm) => void
}

function FormChoice({ form, onChange }: FormChoiceProps) {
  const { changes } = useReviewWords()
  return (
    <div className="form-choice">
      <Segmented
        label={changes.showAs}
        value={form === 'page' ? 'page' : 'source'}
        onChange={(next) => onChange(next === 'page' ? 'page' : 'unified')}
        choices={[
          { value: 'page', label: changes.asPage },
          { value: 'source', label: changes.asMarkdown },
        ]}
      />
      {form !== 'page' && (
        // Two texts beside each other have no room on a phone.
        <span className="only-wide">
          <Segmented
            label={changes.layout}
            value={form}
            onChange={onChange}
            choices={[
              { value: 'unified', label: changes.unified },
              { value: 'split', label: changes.sideBySide },
            ]}
          />
        </span>
      )}
    </div>
  )
}

/** Whether two texts have room beside each other. */
const WIDE_SCREEN = '(min-width: 48.0625rem)'

function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE_SCREEN)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE_SCREEN).matches,
  )
}

/** Finds the words of the page that comments are on. */
function useTalk(comments: DiffComments | undefined, texts: ComparedTexts | undefined): DiffTalk | undefined {
  const words = texts?.page?.words
  return useMemo(
    () => (comments && words ? { comments, words, marks: words.findMarks(comments.items) } : undefined),
    [comments, words],
  )
}

function Tally({ added, removed }: { added: number; removed: number }) {
  const { changes } = useReviewWords()
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
