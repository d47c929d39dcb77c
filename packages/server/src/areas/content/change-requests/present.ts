import { parseMarkdown } from '@verso/markdown'
import type { Urls } from '../../../common/urls.ts'
import { presentUser, presentUserOrNobody, withoutAddress } from '../../identity/index.ts'
import type { ChangeRequestRow } from './repository.ts'
import type { Affected } from './authoring.ts'
import type { AffectedThing, ChangeRequest } from './schema.ts'

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

/** What a batch touched; a deleted page has nothing left to say but its id. */
export function presentAffected(
  urls: Urls,
  { spaceId, id }: { spaceId: string; id: string },
  change: Affected,
): AffectedThing {
  if (change.object !== 'created_page' && change.object !== 'updated_page') return change
  const location = urls.location(`/spaces/${spaceId}/change-requests/${id}/content/page/${change.page}`)
  return { ...change, page: { object: 'page', id: change.page, urls: { location } } }
}

/** Whoever a preview was passed on to is not told how to write to people. */
export function forVisitors(changeRequest: ChangeRequest): ChangeRequest {
  const { createdBy, mergedBy } = changeRequest
  return {
    ...changeRequest,
    createdBy: withoutAddress(createdBy),
    ...(mergedBy && { mergedBy: withoutAddress(mergedBy) }),
  }
}
