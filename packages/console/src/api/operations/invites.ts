// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  DeliveredLink,
  InvitePreview,
  MemberRoleOrGuest,
  OrganizationInviteLink,
  ReceivedInvitation,
  SentInvitation,
} from './types.ts'

/** Accept an invitation, and become a member. */
export const acceptInvitation = /* @__PURE__ */ defineOperation<{ invitationId: string }, undefined>(
  'acceptInvitation',
  'POST',
  '/user/invitations/{invitationId}/accept',
)

/** Begin an account, to join an organization with an invite link. */
export const createAccountWithInvite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    inviteId: string
    body: { email: string; language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ko' | 'ar' }
  },
  DeliveredLink
>('createAccountWithInvite', 'POST', '/orgs/{organizationId}/invites/{inviteId}/account')

/** Create an invite link. */
export const createOrganizationInvite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      maxUses?: number | null
      expiresAt?: string | null
      emailDomains?: Array<string>
      role?: MemberRoleOrGuest
      level?: MemberRoleOrGuest
      space?: string
      collection?: string
    }
  },
  OrganizationInviteLink
>('createOrganizationInvite', 'POST', '/orgs/{organizationId}/link-invites')

/** Decline an invitation. */
export const declineInvitation = /* @__PURE__ */ defineOperation<{ invitationId: string }, undefined>(
  'declineInvitation',
  'DELETE',
  '/user/invitations/{invitationId}',
)

/** Delete an invite link. */
export const deleteOrganizationInviteById = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  undefined
>('deleteOrganizationInviteById', 'DELETE', '/orgs/{organizationId}/link-invites/{inviteId}')

/** Say what an invite link is for. */
export const getInvitePreview = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  InvitePreview
>('getInvitePreview', 'GET', '/orgs/{organizationId}/invites/{inviteId}')

/** Get an invite link. */
export const getOrganizationInviteLink = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  OrganizationInviteLink
>('getOrganizationInviteLink', 'GET', '/orgs/{organizationId}/link-invites/{inviteId}')

/** Invite people to an organization by their e-mail addresses. */
export const inviteUsersToOrganization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      emails: Array<string | { email: string; role: MemberRoleOrGuest }>
      role?: MemberRoleOrGuest
      sso?: boolean
    }
  },
  { users: Array<string>; invited: number; failedSSOEmails: Array<string> }
>('inviteUsersToOrganization', 'POST', '/orgs/{organizationId}/invites')

/** Join an organization that your e-mail domain belongs to. */
export const joinOrganization = /* @__PURE__ */ defineOperation<{ organizationId: string }, undefined>(
  'joinOrganization',
  'POST',
  '/orgs/{organizationId}/join',
)

/** Join an organization with an invite link. */
export const joinOrganizationWithInvite = /* @__PURE__ */ defineOperation<
  { organizationId: string; inviteId: string },
  Record<string, unknown>
>('joinOrganizationWithInvite', 'POST', '/orgs/{organizationId}/invites/{inviteId}')

/** List the invitations that you have not answered. */
export const listInvitations = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ReceivedInvitation> }
>('listInvitations', 'GET', '/user/invitations')

/** List the invitations that wait for an answer. */
export const listOrganizationInvitations = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SentInvitation> }
>('listOrganizationInvitations', 'GET', '/orgs/{organizationId}/invitations')

/** List the invite links of an organization. */
export const listOrganizationInviteLinks = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<OrganizationInviteLink>
  }
>('listOrganizationInviteLinks', 'GET', '/orgs/{organizationId}/link-invites')

/** Send an invitation again. */
export const resendOrganizationInvitation = /* @__PURE__ */ defineOperation<
  { organizationId: string; invitationId: string },
  DeliveredLink
>('resendOrganizationInvitation', 'POST', '/orgs/{organizationId}/invitations/{invitationId}/resend')

/** Change what an invite link gives, and its limits. */
export const updateOrganizationInviteById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    inviteId: string
    body: {
      maxUses?: number | null
      expiresAt?: string | null
      emailDomains?: Array<string>
      role?: MemberRoleOrGuest
      level?: MemberRoleOrGuest
    }
  },
  OrganizationInviteLink
>('updateOrganizationInviteById', 'PATCH', '/orgs/{organizationId}/link-invites/{inviteId}')

/** Withdraw an invitation. */
export const withdrawOrganizationInvitation = /* @__PURE__ */ defineOperation<
  { organizationId: string; invitationId: string },
  undefined
>('withdrawOrganizationInvitation', 'DELETE', '/orgs/{organizationId}/invitations/{invitationId}')
