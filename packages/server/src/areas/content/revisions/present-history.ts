import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import { presentUser } from '../../identity/index.ts'
import { presentCommit } from './present.ts'
import type { HistoryRow } from './repository.ts'
import type { RevisionEntry } from './schema.ts'

export function presentHistoryEntry(
  urls: Urls,
  space: Subjects['space'],
  { id, createdAt, git, author, changeRequest, type, origin }: HistoryRow,
): RevisionEntry {
  const summary = changeRequest?.subject || git?.message.split('\n', 1)[0]
  return {
    object: 'revision-entry',
    id,
    type: type === 'merge' && changeRequest ? 'merge' : git ? 'git' : (origin ?? type),
    current: id === space.revisionId,
    createdAt,
    ...(author && { createdBy: presentUser(urls, author) }),
    ...(summary && { summary }),
    ...(changeRequest && {
      changeRequest: {
        ...changeRequest,
        urls: urls.object(`/spaces/${space.id}/change-requests/${changeRequest.id}`),
      },
    }),
    ...(git && { git: presentCommit(git) }),
    urls: urls.object(`/spaces/${space.id}/revisions/${id}`),
  }
}
