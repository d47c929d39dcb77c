import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { Screen, SideBarControl } from '../../app/screen.tsx'
import { useWords } from '../../locales/index.ts'
import { useWritingWords } from '../../locales/features/writing.ts'
import { Count } from '../../ui/badges.tsx'
import { Icon } from '../../ui/icon.tsx'
import { codePullRequest, comments, fileLines } from '../../ui/icon-paths.ts'
import { ActionsMenu } from './actions-menu.tsx'
import { ChangeRequestState } from './change-request-item.tsx'
import { MergeButton } from './merge-button.tsx'
import { PlanBadge } from './planned-merge/plan-badge.tsx'
import { ReviewersSummary } from './review/reviewers-summary.tsx'
import { SubjectField } from './subject-field.tsx'
import { changesRead, useChangeRequest } from './use-change-request.ts'
import { countChangedPages } from './writing/change-marks.ts'

interface ChangeRequestFrameProps {
  /** What is looked at, for the title of the window. */
  title?: string | undefined
  /** Whether what is written is saved. */
  saveState?: ReactNode
  /** Controls at the end of the tabs. */
  tools?: ReactNode
  children: ReactNode
}

/** The bar of a change request with its tabs, above one of its screens. */
export function ChangeRequestFrame({ title, saveState, tools, children }: ChangeRequestFrameProps) {
  const { common } = useWords()
  const { changeRequest, rights } = useChangeRequest()
  const subject = changeRequest?.subject || common.untitled
  return (
    <Screen
      title={title === undefined ? subject : `${title} · ${subject}`}
      isBare
      heading={
        <div className="cr-title grow">
          <span className="state primary only-wide">
            <Icon of={codePullRequest} />
          </span>
          {changeRequest && <SubjectField changeRequest={changeRequest} canEdit={rights.canEdit} />}
          {changeRequest && <span className="number">#{changeRequest.number}</span>}
          {changeRequest && (
            <span className="only-wide">
              <ChangeRequestState status={changeRequest.status} />
            </span>
          )}
          <PlanBadge />
        </div>
      }
      actions={
        <>
          <span className="only-wide">
            <ReviewersSummary />
          </span>
          <span className="only-wide">
            <MergeButton hasKey />
          </span>
          {saveState !== undefined && <span className="only-phone">{saveState}</span>}
          <ActionsMenu />
        </>
      }
      tabs={<ChangeRequestTabs saveState={saveState} tools={tools} />}
      bottomBar={<BottomBar />}
    >
      {children}
    </Screen>
  )
}

function ChangeRequestTabs({ saveState, tools }: Pick<ChangeRequestFrameProps, 'saveState' | 'tools'>) {
  const { changeRequests } = useWords()
  const { ids, changeRequest, rights } = useChangeRequest()
  const { data: changes } = useQuery(changesRead(ids))
  const changed = countChangedPages(changes)
  const commentCount = changeRequest?.comments ?? 0
  const isFinding = useLocation().pathname.endsWith('/find')
  const isWriting = useParams({ strict: false }).pageId !== undefined || isFinding
  return (
    <div className="tabs-row">
      <nav className="tabs" aria-label={changeRequests.tabs}>
        <Link
          className="tab"
          to="/spaces/$spaceId/change-requests/$changeRequestId"
          params={ids}
          activeOptions={{ exact: true }}
          {...(isWriting && { 'aria-current': 'page' })}
        >
          {rights.canWrite ? changeRequests.write : changeRequests.readOnlySpace}
        </Link>
        <Link
          className="tab"
          to="/spaces/$spaceId/change-requests/$changeRequestId/changes"
          params={ids}
          activeOptions={{ includeSearch: false }}
        >
          {changeRequests.changes}
          {changed > 0 && <Count value={changed} />}
        </Link>
        <Link className="tab" to="/spaces/$spaceId/change-requests/$changeRequestId/review" params={ids}>
          {changeRequests.review}
          {commentCount > 0 && <Count value={commentCount} />}
        </Link>
      </nav>
      <span className="grow" />
      {tools}
      {saveState !== undefined && <span className="actions">{saveState}</span>}
    </div>
  )
}

/** On a phone. */
function BottomBar() {
  const { changeRequests, writing } = useWritingWords()
  const { ids, changeRequest } = useChangeRequest()
  const sideBar = useContext(SideBarControl)
  const commentCount = changeRequest?.comments ?? 0
  return (
    <nav className="bottombar with-primary" aria-label={changeRequests.actions}>
      <button type="button" onClick={sideBar?.open}>
        <Icon of={fileLines} />
        <span>{writing.pages}</span>
      </button>
      <Link to="/spaces/$spaceId/change-requests/$changeRequestId/review" params={ids}>
        <Icon of={comments} />
        <span>{changeRequests.review}</span>
        {commentCount > 0 && <Count value={commentCount} />}
      </Link>
      <MergeButton />
    </nav>
  )
}
