import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { triangleExclamation } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { type MarkedConflict, resolveConflict } from './conflict-marks.ts'

interface MarkedConflictsProps {
  markdown: string
  conflicts: readonly MarkedConflict[]
  onResolve: (markdown: string) => void
}

/** The conflicts that updating from the space has left in a text: both versions of each, to take one or both. */
export function MarkedConflicts({ markdown, conflicts, onResolve }: MarkedConflictsProps) {
  const { writing } = useWords()
  return (
    <Notice title={writing.marksTitle(conflicts.length)} look="warning" icon={triangleExclamation}>
      <p>{writing.marksText}</p>
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflict.start}
          conflict={conflict}
          onResolve={(text) => onResolve(resolveConflict(markdown, conflict, text))}
        />
      ))}
    </Notice>
  )
}

interface OneConflictProps {
  conflict: MarkedConflict
  onResolve: (text: string) => void
}

function OneConflict({ conflict, onResolve }: OneConflictProps) {
  const { writing } = useWords()
  const { ours, theirs, ourLabel, theirLabel } = conflict
  // The server writes the names of the sides in English.
  const names: Record<string, string> = {
    'This change request': writing.markedOurs,
    'The space': writing.markedTheirs,
    'Before the merge': writing.markedBefore,
  }
  const ourName = names[ourLabel] ?? (ourLabel || writing.markedOurs)
  const theirName = names[theirLabel] ?? (theirLabel || writing.markedTheirs)
  return (
    <div className="marked-conflict">
      <div className="both-texts">
        <Version name={ourName} text={ours} />
        <Version name={theirName} text={theirs} />
      </div>
      <div className="actions">
        <Button label={writing.takeVersion(ourName)} onPress={() => onResolve(ours)} />
        <Button label={writing.takeVersion(theirName)} onPress={() => onResolve(theirs)} />
        <Button label={writing.keepBoth} onPress={() => onResolve(`${ours}\n${theirs}`)} />
      </div>
    </div>
  )
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}
