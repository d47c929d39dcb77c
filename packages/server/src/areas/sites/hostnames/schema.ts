import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

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
