export {
  createAccountRecovery,
  createOneTimeLinks,
  createSignInArea,
  type SignInArea,
  signInAreaRoutes,
  type SignInSettings,
} from './area.ts'
export { mailLocales } from './mail/locales/locales.ts'
export { readOidcProviders } from './oidc/read-settings.ts'
export type { InstallationProvider } from './oidc/settings.ts'
export { COPIED_LINK_LIFETIME_MS } from './one-time-links/one-time-links.ts'
