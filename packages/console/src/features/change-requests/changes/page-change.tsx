import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { LoadFailure } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { Segmented } from '../../../ui/choice.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ChangeMark } from '../writing/writing-tree.tsx'
import type { ChangedPage } from './changed-things.ts'
import { FieldChanges } from './field-changes.tsx'
import type { TextDiff } from './diff-blocks.ts'
import { type DiffTalk, PageDiff } from './page-diff.tsx'
import type { DiffComments } from './use-diff-comments.ts'
import type { PageTexts, usePageDiff } from './use-page-diff.ts'
import './changes.css'

interface PageChangeProps {
  page: ChangedPage
  diff: ReturnType<typeof usePageDiff>
  /** What one can do with the page, at the end of its head. */
  controls?: ReactNode
  /** What is said about the page, where one may talk about it. */
  comments?: DiffComments
  /** Gives blocks of the page, by their keys, the text that they had. */
  onRevertBlocks?: ((keys: string[]) => void) | undefined
  /** What stands below the differences, told which comments are shown among these. */
  renderBelow?: (shownIds: ReadonlySet<string>) => ReactNode
}

/** What is changed in one page: its fields and its text, as a page or as source. */
export function PageChange({
  page,
  diff: { data, error, refetch },
  controls,
  comments,
  onRevertBlocks,
  renderBelow,
}: PageChangeProps) {
  const { common, changes } = useWords()
  const [form, setForm] = useState<'page' | 'source'>('page')
  const diff = data?.[form]
  const talk = useTalk(comments, data?.texts, diff)
  const shownIds = new Set([...(talk?.marks.values() ?? [])].flat().map(({ id }) => id))
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
        <PageDiff
          key={form}
          diff={diff}
          isSource={form === 'source'}
          talk={talk}
          onRevertBlocks={onRevertBlocks}
        />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      {renderBelow?.(shownIds)}
    </section>
  )
}

/** Finds the words of the page in the differences, which are shown before that. */
function useTalk(
  comments: DiffComments | undefined,
  texts: PageTexts | undefined,
  diff: TextDiff | undefined,
): DiffTalk | undefined {
  const [places, setPlaces] = useState<{ of: TextDiff } & Pick<DiffTalk, 'places' | 'earlierPlaces'>>()
  const isTalkedAbout = comments !== undefined && (comments.canComment || comments.items.length > 0)
  useEffect(() => {
    if (!isTalkedAbout || !texts || !diff) return
    let isCurrent = true
    const load = async (): Promise<void> => {
      const { DiffPlaces } = await import('./diff-places.ts')
      if (!isCurrent) return
      setPlaces({
        of: diff,
        places: new DiffPlaces(texts[1], diff.blocks),
        earlierPlaces: new DiffPlaces(texts[0], diff.blocks, 'before'),
      })
    }
    // A text that cannot be read as a page has no words to talk about; comments on the page stay below it.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [isTalkedAbout, texts, diff])
  return useMemo(
    () =>
      comments && places && places.of === diff
        ? { ...places, comments, marks: places.places.findMarks(comments.items) }
        : undefined,
    [comments, places, diff],
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
