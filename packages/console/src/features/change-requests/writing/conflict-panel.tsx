import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { triangleExclamation } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { PageContent } from './draft-store.ts'
import type { PageSaver } from './page-saver.ts'

interface ConflictPanelProps {
  saver: PageSaver
  mine: PageContent
  theirs: PageContent
  /** Whether there are two texts, besides the fields. */
  hasBothTexts: boolean
}

/** Both texts, where somebody else has changed the same lines of a page. */
export function ConflictPanel({ saver, mine, theirs, hasBothTexts }: ConflictPanelProps) {
  const { common, writing } = useWords()
  const takeTheirs = (): void => {
    saver.takeTheirs()
    showToast({
      message: writing.tookTheirs,
      action: { label: common.undo, run: () => saver.replace(mine) },
    })
  }
  return (
    <Notice title={writing.conflictTitle} look="warning" icon={triangleExclamation}>
      <p>{writing.conflictText}</p>
      <div className="both-texts">
        <VersionText title={writing.yours} content={mine} />
        <VersionText title={writing.theirs} content={theirs} />
      </div>
      <div className="actions">
        <Button look="primary" label={writing.keepYours} onPress={() => saver.keepMine()} />
        <Button label={writing.takeTheirs} onPress={takeTheirs} />
        {hasBothTexts && <Button label={writing.keepBoth} onPress={() => saver.keepBoth()} />}
      </div>
    </Notice>
  )
}

function VersionText({ title, content }: { title: string; content: PageContent }) {
  const { title: pageTitle, description, markdown = '' } = content
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <pre tabIndex={0}>{[pageTitle, description, markdown].filter((text) => text !== '').join('\n\n')}</pre>
    </section>
  )
}
