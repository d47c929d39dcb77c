import type { Urls } from '../../../common/urls.ts'
import type { Team } from '../../organizations/index.ts'
import type { SamlProviderRow } from './repository.ts'
import type { SamlProvider } from './schema.ts'

/** The URLs of Verso that are entered in the settings of an identity provider. */
export const createServiceUrls = (urls: Urls, id: string) => ({
  acsURL: urls.at(`/sso/${id}/acs`),
  startURL: urls.at(`/sso/${id}/start`),
  entityID: urls.at(`/sso/${id}/metadata`),
  logoutURL: urls.at(`/sso/${id}/logout`),
})

export const isActive = (row: Pick<SamlProviderRow, 'entityId' | 'ssoUrl' | 'certificate'>): boolean =>
  row.entityId !== '' && row.ssoUrl !== '' && row.certificate !== ''

export const presentProvider = (
  urls: Urls,
  row: SamlProviderRow,
  defaultTeam: Team | undefined,
): SamlProvider => ({
  object: 'saml-provider',
  id: row.id,
  label: row.label,
  ssoURL: row.ssoUrl || 'about:blank',
  entityID: row.entityId,
  certificate: row.certificate,
  ...(row.logoutUrl !== '' && { logoutURL: row.logoutUrl }),
  ...(defaultTeam && { defaultTeam }),
  defaultRole: row.defaultRole,
  idpInitiated: row.idpInitiated,
  createdAt: row.createdAt,
  status: isActive(row) ? 'active' : 'pending',
  service: createServiceUrls(urls, row.id),
  urls: { location: urls.location(`/orgs/${row.organizationId}/saml/${row.id}`) },
})
