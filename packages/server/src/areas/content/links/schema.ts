import { type Static, Type } from 'typebox'
import { ChangeRequest } from '../change-requests/schema.ts'
import { Collection } from '../collections/schema.ts'
import { RevisionFile } from '../files/schema.ts'
import { OpenAPISpec } from '../../openapi/index.ts'
import { Organization } from '../../organizations/index.ts'
import { Revision, RevisionPage, RevisionReusableContent } from '../revisions/schema.ts'
import { Space } from '../spaces/schema.ts'
import { User } from '../../identity/index.ts'

const VersionContext = Type.Object(
  {
    type: Type.Enum(['revision', 'changeRequest'], { type: 'string' }),
    revision: Type.Optional(Revision),
    changeRequest: Type.Optional(ChangeRequest),
  },
  {
    description: 'Which content it is in. A revision is told without its pages, files and reusable contents.',
  },
)

/** A place or a thing; each kind has those of the fields that say what it is. */
export const ContentLocation = Type.Object(
  {
    kind: Type.Enum(['file', 'url', 'page', 'user', 'collection', 'space', 'reusable-content', 'openapi'], {
      type: 'string',
    }),
    organization: Type.Optional(Organization),
    space: Type.Optional(Space),
    versionContext: Type.Optional(VersionContext),
    page: Type.Optional(RevisionPage),
    internalLocation: Type.Optional(
      Type.Object(
        {
          type: Type.Enum(['anchor', 'node'], { type: 'string' }),
          anchor: Type.Optional(Type.String()),
          node: Type.Optional(Type.String()),
        },
        { description: 'Where on the page: an anchor, or the key of a block.' },
      ),
    ),
    file: Type.Optional(RevisionFile),
    reusableContent: Type.Optional(RevisionReusableContent),
    url: Type.Optional(Type.String()),
    user: Type.Optional(User),
    collection: Type.Optional(Collection),
    openAPISpec: Type.Optional(OpenAPISpec),
  },
  { 'x-name': 'ContentLocation' },
)
export type ContentLocation = Static<typeof ContentLocation>

const LinkStatus = Type.Enum(['ok', 'broken', 'in-app'], {
  type: 'string',
  'x-name': 'ContentReferenceStatus',
  description:
    '`broken`: what it leads to is not there, or not for you, or has no such anchor. `in-app`: it leads into the console. ' +
    'Addresses elsewhere are not tried: they are `ok`.',
})

export const Link = Type.Object(
  {
    status: LinkStatus,
    relation: Type.Enum(['reference', 'dependsOn'], {
      type: 'string',
      description: '`dependsOn` for what is shown in the place of the reference.',
    }),
    targetReference: Type.Optional(ContentLocation),
    locationReferences: Type.Array(ContentLocation, {
      description: 'Where it stands: the first of the places. `locations` counts them all.',
    }),
    locations: Type.Integer(),
  },
  { 'x-name': 'ContentReferenceUsage' },
)
export type Link = Static<typeof Link>

export const LinkStats = Type.Object({
  stats: Type.Object(
    {
      total: Type.Integer(),
      broken: Type.Object({
        total: Type.Integer(),
        changeRequest: Type.Optional(
          Type.Integer({ description: 'Those that were not broken before the change request.' }),
        ),
      }),
    },
    { 'x-name': 'ContentReferencesStats', description: 'Of all links, whatever their status.' },
  ),
})
export type LinkStats = Static<typeof LinkStats>

export const ListLinks = Type.Object({ status: Type.Optional(LinkStatus) })
export type ListLinks = Static<typeof ListLinks>

const MetaLink = Type.Object(
  {
    kind: Type.Enum(['page', 'url'], { type: 'string' }),
    page: Type.Optional(Type.String()),
    space: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
  },
  { 'x-name': 'RevisionPageMetaLinkTarget' },
)

export const MetaLinks = Type.Object(
  {
    canonical: Type.Optional(MetaLink),
    alternates: Type.Optional(Type.Array(MetaLink)),
  },
  { 'x-name': 'RevisionPageMetaLinks' },
)
export type MetaLinks = Static<typeof MetaLinks>
