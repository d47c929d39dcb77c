import { Type } from 'typebox'
import {
  created,
  deletion,
  list,
  noContent,
  object,
  type Route,
  createRouteBuilder,
} from '../../../http/route.ts'
import type { BrowserSignIn } from '../accounts/browser-sign-in.ts'
import type { InviteDelivery } from './delivery.ts'
import {
  CreateAccountWithInvite,
  CreateInviteLink,
  DeliveredLink,
  InvitedUsers,
  InviteLink,
  InvitePreview,
  InviteUsers,
  UpdateInviteLink,
} from './schema.ts'
import type { InviteService } from './service.ts'

const route = createRouteBuilder('Invites')

export const inviteRoutes = (
  invites: InviteService,
  delivery: InviteDelivery,
  browserSignIn: BrowserSignIn,
): Route[] => [
  route.post(
    '/orgs/:organizationId/invites',
    {
      operationId: 'inviteUsersToOrganization',
      summary: 'Invite people to an organization by their e-mail addresses',
      description:
        'Who has no account gets one, and is a member at once; `/orgs/{organizationId}/invitations` lists them until they ' +
        'sign in. Who has one is invited, and becomes a member when they ' +
        'accept (`/user/invitations`). Members keep the role they have. Without a role, the ' +
        "organization's `defaultRole` is given.",
      permission: 'organization.admin',
      body: InviteUsers,
      response: object(InvitedUsers),
    },
    ({ caller, subject, body }) => invites.inviteUsers(caller, subject, body),
  ),
  route.post(
    '/orgs/:organizationId/invites/:inviteId',
    {
      secretParams: ['inviteId'],
      operationId: 'joinOrganizationWithInvite',
      summary: 'Join an organization with an invite link',
      permission: 'self',
      response: object(Type.Object({})),
    },
    ({ caller, params }) => invites.joinWithLink(caller, params.organizationId, params.inviteId),
  ),
  route.get(
    '/orgs/:organizationId/invites/:inviteId',
    {
      secretParams: ['inviteId'],
      operationId: 'getInvitePreview',
      summary: 'Say what an invite link is for',
      description: 'For whoever has the link, before they sign in.',
      permission: 'public',
      response: object(InvitePreview),
    },
    ({ params }) => invites.preview(params.organizationId, params.inviteId),
  ),
  route.post(
    '/orgs/:organizationId/invites/:inviteId/account',
    {
      secretParams: ['inviteId'],
      operationId: 'createAccountWithInvite',
      summary: 'Begin an account, to join an organization with an invite link',
      description:
        'Sends a link to the address, which makes the account and joins (`/user/first-sign-in`). Where Verso cannot send mail, ' +
        'the answer has that link. With mail, the answer is the same for addresses that have an account; its owner gets a ' +
        'link to sign in.',
      permission: 'public',
      body: CreateAccountWithInvite,
      response: created(DeliveredLink),
    },
    ({ params, body, request }) =>
      delivery.beginAccount(params.organizationId, params.inviteId, body, browserSignIn.readBrowser(request)),
  ),
  route.post(
    '/orgs/:organizationId/invitations/:invitationId/resend',
    {
      operationId: 'resendOrganizationInvitation',
      summary: 'Send an invitation again',
      description:
        'By mail, with a new link. Where Verso cannot send mail, the answer has the link to pass on. Earlier links end.',
      permission: 'organization.admin',
      response: created(DeliveredLink),
    },
    ({ caller, subject, params }) => delivery.resend(caller, subject, params.invitationId),
  ),
  route.post(
    '/orgs/:organizationId/join',
    {
      operationId: 'joinOrganization',
      summary: 'Join an organization that your e-mail domain belongs to',
      permission: 'self',
      response: noContent,
    },
    ({ caller, params }) => invites.joinByDomain(caller, params.organizationId),
  ),
  route.get(
    '/orgs/:organizationId/link-invites',
    {
      operationId: 'listOrganizationInviteLinks',
      summary: 'List the invite links of an organization',
      description: 'Those to the organization itself.',
      permission: 'organization.admin',
      response: list(InviteLink),
    },
    ({ subject, paging }) => invites.list(subject, paging),
  ),
  route.post(
    '/orgs/:organizationId/link-invites',
    {
      operationId: 'createOrganizationInvite',
      summary: 'Create an invite link',
      permission: 'invite.admin',
      body: CreateInviteLink,
      response: created(InviteLink),
    },
    ({ caller, subject, body }) => invites.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/link-invites/:inviteId',
    {
      secretParams: ['inviteId'],
      operationId: 'getOrganizationInviteLink',
      summary: 'Get an invite link',
      permission: 'invite.admin',
      response: object(InviteLink),
    },
    ({ caller, subject, params }) => invites.get(caller, subject, params.inviteId),
  ),
  route.patch(
    '/orgs/:organizationId/link-invites/:inviteId',
    {
      secretParams: ['inviteId'],
      operationId: 'updateOrganizationInviteById',
      summary: 'Change what an invite link gives, and its limits',
      permission: 'invite.admin',
      body: UpdateInviteLink,
      response: object(InviteLink),
    },
    ({ caller, subject, params, body }) => invites.update(caller, subject, params.inviteId, body),
  ),
  route.delete(
    '/orgs/:organizationId/link-invites/:inviteId',
    {
      secretParams: ['inviteId'],
      operationId: 'deleteOrganizationInviteById',
      summary: 'Delete an invite link',
      permission: 'invite.admin',
      response: deletion,
    },
    ({ caller, subject, params }) => invites.delete(caller, subject, params.inviteId),
  ),
]
