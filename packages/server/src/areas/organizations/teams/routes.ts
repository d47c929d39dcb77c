import { Type } from 'typebox'
import {
  created,
  deletion,
  list,
  noContent,
  object,
  type Route,
  createRouteBuilder,
} from '../../../http/route.ts'
import {
  CreateTeam,
  ListTeams,
  MemberTeam,
  SetTeamMember,
  Team,
  TeamMember,
  UpdateTeam,
  UpdateTeamMembers,
} from './schema.ts'
import type { TeamService } from './service.ts'

const route = createRouteBuilder('Teams')

export const teamRoutes = (teams: TeamService): Route[] => [
  route.get(
    '/orgs/:organizationId/teams',
    {
      operationId: 'listTeamsInOrganizationById',
      summary: 'List the teams of an organization',
      permission: 'organization.listTeams',
      query: ListTeams,
      response: list(Team),
    },
    ({ caller, subject, query, paging }) => teams.list(caller, subject, query, paging),
  ),
  route.put(
    '/orgs/:organizationId/teams',
    {
      operationId: 'createOrganizationTeam',
      summary: 'Create a team',
      permission: 'organization.admin',
      body: CreateTeam,
      response: created(Team),
    },
    ({ caller, subject, body }) => teams.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/teams/:teamId',
    {
      operationId: 'getTeamInOrganizationById',
      summary: 'Get a team',
      permission: 'team.view',
      response: object(Team),
    },
    ({ caller, subject, params }) => teams.get(caller, subject, params.teamId),
  ),
  route.patch(
    '/orgs/:organizationId/teams/:teamId',
    {
      operationId: 'updateTeamInOrganizationById',
      summary: 'Update a team',
      permission: 'team.admin',
      body: UpdateTeam,
      response: object(Team),
    },
    ({ caller, subject, params, body }) => teams.update(caller, subject, params.teamId, body),
  ),
  route.delete(
    '/orgs/:organizationId/teams/:teamId',
    {
      operationId: 'removeTeamFromOrganizationById',
      summary: 'Delete a team',
      description: 'With everything that was granted to it.',
      permission: 'organization.admin',
      response: deletion,
    },
    ({ subject, params }) => teams.delete(subject, params.teamId),
  ),
  route.get(
    '/orgs/:organizationId/teams/:teamId/members',
    {
      operationId: 'listTeamMembersInOrganizationById',
      summary: 'List the members of a team',
      permission: 'team.view',
      response: list(TeamMember),
    },
    ({ caller, subject, params, paging }) => teams.listMembers(caller, subject, params.teamId, paging),
  ),
  route.put(
    '/orgs/:organizationId/teams/:teamId/members',
    {
      operationId: 'updateMembersInOrganizationTeam',
      summary: 'Add, change and remove members of a team',
      description: 'Members are given by id or e-mail address. Who is both added and removed is removed.',
      permission: 'team.admin',
      body: UpdateTeamMembers,
      response: noContent,
    },
    ({ caller, subject, params, body }) => teams.updateMembers(caller, subject, params.teamId, body),
  ),
  route.put(
    '/orgs/:organizationId/teams/:teamId/members/:userId',
    {
      operationId: 'addMemberToOrganizationTeamById',
      summary: 'Add a member to a team, or change their role in it',
      permission: 'team.admin',
      body: SetTeamMember,
      bodyOptional: true,
      response: noContent,
    },
    ({ caller, subject, params, body }) =>
      teams.setMember(caller, subject, params.teamId, params.userId, body?.role),
  ),
  route.delete(
    '/orgs/:organizationId/teams/:teamId/members/:userId',
    {
      operationId: 'deleteMemberFromOrganizationTeamById',
      summary: 'Remove a member from a team',
      permission: 'team.admin',
      response: deletion,
    },
    ({ caller, subject, params }) => teams.removeMember(caller, subject, params.teamId, params.userId),
  ),
  route.get(
    '/orgs/:organizationId/members/:userId/teams',
    {
      operationId: 'listTeamsForOrganizationMember',
      summary: 'List the teams a member is in',
      permission: 'member.view',
      query: Type.Object({
        title: Type.Optional(Type.String({ maxLength: 64, description: 'Part of the title, in any case.' })),
      }),
      response: list(MemberTeam),
    },
    ({ caller, subject, params, query, paging }) =>
      teams.listForMember(caller, subject, params.userId, query, paging),
  ),
]
