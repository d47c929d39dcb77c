import { createRouteBuilder, deletion, type Route } from '../../../http/route.ts'
import type { OrganizationRemoval } from './service.ts'

const route = createRouteBuilder('Organizations')

export const organizationRemovalRoutes = (removal: OrganizationRemoval): Route[] => [
  route.delete(
    '/orgs/:organizationId',
    {
      operationId: 'deleteOrganizationById',
      summary: 'Delete an organization, with everything in it',
      description:
        'For its admins. It cannot be undone. Nobody reaches anything of it from then on, and its names and hostnames are ' +
        'free; what it holds is removed in the background. Its members keep their accounts.',
      permission: 'organization.admin',
      recentSignIn: true,
      response: deletion,
    },
    ({ subject }) => removal.delete(subject),
  ),
]
