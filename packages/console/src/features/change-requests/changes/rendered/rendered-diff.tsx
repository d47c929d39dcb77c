import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useReviewWords } from '../../../../locales/features/reviews.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { BlockTalk } from '../block-talk.tsx'
import type { DiffComments } from '../use-diff-comments.ts'
import { BlockContent, readSelectedLetters } from './block-content.tsx'
import type { DocumentRow, LetterMark, PageWords } from './document-rows.ts'
import { type RenderedPage, RenderedPages } from './rendered-pages.ts'
import { SettingChanges } from './setting-changes.tsx'
import type { WordRevert } from './word-revert.ts'

/** What is said about a page, and where its words are. */
export interface DiffTalk {
  comments: DiffComments
  words: PageWords
  /** The commented words, by the key of the outermost block that they are in. */
  marks: ReadonlyMap<string, LetterMark[]>
}

export interface RenderedDiffProps {
  rows: readonly DocumentRow[]
  before: RenderedPage
  after: RenderedPage
  talk?: DiffTalk | undefined
  /** Gives blocks, by their keys, the content that they had. */
  onRevertBlocks?: ((keys: string[]) => void) | undefined
  onRevertWords?: ((words: WordRevert) => void) | undefined
}

/** How many unchanged blocks beside a change are shown. */
const SHOWN_AROUND = 1

const noMarks: LetterMark[] = []

/** The blocks of a page as readers see them, with what came and what went. What is the same is folded, unless somebody talks about it. */
export function RenderedDiff({
  rows,
  before,
  after,
  talk,
  onRevertBlocks,
  onRevertWords,
}: RenderedDiffProps) {
  const { changes } = useReviewWords()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const pages = useMemo(() => new RenderedPages(before, after), [before, after])
  const findMarks = (row: DocumentRow): LetterMark[] =>
    (row.after && talk?.marks.get(row.after.key)) ?? noMarks
  if (rows.every((row) => row.kind === 'same' && findMarks(row).length === 0)) {
    return <p className="soft">{changes.noTextChange}</p>
  }
  const show = (index: number): ReactNode => {
    const row = rows[index]
    return (
      row && (
        <RenderedRow
          key={`${row.before?.key} ${row.after?.key}`}
          row={row}
          pages={pages}
          marks={findMarks(row)}
          talk={talk}
          onRevertBlocks={onRevertBlocks}
          onRevertWords={onRevertWords}
        />
      )
    )
  }
  return (
    <div className="page diff">
      <div className="body">
        {foldRows(rows, (row) => findMarks(row).length > 0).map(({ start, end, isFolded }) =>
          isFolded && !opened.has(start) ? (
            <button
              key={`fold-${start}`}
              type="button"
              className="fold"
              onClick={() => setOpened(new Set([...opened, start]))}
            >
              {changes.unchangedBlocks(end - start)}
            </button>
          ) : (
            Array.from({ length: end - start }, (_, place) => show(start + place))
          ),
        )}
      </div>
    </div>
  )
}

interface RowRange {
  start: number
  end: number
  isFolded: boolean
}

/** Divides rows into those that are shown and those that are the same and far from a difference. */
export function foldRows(
  rows: readonly DocumentRow[],
  isTalkedAbout: (row: DocumentRow) => boolean,
): RowRange[] {
  const isNear = (place: number): boolean =>
    rows
      .slice(Math.max(0, place - SHOWN_AROUND), place + SHOWN_AROUND + 1)
      .some(({ kind }) => kind !== 'same')
  const ranges: RowRange[] = []
  rows.forEach((row, index) => {
    const isFolded = !isNear(index) && !isTalkedAbout(row)
    const last = ranges.at(-1)
    if (last?.isFolded === isFolded) last.end = index + 1
    else ranges.push({ start: index, end: index + 1, isFolded })
  })
  return ranges
}

interface RenderedRowProps extends Pick<RenderedDiffProps, 'talk' | 'onRevertBlocks' | 'onRevertWords'> {
  row: DocumentRow
  pages: RenderedPages
  marks: readonly LetterMark[]
}

function RenderedRow({ row, pages, marks, talk, onRevertBlocks, onRevertWords }: RenderedRowProps) {
  const { changes } = useReviewWords()
  const rootRef = useRef<ShadowRoot>(null)
  const onFill = useCallback((root: ShadowRoot) => {
    rootRef.current = root
  }, [])
  const { kind, before, after, settings } = row
  const labels = { added: changes.newBlock, removed: changes.removedBlock, changed: changes.changedBlock }
  const keys = kind === 'same' ? [] : [before?.key, after?.key].filter((key) => key !== undefined)
  const startComment = () =>
    after &&
    talk?.words.quoteBlock(after.key, rootRef.current ? readSelectedLetters(rootRef.current) : undefined)
  return (
    <div className="diff-row">
      <div
        className={classNames(
          'diff-block is-rendered',
          kind === 'same' ? 'same' : 'hunk',
          (kind === 'added' || kind === 'removed') && kind,
        )}
      >
        {kind !== 'same' && <span className="sr">{labels[kind]}: </span>}
        {settings.length > 0 && <SettingChanges changes={settings} />}
        <BlockContent row={row} pages={pages} marks={marks} onRevertWords={onRevertWords} onFill={onFill} />
      </div>
      {talk && (
        <BlockTalk
          isRemoved={!after}
          comments={talk.comments}
          onBlock={talk.comments.items.filter(({ id }) => marks.some((mark) => mark.id === id))}
          startComment={startComment}
          onRevert={onRevertBlocks && keys.length > 0 ? () => onRevertBlocks(keys) : undefined}
        />
      )}
    </div>
  )
}
