import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  fetchProtectedResource,
} from 'openid-client'
import type { OidcClientSettings } from './settings.ts'
import { type OidcProfile, readOidcProfile } from './profile.ts'

/** GitHub has no discovery document: this is what it would say. */
export function createGitHubConfiguration(
  { issuer, clientId, clientSecret }: OidcClientSettings,
  fetch: CustomFetch,
): Configuration {
  const base = trimSlashes(issuer)
  const configuration = new Configuration(
    {
      issuer: base,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    },
    clientId,
    {},
    ClientSecretPost(clientSecret ?? ''),
  )
  configuration[customFetch] = fetch
  if (base.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}

/** Reads who somebody is from GitHub's API. Only the primary address counts, and only if GitHub has verified it. */
export async function fetchGitHubProfile(
  configuration: Configuration,
  accessToken: string,
  issuer: string,
): Promise<OidcProfile> {
  const base = trimSlashes(issuer)
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  const fetchJson = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json' })
    const url = new URL(`${api}${path}`)
    const response = await fetchProtectedResource(configuration, accessToken, url, 'GET', undefined, headers)
    if (!response.ok) throw new Error(`GitHub answered ${path} with status ${response.status}`)
    return response.json()
  }
  const user = (await fetchJson('/user')) as { id?: unknown; name?: unknown; login?: unknown }
  const emails = await fetchJson('/user/emails')
  if (typeof user.id !== 'number' || !Array.isArray(emails)) throw new Error('GitHub did not say who this is')
  const primary = (emails as { email?: unknown; primary?: unknown; verified?: unknown }[]).find(
    (email) => email.primary === true,
  )
  return readOidcProfile(
    { issuer: base, subject: String(user.id) },
    {
      email: primary?.email,
      email_verified: primary?.verified === true,
      name: user.name,
      preferred_username: user.login,
    },
  )
}

const trimSlashes = (text: string): string => text.replace(/\/+$/, '')
