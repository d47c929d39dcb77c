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
    description:
      'The content that it is in. A revision comes without its pages, files and reusable contents.',
  },
)

/** A place in content, or what a link leads to. Each kind has those of the fields that describe it. */
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
    '`broken`: the target does not exist, you have no access to it, or it has no such anchor. `in-app`: it leads to the ' +
    'console. External URLs are not requested: they are `ok`.',
})

export const Link = Type.Object(
  {
    status: LinkStatus,
    relation: Type.Enum(['reference', 'dependsOn'], {
      type: 'string',
      description: '`dependsOn` where the target is shown in the place of the reference.',
    }),
    targetReference: Type.Optional(ContentLocation),
    locationReferences: Type.Array(ContentLocation, {
      description: 'The first places that have the link. `locations` counts them all.',
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
          Type.Integer({ description: 'Links that were not broken before the change request.' }),
        ),
      }),
    },
    { 'x-name': 'ContentReferencesStats', description: 'Counts all links, whatever their status.' },
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
