import type { Urls } from '../../../common/urls.ts'
import { omitEmail, presentUserOrNobody } from '../../identity/index.ts'
import type { ReceivedInvitationRow, SentInvitationRow } from './repository.ts'
import type { ReceivedInvitation, SentInvitation } from './schema.ts'

export const presentSentInvitation = (urls: Urls, row: SentInvitationRow, now: Date): SentInvitation => ({
  object: 'invitation',
  id: row.id,
  email: row.email,
  role: row.role,
  sso: row.sso,
  user: row.isFirstSignIn ? row.userId : null,
  firstSignIn: row.isFirstSignIn,
  expired: Date.parse(row.expiresAt) <= now.getTime(),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  invitedBy: presentUserOrNobody(urls, row.invitedBy),
})

export const presentReceivedInvitation = (urls: Urls, row: ReceivedInvitationRow): ReceivedInvitation => ({
  object: 'invitation',
  id: row.id,
  role: row.role,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  // The invited person does not belong to the organization yet.
  invitedBy: omitEmail(presentUserOrNobody(urls, row.invitedBy)),
  organization: { id: row.organizationId, title: row.organizationTitle },
})
