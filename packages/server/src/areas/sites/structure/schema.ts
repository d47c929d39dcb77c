import { type Static, type TObjectOptions, type TSchema, Type } from 'typebox'
import { segmentPattern } from '../../../common/slug.ts'
import { IdSchema, nullable, UrlSchema, WebUrlSchema } from '../../../http/schemas.ts'
import { Space } from '../../content/index.ts'

/** As of BCP 47, which is what spaces and repositories use. */
const languagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'

const Path = Type.String({ minLength: 1, maxLength: 100, pattern: segmentPattern })
const Icon = Type.String({ maxLength: 50 })
const Condition = Type.String({
  maxLength: 1024,
  description: 'An expression over `visitor.claims` that decides whether a visitor sees it.',
})
const SectionTitle = Type.String({ minLength: 2, maxLength: 128 })
const GroupTitle = Type.String({ minLength: 1, maxLength: 100 })
const Description = Type.String({ maxLength: 256 })
const Draft = Type.Boolean({ description: 'Whether visitors do not see it yet.' })
const Hidden = Type.Boolean({
  description: 'Whether the navigation does not name it. Visitors can open it by its address.',
})

/** A text by languages, such as `fr` and `pt-br`. */
const localized = (maxLength: number) =>
  Type.Record(Type.String({ pattern: languagePattern }), Type.String({ minLength: 1, maxLength }), {
    additionalProperties: false,
    maxProperties: 100,
    description:
      'In other languages, by their codes. Visitors see it where the variant that they read has the language.',
  })
const LocalizedTitle = localized(128)
const LocalizedDescription = localized(256)

export const SiteSpace = Type.Object(
  {
    object: Type.Literal('site-space'),
    id: Type.String(),
    path: Type.String(),
    section: Type.Optional(Type.String()),
    space: Space,
    title: Type.String(),
    localizedTitle: Type.Optional(LocalizedTitle),
    default: Type.Boolean(),
    condition: Type.Optional(Condition),
    draft: Draft,
    hidden: Hidden,
    hasAdvancedCustomizationFeature: Type.Boolean(),
    urls: Type.Object({ location: UrlSchema, published: Type.Optional(UrlSchema) }),
  },
  { 'x-name': 'SiteSpace' },
)
export type SiteSpace = Static<typeof SiteSpace>

export const SiteSection = Type.Object(
  {
    object: Type.Literal('site-section'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    localizedTitle: Type.Optional(LocalizedTitle),
    localizedDescription: Type.Optional(LocalizedDescription),
    default: Type.Boolean(),
    draft: Draft,
    path: Type.String(),
    condition: Type.Optional(Condition),
    sectionGroup: Type.Optional(Type.String()),
    siteSpaces: Type.Array(SiteSpace),
    urls: Type.Object({ location: UrlSchema, published: Type.Optional(UrlSchema) }),
    icon: Type.Optional(Type.String()),
  },
  { 'x-name': 'SiteSection' },
)
export type SiteSection = Static<typeof SiteSection>

export const SiteExternalLink = Type.Object(
  {
    object: Type.Literal('site-external-link'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    localizedTitle: Type.Optional(LocalizedTitle),
    localizedDescription: Type.Optional(LocalizedDescription),
    icon: Type.Optional(Type.String()),
    url: Type.String(),
    sectionGroup: Type.Optional(Type.String()),
    draft: Draft,
    condition: Type.Optional(Condition),
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'SiteExternalLink' },
)
export type SiteExternalLink = Static<typeof SiteExternalLink>

/** A group holds sections, links and groups, which hold groups: as deep as they may be nested. */
const groupOf = <Child extends TSchema>(child: Child, options: TObjectOptions = {}) =>
  Type.Object(
    {
      object: Type.Literal('site-section-group'),
      id: Type.String(),
      title: Type.String(),
      localizedTitle: Type.Optional(LocalizedTitle),
      draft: Draft,
      sections: Type.Array(SiteSection, { description: 'Its own sections, without those of groups in it.' }),
      sectionGroup: Type.Optional(Type.String()),
      children: Type.Array(child),
      icon: Type.Optional(Type.String()),
      urls: Type.Object({ location: UrlSchema }),
    },
    options,
  )
const innermostGroup = groupOf(Type.Union([SiteSection, SiteExternalLink]))
const innerGroup = groupOf(Type.Union([SiteSection, SiteExternalLink, innermostGroup]))
export const SiteSectionGroup = Type.Unsafe<SiteSectionGroup>(
  groupOf(Type.Union([SiteSection, SiteExternalLink, innerGroup]), { 'x-name': 'SiteSectionGroup' }),
)

export interface SiteSectionGroup {
  object: 'site-section-group'
  id: string
  title: string
  localizedTitle?: Record<string, string>
  draft: boolean
  sections: SiteSection[]
  sectionGroup?: string
  children: (SiteSection | SiteExternalLink | SiteSectionGroup)[]
  icon?: string
  urls: { location: string }
}

export type SiteStructure =
  | { type: 'sections'; structure: (SiteSection | SiteExternalLink | SiteSectionGroup)[] }
  | { type: 'siteSpaces'; structure: SiteSpace[] }

export const SiteStructure = Type.Unsafe<SiteStructure>(
  Type.Union([
    Type.Object({
      type: Type.Literal('sections'),
      structure: Type.Array(Type.Union([SiteSection, SiteExternalLink, SiteSectionGroup])),
    }),
    Type.Object({ type: Type.Literal('siteSpaces'), structure: Type.Array(SiteSpace) }),
  ]),
)

export const ShareKeyQuery = Type.Object({ shareKey: Type.Optional(Type.String({ maxLength: 512 })) })

export const AddSection = Type.Object({
  spaceId: IdSchema,
  title: Type.Optional(nullable(SectionTitle)),
  icon: Type.Optional(nullable(Icon)),
  siteSectionGroupId: Type.Optional(IdSchema),
  draft: Type.Optional(Draft),
})
export type AddSection = Static<typeof AddSection>

export const UpdateSection = Type.Object({
  title: Type.Optional(SectionTitle),
  path: Type.Optional(Path),
  defaultSiteSpace: Type.Optional(IdSchema),
  condition: Type.Optional(nullable(Condition)),
  icon: Type.Optional(nullable(Icon)),
  description: Type.Optional(nullable(Description)),
  draft: Type.Optional(Draft),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  localizedDescription: Type.Optional(nullable(LocalizedDescription)),
})
export type UpdateSection = Static<typeof UpdateSection>

export const AddGroup = Type.Object({
  title: GroupTitle,
  icon: Type.Optional(nullable(Icon)),
  sections: Type.Optional(Type.Array(IdSchema, { maxItems: 1000 })),
  parent: Type.Optional(IdSchema),
  draft: Type.Optional(Draft),
})
export type AddGroup = Static<typeof AddGroup>

export const UpdateGroup = Type.Object({
  title: Type.Optional(GroupTitle),
  icon: Type.Optional(nullable(Icon)),
  draft: Type.Optional(Draft),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
})
export type UpdateGroup = Static<typeof UpdateGroup>

export const AddLink = Type.Object({
  title: SectionTitle,
  url: WebUrlSchema,
  description: Type.Optional(nullable(Description)),
  icon: Type.Optional(nullable(Icon)),
  parent: Type.Optional(IdSchema),
  draft: Type.Optional(Draft),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  localizedDescription: Type.Optional(nullable(LocalizedDescription)),
  condition: Type.Optional(nullable(Condition)),
})
export type AddLink = Static<typeof AddLink>

export const UpdateLink = Type.Object({
  title: Type.Optional(SectionTitle),
  url: Type.Optional(WebUrlSchema),
  description: Type.Optional(nullable(Description)),
  icon: Type.Optional(nullable(Icon)),
  parent: Type.Optional(nullable(IdSchema)),
  draft: Type.Optional(Draft),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  localizedDescription: Type.Optional(nullable(LocalizedDescription)),
  condition: Type.Optional(nullable(Condition)),
})
export type UpdateLink = Static<typeof UpdateLink>

export const AddSectionToGroup = Type.Object({ sectionId: IdSchema })

export const AddSiteSpace = Type.Object({
  spaceId: IdSchema,
  sectionId: Type.Optional(IdSchema),
  draft: Type.Optional(Draft),
})
export type AddSiteSpace = Static<typeof AddSiteSpace>

export const UpdateSiteSpace = Type.Object({
  path: Type.Optional(Path),
  condition: Type.Optional(nullable(Condition)),
  spaceId: Type.Optional(IdSchema),
  draft: Type.Optional(Draft),
  hidden: Type.Optional(Hidden),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
})
export type UpdateSiteSpace = Static<typeof UpdateSiteSpace>

export const ListSiteSpacesQuery = Type.Object({
  ...ShareKeyQuery.properties,
  default: Type.Optional(
    Type.Boolean({
      description: 'Only the default site space of each level; or, with `false`, only the others.',
    }),
  ),
})

const positionOf = <Anchor extends TSchema>(anchor: Anchor) =>
  Type.Object({ before: Type.Optional(anchor), after: Type.Optional(anchor) })

export const MoveSection = Type.Object({
  position: Type.Optional(
    positionOf(Type.Object({ type: Type.Literal('site-section'), siteSection: IdSchema })),
  ),
})
export type MoveSection = Static<typeof MoveSection>

export const MoveGroup = Type.Object({
  position: Type.Optional(
    positionOf(
      Type.Object({
        type: Type.Enum(['site-section', 'site-section-group'], { type: 'string' }),
        id: IdSchema,
      }),
    ),
  ),
})
export type MoveGroup = Static<typeof MoveGroup>

export const MoveSiteSpace = Type.Object({
  position: Type.Optional(positionOf(Type.Object({ type: Type.Literal('site-space'), siteSpace: IdSchema }))),
})
export type MoveSiteSpace = Static<typeof MoveSiteSpace>

const ItemPointer = Type.Object({
  type: Type.Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link'], {
    type: 'string',
  }),
  id: IdSchema,
})

export const SortStructure = Type.Object({ item: ItemPointer, position: positionOf(ItemPointer) })
export type SortStructure = Static<typeof SortStructure>

export const SiteStructureItem = Type.Union([SiteSpace, SiteSection, SiteExternalLink, SiteSectionGroup])
