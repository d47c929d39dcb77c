import { useEffect, useRef } from 'react'
import { describeError } from '../../../app/load-failure.tsx'
import { useFindWords } from '../../../locales/features/find.ts'
import { Button } from '../../../ui/button.tsx'
import { circleCheck, rotateLeft } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { getTextKey, useTextCount } from './found-text.ts'
import { TextTitle } from './match-list.tsx'
import type { LeftText, Replacement } from './use-replacement.ts'

interface ReplacementNoticeProps {
  replacement: Replacement
  onUndo: () => void
}

/** What was replaced, what was not and why, and the way back. */
export function ReplacementNotice({ replacement, onUndo }: ReplacementNoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone with the list.
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className="find-outcome" ref={ref} tabIndex={-1}>
      <Outcome replacement={replacement} onUndo={onUndo} />
    </div>
  )
}

function Outcome({ replacement, onUndo }: ReplacementNoticeProps) {
  const words = useFindWords()
  const { common, find } = words
  const countTexts = useTextCount()
  const { status, doneCount, totalCount, replacedTexts, replacedPlaces, leftTexts, parts, error } =
    replacement
  if (status === 'replacing' || status === 'undoing') {
    const text = status === 'undoing' ? find.undoing : find.replacing
    return (
      <p className="find-progress" role="status">
        <progress aria-hidden="true" max={totalCount} value={doneCount} />
        {text(doneCount, totalCount)}
      </p>
    )
  }
  return (
    <div className="stack-s" role="status">
      {status === 'undone' ? (
        <Notice title={find.undone} look="success" icon={circleCheck} />
      ) : (
        <Notice
          title={find.replaced(find.places(replacedPlaces), countTexts(replacedTexts))}
          look="success"
          icon={circleCheck}
          actions={parts.length > 0 && <Button icon={rotateLeft} label={common.undo} onPress={onUndo} />}
        />
      )}
      {error !== undefined && (
        <Notice title={find.stopped} look="danger">
          {describeError(error, words)}
        </Notice>
      )}
      {leftTexts.length > 0 && (
        <Notice title={find.leftTitle(countTexts(leftTexts))} look="warning">
          <ul className="left-pages">
            {leftTexts.map((text) => (
              <LeftTextRow key={getTextKey(text)} text={text} />
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

function LeftTextRow({ text }: { text: LeftText }) {
  const { common, find } = useFindWords()
  const { title, result, problem } = text
  const reason = result === 'outdated' ? find.outdated : result === 'missing' ? find.missing : (problem ?? '')
  return (
    <li>
      {result === 'missing' ? title || common.untitled : <TextTitle text={text} />}
      {': '}
      {reason}
    </li>
  )
}
