import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { Preferences, UpdatePreferences } from './schema.ts'
import type { PreferencesService } from './service.ts'

const route = createRouteBuilder('Users')

export const preferencesRoutes = (preferences: PreferencesService): Route[] => [
  route.get(
    '/user/preferences',
    {
      operationId: 'getPreferences',
      summary: 'Get how you want the console to be',
      permission: 'self',
      withinOrganization: true,
      response: object(Preferences),
    },
    ({ caller }) => preferences.get(caller.userId),
  ),
  route.patch(
    '/user/preferences',
    {
      operationId: 'updatePreferences',
      summary: 'Change how you want the console to be',
      permission: 'self',
      withinOrganization: true,
      body: UpdatePreferences,
      response: object(Preferences),
    },
    ({ caller, body }) => preferences.update(caller.userId, body),
  ),
]
