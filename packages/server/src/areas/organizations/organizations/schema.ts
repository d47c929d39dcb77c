import { type Static, Type } from 'typebox'
import {
  nullable,
  RoleOrGuestSchema,
  TimestampSchema,
  UrlSchema,
  WebUrlSchema,
} from '../../../http/schemas.ts'
import { MergeRules, MergeRulesInput } from './merge-rules.ts'

export const OrganizationTitle = Type.String({ minLength: 2, maxLength: 255 })

const EmailDomain = Type.String({
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$',
})

export const EmailDomains = Type.Array(EmailDomain, { maxItems: 100 })

/** One label of a host name: published content lives under it. */
const Hostname = Type.String({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]*[a-z0-9]$' })

const Price = Type.Object({ monthly: Type.Number(), yearly: Type.Number() })

const Billing = Type.Object({
  interval: Type.String(),
  endDate: nullable(TimestampSchema),
  hasPaymentFailed: Type.Boolean(),
  isScheduledToCancel: Type.Boolean(),
  pricing: Type.Object({
    members: Type.Object({ plus_2024: Price, pro_2024: Price }),
    sites: Type.Object({ premium: Price, ultimate: Price }),
  }),
  usageAddons: Type.Unsafe<Record<string, { enabled: boolean }>>({
    type: 'object',
    additionalProperties: Type.Object({ enabled: Type.Boolean() }),
  }),
  // What newer clients look at.
  canCheckout: Type.Boolean(),
  canChangeInterval: Type.Boolean(),
  canUseSAML: Type.Boolean(),
  creditsBundle: Type.Null(),
  aiCreditAlertThreshold: Type.Null(),
})

export const SitePointer = Type.Object({ type: Type.Literal('site'), site: Type.String({ maxLength: 64 }) })

export const Organization = Type.Object(
  {
    object: Type.Literal('organization'),
    id: Type.String(),
    title: OrganizationTitle,
    createdAt: TimestampSchema,
    emailDomains: EmailDomains,
    hostname: Type.Optional(Type.String()),
    type: Type.Enum(['business', 'community'], { type: 'string' }),
    useCase: Type.Optional(Type.String()),
    communityType: Type.Optional(Type.String()),
    defaultRole: RoleOrGuestSchema,
    defaultContent: Type.Optional(SitePointer),
    sso: Type.Boolean(),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
    plan: Type.String({ description: 'Always the same: Verso has no plans, and switches nothing off.' }),
    billing: Billing,
    trial: Type.Object({ status: Type.String(), count: Type.Integer() }),
    mergeRules: MergeRules,
    urls: Type.Object({ location: UrlSchema, app: UrlSchema, logo: Type.Optional(UrlSchema) }),
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      admin: Type.Boolean(),
      ownTeam: Type.Boolean(),
      createContent: Type.Boolean(),
      createOpenAPISpec: Type.Boolean(),
      ingestConversations: Type.Boolean(),
      viewBilling: Type.Boolean(),
      listMembers: Type.Boolean(),
      listTeams: Type.Boolean(),
      listIntegrations: Type.Boolean(),
      listInstallations: Type.Boolean(),
      installIntegration: Type.Boolean(),
    }),
  },
  { 'x-name': 'Organization' },
)
export type Organization = Static<typeof Organization>

export const CreateOrganization = Type.Object({
  title: OrganizationTitle,
  emailDomains: Type.Optional(EmailDomains),
})

export const UpdateOrganization = Type.Object({
  title: Type.Optional(OrganizationTitle),
  emailDomains: Type.Optional(EmailDomains),
  hostname: Type.Optional(Hostname),
  defaultRole: Type.Optional(RoleOrGuestSchema),
  defaultContent: Type.Optional(Type.Union([SitePointer, Type.Null()])),
  logo: Type.Optional(nullable(WebUrlSchema)),
  sso: Type.Optional(Type.Boolean()),
  ai: Type.Optional(Type.Boolean()),
  inviteLinks: Type.Optional(Type.Boolean()),
  mergeRules: Type.Optional(MergeRulesInput),
})
export type UpdateOrganization = Static<typeof UpdateOrganization>
