import { Type } from 'typebox'
import { created, list, noContent, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { UpdateContent } from './content-operations.ts'
import {
  ContentUpdateResult,
  ChangeRequest,
  CreateChangeRequest,
  ListChangeRequests,
  ListOrganizationChangeRequests,
  MergeOutcome,
  MergeUndo,
  Mergeability,
  PlanMerge,
  UndoMerge,
  UpdateChangeRequest,
  UpdateOutcome,
} from './schema.ts'
import { presentChangeRequestToVisitor } from './present.ts'
import type { MergeUndoService } from './merge-undo-service.ts'
import type { MergeService } from './merge-service.ts'
import type { MergeabilityService } from './mergeability-service.ts'
import type { PlannedMergeService } from './planned-merge-service.ts'
import type { ChangeRequestService } from './service.ts'

const route = createRouteBuilder('Change requests')

export const changeRequestRoutes = ({
  changeRequests,
  merges,
  mergeability,
  mergeUndo,
  plannedMerges,
}: {
  changeRequests: ChangeRequestService
  merges: MergeService
  mergeability: MergeabilityService
  mergeUndo: MergeUndoService
  plannedMerges: PlannedMergeService
}): Route[] => [
  route.get(
    '/orgs/:organizationId/change-requests',
    {
      operationId: 'listChangeRequestsForOrganization',
      summary: 'List the change requests of an organization',
      description: 'Lists the change requests of the spaces that you have access to.',
      permission: 'organization.view',
      query: ListOrganizationChangeRequests,
      response: list(ChangeRequest),
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
      response: list(ChangeRequest),
    },
    ({ subject, query, paging }) => changeRequests.list(subject, query, paging),
  ),
  route.post(
    '/spaces/:spaceId/change-requests',
    {
      operationId: 'createChangeRequest',
      summary: 'Create a change request',
      description: 'It starts as a draft with the current content of the space.',
      permission: 'space.edit',
      body: CreateChangeRequest,
      response: created(ChangeRequest),
    },
    ({ caller, subject, body }) => changeRequests.create(caller, subject, body),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId',
    {
      operationId: 'getChangeRequestById',
      summary: 'Get a change request, by its id or its number in the space',
      permission: 'space.view',
      visitorAccess: 'previews',
      response: object(ChangeRequest),
    },
    async ({ subject, params, visitor }) => {
      const changeRequest = await changeRequests.get(subject, params.changeRequestId)
      return visitor ? presentChangeRequestToVisitor(changeRequest) : changeRequest
    },
  ),
  route.patch(
    '/spaces/:spaceId/change-requests/:changeRequestId',
    {
      operationId: 'updateChangeRequestById',
      summary: 'Update a change request',
      description:
        'A draft can be opened, drafts and open change requests can be archived, and archived ones reopened. A merged change ' +
        'request cannot be changed (409).',
      permission: 'space.edit',
      body: UpdateChangeRequest,
      response: object(ChangeRequest),
    },
    ({ caller, subject, params, body }) =>
      changeRequests.update(caller, subject, params.changeRequestId, body),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content',
    {
      operationId: 'updateChangeRequestContent',
      summary: 'Write content in a change request',
      description:
        'Applies up to 50 changes in order, as one new revision. When one of them is invalid, none is applied. A slug that ' +
        'a sibling has gets a number. With `revision`, 409 when somebody has written since that revision.',
      permission: 'space.edit',
      body: UpdateContent,
      bodyLimit: 16 * 1024 * 1024,
      query: Type.Object({
        compat: Type.Optional(
          Type.Boolean({
            default: true,
            description: 'With `false`, the response also lists the pages that were changed.',
          }),
        ),
      }),
      response: object(Type.Union([ContentUpdateResult, ChangeRequest])),
    },
    async ({ caller, subject, params, query, body }) => {
      const result = await changeRequests.updateContent(caller, subject, params.changeRequestId, body)
      return (query.compat ?? true) ? result.changeRequest : result
    },
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/update',
    {
      operationId: 'updateChangeRequest',
      summary: 'Update a change request with the current content of its space',
      description:
        'Where both changed the same lines, the page has both texts between conflict markers, and the change request ' +
        'cannot be merged until they are removed.',
      permission: 'space.edit',
      response: object(UpdateOutcome),
    },
    ({ caller, subject, params }) => changeRequests.updateFromMain(caller, subject, params.changeRequestId),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/mergeability',
    {
      operationId: 'getChangeRequestMergeability',
      summary: 'Tell whether a change request can be merged',
      description:
        'Which merge rules are met and which are not, and the conflicts with the space, page by page.',
      permission: 'space.view',
      response: object(Mergeability),
    },
    ({ caller, subject, params }) => mergeability.check(caller, subject, params.changeRequestId),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/merge',
    {
      operationId: 'mergeChangeRequest',
      summary: 'Merge a change request into its space',
      description:
        'When the space has changed since, both are merged first. On conflicts nothing changes, and the response lists ' +
        'them page by page. 409 when it changes nothing, is merged or archived, or when a merge rule is not met.',
      permission: 'space.merge',
      response: object(MergeOutcome),
    },
    ({ caller, subject, params }) => merges.merge(caller, subject, params.changeRequestId),
  ),
  route.put(
    '/spaces/:spaceId/change-requests/:changeRequestId/planned-merge',
    {
      operationId: 'planChangeRequestMerge',
      summary: 'Plan the merge of a change request',
      description:
        'At a time, or as soon as the merge rules are met and there is no conflict. It is merged in your name, with the ' +
        'rights that you have then. What somebody who may not merge changes in the meantime needs an approval by somebody ' +
        'who may. A merge that is not possible at its time is taken back, and you and the author are notified. Takes the ' +
        'place of an earlier plan. 409 when the change request is merged or archived.',
      permission: 'space.merge',
      body: PlanMerge,
      response: object(ChangeRequest),
    },
    ({ caller, subject, params, body }) => plannedMerges.plan(caller, subject, params.changeRequestId, body),
  ),
  route.delete(
    '/spaces/:spaceId/change-requests/:changeRequestId/planned-merge',
    {
      operationId: 'cancelPlannedChangeRequestMerge',
      summary: 'Cancel the planned merge of a change request',
      description: 'Whoever may write in the change request can stop its merge. 404 when none is planned.',
      permission: 'space.edit',
      response: noContent,
    },
    ({ caller, subject, params }) => plannedMerges.cancel(caller, subject, params.changeRequestId),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/undo-merge',
    {
      operationId: 'undoChangeRequestMerge',
      summary: 'Undo the merge of a change request',
      description:
        'Creates a draft that takes back what the merge changed, and nothing else. Texts that were changed again since ' +
        'have both versions between conflict markers. A draft that does the same already is answered instead of a second one. ' +
        '409 when it is not merged, or nothing of it can be undone.',
      permission: 'space.edit',
      body: UndoMerge,
      response: created(MergeUndo),
    },
    ({ caller, subject, params, body }) => mergeUndo.undo(caller, subject, params.changeRequestId, body),
  ),
]
