import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { SiteHostname } from './schema.ts'
import type { HostnameService } from './service.ts'

const route = createRouteBuilder('Sites')

export const hostnameRoutes = (hostnames: HostnameService): Route[] => [
  route.get(
    '/orgs/:organizationId/sites/:siteId/hostname',
    {
      operationId: 'getSiteHostname',
      summary: 'Get the custom hostname of a site, and the DNS record that proves it',
      permission: 'site.view',
      response: object(SiteHostname),
    },
    ({ subject }) => hostnames.get(subject),
  ),
  route.post(
    '/orgs/:organizationId/sites/:siteId/hostname/check',
    {
      operationId: 'checkSiteHostname',
      summary: 'Look up the DNS record that proves the custom hostname of a site',
      description:
        'Once the record was found, the site is served at the hostname, and no other site can claim it.',
      permission: 'site.admin',
      response: object(SiteHostname),
    },
    ({ subject }) => hostnames.check(subject),
  ),
]
