import { type ComponentProps, useRef, useState } from 'react'
import type { ChangeRequest } from '../../../api/operations.ts'
import { useSession } from '../../../app/session.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useFormats } from '../../../locales/index.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { fileLines, markdown } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { ChangeRequestFrame } from '../change-request-frame.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { findConflicts } from './conflict-marks.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { AddCover, CoverField } from './cover-field.tsx'
import { DraftOffer } from './draft-offer.tsx'
import type { StoredDraft } from './draft-store.ts'
import type { LiveClosing } from './live-connection.ts'
import { LivePane } from './live-pane.tsx'
import { LivePeople } from './live-people.tsx'
import type { PresentPerson } from './live-presence.ts'
import { readStoredLivePage } from './live-store.ts'
import { MarkedConflicts } from './marked-conflicts.tsx'
import { combineContents, type LoadedPage } from './page-content.ts'
import { PageFields } from './page-fields.tsx'
import { PageOptionsButton } from './page-options-dialog.tsx'
import type { PageSaver, SaverState } from './page-saver.ts'
import { joinPageText, MAX_PAGE_TEXT_LENGTH, splitPageText } from './page-text.ts'
import { RichPane } from './rich-pane.tsx'
import { SaveState } from './save-state.tsx'
import { SourcePane } from './source-pane.tsx'
import { type CommentConnection, useTextComments } from './text-comments.ts'
import { TextCommentsButton, TextCommentsPanel, useCommentKeys } from './text-comments-panel.tsx'
import { usePageSaver } from './use-page-saver.ts'
import { useWritingMode, type WritingMode } from './writing-mode.ts'

interface PagePaneProps {
  pageId: string
  page: LoadedPage
  place: string
}

/** A page that is being written, or read by whoever may not write. */
export function PagePane({ pageId, page, place }: PagePaneProps) {
  const { ids, rights, changeRequest } = useChangeRequest()
  const { saver, state } = usePageSaver(ids, pageId, page, place)
  const isReadOnly = !rights.canWrite
  const { content, version } = state
  const isDocument = content.markdown !== undefined
  const comments = useTextComments(pageId)
  useCommentKeys(comments)
  const [mode, setMode] = useWritingMode()
  const [people, setPeople] = useState<PresentPerson[]>([])
  const [liveClosing, setLiveClosing] = useState<LiveClosing>()
  const [unsentText, setUnsentText] = useState<string>()
  // Whoever may not write any more may learn so before the connection does.
  const closing = liveClosing ?? (isReadOnly ? describeUnsent(changeRequest?.status, unsentText) : undefined)
  const switchMode = (next: WritingMode): void => {
    if (!saver.takeTyped()) return
    if (state.isLive) saver.endLive()
    else void saver.flush()
    setMode(next)
  }
  return (
    <ChangeRequestFrame
      title={content.title}
      tools={
        isDocument && (
          <>
            <span className="only-wide">
              <LivePeople people={people} />
            </span>
            <span className="only-wide">
              <TextCommentsButton comments={comments} />
            </span>
            {!isReadOnly && <PageOptionsButton page={page.page} />}
            <ModeSwitch mode={mode} onChange={switchMode} />
          </>
        )
      }
      saveState={isReadOnly ? undefined : <SaveState status={state.status} />}
    >
      <div className={classNames('writer', comments.isOpen && 'with-comments')}>
        <article className="page editing">
          {isReadOnly && <ReadOnlyNotice />}
          {closing && (!isReadOnly || closing.markdown !== undefined) && (
            <div className="page-notices">
              <ClosedNotice closing={closing} />
            </div>
          )}
          {!isReadOnly && !closing && <PageNotices saver={saver} state={state} place={place} />}
          {isDocument && <CoverField page={page.page} isReadOnly={isReadOnly} />}
          <PageFields
            content={content}
            isReadOnly={isReadOnly || closing !== undefined}
            extra={
              isDocument && (
                <>
                  <AddCover page={page.page} />
                  <span className="only-phone">
                    <TextCommentsButton comments={comments} />
                    <LivePeople people={people} />
                  </span>
                </>
              )
            }
            onEdit={(changes) => saver.edit(changes)}
            onBlur={() => void saver.flush()}
          />
          <PageTextField
            saver={saver}
            content={content}
            version={version}
            isLive={state.isLive}
            isReadOnly={isReadOnly}
            mode={mode}
            comments={comments.connection}
            live={{ pageId, place, onPeople: setPeople, onClosed: setLiveClosing, onUnsent: setUnsentText }}
          />
        </article>
        {comments.isOpen && <TextCommentsPanel pageId={pageId} comments={comments} />}
      </div>
    </ChangeRequestFrame>
  )
}

/** Why a text was not sent, where the change request can only be read. */
const describeUnsent = (
  status: ChangeRequest['status'] | undefined,
  markdown: string | undefined,
): LiveClosing | undefined =>
  markdown === undefined
    ? undefined
    : { reason: status === 'merged' || status === 'archived' ? status : 'access', markdown }

interface PageTextFieldProps extends Pick<SaverState, 'content' | 'version' | 'isLive'> {
  saver: PageSaver
  isReadOnly: boolean
  mode: WritingMode
  comments: CommentConnection
  live: Pick<ComponentProps<typeof LivePane>, 'pageId' | 'place' | 'onPeople' | 'onClosed' | 'onUnsent'>
}

function PageTextField(props: PageTextFieldProps) {
  const { saver, content, version, isLive, isReadOnly, mode, comments, live } = props
  const { writing } = useWritingWords()
  const { number } = useFormats()
  const cursor = useRef<number>(undefined)
  const isTooLong = useTooLong(mode, isLive, content.markdown?.length ?? 0)
  if (content.markdown === undefined) return <p className="soft">{writing.noText}</p>
  const { head, body } = splitPageText(content.markdown)
  const source = (
    <SourcePane
      text={body}
      version={version}
      isReadOnly={isReadOnly}
      cursor={cursor}
      linesAbove={head.split('\n').length - 1}
      onChange={(text) => {
        // The head may have been changed since this was drawn.
        const { head: latestHead } = splitPageText(saver.getState().content.markdown ?? '')
        saver.edit({ markdown: joinPageText({ head: latestHead, body: text }) })
      }}
      onBlur={() => void saver.flush()}
    />
  )
  const conflicts = findConflicts(content.markdown)
  // Read as blocks, the marks of a conflict would be headings and quotes.
  if (conflicts.length > 0) {
    return (
      <>
        {!isReadOnly && (
          <MarkedConflicts
            markdown={content.markdown}
            conflicts={conflicts}
            onResolve={(markdown) => saver.replace({ ...saver.getState().content, markdown })}
          />
        )}
        {source}
      </>
    )
  }
  if (mode === 'markdown') return source
  if (isTooLong) {
    return (
      <>
        <div className="page-notices">
          <Notice title={writing.tooLongForBlocks(number(MAX_PAGE_TEXT_LENGTH))} look="info" />
        </div>
        {source}
      </>
    )
  }
  const rich = (
    <RichPane
      saver={saver}
      version={version}
      isReadOnly={isReadOnly}
      cursor={cursor}
      comments={comments}
      fallback={source}
    />
  )
  return isReadOnly ? (
    rich
  ) : (
    <LivePane saver={saver} cursor={cursor} comments={comments} fallback={rich} {...live} />
  )
}

/**
 * Whether a text is too long to be written as a page. One that grows while it is written as a page stays one, and one that
 * gets shorter stays Markdown, until it is opened again: nobody's editor goes away below their hands.
 */
function useTooLong(mode: WritingMode, isLive: boolean, length: number): boolean {
  const [isTooLong, setTooLong] = useState(false)
  if (mode === 'markdown' && isTooLong) setTooLong(false)
  else if (mode === 'page' && !isLive && !isTooLong && length > MAX_PAGE_TEXT_LENGTH) setTooLong(true)
  return isTooLong
}

interface ModeSwitchProps {
  mode: WritingMode
  onChange: (mode: WritingMode) => void
}

function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  const { writing } = useWritingWords()
  return (
    <Segmented
      label={writing.showAs}
      choices={[
        { value: 'page', label: writing.asPage, icon: fileLines },
        { value: 'markdown', label: writing.asMarkdown, icon: markdown },
      ]}
      value={mode}
      onChange={onChange}
    />
  )
}

interface PageNoticesProps {
  saver: PageSaver
  state: SaverState
  place: string
}

function PageNotices({ saver, state, place }: PageNoticesProps) {
  const words = useWritingWords()
  const { common, writing } = words
  // What this window goes on with by itself is not offered.
  const [resumedDraftId] = useState(() => readStoredLivePage(place)?.draftId)
  const restore = async ({ base, content }: StoredDraft): Promise<void> =>
    saver.replace((await combineContents(base, content, saver.getState().content)) ?? content)
  return (
    <div className="page-notices">
      {state.theirs && (
        <ConflictPanel
          saver={saver}
          mine={state.content}
          theirs={state.theirs}
          ancestor={state.ancestor}
          hasBothTexts={!state.isLive && state.content.markdown !== undefined}
        />
      )}
      {state.status === 'failed' && (
        <Notice
          title={writing.failedTitle}
          look="danger"
          actions={<Button label={common.retry} onPress={() => void saver.flush()} />}
        >
          {writing.failedText(describeError(state.error, words))}
        </Notice>
      )}
      <DraftOffer
        place={place}
        content={state.content}
        resumedId={resumedDraftId}
        onRestore={(draft) => void restore(draft)}
      />
    </div>
  )
}

function ReadOnlyNotice() {
  const { writing } = useWritingWords()
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
