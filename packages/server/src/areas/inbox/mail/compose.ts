import type { InterfaceLanguage } from '../../../common/interface-languages.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Mail } from '../../../outbound/mailer.ts'
import { buildMailHtml, mailElements } from '../../../outbound/mail-html.ts'
import { mailLocales } from '../../sign-in/index.ts'
import type { Notification } from '../notifications/schema.ts'
import { notificationMailLocales } from './locales/locales.ts'
import type { NotificationMailTexts } from './locales/texts.ts'

/** How many notifications a mail has in full. */
const MAX_ITEMS = 20

interface MailContent {
  name: string
  notifications: readonly Notification[]
  urls: Urls
}

/** Builds a mail that lists notifications, each with a link to what it is about. */
export function composeNotificationMail(
  language: InterfaceLanguage,
  { name, notifications, urls }: MailContent,
): Omit<Mail, 'to'> {
  const texts = notificationMailLocales[language]
  const { greeting, direction } = mailLocales[language]
  const items = notifications.slice(0, MAX_ITEMS).map((notification) => ({
    title: describeNotification(texts, notification),
    place: describePlace(notification),
    quote: notification.comment?.text,
    url: urls.at(buildTargetPath(notification)),
  }))
  const [first] = items
  const subject =
    items.length === 1 && first ? `${first.title}: ${first.place}` : texts.subject(notifications.length)
  const restCount = notifications.length - items.length
  const rest = restCount > 0 ? [texts.more(restCount)] : []
  const unsubscribeUrl = urls.at('/app/account/notifications')
  const { paragraph, title, small, quote, smallLink } = mailElements
  return {
    subject,
    language,
    unsubscribeUrl,
    text: `${[
      greeting(name),
      ...items.map(({ title, place, quote, url }) =>
        [title, place, ...(quote === undefined ? [] : [quote.replace(/^/gm, '> ')]), url].join('\n'),
      ),
      ...rest,
      `${texts.preferences}\n${unsubscribeUrl}`,
    ].join('\n\n')}\n`,
    html: buildMailHtml({ language, direction, subject }, [
      paragraph(greeting(name)),
      ...items.flatMap((item) => {
        const elements = [title(item.title, item.url), small(item.place)]
        return item.quote === undefined ? elements : elements.concat(quote(item.quote))
      }),
      ...rest.map(paragraph),
      '<hr style="margin:32px 0 16px;border:0;border-top:1px solid #d1d9e0">',
      smallLink(texts.preferences, unsubscribeUrl),
    ]),
  }
}

function describeNotification(
  { kinds, mergeCanceled, somebody }: NotificationMailTexts,
  { kind, actor, review, reason = 'canceled' }: Notification,
): string {
  const name = actor?.displayName ?? somebody
  if (kind === 'review_submitted') {
    return review?.status === 'approved' ? kinds.approved(name) : kinds.changes_requested(name)
  }
  if (kind === 'merge_canceled') return mergeCanceled[reason](name)
  return kinds[kind](name)
}

const describePlace = ({ changeRequest, space }: Notification): string =>
  changeRequest
    ? `${changeRequest.subject} #${changeRequest.number} · ${space.title}`.trimStart()
    : space.title

/** Where the console shows what a notification is about. */
function buildTargetPath({ kind, organization, space, changeRequest, comment }: Notification): string {
  if (kind === 'job_failed') return `/app/orgs/${organization}/jobs`
  const anchor = comment ? `#comment-${comment.reply ?? comment.id}` : ''
  if (!changeRequest) {
    const page = comment?.page === undefined ? '' : `/pages/${comment.page}${anchor}`
    return `/app/spaces/${space.id}${page}`
  }
  const path = `/app/spaces/${space.id}/change-requests/${changeRequest.id}`
  if (kind === 'conflict') return path
  return `${path}/review${anchor}`
}
