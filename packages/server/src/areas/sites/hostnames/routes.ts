import { createRouteBuilder, deletion, noContent, object, type Route } from '../../../http/route.ts'
import type { CustomHostnameService } from './custom-hostname-service.ts'
import type { CertificateService } from './certificate-service.ts'
import { SiteCertificate, SiteHostname } from './schema.ts'
import type { HostnameService } from './service.ts'

const route = createRouteBuilder('Sites')

export const hostnameRoutes = (
  hostnames: HostnameService,
  customHostnames: CustomHostnameService,
  certificates: CertificateService,
): Route[] => [
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
  route.get(
    '/orgs/:organizationId/sites/:siteId/hostname/certificate',
    {
      operationId: 'getSiteCertificate',
      summary: 'Look at the certificate that the custom hostname of a site shows',
      description: 'Verso connects to the hostname as a browser does. It issues no certificates itself.',
      permission: 'site.admin',
      response: object(SiteCertificate),
    },
    ({ subject }) => certificates.get(subject),
  ),
  route.get(
    '/custom-hostnames/:hostname',
    {
      operationId: 'getCustomHostname',
      summary: 'Get a custom hostname by its name',
      description: 'You must be allowed to see the site that has it.',
      permission: 'self',
      response: object(SiteHostname),
    },
    ({ caller, params }) => customHostnames.get(caller, params.hostname),
  ),
  route.patch(
    '/custom-hostnames/:hostname',
    {
      operationId: 'dnsRevalidateCustomHostname',
      summary: 'Look up the DNS record that proves a custom hostname',
      description:
        'For admins of the site that has it. 409 when the hostname is proven already. `getCustomHostname` has the outcome.',
      permission: 'self',
      response: noContent,
    },
    ({ caller, params }) => customHostnames.revalidate(caller, params.hostname),
  ),
  route.delete(
    '/custom-hostnames/:hostname',
    {
      operationId: 'removeCustomHostname',
      summary: 'Take a custom hostname from its site',
      description: 'For admins of the site. It is not served at the hostname any more.',
      permission: 'self',
      response: deletion,
    },
    ({ caller, params }) => customHostnames.remove(caller, params.hostname),
  ),
]
