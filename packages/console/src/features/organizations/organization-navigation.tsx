import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { NavigationRow } from '../../app/navigation-row.tsx'
import { useWords } from '../../locales/index.ts'
import { house } from '../../ui/icon-paths.ts'
import { ContentTree, NewContentMenu } from '../content/index.ts'
import { PaletteButton } from '../palette/index.ts'

/** The places of an organization, and the tree of its spaces. */
export function OrganizationNavigation({ organizationId }: { organizationId: string }) {
  const { shell } = useWords()
  const params = { organizationId }
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <div className="sidebar-body" ref={bodyRef}>
      <PaletteButton />
      <NavigationRow
        icon={house}
        link={{ to: '/orgs/$organizationId', params, activeOptions: { exact: true } }}
      >
        {shell.home}
      </NavigationRow>
      <div className="sidebar-group">
        <div className="sidebar-title">
          <h2>
            <Link to="/orgs/$organizationId/content" params={params}>
              {shell.spaces}
            </Link>
          </h2>
          <NewContentMenu organizationId={organizationId} />
        </div>
        <ContentTree organizationId={organizationId} scrollRef={bodyRef} />
      </div>
    </div>
  )
}
