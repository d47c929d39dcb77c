// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { MemberRoleOrGuest, OidcProvider, OidcProviderCheck, SamlProvider, Session } from './types.ts'

/** Create an OpenID Connect provider. */
export const createOIDCProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      label: string
      issuer: string
      clientID: string
      clientSecret?: string | null
      domains?: Array<string>
      trustEmails?: boolean
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
    }
  },
  OidcProvider
>('createOIDCProvider', 'POST', '/orgs/{organizationId}/oidc')

/** Create a SAML provider. */
export const createOrganizationSAMLProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      label: string
      entityID?: string
      certificate?: string
      ssoURL?: string
      logoutURL?: string | null
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
      idpInitiated?: boolean
    }
  },
  SamlProvider
>('createOrganizationSAMLProvider', 'POST', '/orgs/{organizationId}/saml')

/** Delete an OpenID Connect provider. */
export const deleteOIDCProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; oidcProviderId: string },
  undefined
>('deleteOIDCProvider', 'DELETE', '/orgs/{organizationId}/oidc/{oidcProviderId}')

/** Delete a SAML provider. */
export const deleteOrganizationSAMLProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; samlProviderId: string },
  undefined
>('deleteOrganizationSAMLProvider', 'DELETE', '/orgs/{organizationId}/saml/{samlProviderId}')

/** Sign out somewhere. */
export const deleteSession = /* @__PURE__ */ defineOperation<{ sessionId: string }, undefined>(
  'deleteSession',
  'DELETE',
  '/user/sessions/{sessionId}',
)

/** Get an OpenID Connect provider. */
export const getOIDCProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; oidcProviderId: string },
  OidcProvider
>('getOIDCProvider', 'GET', '/orgs/{organizationId}/oidc/{oidcProviderId}')

/** Get a SAML provider. */
export const getOrganizationSAMLProviderById = /* @__PURE__ */ defineOperation<
  { organizationId: string; samlProviderId: string },
  SamlProvider
>('getOrganizationSAMLProviderById', 'GET', '/orgs/{organizationId}/saml/{samlProviderId}')

/** List the OpenID Connect providers of an organization. */
export const listOIDCProvidersInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OidcProvider> }
>('listOIDCProvidersInOrganization', 'GET', '/orgs/{organizationId}/oidc')

/** List the SAML providers of an organization. */
export const listSAMLProvidersInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SamlProvider> }
>('listSAMLProvidersInOrganizationById', 'GET', '/orgs/{organizationId}/saml')

/** List how to sign in to an organization. */
export const listSSOProviderLoginsInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string },
  { items: Array<{ id: string; label: string; startURL: string }> }
>('listSSOProviderLoginsInOrganization', 'GET', '/orgs/{organizationId}/sso')

/** List where you are signed in. */
export const listSessions = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Session> }
>('listSessions', 'GET', '/user/sessions')

/** Check the settings of an OpenID Connect provider. */
export const testOIDCProvider = /* @__PURE__ */ defineOperation<
  { organizationId: string; oidcProviderId: string },
  OidcProviderCheck
>('testOIDCProvider', 'POST', '/orgs/{organizationId}/oidc/{oidcProviderId}/test')

/** Update an OpenID Connect provider. */
export const updateOIDCProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    oidcProviderId: string
    body: {
      label?: string
      issuer?: string
      clientID?: string
      clientSecret?: string | null
      domains?: Array<string>
      trustEmails?: boolean
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
    }
  },
  OidcProvider
>('updateOIDCProvider', 'PATCH', '/orgs/{organizationId}/oidc/{oidcProviderId}')

/** Update a SAML provider. */
export const updateOrganizationSAMLProvider = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    samlProviderId: string
    body: {
      label?: string
      entityID?: string
      certificate?: string
      ssoURL?: string
      logoutURL?: string | null
      defaultTeam?: string | null
      defaultRole?: MemberRoleOrGuest
      idpInitiated?: boolean
    }
  },
  SamlProvider
>('updateOrganizationSAMLProvider', 'PATCH', '/orgs/{organizationId}/saml/{samlProviderId}')
