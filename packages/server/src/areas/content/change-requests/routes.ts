import { Type } from 'typebox'
import { created, list, object, type Route, routesOf } from '../../../http/route.ts'
import { AuthorContent } from './authoring.ts'
import {
  AuthoredContent,
  ChangeRequest,
  CreateChangeRequest,
  ListChangeRequests,
  ListOrganizationChangeRequests,
  MergeOutcome,
  UpdateChangeRequest,
  UpdateOutcome,
} from './schema.ts'
import { forVisitors } from './present.ts'
import type { ChangeRequestService } from './service.ts'

const route = routesOf('Change requests')

export const changeRequestRoutes = (changeRequests: ChangeRequestService): Route[] => [
  route.get(
    '/orgs/:organizationId/change-requests',
    {
      operationId: 'listChangeRequestsForOrganization',
      summary: 'List the change requests of an organization',
      description: 'Of the spaces you have access to.',
      permission: 'organization.view',
      query: ListOrganizationChangeRequests,
      answer: list(ChangeRequest),
    },
    ({ caller, subject, query, paging }) => changeRequests.listInOrganization(caller, subject, query, paging),
  ),
  route.get(
    '/spaces/:spaceId/change-requests',
    {
      operationId: 'listChangeRequestsForSpace',
      summary: 'List the change requests of a space',
      permission: 'space.view',
      query: ListChangeRequests,
      answer: list(ChangeRequest),
    },
    ({ subject, query, paging }) => changeRequests.list(subject, query, paging),
  ),
  route.post(
    '/spaces/:spaceId/change-requests',
    {
      operationId: 'createChangeRequest',
      summary: 'Create a change request',
      description: 'It begins as a draft, with the content of the space.',
      permission: 'space.edit',
      body: CreateChangeRequest,
      answer: created(ChangeRequest),
    },
    ({ caller, subject, body }) => changeRequests.create(caller, subject, body),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId',
    {
      operationId: 'getChangeRequestById',
      summary: 'Get a change request, by its id or its number in the space',
      permission: 'space.view',
      visitors: 'previews',
      answer: object(ChangeRequest),
    },
    async ({ subject, params, visitor }) => {
      const changeRequest = await changeRequests.get(subject, params.changeRequestId)
      return visitor ? forVisitors(changeRequest) : changeRequest
    },
  ),
  route.patch(
    '/spaces/:spaceId/change-requests/:changeRequestId',
    {
      operationId: 'updateChangeRequestById',
      summary: 'Update a change request',
      description:
        'A draft is opened, both can be archived, what is archived reopened. What is merged stays so (409).',
      permission: 'space.edit',
      body: UpdateChangeRequest,
      answer: object(ChangeRequest),
    },
    ({ subject, params, body }) => changeRequests.update(subject, params.changeRequestId, body),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content',
    {
      operationId: 'updateChangeRequestContent',
      summary: 'Write content in a change request',
      description:
        'Up to 50 changes, made in order as one new revision; when one of them is wrong, none is made. A slug that a ' +
        'sibling has gets a number.',
      permission: 'space.edit',
      body: AuthorContent,
      bodyLimit: 16 * 1024 * 1024,
      query: Type.Object({
        compat: Type.Optional(
          Type.Boolean({
            default: true,
            description: 'With `false`, the answer also lists the pages it touched.',
          }),
        ),
      }),
      answer: object(Type.Union([AuthoredContent, ChangeRequest])),
    },
    async ({ caller, subject, params, query, body }) => {
      const authored = await changeRequests.author(caller, subject, params.changeRequestId, body.changes)
      return (query.compat ?? true) ? authored.changeRequest : authored
    },
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/update',
    {
      operationId: 'updateChangeRequest',
      summary: 'Bring what the space has become into a change request',
      description:
        'Where both changed the same lines, the page keeps both texts between conflict markers, and the change request ' +
        'does not merge until they are gone.',
      permission: 'space.edit',
      answer: object(UpdateOutcome),
    },
    ({ caller, subject, params }) => changeRequests.pull(caller, subject, params.changeRequestId),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/merge',
    {
      operationId: 'mergeChangeRequest',
      summary: 'Merge a change request into its space',
      description:
        'When the space has moved on, both are merged first. Conflicts change nothing and are named page by page. ' +
        '409 when it changes nothing, is merged or archived, or when a merge rule is not met.',
      permission: 'space.merge',
      answer: object(MergeOutcome),
    },
    ({ caller, subject, params }) => changeRequests.merge(caller, subject, params.changeRequestId),
  ),
]
