import { useSession } from '../../../app/session.ts'
import { describeError } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/states.tsx'
import { ChangeRequestFrame } from '../change-request-frame.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { DraftOffer } from './draft-offer.tsx'
import type { LoadedPage } from './page-content.ts'
import { PageFields } from './page-fields.tsx'
import type { PageSaver, SaverState } from './page-saver.ts'
import { joinPageText, splitPageText } from './page-text.ts'
import { SaveState } from './save-state.tsx'
import { SourcePane } from './source-pane.tsx'
import { usePageSaver } from './use-page-saver.ts'

interface PagePaneProps {
  pageId: string
  page: LoadedPage
  place: string
}

/** A page that is being written, or read by whoever may not write. */
export function PagePane({ pageId, page, place }: PagePaneProps) {
  const { ids, rights } = useChangeRequest()
  const { saver, state } = usePageSaver(ids, pageId, page, place)
  const isReadOnly = !rights.canWrite
  const { content, version } = state
  return (
    <ChangeRequestFrame
      title={content.title}
      saveState={isReadOnly ? undefined : <SaveState status={state.status} />}
    >
      <div className="writer">
        <article className="page editing">
          {isReadOnly && <ReadOnlyNotice />}
          {!isReadOnly && <PageNotices saver={saver} state={state} place={place} />}
          <PageFields
            content={content}
            isReadOnly={isReadOnly}
            onEdit={(changes) => saver.edit(changes)}
            onBlur={() => void saver.flush()}
          />
          <PageTextField saver={saver} content={content} version={version} isReadOnly={isReadOnly} />
        </article>
      </div>
    </ChangeRequestFrame>
  )
}

interface PageTextFieldProps extends Pick<SaverState, 'content' | 'version'> {
  saver: PageSaver
  isReadOnly: boolean
}

function PageTextField({ saver, content, version, isReadOnly }: PageTextFieldProps) {
  const { writing } = useWords()
  if (content.markdown === undefined) return <p className="soft">{writing.noText}</p>
  const { body } = splitPageText(content.markdown)
  return (
    <SourcePane
      text={body}
      version={version}
      isReadOnly={isReadOnly}
      onChange={(text) => {
        // The head may have been changed since this was drawn.
        const { head } = splitPageText(saver.getState().content.markdown ?? '')
        saver.edit({ markdown: joinPageText({ head, body: text }) })
      }}
      onBlur={() => void saver.flush()}
    />
  )
}

interface PageNoticesProps {
  saver: PageSaver
  state: SaverState
  place: string
}

function PageNotices({ saver, state, place }: PageNoticesProps) {
  const words = useWords()
  const { common, writing } = words
  return (
    <div className="page-notices">
      {state.theirs && <ConflictPanel saver={saver} mine={state.content} theirs={state.theirs} />}
      {state.status === 'failed' && (
        <Notice
          title={writing.failedTitle}
          look="danger"
          actions={<Button label={common.retry} onPress={() => void saver.flush()} />}
        >
          {writing.failedText(describeError(state.error, words))}
        </Notice>
      )}
      <DraftOffer place={place} content={state.content} onRestore={(content) => saver.replace(content)} />
    </div>
  )
}

function ReadOnlyNotice() {
  const { writing } = useWords()
  const { changeRequest } = useChangeRequest()
  const text =
    changeRequest?.status === 'merged'
      ? writing.readOnlyMerged
      : changeRequest?.status === 'archived'
        ? writing.readOnlyClosed
        : writing.readOnly
  return <p className="soft read-only-note">{text}</p>
}

/** Where drafts of a page are kept: apart for each person who uses the browser. */
export const usePlace = (changeRequestId: string, pageId: string): string =>
  `${useSession().id}/${changeRequestId}/${pageId}`
