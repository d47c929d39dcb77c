import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { CreateSamlProvider, SamlProvider, SsoLogins, UpdateSamlProvider } from './schema.ts'
import type { SamlService } from './service.ts'

const route = createRouteBuilder('Single sign-on')

export const samlRoutes = (saml: SamlService): Route[] => [
  route.get(
    '/orgs/:organizationId/saml',
    {
      operationId: 'listSAMLProvidersInOrganizationById',
      summary: 'List the SAML providers of an organization',
      permission: 'organization.admin',
      response: list(SamlProvider),
    },
    ({ caller, subject, paging }) => saml.list(caller, subject, paging),
  ),
  route.post(
    '/orgs/:organizationId/saml',
    {
      operationId: 'createOrganizationSAMLProvider',
      summary: 'Create a SAML provider',
      description: 'It is `pending` until its entity id, sign-on URL and certificate are known.',
      permission: 'organization.admin',
      recentSignIn: true,
      body: CreateSamlProvider,
      response: created(SamlProvider),
    },
    ({ caller, subject, body }) => saml.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/saml/:samlProviderId',
    {
      operationId: 'getOrganizationSAMLProviderById',
      summary: 'Get a SAML provider',
      permission: 'organization.admin',
      response: object(SamlProvider),
    },
    ({ caller, subject, params }) => saml.get(caller, subject, params.samlProviderId),
  ),
  route.patch(
    '/orgs/:organizationId/saml/:samlProviderId',
    {
      operationId: 'updateOrganizationSAMLProvider',
      summary: 'Update a SAML provider',
      permission: 'organization.admin',
      recentSignIn: true,
      body: UpdateSamlProvider,
      response: object(SamlProvider),
    },
    ({ caller, subject, params, body }) => saml.update(caller, subject, params.samlProviderId, body),
  ),
  route.delete(
    '/orgs/:organizationId/saml/:samlProviderId',
    {
      operationId: 'deleteOrganizationSAMLProvider',
      summary: 'Delete a SAML provider',
      description: 'Everyone who signed in through it is signed out.',
      permission: 'organization.admin',
      recentSignIn: true,
      response: deletion,
    },
    ({ subject, params }) => saml.delete(subject, params.samlProviderId),
  ),
  route.get(
    '/orgs/:organizationId/sso',
    {
      operationId: 'listSSOProviderLoginsInOrganization',
      summary: 'List how to sign in to an organization',
      permission: 'public',
      response: object(SsoLogins),
    },
    ({ params }) => saml.listLogins(params.organizationId),
  ),
]
