import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import { PreferencesRepository } from './preferences/repository.ts'
import { preferencesRoutes } from './preferences/routes.ts'
import { PreferencesService } from './preferences/service.ts'
import { SessionRepository } from './sessions/repository.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { SessionService } from './sessions/service.ts'
import { TokenRepository } from './tokens/repository.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { TokenService } from './tokens/service.ts'
import { UserRepository } from './users/repository.ts'
import { userRoutes, type VisitorProfiles } from './users/routes.ts'
import { UserService } from './users/service.ts'

export type IdentityArea = ReturnType<typeof createIdentityArea>

/** Users and their preferences, and the tokens and sessions they sign in with. */
export function createIdentityArea(platform: Pick<Platform, 'database' | 'clock' | 'urls'>) {
  const sessions = new SessionRepository()
  const lifecycle: AreaLifecycle = {
    cleanUp: (now) => sessions.deleteExpired(platform.database, now),
  }
  return {
    users: new UserService({ ...platform, users: new UserRepository() }),
    tokens: new TokenService({ ...platform, tokens: new TokenRepository() }),
    sessions: new SessionService({ ...platform, sessions }),
    preferences: new PreferencesService({ ...platform, preferences: new PreferencesRepository() }),
    lifecycle,
  }
}

export const identityAreaRoutes = (identity: IdentityArea, visitorProfiles: VisitorProfiles): Route[] => [
  ...userRoutes(identity.users, visitorProfiles),
  ...tokenRoutes(identity.tokens),
  ...sessionRoutes(identity.sessions),
  ...preferencesRoutes(identity.preferences),
]
