import { organizationPermissions } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import type { OrganizationRow } from './columns.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Organization } from './schema.ts'

/** The role of the caller in the organization; undefined for someone who is not a member. */
export interface CallerRelation {
  role: MemberRole | undefined
  ownsTeam: boolean
}

// A self-hosted organization has no billing. Clients that read it find the largest plan, fully paid.
const freePrice = { monthly: 0, yearly: 0 }
const billingFields = {
  plan: 'enterprise_2024',
  trial: { status: 'notapplicable', count: 0 },
  billing: {
    interval: 'yearly',
    endDate: null,
    hasPaymentFailed: false,
    isScheduledToCancel: false,
    pricing: {
      members: { plus_2024: freePrice, pro_2024: freePrice },
      sites: { premium: freePrice, ultimate: freePrice },
    },
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
    ...billingFields,
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
