import { Fragment, useMemo, useState } from 'react'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { classNames } from '../../../ui/class-names.ts'
import { foldSource, type SourceLine, type SourceRow } from './source-lines.ts'

interface SourceDiffProps {
  rows: readonly SourceRow[]
  /** Both texts beside each other, instead of one text with what came and what went. */
  isSplit: boolean
}

/** Two versions of a page as Markdown. What is the same is folded. */
export function SourceDiff({ rows, isSplit }: SourceDiffProps) {
  const { changes } = useReviewWords()
  const ranges = useMemo(() => foldSource(rows), [rows])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (rows.every(({ kind }) => kind === 'same')) return <p className="soft">{changes.noTextChange}</p>
  const columns = isSplit ? 4 : 3
  return (
    <table className={classNames('source-diff', isSplit && 'is-split')}>
      <caption className="sr">{changes.asMarkdown}</caption>
      <colgroup>
        {Array.from({ length: columns }, (_, index) => (
          <col key={index} {...((isSplit ? index % 2 === 0 : index < 2) && { className: 'number-column' })} />
        ))}
      </colgroup>
      <thead className="sr">
        <tr>
          {isSplit ? (
            <>
              <th scope="col">{changes.lineBefore}</th>
              <th scope="col">{changes.rendered.before}</th>
              <th scope="col">{changes.lineAfter}</th>
              <th scope="col">{changes.rendered.after}</th>
            </>
          ) : (
            <>
              <th scope="col">{changes.lineBefore}</th>
              <th scope="col">{changes.lineAfter}</th>
              <th scope="col">{changes.asMarkdown}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {ranges.map(({ start, end, isFolded }) => {
          if (isFolded && !opened.has(start)) {
            return (
              <tr key={`fold-${start}`}>
                <td colSpan={columns}>
                  <button
                    type="button"
                    className="fold"
                    onClick={() => setOpened(new Set([...opened, start]))}
                  >
                    {changes.showLines(end - start)}
                  </button>
                </td>
              </tr>
            )
          }
          const shown = rows.slice(start, end)
          return (
            <Fragment key={start}>
              {isSplit
                ? shown.map((row, index) => <SplitRow key={index} row={row} />)
                : listUnified(shown).map((line, index) => <UnifiedRow key={index} {...line} />)}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

interface UnifiedLine {
  kind: 'same' | 'added' | 'removed'
  line: SourceLine
  before: number | undefined
  after: number | undefined
}

/** What went stands before what came, as long as nothing between them is the same. */
function listUnified(rows: readonly SourceRow[]): UnifiedLine[] {
  const lines: UnifiedLine[] = []
  let added: UnifiedLine[] = []
  for (const { kind, before, after } of rows) {
    if (kind === 'same' && after) {
      lines.push(...added, { kind, line: after, before: before?.number, after: after.number })
      added = []
      continue
    }
    if (before) lines.push({ kind: 'removed', line: before, before: before.number, after: undefined })
    if (after) added.push({ kind: 'added', line: after, before: undefined, after: after.number })
  }
  return [...lines, ...added]
}

function UnifiedRow({ kind, line, before, after }: UnifiedLine) {
  return (
    <tr>
      <td className="line-number">{before}</td>
      <td className="line-number">{after}</td>
      <LineCell kind={kind} line={line} />
    </tr>
  )
}

function SplitRow({ row: { kind, before, after } }: { row: SourceRow }) {
  return (
    <tr>
      <td className="line-number">{before?.number}</td>
      <LineCell kind={kind === 'same' ? 'same' : 'removed'} line={before} />
      <td className="line-number">{after?.number}</td>
      <LineCell kind={kind === 'same' ? 'same' : 'added'} line={after} />
    </tr>
  )
}

interface LineCellProps {
  kind: 'same' | 'added' | 'removed'
  line: SourceLine | undefined
}

function LineCell({ kind, line }: LineCellProps) {
  const { changes } = useReviewWords()
  if (!line) return <td className="line is-absent" />
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <td className={classNames('line', `is-${kind}`)}>
      {kind !== 'same' && <span className="sr">{changes.rendered[kind]} </span>}
      {line.parts.map(({ text, isDifferent }, index) =>
        isDifferent && kind !== 'same' ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
      )}
    </td>
  )
}
