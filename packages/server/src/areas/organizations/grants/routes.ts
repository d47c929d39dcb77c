import { deletion, list, noContent, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import type { GrantTarget } from './repository.ts'
import {
  AccessExplanation,
  AggregateQuery,
  InviteUsersAndTeams,
  SiteAccess,
  SiteAccessQuery,
  TeamGrant,
  UpdateGrant,
  UserGrant,
} from './schema.ts'
import type { GrantService } from './service.ts'

/** Spaces, collections and sites have the same operations on grants; the list of everyone says more about sites. */
export const grantRoutes = (grants: GrantService): Route[] => [
  ...routesOn(grants, {
    tag: 'Grants on spaces',
    suffix: 'Space',
    name: 'space',
    path: '/spaces/:spaceId',
    view: 'space.view',
    admin: 'space.admin',
  }),
  ...routesOn(grants, {
    tag: 'Grants on collections',
    suffix: 'Collection',
    name: 'collection',
    path: '/collections/:collectionId',
    view: 'collection.view',
    admin: 'collection.admin',
  }),
  ...routesOn(grants, {
    tag: 'Grants on sites',
    suffix: 'Site',
    name: 'site',
    path: '/orgs/:organizationId/sites/:siteId',
    view: 'site.view',
    admin: 'site.admin',
  }),
]

type On =
  | {
      tag: string
      suffix: 'Space'
      name: 'space'
      path: '/spaces/:spaceId'
      view: 'space.view'
      admin: 'space.admin'
    }
  | {
      tag: string
      suffix: 'Collection'
      name: 'collection'
      path: '/collections/:collectionId'
      view: 'collection.view'
      admin: 'collection.admin'
    }
  | {
      tag: string
      suffix: 'Site'
      name: 'site'
      path: '/orgs/:organizationId/sites/:siteId'
      view: 'site.view'
      admin: 'site.admin'
    }

const siteAccessRoute = (grants: GrantService): Route =>
  createRouteBuilder('Grants on sites').get(
    '/orgs/:organizationId/sites/:siteId/permissions/aggregate',
    {
      operationId: 'listPermissionsAggregateInSite',
      summary: 'List everyone who has access to a site, with their role and where it comes from',
      permission: 'site.view',
      query: SiteAccessQuery,
      response: list(SiteAccess),
    },
    ({ subject, query, paging }) => grants.listSiteAccess(subject, query, paging),
  )

function routesOn(grants: GrantService, { tag, suffix, name, path, view, admin }: On): Route[] {
  const route = createRouteBuilder(tag)
  const content = ({ id, organizationId }: { id: string; organizationId: string }): GrantTarget => ({
    kind: name,
    id,
    organizationId,
  })
  const aggregate = route.get(
    `${path}/permissions/aggregate`,
    {
      operationId: `listPermissionsAggregateIn${suffix}`,
      summary: `List everyone who has access to a ${name}, with their role`,
      permission: view,
      query: AggregateQuery,
      response: list(UserGrant),
    },
    ({ subject, query, paging }) => grants.listAggregate(content(subject), query.role, paging),
  )
  return [
    name === 'site' ? siteAccessRoute(grants) : aggregate,
    route.post(
      `${path}/permissions`,
      {
        operationId: `inviteTo${suffix}`,
        summary: `Grant people and teams a role on a ${name}`,
        description: 'They must belong to the organization. A null role takes back what was granted.',
        permission: admin,
        body: InviteUsersAndTeams,
        response: noContent,
      },
      ({ subject, body }) => grants.invite(content(subject), body),
    ),
    route.get(
      `${path}/permissions/users`,
      {
        operationId: `listUserPermissionsIn${suffix}`,
        summary: `List what people were granted on a ${name}`,
        permission: view,
        response: list(UserGrant),
      },
      ({ subject, paging }) => grants.listUsers(content(subject), paging),
    ),
    route.patch(
      `${path}/permissions/users/:userId`,
      {
        operationId: `updateUserPermissionIn${suffix}`,
        summary: `Grant a person another role on a ${name}`,
        permission: admin,
        body: UpdateGrant,
        response: noContent,
      },
      ({ subject, params, body }) => grants.update(content(subject), 'user', params.userId, body),
    ),
    route.delete(
      `${path}/permissions/users/:userId`,
      {
        operationId: `removeUserFrom${suffix}`,
        summary: `Take back what a person was granted on a ${name}`,
        permission: admin,
        response: deletion,
      },
      ({ subject, params }) => grants.remove(content(subject), 'user', params.userId),
    ),
    route.get(
      `${path}/permissions/users/:userId/explain`,
      {
        operationId: `explainUserAccessIn${suffix}`,
        summary: `Tell why a person has a role on a ${name}`,
        description: 'Every rule that applies to a member of the organization, and the one that decides.',
        permission: admin,
        response: object(AccessExplanation),
      },
      ({ subject, params }) => grants.explain(content(subject), params.userId),
    ),
    route.get(
      `${path}/permissions/teams`,
      {
        operationId: `listTeamPermissionsIn${suffix}`,
        summary: `List what teams were granted on a ${name}`,
        permission: view,
        response: list(TeamGrant),
      },
      ({ caller, subject, paging }) => grants.listTeams(caller, content(subject), paging),
    ),
    route.patch(
      `${path}/permissions/teams/:teamId`,
      {
        operationId: `updateTeamPermissionIn${suffix}`,
        summary: `Grant a team another role on a ${name}`,
        permission: admin,
        body: UpdateGrant,
        response: noContent,
      },
      ({ subject, params, body }) => grants.update(content(subject), 'team', params.teamId, body),
    ),
    route.delete(
      `${path}/permissions/teams/:teamId`,
      {
        operationId: `removeTeamFrom${suffix}`,
        summary: `Take back what a team was granted on a ${name}`,
        permission: admin,
        response: deletion,
      },
      ({ subject, params }) => grants.remove(content(subject), 'team', params.teamId),
    ),
  ]
}
