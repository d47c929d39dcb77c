import { type Static, Type } from 'typebox'
import { TimestampSchema } from '../../../http/schemas.ts'
import { plannedMergeEnds } from '../../content/index.ts'
import { User } from '../../identity/index.ts'

export const notificationKinds = [
  'mention',
  'reply',
  'comment',
  'review_requested',
  'review_submitted',
  'merged',
  'merge_canceled',
  'conflict',
  'job_failed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const Notification = Type.Object(
  {
    object: Type.Literal('notification'),
    id: Type.String(),
    kind: Type.Enum([...notificationKinds], { type: 'string' }),
    organization: Type.String(),
    space: Type.Object({ id: Type.String(), title: Type.String() }),
    changeRequest: Type.Optional(
      Type.Object({ id: Type.String(), number: Type.Integer(), subject: Type.String() }),
    ),
    comment: Type.Optional(
      Type.Object({
        id: Type.String(),
        reply: Type.Optional(Type.String({ description: 'The reply to the comment, if it is about one.' })),
        page: Type.Optional(Type.String({ description: 'The page that the comment is on.' })),
        text: Type.String({ description: 'The beginning of the text of the comment or of the reply.' }),
      }),
    ),
    review: Type.Optional(
      Type.Object({
        id: Type.String(),
        status: Type.Enum(['approved', 'changes-requested'], { type: 'string' }),
      }),
    ),
    job: Type.Optional(Type.Object({ id: Type.String(), type: Type.String() })),
    reason: Type.Optional(
      Type.Enum([...plannedMergeEnds], {
        type: 'string',
        description: 'Why a planned merge was taken back.',
      }),
    ),
    actor: Type.Optional(User),
    createdAt: { ...TimestampSchema, description: 'When it happened, the last time.' },
    readAt: Type.Optional(TimestampSchema),
  },
  { 'x-name': 'Notification' },
)
export type Notification = Static<typeof Notification>

const organization = Type.Optional(
  Type.String({
    description: 'The id of an organization. Without it, those of all organizations are meant.',
  }),
)

export const ListNotifications = Type.Object({
  organization,
  unread: Type.Optional(Type.Boolean({ description: 'Lists only those that were not read.' })),
})
export type ListNotifications = Static<typeof ListNotifications>

export const UnreadCount = Type.Object({
  unread: Type.Integer({ description: 'How many notifications you have not read.' }),
})

export const MarkNotificationsAsRead = Type.Object({ organization })
export type MarkNotificationsAsRead = Static<typeof MarkNotificationsAsRead>

export const UpdateNotification = Type.Object({ read: Type.Boolean() })
export type UpdateNotification = Static<typeof UpdateNotification>
