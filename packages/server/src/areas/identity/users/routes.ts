import { object, requireCaller, type Route, createRouteBuilder } from '../../../http/route.ts'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import { UpdateUser, User } from './schema.ts'
import type { UserService } from './service.ts'

/** The profiles that a visitor of a site may read: those of people whom its pages name. The sites area implements it. */
export interface VisitorProfiles {
  get(visitor: Visitor, userId: string): Promise<User>
}

const route = createRouteBuilder('Users')

export const userRoutes = (users: UserService, visitorProfiles: VisitorProfiles): Route[] => [
  route.get(
    '/user',
    {
      operationId: 'getAuthenticatedUser',
      summary: 'Get yourself',
      permission: 'self',
      withinOrganization: true,
      withinContent: true,
      response: object(User),
    },
    ({ caller }) => users.get(caller, caller.userId),
  ),
  route.get(
    '/users/:userId',
    {
      operationId: 'getUserById',
      summary: 'Get a person you share an organization with',
      description: 'Visitors of a site get those it names, without their addresses.',
      permission: 'self',
      withinOrganization: true,
      visitorAccess: true,
      response: object(User),
    },
    ({ caller, params: { userId }, visitor }) =>
      visitor ? visitorProfiles.get(visitor, userId) : users.get(requireCaller(caller), userId),
  ),
  route.patch(
    '/users/:userId',
    {
      operationId: 'updateUserById',
      summary: 'Update your profile',
      permission: 'self',
      body: UpdateUser,
      response: object(User),
    },
    ({ caller, params, body }) => users.update(caller, params.userId, body),
  ),
]
