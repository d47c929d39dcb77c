import { parseMarkdown } from '@verso/markdown'
import type { Urls } from '../../../common/urls.ts'
import { presentUser, presentUserOrNobody, omitEmail } from '../../identity/index.ts'
import type { ChangeRequestRow } from './repository.ts'
import type { OperationEffect } from './apply-operations.ts'
import type { AffectedObject, ChangeRequest } from './schema.ts'

export function presentChangeRequest(urls: Urls, row: ChangeRequestRow): ChangeRequest {
  const isOpen = row.status === 'open' || row.status === 'draft'
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...(row.description !== '' && { description: parseMarkdown(row.description).document }),
    createdBy: presentUserOrNobody(urls, row.creator),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.merger && { mergedBy: presentUser(urls, row.merger) }),
    ...(row.mergedAt !== null && { mergedAt: row.mergedAt }),
    ...(row.plannedAt !== null && { plannedMerge: presentPlannedMerge(urls, row, row.plannedAt) }),
    space: row.spaceId,
    revision: row.revisionId,
    revisionInitial: row.initialId,
    revisionMergedAncestor: row.ancestorId,
    ...(row.mergedId !== null && { revisionMerged: row.mergedId }),
    comments: row.comments,
    outdated: isOpen && row.ancestorId !== row.mainId,
    urls: urls.object(`/spaces/${row.spaceId}/change-requests/${row.id}`),
  }
}

const presentPlannedMerge = (
  urls: Urls,
  { planner, plannedFor, waitingFor }: ChangeRequestRow,
  plannedAt: string,
): NonNullable<ChangeRequest['plannedMerge']> => ({
  plannedBy: presentUserOrNobody(urls, planner),
  plannedAt,
  ...(plannedFor !== null && { mergeAt: plannedFor }),
  ...(waitingFor !== null && { waitingFor }),
})

/** Presents what an operation created, updated or deleted. A deleted object has only its id. */
export function presentAffectedObject(
  urls: Urls,
  { spaceId, id }: { spaceId: string; id: string },
  effect: OperationEffect,
): AffectedObject {
  if (effect.object !== 'created_page' && effect.object !== 'updated_page') return effect
  const location = urls.location(`/spaces/${spaceId}/change-requests/${id}/content/page/${effect.page}`)
  return { ...effect, page: { object: 'page', id: effect.page, urls: { location } } }
}

/** Hides the email addresses of users and what is planned, because a preview link can be passed on to anyone. */
export function presentChangeRequestToVisitor(changeRequest: ChangeRequest): ChangeRequest {
  const { createdBy, mergedBy, plannedMerge: _plannedMerge, ...others } = changeRequest
  return {
    ...others,
    createdBy: omitEmail(createdBy),
    ...(mergedBy && { mergedBy: omitEmail(mergedBy) }),
  }
}
