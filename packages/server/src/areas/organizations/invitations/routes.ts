import { deletion, list, noContent, type Route, createRouteBuilder } from '../../../http/route.ts'
import { ReceivedInvitation, SentInvitation } from './schema.ts'
import type { InvitationService } from './service.ts'

const route = createRouteBuilder('Invites')

export const invitationRoutes = (invitations: InvitationService): Route[] => [
  route.get(
    '/orgs/:organizationId/invitations',
    {
      operationId: 'listOrganizationInvitations',
      summary: 'List the invitations that wait for an answer',
      description:
        'People whose account existed before become members when they accept; an invitation that nobody answers ' +
        'expires. People who got an account are members, and wait here until they sign in for the first time ' +
        '(`firstSignIn`).',
      permission: 'organization.admin',
      response: list(SentInvitation),
    },
    ({ subject, paging }) => invitations.listSent(subject, paging),
  ),
  route.delete(
    '/orgs/:organizationId/invitations/:invitationId',
    {
      operationId: 'withdrawOrganizationInvitation',
      summary: 'Withdraw an invitation',
      description: 'Somebody who has not signed in yet is no member any more.',
      permission: 'organization.admin',
      response: deletion,
    },
    ({ subject, params }) => invitations.withdraw(subject, params.invitationId),
  ),
  route.get(
    '/user/invitations',
    {
      operationId: 'listInvitations',
      summary: 'List the invitations that you have not answered',
      permission: 'self',
      response: list(ReceivedInvitation),
    },
    ({ caller, paging }) => invitations.listReceived(caller, paging),
  ),
  route.post(
    '/user/invitations/:invitationId/accept',
    {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation, and become a member',
      permission: 'self',
      response: noContent,
    },
    ({ caller, params }) => invitations.accept(caller, params.invitationId),
  ),
  route.delete(
    '/user/invitations/:invitationId',
    {
      operationId: 'declineInvitation',
      summary: 'Decline an invitation',
      permission: 'self',
      response: deletion,
    },
    ({ caller, params }) => invitations.decline(caller, params.invitationId),
  ),
]
