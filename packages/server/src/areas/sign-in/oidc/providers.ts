import type { SecretCipher } from '../../../common/secret-cipher.ts'
import type { Database } from '../../../database/database.ts'
import type { OidcClients } from './client.ts'
import type { OidcProviderRepository, OidcProviderRow } from './repository.ts'
import { defaultScopes, type InstallationProvider, type OidcClientSettings } from './settings.ts'

/** A provider that people can sign in with. */
export type LoginProvider = { id: string; client: OidcClientSettings; clients: OidcClients } & (
  | { kind: 'installation'; settings: InstallationProvider }
  | { kind: 'organization'; row: OidcProviderRow }
)

interface LoginProvidersDependencies {
  database: Database
  oidcProviders: OidcProviderRepository
  /** For the providers of the installation, whose hosts may be private. */
  installationClients: OidcClients
  organizationClients: OidcClients
  installationProviders: readonly InstallationProvider[]
  seal: SecretCipher
}

/** All providers that people can sign in with through OpenID Connect: of the installation, and of organizations. */
export class LoginProviders {
  readonly #deps: LoginProvidersDependencies

  constructor(deps: LoginProvidersDependencies) {
    this.#deps = deps
  }

  get ofInstallation(): readonly InstallationProvider[] {
    return this.#deps.installationProviders
  }

  async find(id: string): Promise<LoginProvider | undefined> {
    const { installationProviders, installationClients, oidcProviders, database } = this.#deps
    const settings = installationProviders.find((provider) => provider.id === id)
    if (settings) {
      const { type, issuer, clientId, clientSecret, scopes } = settings
      const client = { type, issuer, clientId, clientSecret, scopes }
      return { kind: 'installation', id, settings, client, clients: installationClients }
    }
    const row = await oidcProviders.findById(database, id)
    return row && this.ofOrganization(row)
  }

  ofOrganization(row: OidcProviderRow): LoginProvider {
    const { seal, organizationClients } = this.#deps
    const client: OidcClientSettings = {
      type: 'oidc',
      issuer: row.issuer,
      clientId: row.clientId,
      clientSecret:
        row.clientSecret === null ? undefined : seal.decrypt(row.clientSecret, createOidcSealContext(row.id)),
      scopes: defaultScopes,
    }
    return { kind: 'organization', id: row.id, row, client, clients: organizationClients }
  }
}

/** A sealed secret cannot be moved to another row. */
export const createOidcSealContext = (id: string): string => `oidc provider ${id}`
