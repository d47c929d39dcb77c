import { Type } from 'typebox'
import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { MoveContent, TransferContent } from './position.ts'
import { Collection, CreateCollection, UpdateCollection } from './schema.ts'
import type { CollectionService } from './service.ts'

const route = createRouteBuilder('Collections')

export const collectionRoutes = (collections: CollectionService): Route[] => [
  route.get(
    '/collections/:collectionId',
    {
      operationId: 'getCollectionById',
      summary: 'Get a collection',
      permission: 'collection.view',
      response: object(Collection),
    },
    ({ subject }) => collections.get(subject),
  ),
  route.patch(
    '/collections/:collectionId',
    {
      operationId: 'updateCollectionById',
      summary: 'Update a collection',
      permission: 'collection.admin',
      body: UpdateCollection,
      response: object(Collection),
    },
    ({ subject, body }) => collections.update(subject, body),
  ),
  route.delete(
    '/collections/:collectionId',
    {
      operationId: 'deleteCollectionById',
      summary: 'Delete a collection',
      description:
        'Its spaces and collections move to its parent, to its position. Those that inherit their level from it keep ' +
        'that level and its grants.',
      permission: 'collection.admin',
      response: deletion,
    },
    ({ subject }) => collections.delete(subject),
  ),
  route.post(
    '/collections/:collectionId/move',
    {
      operationId: 'moveCollection',
      summary: 'Move a collection to another parent or position',
      description:
        'Needs the right to create content in the new place. `parent: null` is the top level; without `position` ' +
        'the collection goes to the end.',
      permission: 'collection.admin',
      body: MoveContent,
      response: object(Collection),
    },
    ({ caller, subject, body }) => collections.move(caller, subject, body),
  ),
  route.post(
    '/collections/:collectionId/transfer',
    {
      operationId: 'transferCollection',
      summary: 'Transfer a collection to another organization',
      description:
        'Transfers everything in it too. You must be an admin of both organizations. Grants are removed. A collection with ' +
        'a space that a site shows cannot be transferred (412).',
      permission: 'collection.admin',
      body: TransferContent,
      response: object(Collection),
    },
    ({ caller, subject, body }) => collections.transfer(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/collections',
    {
      operationId: 'listCollectionsInOrganizationById',
      summary: 'List the collections of an organization',
      permission: 'organization.view',
      query: Type.Object({
        nested: Type.Optional(
          Type.Boolean({
            default: true,
            description: 'Whether to include collections inside other collections.',
          }),
        ),
      }),
      response: list(Collection),
    },
    ({ caller, subject, query, paging }) => collections.list(caller, subject, query, paging),
  ),
  route.post(
    '/orgs/:organizationId/collections',
    {
      operationId: 'createCollection',
      summary: 'Create a collection',
      permission: 'content.create',
      body: CreateCollection,
      bodyOptional: true,
      response: created(Collection),
    },
    ({ caller, subject, body }) => collections.create(caller, subject, body),
  ),
]
