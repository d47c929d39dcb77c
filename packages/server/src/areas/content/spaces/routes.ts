import { Type } from 'typebox'
import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { orderSchema } from '../../../http/schemas.ts'
import { MoveContent, TransferContent } from '../collections/position.ts'
import { spaceDetails } from './columns.ts'
import { CreateSpace, MemberSpace, Space, UpdateSpace } from './schema.ts'
import type { SpaceService } from './service.ts'

const route = createRouteBuilder('Spaces')

export const spaceRoutes = (spaces: SpaceService): Route[] => [
  route.get(
    '/spaces/:spaceId',
    {
      operationId: 'getSpaceById',
      summary: 'Get a space',
      permission: 'space.view',
      details: spaceDetails,
      visitorAccess: true,
      query: Type.Object({ shareKey: Type.Optional(Type.String()) }),
      response: object(Space),
    },
    ({ subject }) => spaces.get(subject),
  ),
  route.patch(
    '/spaces/:spaceId',
    {
      operationId: 'updateSpaceById',
      summary: 'Update a space',
      permission: 'space.admin',
      body: UpdateSpace,
      response: object(Space),
    },
    ({ subject, body }) => spaces.update(subject, body),
  ),
  route.delete(
    '/spaces/:spaceId',
    {
      operationId: 'deleteSpaceById',
      summary: 'Delete a space',
      description: 'It can be restored for seven days. After that it is removed permanently.',
      permission: 'space.admin',
      includesDeleted: true,
      response: deletion,
    },
    ({ subject }) => spaces.delete(subject),
  ),
  route.post(
    '/spaces/:spaceId/restore',
    {
      operationId: 'restoreSpace',
      summary: 'Restore a space deleted in the last seven days',
      permission: 'space.admin',
      includesDeleted: true,
      response: object(Space),
    },
    ({ subject }) => spaces.restore(subject),
  ),
  route.post(
    '/spaces/:spaceId/duplicate',
    {
      operationId: 'duplicateSpace',
      summary: 'Duplicate a space',
      description: 'Needs the right to create content where the space is.',
      permission: 'space.view',
      response: created(Space),
    },
    ({ caller, subject }) => spaces.duplicate(caller, subject),
  ),
  route.post(
    '/spaces/:spaceId/move',
    {
      operationId: 'moveSpace',
      summary: 'Move a space to another collection or position',
      description:
        'Needs the right to create content in the new place. `parent: null` is the top level; without `position` ' +
        'the space goes to the end.',
      permission: 'space.admin',
      body: MoveContent,
      response: object(Space),
    },
    ({ caller, subject, body }) => spaces.move(caller, subject, body),
  ),
  route.post(
    '/spaces/:spaceId/transfer',
    {
      operationId: 'transferSpace',
      summary: 'Transfer a space to another organization',
      description:
        'You must be an admin of both organizations. Grants on the space are removed. A space that a site shows cannot be ' +
        'transferred (412).',
      permission: 'space.admin',
      body: TransferContent,
      response: object(Space),
    },
    ({ caller, subject, body }) => spaces.transfer(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/spaces',
    {
      operationId: 'listSpacesInOrganizationById',
      summary: 'List the spaces of an organization',
      permission: 'organization.view',
      query: Type.Object({
        deleted: Type.Optional(
          Type.Boolean({ description: 'List deleted spaces that you can still restore instead.' }),
        ),
      }),
      response: list(Space),
    },
    ({ caller, subject, query, paging }) => spaces.list(caller, subject, query, paging),
  ),
  route.post(
    '/orgs/:organizationId/spaces',
    {
      operationId: 'createSpace',
      summary: 'Create a space',
      permission: 'content.create',
      body: CreateSpace,
      bodyOptional: true,
      response: created(Space),
    },
    ({ caller, subject, body }) => spaces.create(caller, subject, body),
  ),
  route.get(
    '/collections/:collectionId/spaces',
    {
      operationId: 'listSpacesInCollectionById',
      summary: 'List the spaces in a collection',
      permission: 'collection.view',
      response: list(Space),
    },
    ({ caller, subject, paging }) => spaces.listInCollection(caller, subject, paging),
  ),
  route.get(
    '/orgs/:organizationId/members/:userId/spaces',
    {
      operationId: 'listSpacesForOrganizationMember',
      summary: 'List the spaces a member has access to, with their role there',
      permission: 'member.spaces',
      query: Type.Object({ order: orderSchema }),
      response: list(MemberSpace),
    },
    ({ caller, subject, params, query, paging }) =>
      spaces.listForMember(caller, subject, params.userId, query.order ?? 'desc', paging),
  ),
]
