import { useState } from 'react'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { triangleExclamation } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type MarkedConflict, resolveConflict } from './conflict-marks.ts'
import { RenderedVersion } from './rendered-version.tsx'

interface MarkedConflictsProps {
  markdown: string
  conflicts: readonly MarkedConflict[]
  onResolve: (markdown: string) => void
}

type Form = 'page' | 'markdown'

/**
 * The conflicts that updating from the space has left in a text: both versions of each and what they came from, to take one of
 * them or both.
 */
export function MarkedConflicts({ markdown, conflicts, onResolve }: MarkedConflictsProps) {
  const { common, changes } = useReviewWords()
  const { writing } = useWritingWords()
  const [form, setForm] = useState<Form>('page')
  const resolve = (conflict: MarkedConflict, text: string): void => {
    onResolve(resolveConflict(markdown, conflict, text))
    showToast({
      message: writing.conflictResolved,
      action: { label: common.undo, run: () => onResolve(markdown) },
    })
  }
  return (
    <Notice title={writing.marksTitle(conflicts.length)} look="warning" icon={triangleExclamation}>
      <p>{writing.marksText}</p>
      <Segmented
        label={writing.versionsAs}
        choices={[
          { value: 'page', label: changes.asPage },
          { value: 'markdown', label: changes.asMarkdown },
        ]}
        value={form}
        onChange={setForm}
      />
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflict.start}
          conflict={conflict}
          form={form}
          onResolve={(text) => resolve(conflict, text)}
        />
      ))}
    </Notice>
  )
}

interface OneConflictProps {
  conflict: MarkedConflict
  form: Form
  onResolve: (text: string) => void
}

function OneConflict({ conflict, form, onResolve }: OneConflictProps) {
  const { writing } = useWritingWords()
  const { ours, theirs, base, ourLabel, theirLabel, baseLabel } = conflict
  // The server writes the names of the sides in English.
  const names: Record<string, string> = {
    'This change request': writing.markedOurs,
    'The space': writing.markedTheirs,
    'Before the merge': writing.markedBefore,
    'After the merge': writing.markedAfter,
    'Before both': writing.markedBase,
  }
  const ourName = names[ourLabel] ?? (ourLabel || writing.markedOurs)
  const theirName = names[theirLabel] ?? (theirLabel || writing.markedTheirs)
  const baseName = names[baseLabel] ?? (baseLabel || writing.markedBase)
  return (
    <div className="marked-conflict">
      <div className="both-texts">
        {base !== undefined && <Version name={baseName} text={base} form={form} />}
        <Version name={ourName} text={ours} form={form} />
        <Version name={theirName} text={theirs} form={form} />
      </div>
      <div className="actions">
        <Button label={writing.takeVersion(ourName)} onPress={() => onResolve(ours)} />
        <Button label={writing.takeVersion(theirName)} onPress={() => onResolve(theirs)} />
        <Button label={writing.keepBoth} onPress={() => onResolve(`${ours}\n${theirs}`)} />
        {base !== undefined && (
          <Button look="quiet" label={writing.takeVersion(baseName)} onPress={() => onResolve(base)} />
        )}
      </div>
    </div>
  )
}

function Version({ name, text, form }: { name: string; text: string; form: Form }) {
  const { writing } = useWritingWords()
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {text.trim() === '' ? (
        <p className="soft">{writing.nothingThere}</p>
      ) : form === 'page' ? (
        <RenderedVersion name={name} markdown={text} />
      ) : (
        <pre tabIndex={0}>{text}</pre>
      )}
    </section>
  )
}
