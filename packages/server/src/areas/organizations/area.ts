import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import { GrantRepository } from './grants/repository.ts'
import { grantRoutes } from './grants/routes.ts'
import { GrantService } from './grants/service.ts'
import { InvitationRepository } from './invitations/repository.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { InvitationService } from './invitations/service.ts'
import { MemberRepository } from './members/repository.ts'
import { memberRoutes } from './members/routes.ts'
import { MemberService } from './members/service.ts'
import { OrganizationRemovalRepository } from './removal/repository.ts'
import { organizationRemovalRoutes } from './removal/routes.ts'
import { OrganizationRemoval } from './removal/service.ts'
import { OrganizationRepository } from './organizations/repository.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { OrganizationService } from './organizations/service.ts'
import { TeamRepository } from './teams/repository.ts'
import { teamRoutes } from './teams/routes.ts'
import { TeamService } from './teams/service.ts'

export type OrganizationsArea = ReturnType<typeof createOrganizationsArea>

/** Organizations, their members, invitations and teams, and the grants that give them access to content. */
export function createOrganizationsArea(platform: Pick<Platform, 'database' | 'clock' | 'urls' | 'secrets'>) {
  const members = new MemberService({
    ...platform,
    members: new MemberRepository(),
    claimsSecret: platform.secrets.claims,
  })
  const invitations = new InvitationRepository()
  const lifecycle: AreaLifecycle = {
    cleanUp: (now) => invitations.deleteExpired(platform.database, now),
  }
  return {
    members,
    invitations: new InvitationService({ ...platform, invitations, members }),
    organizations: new OrganizationService({
      ...platform,
      organizations: new OrganizationRepository(),
      members,
    }),
    teams: new TeamService({ ...platform, teams: new TeamRepository(), members }),
    grants: new GrantService({ ...platform, grants: new GrantRepository(), members }),
    lifecycle,
  }
}

export type OrganizationRemovalArea = ReturnType<typeof createOrganizationRemovalArea>

/** The deletion of organizations. The command line has no queue, and so no part in it. */
export function createOrganizationRemovalArea(
  platform: Pick<Platform, 'database' | 'clock' | 'jobs' | 'tasks'>,
) {
  const removal = new OrganizationRemoval({ ...platform, repository: new OrganizationRemovalRepository() })
  const lifecycle: AreaLifecycle = {
    jobHandlers: { 'remove-organization': (data) => removal.remove(data) },
  }
  return { removal, lifecycle }
}

export const organizationRemovalAreaRoutes = ({ removal }: OrganizationRemovalArea): Route[] =>
  organizationRemovalRoutes(removal)

export const organizationsAreaRoutes = ({
  organizations,
  members,
  invitations,
  teams,
  grants,
}: OrganizationsArea): Route[] => [
  ...organizationRoutes(organizations),
  ...memberRoutes(members),
  ...invitationRoutes(invitations),
  ...teamRoutes(teams),
  ...grantRoutes(grants),
]
