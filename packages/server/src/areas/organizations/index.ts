export {
  createOrganizationRemovalArea,
  createOrganizationsArea,
  organizationRemovalAreaRoutes,
  organizationsAreaRoutes,
  type OrganizationsArea,
} from './area.ts'
export type { GrantService } from './grants/service.ts'
export type { InvitationService } from './invitations/service.ts'
export { memberColumns, memberJoins, type MemberRow } from './members/columns.ts'
export { presentMember } from './members/present.ts'
export { Member } from './members/schema.ts'
export type { MemberService } from './members/service.ts'
export { areSameNamedUsers, collectUserIds, findNamedUsers, type NamedUsers } from './members/named-users.ts'
export { MergeRules, requireReadableRules, SpaceMergeRulesInput } from './organizations/merge-rules.ts'
export { presentOrganization } from './organizations/present.ts'
export { CreateOrganization, Organization, OrganizationTitle } from './organizations/schema.ts'
export { teamColumns, type TeamRow } from './teams/columns.ts'
export { presentTeam } from './teams/present.ts'
export { Team } from './teams/schema.ts'
