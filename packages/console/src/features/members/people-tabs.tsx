import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../app/organization.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { useSignOnWords } from '../../locales/features/sign-on.ts'

/** The screens about the people of an organization. */
export function PeopleTabs({ organizationId }: { organizationId: string }) {
  const { members } = useMemberWords()
  const { signOn } = useSignOnWords()
  const permissions = useOrganization(organizationId)?.permissions
  const params = { organizationId }
  return (
    <nav className="tabs-row" aria-label={members.title}>
      <Link className="tab" to="/orgs/$organizationId/members" params={params}>
        {members.title}
      </Link>
      {permissions?.listTeams === true && (
        <Link className="tab" to="/orgs/$organizationId/teams" params={params}>
          {members.teams}
        </Link>
      )}
      {permissions?.admin === true && (
        <Link className="tab" to="/orgs/$organizationId/invitations" params={params}>
          {members.invitations}
        </Link>
      )}
      {permissions?.admin === true && (
        <Link className="tab" to="/orgs/$organizationId/sign-on" params={params}>
          {signOn.title}
        </Link>
      )}
    </nav>
  )
}
