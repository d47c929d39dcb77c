import { hasPermission } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import type { Urls } from '../../../common/urls.ts'
import { presentUser, presentUserOrNobody } from '../../identity/index.ts'
import { presentCommentBody } from './body.ts'
import type { CommentRow, CommentParent, PlacedRow, PostRow } from './repository.ts'
import type { Comment, CommentPosition, CommentReply, CommentFormat } from './schema.ts'
import { type PageSnapshot, presentTargetPage } from './page-snapshots.ts'

/** The caller, with their role on the space. */
export interface CommentViewer {
  userId: string
  role: MemberRole
}

/** How and for whom comments are presented. */
export interface CommentView {
  urls: Urls
  viewer: CommentViewer
  format: CommentFormat
}

/** What comments are on, as it is now. */
export interface CommentTargets {
  /** By id, without those that do not exist any more. */
  pages: ReadonlyMap<string, PageSnapshot>
  /** By the ids of the comments that are on a block or on words; without a position where these are gone. */
  positions: ReadonlyMap<string, CommentPosition | undefined>
}

/** The author and admins may edit and delete a post; everyone who may comment may reply and react. */
export function presentPostPermissions(
  { userId, role }: CommentViewer,
  { postedById }: { postedById: string | null },
) {
  const canReply = hasPermission('space.comment', role)
  const isAuthor = canReply && postedById === userId
  const canEdit = isAuthor || hasPermission('space.admin', role)
  return { view: hasPermission('space.view', role), edit: canEdit, reply: canReply, delete: canEdit }
}

/** The author and everyone who may edit the space may resolve and reopen a comment. */
export const canResolve = (viewer: CommentViewer, row: CommentRow): boolean =>
  presentPostPermissions(viewer, row).edit || hasPermission('space.edit', viewer.role)

/** Where a comment is: the place it was posted on, and what has become of that. */
export function presentTarget(row: PlacedRow, { pages, positions }: CommentTargets): Comment['target'] {
  const position = positions.get(row.id)
  return {
    ...(row.nodeId !== null && {
      node: { id: row.nodeId, ...(row.nodePreview !== null && { preview: row.nodePreview }) },
    }),
    ...(row.cellRecord !== null &&
      row.cellDefinition !== null && {
        tableCell: { record: row.cellRecord, definition: row.cellDefinition },
      }),
    ...(row.quote && {
      quote: { exact: row.quote.exact, prefix: row.quote.prefix, suffix: row.quote.suffix },
    }),
    ...(position && { position }),
    ...(positions.has(row.id) && { outdated: position === undefined }),
    ...(row.changeRequestId !== null && { changeRequest: row.changeRequestId }),
    ...(row.page && { page: presentTargetPage(row.page, pages.get(row.page.id)) }),
    space: row.spaceId,
    revision: row.revisionId,
  }
}

export function presentComment(view: CommentView, row: CommentRow, targets: CommentTargets): Comment {
  const { urls } = view
  return {
    object: 'comment',
    ...presentPost(view, row),
    replies: row.replies,
    repliers: row.repliers.map(({ user, count, updatedAt }) => ({
      user: presentUser(urls, user),
      count,
      updatedAt,
    })),
    ...(row.suggestion !== null && { suggestion: presentSuggestion(urls, row.suggestion, row) }),
    target: {
      ...presentTarget(row, targets),
      ...(row.reviewId !== null && { review: row.reviewId }),
    },
    urls: { location: urls.location(buildCommentPath(row, row.id)) },
    ...(row.resolvedAt === null
      ? { status: 'open' }
      : {
          status: 'resolved',
          resolvedAt: row.resolvedAt,
          resolvedBy: presentUserOrNobody(urls, row.resolvedBy),
        }),
  }
}

const presentSuggestion = (
  urls: Urls,
  replacement: string,
  { appliedAt, appliedBy }: CommentRow,
): NonNullable<Comment['suggestion']> => ({
  replacement,
  ...(appliedAt !== null && { appliedAt, appliedBy: presentUserOrNobody(urls, appliedBy) }),
})

export const presentReply = (
  view: CommentView,
  parent: CommentParent,
  commentId: string,
  row: PostRow,
): CommentReply => ({
  object: 'comment-reply',
  ...presentPost(view, row),
  urls: { location: view.urls.location(`${buildCommentPath(parent, commentId)}/replies/${row.id}`) },
})

function presentPost({ urls, viewer, format }: CommentView, row: PostRow) {
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
    body: presentCommentBody(row.markdown, format),
    permissions: presentPostPermissions(viewer, row),
  }
}

const buildCommentPath = ({ spaceId, changeRequestId }: CommentParent, commentId: string): string =>
  changeRequestId === null
    ? `/spaces/${spaceId}/comments/${commentId}`
    : `/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${commentId}`
