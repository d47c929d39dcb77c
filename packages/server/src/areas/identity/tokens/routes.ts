import { created, deletion, list, type Route, createRouteBuilder } from '../../../http/route.ts'
import { CreateToken, NewToken, Token } from './schema.ts'
import type { TokenService } from './service.ts'

const route = createRouteBuilder('Users')

export const tokenRoutes = (tokens: TokenService): Route[] => [
  route.get(
    '/user/tokens',
    {
      operationId: 'listTokens',
      summary: 'List your access tokens',
      permission: 'self',
      withinOrganization: true,
      response: list(Token),
    },
    ({ caller, paging }) => tokens.list(caller.userId, paging, caller.organizationId),
  ),
  route.post(
    '/user/tokens',
    {
      operationId: 'createToken',
      summary: 'Create an access token',
      description: 'The answer holds the secret, which is stored nowhere: it cannot be shown again.',
      permission: 'self',
      recentSignIn: true,
      withinOrganization: true,
      body: CreateToken,
      response: created(NewToken),
    },
    ({ caller, body }) => tokens.create(caller, body),
  ),
  route.delete(
    '/user/tokens/:tokenId',
    {
      operationId: 'deleteToken',
      summary: 'Revoke an access token',
      permission: 'self',
      withinOrganization: true,
      response: deletion,
    },
    ({ caller, params }) => tokens.revoke(caller.userId, params.tokenId, caller.organizationId),
  ),
]
