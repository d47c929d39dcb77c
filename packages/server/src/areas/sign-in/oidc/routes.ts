import { created, createRouteBuilder, deletion, list, object, type Route } from '../../../http/route.ts'
import { CreateOidcProvider, OidcProvider, OidcProviderCheck, UpdateOidcProvider } from './schema.ts'
import type { OidcProviderService } from './service.ts'

const route = createRouteBuilder('Single sign-on')

export const oidcProviderRoutes = (providers: OidcProviderService): Route[] => [
  route.get(
    '/orgs/:organizationId/oidc',
    {
      operationId: 'listOIDCProvidersInOrganization',
      summary: 'List the OpenID Connect providers of an organization',
      permission: 'organization.admin',
      response: list(OidcProvider),
    },
    ({ caller, subject, paging }) => providers.list(caller, subject, paging),
  ),
  route.post(
    '/orgs/:organizationId/oidc',
    {
      operationId: 'createOIDCProvider',
      summary: 'Create an OpenID Connect provider',
      description: 'Enter `service.callbackURL` of the answer at the provider, as redirect URI.',
      permission: 'organization.admin',
      recentSignIn: true,
      body: CreateOidcProvider,
      response: created(OidcProvider),
    },
    ({ caller, subject, body }) => providers.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/oidc/:oidcProviderId',
    {
      operationId: 'getOIDCProvider',
      summary: 'Get an OpenID Connect provider',
      permission: 'organization.admin',
      response: object(OidcProvider),
    },
    ({ caller, subject, params }) => providers.get(caller, subject, params.oidcProviderId),
  ),
  route.patch(
    '/orgs/:organizationId/oidc/:oidcProviderId',
    {
      operationId: 'updateOIDCProvider',
      summary: 'Update an OpenID Connect provider',
      description: 'With another issuer or client, the secret has to be given again.',
      permission: 'organization.admin',
      recentSignIn: true,
      body: UpdateOidcProvider,
      response: object(OidcProvider),
    },
    ({ caller, subject, params, body }) => providers.update(caller, subject, params.oidcProviderId, body),
  ),
  route.delete(
    '/orgs/:organizationId/oidc/:oidcProviderId',
    {
      operationId: 'deleteOIDCProvider',
      summary: 'Delete an OpenID Connect provider',
      description: 'Everyone who signed in through it is signed out.',
      permission: 'organization.admin',
      recentSignIn: true,
      response: deletion,
    },
    ({ subject, params }) => providers.delete(subject, params.oidcProviderId),
  ),
  route.post(
    '/orgs/:organizationId/oidc/:oidcProviderId/test',
    {
      operationId: 'testOIDCProvider',
      summary: 'Check the settings of an OpenID Connect provider',
      description:
        'Reads the discovery document and the keys of the provider, and says in words what is wrong.',
      permission: 'organization.admin',
      response: object(OidcProviderCheck),
    },
    ({ subject, params }) => providers.check(subject, params.oidcProviderId),
  ),
]
