import { created, createRouteBuilder, noContent, type Route } from '../../../http/route.ts'
import type { BrowserSignIn } from '../accounts/browser-sign-in.ts'
import { CompletePasswordReset, MemberPasswordReset, RequestPasswordReset } from './schema.ts'
import type { PasswordResetService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const passwordResetRoutes = (resets: PasswordResetService, browserSignIn: BrowserSignIn): Route[] => [
  route.post(
    '/user/password-resets',
    {
      operationId: 'requestPasswordReset',
      summary: 'Ask for a mail with a link that sets a new password',
      description:
        'The answer is the same whether or not there is an account with this address. 412 where Verso cannot send mail: an ' +
        'admin of the organization can make a link.',
      permission: 'public',
      body: RequestPasswordReset,
      response: noContent,
    },
    ({ body, request }) => resets.request(body, browserSignIn.readBrowser(request)),
  ),
  route.post(
    '/user/password-resets/complete',
    {
      operationId: 'completePasswordReset',
      summary: 'Set a new password with a link',
      description: 'Ends all sessions of the account. Sign in with the new password afterwards.',
      permission: 'public',
      body: CompletePasswordReset,
      response: noContent,
    },
    ({ body }) => resets.complete(body),
  ),
  route.post(
    '/orgs/:organizationId/members/:userId/password-reset',
    {
      operationId: 'createMemberPasswordReset',
      summary: 'Let a member set a new password',
      description:
        'Sends the member a link by mail. Where Verso cannot send mail, the answer has the link to pass on, for members who ' +
        'belong to no other organization.',
      permission: 'organization.admin',
      recentSignIn: true,
      response: created(MemberPasswordReset),
    },
    ({ caller, subject, params }) => resets.createForMember(caller, subject, params.userId),
  ),
]
