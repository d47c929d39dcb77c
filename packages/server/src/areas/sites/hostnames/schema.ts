import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

/** What can be seen of the certificate of a custom hostname. The states are those of the official clients. */
export const SiteCertificate = Type.Object(
  {
    object: Type.Literal('site-certificate'),
    hostname: Type.String(),
    status: Type.Enum(['live', 'ssl_pending', 'ssl_failed', 'ssl_unknown'], {
      type: 'string',
      description:
        '`live`: browsers trust it. `ssl_pending`: the hostname is not proven yet. `ssl_failed`: the host shows one that ' +
        'browsers refuse. `ssl_unknown`: it could not be looked at.',
    }),
    issuer: Type.Optional(Type.String()),
    validUntil: Type.Optional(TimestampSchema),
    problem: Type.Optional(Type.String()),
    checkedAt: TimestampSchema,
  },
  { 'x-name': 'SiteCertificate' },
)
export type SiteCertificate = Static<typeof SiteCertificate>

/** The custom hostname of a site, in the shape of the official clients, with the record that proves it. */
export const SiteHostname = Type.Object({
  object: Type.Literal('custom-hostname'),
  hostname: Type.String(),
  target: Type.Object({ type: Type.Literal('site'), site: IdSchema }),
  isActive: Type.Boolean({ description: 'Whether the site is served at the hostname.' }),
  status: Type.Optional(Type.Literal('dns_passed')),
  proof: Type.Optional(
    Type.Union([Type.Literal('record'), Type.Literal('trusted'), Type.Literal('earlier')], {
      description:
        'How the hostname was proven: by the DNS record, because the operator trusts its domain, or not at all, because ' +
        'the site had it before proof was needed.',
    }),
  ),
  record: Type.Object(
    { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
    { description: 'The DNS record that proves the hostname.' },
  ),
  expiresAt: Type.Optional(
    Type.String({
      ...TimestampSchema,
      description: 'When other sites may claim the hostname, unless it is proven until then.',
    }),
  ),
  problem: Type.Optional(Type.String({ description: 'Why the check did not find the record.' })),
  urls: Type.Object({ location: UrlSchema }),
})
export type SiteHostname = Static<typeof SiteHostname>
