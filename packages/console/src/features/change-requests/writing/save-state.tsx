import { useWords } from '../../../locales/index.ts'
import { State } from '../../../ui/badges.tsx'
import { check, circleExclamation, circleNotch, pen, triangleExclamation } from '../../../ui/icon-paths.ts'
import type { SaveStatus } from './page-saver.ts'

/** Whether what is written is on the server. */
export function SaveState({ status }: { status: SaveStatus }) {
  const { writing } = useWords()
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
