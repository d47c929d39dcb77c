import { useWritingWords } from '../../../locales/features/writing.ts'
import { State } from '../../../ui/badges.tsx'
import { check, circleExclamation, circleNotch, pen, triangleExclamation } from '../../../ui/icon-paths.ts'
import type { SaveStatus } from './page-saver.ts'

/** Whether what is written is on the server. */
export function SaveState({ status }: { status: SaveStatus }) {
  const { writing } = useWritingWords()
  // The states that come and go while one types keep the place of the longest: what is beside them must not move.
  const widths = [writing.saved, writing.unsaved, writing.saving]
  return (
    <span className="save-state">
      <CurrentState status={status} />
      {widths.map((label) => (
        <span key={label} className="save-state-width" data-label={label} aria-hidden />
      ))}
    </span>
  )
}

function CurrentState({ status }: { status: SaveStatus }) {
  const { writing } = useWritingWords()
  switch (status) {
    case 'saved':
      return <State icon={check} look="success" label={writing.saved} />
    case 'unsaved':
      return <State icon={pen} label={writing.unsaved} />
    case 'saving':
      return <State icon={circleNotch} label={writing.saving} />
    case 'failed':
      return <State icon={circleExclamation} look="danger" label={writing.failed} />
    case 'conflicted':
      return <State icon={triangleExclamation} look="warning" label={writing.conflicted} />
  }
}
