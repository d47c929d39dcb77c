import { object, type Route, routesOf } from '../../http/route.ts'
import { UpdateUser, User } from './schema.ts'
import type { UserService } from './service.ts'

const route = routesOf('Users')

export const userRoutes = (users: UserService): Route[] => [
  route.get(
    '/user',
    {
      operationId: 'getAuthenticatedUser',
      summary: 'Get yourself',
      permission: 'self',
      withinOrganization: true,
      answer: object(User),
    },
    ({ caller }) => users.get(caller, caller.userId),
  ),
  route.get(
    '/users/:userId',
    {
      operationId: 'getUserById',
      summary: 'Get a person you share an organization with',
      permission: 'self',
      withinOrganization: true,
      answer: object(User),
    },
    ({ caller, params }) => users.get(caller, params.userId),
  ),
  route.patch(
    '/users/:userId',
    {
      operationId: 'updateUserById',
      summary: 'Update your profile',
      permission: 'self',
      body: UpdateUser,
      answer: object(User),
    },
    ({ caller, params, body }) => users.update(caller, params.userId, body),
  ),
]
