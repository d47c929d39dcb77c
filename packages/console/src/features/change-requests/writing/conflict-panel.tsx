import { useWritingWords } from '../../../locales/features/writing.ts'
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
  /** What both came from. */
  ancestor: PageContent | undefined
  /** Whether there are two texts, besides the fields. */
  hasBothTexts: boolean
}

/** Both texts and the one that they came from, where somebody else has changed the same lines of a page. */
export function ConflictPanel({ saver, mine, theirs, ancestor, hasBothTexts }: ConflictPanelProps) {
  const { common, writing } = useWritingWords()
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
        {ancestor && <VersionText title={writing.markedBase} content={ancestor} />}
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
