import { Type } from 'typebox'
import { created, deletion, list, nothing, object, type Route, routesOf } from '../../../http/route.ts'
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

const route = routesOf('Teams')

export const teamRoutes = (teams: TeamService): Route[] => [
  route.get(
    '/orgs/:organizationId/teams',
    {
      operationId: 'listTeamsInOrganizationById',
      summary: 'List the teams of an organization',
      permission: 'organization.listTeams',
      query: ListTeams,
      answer: list(Team),
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
      answer: created(Team),
    },
    ({ caller, subject, body }) => teams.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/teams/:teamId',
    {
      operationId: 'getTeamInOrganizationById',
      summary: 'Get a team',
      permission: 'team.view',
      answer: object(Team),
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
      answer: object(Team),
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
      answer: deletion,
    },
    ({ subject, params }) => teams.delete(subject, params.teamId),
  ),
  route.get(
    '/orgs/:organizationId/teams/:teamId/members',
    {
      operationId: 'listTeamMembersInOrganizationById',
      summary: 'List the members of a team',
      permission: 'team.view',
      answer: list(TeamMember),
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
      answer: nothing,
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
      answer: nothing,
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
      answer: deletion,
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
      answer: list(MemberTeam),
    },
    ({ caller, subject, params, query, paging }) =>
      teams.listForMember(caller, subject, params.userId, query, paging),
  ),
]
