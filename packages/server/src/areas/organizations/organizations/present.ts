import { organizationPermissions } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import type { OrganizationRow } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Organization } from './schema.ts'

/** What the caller is to the organization; `role` is undefined for someone outside it. */
export interface CallerRelation {
  role: MemberRole | undefined
  ownsTeam: boolean
}

// A self-hosted organization has no bill. Clients that look at it find the largest plan, paid.
const free = { monthly: 0, yearly: 0 }
const noBill = {
  plan: 'enterprise_2024',
  trial: { status: 'notapplicable', count: 0 },
  billing: {
    interval: 'yearly',
    endDate: null,
    hasPaymentFailed: false,
    isScheduledToCancel: false,
    pricing: { members: { plus_2024: free, pro_2024: free }, sites: { premium: free, ultimate: free } },
    usageAddons: {},
    canCheckout: false,
    canChangeInterval: false,
    canUseSAML: true,
    creditsBundle: null,
    aiCreditAlertThreshold: null,
  },
}

export function presentOrganization(
  urls: Urls,
  row: OrganizationRow,
  { role, ownsTeam }: CallerRelation,
): Organization {
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    emailDomains: row.emailDomains,
    ...(row.hostname !== null && { hostname: row.hostname }),
    type: row.type,
    ...(row.useCase !== null && { useCase: row.useCase }),
    ...(row.communityType !== null && { communityType: row.communityType }),
    defaultRole: row.defaultRole,
    ...(row.defaultSite !== null && { defaultContent: { type: 'site', site: row.defaultSite } }),
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.inviteLinks,
    ...noBill,
    mergeRules: row.mergeRules,
    urls: {
      ...urls.object(`/orgs/${row.id}`),
      ...(row.logoUrl !== null && { logo: row.logoUrl }),
    },
    permissions: {
      ...organizationPermissions(role ?? null, ownsTeam),
      ...(role === undefined && { view: false, access: false }),
    },
  }
}
