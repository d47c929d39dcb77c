import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { NavigationRow } from '../../app/navigation-row.tsx'
import { useOrganization } from '../../app/organization.ts'
import { useWords } from '../../locales/index.ts'
import { arrowsRotate, fileCode, globe, house, language, sliders, user, users } from '../../ui/icon-paths.ts'
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
      <NavigationRow icon={globe} link={{ to: '/orgs/$organizationId/sites', params }}>
        {shell.sites}
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
      <OrganizationRows organizationId={organizationId} />
    </div>
  )
}

/** The screens about the organization itself, as far as one may open them. */
function OrganizationRows({ organizationId }: { organizationId: string }) {
  const { shell } = useWords()
  const permissions = useOrganization(organizationId)?.permissions
  const params = { organizationId }
  return (
    <div className="sidebar-group">
      <div className="sidebar-title">
        <h2>{shell.organization}</h2>
      </div>
      {permissions?.listMembers === true && (
        <NavigationRow icon={user} link={{ to: '/orgs/$organizationId/members', params }}>
          {shell.members}
        </NavigationRow>
      )}
      {permissions?.listTeams === true && (
        <NavigationRow icon={users} link={{ to: '/orgs/$organizationId/teams', params }}>
          {shell.teams}
        </NavigationRow>
      )}
      <NavigationRow icon={fileCode} link={{ to: '/orgs/$organizationId/openapi', params }}>
        {shell.openapi}
      </NavigationRow>
      <NavigationRow icon={language} link={{ to: '/orgs/$organizationId/translations', params }}>
        {shell.translations}
      </NavigationRow>
      <NavigationRow icon={arrowsRotate} link={{ to: '/orgs/$organizationId/jobs', params }}>
        {shell.jobs}
      </NavigationRow>
      {permissions?.admin === true && (
        <NavigationRow icon={sliders} link={{ to: '/orgs/$organizationId/settings', params }}>
          {shell.settings}
        </NavigationRow>
      )}
    </div>
  )
}
