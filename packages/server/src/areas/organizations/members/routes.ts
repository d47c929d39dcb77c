import { deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { ListMembers, Member, UpdateMember, VisitorClaims } from './schema.ts'
import type { MemberService } from './service.ts'

const route = createRouteBuilder('Members')

export const memberRoutes = (members: MemberService): Route[] => [
  route.get(
    '/orgs/:organizationId/members',
    {
      operationId: 'listMembersInOrganizationById',
      summary: 'List the members of an organization',
      permission: 'organization.listMembers',
      query: ListMembers,
      response: list(Member),
    },
    ({ subject, query, paging }) => members.list(subject, query, paging),
  ),
  route.get(
    '/orgs/:organizationId/members/:userId',
    {
      operationId: 'getMemberInOrganizationById',
      summary: 'Get a member of an organization',
      permission: 'member.view',
      response: object(Member),
    },
    ({ caller, subject, params }) => members.get(caller, subject, params.userId),
  ),
  route.patch(
    '/orgs/:organizationId/members/:userId',
    {
      operationId: 'updateMemberInOrganizationById',
      summary: "Change a member's role",
      description: 'The last admin cannot be demoted (409).',
      permission: 'organization.admin',
      body: UpdateMember,
      response: object(Member),
    },
    ({ subject, params, body }) => members.update(subject, params.userId, body),
  ),
  route.delete(
    '/orgs/:organizationId/members/:userId',
    {
      operationId: 'removeMemberFromOrganizationById',
      summary: 'Remove a member',
      description: 'With their grants and team memberships. The last admin cannot be removed (409).',
      permission: 'member.remove',
      response: deletion,
    },
    ({ caller, subject, params }) => members.remove(caller, subject, params.userId),
  ),
  route.post(
    '/orgs/:organizationId/ping',
    {
      operationId: 'updateOrganizationMemberLastSeenAt',
      summary: 'Say that you are here',
      permission: 'organization.view',
      response: object(VisitorClaims),
    },
    ({ caller, subject }) => members.ping(caller, subject),
  ),
  route.post(
    '/orgs/:organizationId/members/:userId/sso',
    {
      operationId: 'setUserAsSSOMemberForOrganization',
      summary: 'Let a member sign in with single sign-on',
      permission: 'organization.admin',
      response: object(Member),
    },
    ({ subject, params }) => members.setSso(subject, params.userId),
  ),
]
