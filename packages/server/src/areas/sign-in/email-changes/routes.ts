import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { User } from '../../identity/index.ts'
import { describeBrowser } from '../accounts/browser-sign-in.ts'
import { ConfirmEmailChange, EmailChange, RequestEmailChange } from './schema.ts'
import type { EmailChangeService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const emailChangeRoutes = (emailChanges: EmailChangeService): Route[] => [
  route.post(
    '/user/email',
    {
      operationId: 'requestEmailChange',
      summary: 'Change your e-mail address',
      description:
        'Sends a link to the new address, which `confirmEmailChange` takes. The answer is the same when another account has ' +
        'the address: its owner gets a mail instead. Where Verso cannot send mail, the address is changed at once, and ' +
        'proves nothing. For signed-in people, not for access tokens.',
      permission: 'self',
      recentSignIn: true,
      body: RequestEmailChange,
      response: object(EmailChange),
    },
    ({ caller, body, request }) => emailChanges.request(caller, body, describeBrowser(request)),
  ),
  route.post(
    '/user/email/confirm',
    {
      operationId: 'confirmEmailChange',
      summary: 'Confirm your new e-mail address with a link',
      description:
        'The link works once, for whoever is signed in to the account that asked for it. It ends earlier links of the ' +
        'account. Sessions and access tokens stay. The old address gets a mail that says so.',
      permission: 'self',
      body: ConfirmEmailChange,
      response: object(User),
    },
    ({ caller, body }) => emailChanges.confirm(caller, body),
  ),
]
