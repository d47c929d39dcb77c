import { type Static, Type } from 'typebox'
import { TimestampSchema } from '../../http/schemas.ts'

export const eventTypes = [
  'ready',
  'reset',
  'access_changed',
  'space_created',
  'space_updated',
  'space_removed',
  'space_content_updated',
  'collection_updated',
  'site_updated',
  'change_request_created',
  'change_request_updated',
  'change_request_status_updated',
  'change_request_content_updated',
  'change_request_conflicted',
  'planned_merge_ended',
  'comment_created',
  'comment_updated',
  'comment_deleted',
  'comment_replied',
  'review_requested',
  'review_submitted',
  'review_updated',
  'job_updated',
  'member_updated',
  'team_updated',
  'notifications_updated',
] as const

const reference = (description: string) => Type.Optional(Type.String({ description }))

/** An event names what has changed. Whoever wants to know more reads it, with the permissions of that moment. */
export const OrganizationEvent = Type.Object(
  {
    object: Type.Literal('event'),
    id: Type.String({ description: 'Send the last one that you have as `Last-Event-ID`, or as `since`.' }),
    type: Type.Enum([...eventTypes], {
      type: 'string',
      description:
        '`ready` comes first. `reset` says that events are missing: read again what you show. After `access_changed`, ' +
        'you may see more or less than before.',
    }),
    createdAt: TimestampSchema,
    space: reference('The space that changed, or in which something changed.'),
    collection: reference('The collection that changed.'),
    site: reference('The site that changed.'),
    revision: reference('The new revision of the space or the change request.'),
    changeRequest: reference('The change request.'),
    status: reference('The new status of the change request or the job.'),
    comment: reference('The comment. Absent when there are several.'),
    batch: reference('What comments that were submitted together have in common.'),
    reply: reference('The reply to the comment.'),
    review: reference('The review.'),
    job: reference('The job.'),
    user: reference(
      'The person: the member that changed, who was asked for a review, or who had planned a merge.',
    ),
    reason: reference('Why a planned merge was taken back.'),
    endedBy: reference('Who took a planned merge back, if somebody did.'),
    team: reference('The team.'),
  },
  { 'x-name': 'OrganizationEvent' },
)
export type OrganizationEvent = Static<typeof OrganizationEvent>

export const StreamEvents = Type.Object({
  since: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'The id of the last event that you have. The header `Last-Event-ID` says the same.',
    }),
  ),
  follow: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'False ends the response after the events that there are, for those who ask again by themselves.',
    }),
  ),
})
export type StreamEvents = Static<typeof StreamEvents>
