import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { read } from '../../api/index.ts'
import { getSpaceById } from '../../api/operations.ts'
import { Layout } from '../../app/layout.tsx'
import { useWords } from '../../locales/index.ts'
import { NavigationRow } from '../../app/navigation-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  arrowLeft,
  clockRotateLeft,
  codePullRequest,
  cube,
  download,
  images,
  link as linkIcon,
  sliders,
} from '../../ui/icon-paths.ts'
import { AccountMenu } from '../account/index.ts'
import { PaletteButton } from '../palette/index.ts'
import { PageTree } from '../pages/index.ts'

/** The side bar of a space, with the tree of its pages, beside the screens in it. */
export function SpaceLayout() {
  const { shell, common, spaces } = useWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <Layout
      label={spaces.space}
      head={
        <>
          {space && (
            <Link
              className="btn quiet square"
              to="/orgs/$organizationId"
              params={{ organizationId: space.organization }}
              aria-label={shell.home}
            >
              <Icon of={arrowLeft} />
            </Link>
          )}
          <Link className="switcher" to="/spaces/$spaceId" params={{ spaceId }}>
            <span className="cut">{space?.title ?? common.loading}</span>
          </Link>
        </>
      }
      foot={<AccountMenu />}
      screen={<Outlet />}
      organizationId={space?.organization}
    >
      <div className="sidebar-body" ref={bodyRef}>
        <PaletteButton />
        <NavigationRow
          icon={codePullRequest}
          link={{ to: '/spaces/$spaceId/change-requests', params: { spaceId } }}
        >
          {spaces.changeRequests}
        </NavigationRow>
        <NavigationRow
          icon={clockRotateLeft}
          link={{ to: '/spaces/$spaceId/revisions', params: { spaceId } }}
        >
          {spaces.history}
        </NavigationRow>
        <NavigationRow icon={images} link={{ to: '/spaces/$spaceId/files', params: { spaceId } }}>
          {spaces.files}
        </NavigationRow>
        <NavigationRow icon={linkIcon} link={{ to: '/spaces/$spaceId/links', params: { spaceId } }}>
          {spaces.links}
        </NavigationRow>
        <NavigationRow icon={cube} link={{ to: '/spaces/$spaceId/reusable', params: { spaceId } }}>
          {spaces.reusable}
        </NavigationRow>
        {space?.permissions.edit === true && (
          <NavigationRow icon={download} link={{ to: '/spaces/$spaceId/import', params: { spaceId } }}>
            {spaces.importContent}
          </NavigationRow>
        )}
        {space?.permissions.admin === true && (
          <NavigationRow icon={sliders} link={{ to: '/spaces/$spaceId/settings', params: { spaceId } }}>
            {shell.settings}
          </NavigationRow>
        )}
        <div className="sidebar-group">
          <div className="sidebar-title">
            <h2>{spaces.pages}</h2>
          </div>
          <PageTree spaceId={spaceId} scrollRef={bodyRef} />
        </div>
      </div>
    </Layout>
  )
}
