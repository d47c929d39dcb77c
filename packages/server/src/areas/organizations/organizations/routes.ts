import { Type } from 'typebox'
import { created, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { CreateOrganization, Organization, UpdateOrganization } from './schema.ts'
import type { OrganizationService } from './service.ts'

const route = createRouteBuilder('Organizations')

export const organizationRoutes = (organizations: OrganizationService): Route[] => [
  route.get(
    '/orgs',
    {
      operationId: 'listOrganizationsForAuthenticatedUser',
      summary: 'List the organizations you belong to',
      permission: 'self',
      withinOrganization: true,
      response: list(Organization),
    },
    ({ caller, paging }) => organizations.list(caller, paging),
  ),
  route.post(
    '/orgs',
    {
      operationId: 'createOrganization',
      summary: 'Create an organization',
      description: 'You become its first admin.',
      permission: 'self',
      body: CreateOrganization,
      response: created(Organization),
    },
    ({ caller, body }) => organizations.create(caller, body),
  ),
  route.get(
    '/orgs/:organizationId',
    {
      operationId: 'getOrganizationById',
      summary: 'Get an organization',
      permission: 'organization.view',
      response: object(Organization),
    },
    ({ subject }) => organizations.get(subject),
  ),
  route.patch(
    '/orgs/:organizationId',
    {
      operationId: 'updateOrganizationById',
      summary: 'Update an organization',
      permission: 'organization.admin',
      body: UpdateOrganization,
      response: object(Organization),
    },
    ({ caller, subject, body }) => organizations.update(caller, subject, body),
  ),
  route.get(
    '/email-domains/:emailDomain/orgs',
    {
      operationId: 'getOrganizationsForEmailDomain',
      summary: 'List the organizations of an e-mail domain',
      description: 'Those you belong to, and those your own address lets you join.',
      permission: 'self',
      response: object(Type.Object({ organizations: Type.Array(Organization) })),
    },
    ({ caller, params }) => organizations.listForEmailDomain(caller, params.emailDomain),
  ),
]
