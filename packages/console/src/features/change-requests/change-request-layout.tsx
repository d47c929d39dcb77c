import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { isStatus } from '../../api/index.ts'
import { NotFoundScreen } from '../../app/failures.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Layout } from '../../app/layout.tsx'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, codePullRequest } from '../../ui/icon-paths.ts'
import { AccountMenu } from '../account/index.ts'
import { ChangeRows } from './changes/change-rows.tsx'
import { useChangeRequest } from './use-change-request.ts'
import { useUnsentText } from './writing/open-pages.ts'
import { WritingTree } from './writing/writing-tree.tsx'
import './change-request-bar.css'
import './changes/changes.css'
import './review/review.css'
import './writing/writing.css'

/** The side bar of a change request: its pages while one writes, its changes while one looks at them. */
export function ChangeRequestLayout() {
  const { common, changeRequests } = useWords()
  const { ids, space, error, refetch } = useChangeRequest()
  const bodyRef = useRef<HTMLDivElement>(null)
  const hasUnsentText = useUnsentText()
  const isChangesTab = useLocation().pathname.endsWith('/changes')
  return (
    <Layout
      label={changeRequests.changeRequest}
      organizationId={space?.organization}
      head={
        <>
          <Link
            className="btn quiet square"
            to="/spaces/$spaceId"
            params={{ spaceId: ids.spaceId }}
            aria-label={changeRequests.toSpace}
          >
            <Icon of={arrowLeft} />
          </Link>
          <Link className="switcher" to="/spaces/$spaceId" params={{ spaceId: ids.spaceId }}>
            <span className="cut">{space?.title ?? common.loading}</span>
          </Link>
        </>
      }
      foot={<AccountMenu />}
      screen={
        isStatus(error, 404) && !hasUnsentText ? (
          <NotFoundScreen />
        ) : error && !hasUnsentText ? (
          <main id="main" tabIndex={-1}>
            <div className="wrap">
              <LoadFailure error={error} onRetry={refetch} />
            </div>
          </main>
        ) : (
          <Outlet />
        )
      }
    >
      <div className="sidebar-body" ref={bodyRef}>
        <Link
          className="nav-row"
          to="/spaces/$spaceId/change-requests"
          params={{ spaceId: ids.spaceId }}
          activeOptions={{ exact: true }}
        >
          <Icon of={codePullRequest} />
          <span className="cut">{changeRequests.title}</span>
        </Link>
        {isChangesTab ? (
          <ChangeRows scrollRef={bodyRef} />
        ) : (
          !isStatus(error, 404) && <WritingTree scrollRef={bodyRef} />
        )}
      </div>
    </Layout>
  )
}
