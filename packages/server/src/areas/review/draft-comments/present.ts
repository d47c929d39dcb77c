import type { Urls } from '../../../common/urls.ts'
import { presentCommentBody } from '../comments/body.ts'
import { type CommentTargets, presentTarget } from '../comments/present.ts'
import type { CommentFormat } from '../comments/schema.ts'
import type { DraftCommentRow } from './repository.ts'
import type { DraftComment } from './schema.ts'

export const presentDraftComment = (
  urls: Urls,
  row: DraftCommentRow,
  targets: CommentTargets,
  format: CommentFormat,
): DraftComment => ({
  object: 'draft-comment',
  id: row.id,
  createdAt: row.createdAt,
  ...(row.editedAt !== null && { editedAt: row.editedAt }),
  body: presentCommentBody(row.markdown, format),
  ...(row.suggestion !== null && { suggestion: { replacement: row.suggestion } }),
  target: presentTarget(row, targets),
  urls: {
    location: urls.location(
      `/spaces/${row.spaceId}/change-requests/${row.changeRequestId}/draft-comments/${row.id}`,
    ),
  },
})
