import { allows } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import type { Urls } from '../../../common/urls.ts'
import { presentUser, presentUserOrNobody } from '../../identity/index.ts'
import { presentBody } from './body.ts'
import type { CommentRow, Place, PostRow } from './repository.ts'
import type { Comment, CommentReply, Format } from './schema.ts'
import { type PageThen, presentPage } from './targets.ts'

/** Who asks, with their role on the space. */
export interface Viewer {
  userId: string
  role: MemberRole
}

/** How an answer is to look, and to whom. */
export interface View {
  urls: Urls
  viewer: Viewer
  format: Format
}

/** Edited and deleted by those who wrote it and by admins; whoever may comment may reply and react. */
export function postPermissions({ userId, role }: Viewer, { postedById }: { postedById: string | null }) {
  const reply = allows('space.comment', role)
  const own = reply && postedById === userId
  const edit = own || allows('space.admin', role)
  return { view: allows('space.view', role), edit, reply, delete: edit }
}

/** Resolved and reopened by those who wrote it and by whoever may edit the space. */
export const mayResolve = (viewer: Viewer, row: CommentRow): boolean =>
  postPermissions(viewer, row).edit || allows('space.edit', viewer.role)

export function presentComment(view: View, row: CommentRow, pageNow: PageThen | undefined): Comment {
  const { urls } = view
  return {
    object: 'comment',
    ...presentPost(view, row),
    replies: row.replies,
    target: {
      ...(row.nodeId !== null && {
        node: { id: row.nodeId, ...(row.nodePreview !== null && { preview: row.nodePreview }) },
      }),
      ...(row.cellRecord !== null &&
        row.cellDefinition !== null && {
          tableCell: { record: row.cellRecord, definition: row.cellDefinition },
        }),
      ...(row.changeRequestId !== null && { changeRequest: row.changeRequestId }),
      ...(row.reviewId !== null && { review: row.reviewId }),
      ...(row.page && { page: presentPage(row.page, pageNow) }),
      space: row.spaceId,
      revision: row.revisionId,
    },
    urls: { location: urls.location(pathOf(row, row.id)) },
    ...(row.resolvedAt === null
      ? { status: 'open' }
      : {
          status: 'resolved',
          resolvedAt: row.resolvedAt,
          resolvedBy: presentUserOrNobody(urls, row.resolvedBy),
        }),
  }
}

export const presentReply = (view: View, place: Place, commentId: string, row: PostRow): CommentReply => ({
  object: 'comment-reply',
  ...presentPost(view, row),
  urls: { location: view.urls.location(`${pathOf(place, commentId)}/replies/${row.id}`) },
})

function presentPost({ urls, viewer, format }: View, row: PostRow) {
  return {
    id: row.id,
    postedBy: presentUserOrNobody(urls, row.postedBy),
    postedAt: row.postedAt,
    ...(row.editedAt !== null && { editedAt: row.editedAt }),
    reactions: row.reactions.map(({ emoji, users }) => ({
      emoji,
      count: users.length,
      users: users.map(({ user, reactedAt }) => ({ user: presentUser(urls, user), reactedAt })),
    })),
    body: presentBody(row.markdown, format),
    permissions: postPermissions(viewer, row),
  }
}

const pathOf = ({ spaceId, changeRequestId }: Place, commentId: string): string =>
  changeRequestId === null
    ? `/spaces/${spaceId}/comments/${commentId}`
    : `/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${commentId}`
