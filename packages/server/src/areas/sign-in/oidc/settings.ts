/** How Verso is known to an identity provider, and the provider to Verso. */
export interface OidcClientSettings {
  /** `github` speaks OAuth without OpenID Connect, and has an adapter. */
  type: 'oidc' | 'github'
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret: string | undefined
  scopes: string
}

/** An identity provider of the whole installation, which the operator has set. */
export interface InstallationProvider extends OidcClientSettings {
  /** Its name in addresses. */
  id: string
  label: string
  /** Whether accounts that people already use are joined by a verified address. Others are in any case. */
  joinsByEmail: boolean
  /** Whether an address counts as verified when the provider does not say whether it is. */
  trustsEmails: boolean
  /** The domains of the people who may get an account without an invitation; `*` stands for all. */
  signUpDomains: readonly string[]
}

export const defaultScopes = 'openid email profile'

/** Whether one of these domains is that of the address; `*` stands for all. */
export const isInDomains = (email: string, domains: readonly string[]): boolean =>
  domains.includes('*') || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/**
 * Whether an issuer speaks for many companies at once. Each of them decides which addresses its people have, so none of
 * these addresses can be trusted by itself.
 */
export const isSharedIssuer = (issuer: string): boolean =>
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i.test(issuer)
