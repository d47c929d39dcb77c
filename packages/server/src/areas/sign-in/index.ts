export { createSignInArea, type SignInArea, signInAreaRoutes, type SignInSettings } from './area.ts'
export { readOidcProviders } from './oidc/read-settings.ts'
export type { InstallationProvider } from './oidc/settings.ts'
